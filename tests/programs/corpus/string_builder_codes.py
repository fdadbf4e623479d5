def rle(text: str) -> list[tuple[str, int]]:
    out: list[tuple[str, int]] = []
    for c in text:
        if out and out[-1][0] == c:
            out[-1] = (c, out[-1][1] + 1)
        else:
            out.append((c, 1))
    return out


def caesar(text: str, shift: int) -> str:
    def turn(c: str) -> str:
        for base in ("a", "A"):
            if base <= c <= chr(ord(base) + 25):
                return chr((ord(c) - ord(base) + shift) % 26 + ord(base))
        return c

    return "".join(turn(c) for c in text)


def vigenere(text: str, key: str) -> str:
    shifts = [ord(k) - ord("a") for k in key.lower()]
    return "".join(caesar(c, shifts[i % len(shifts)]) for i, c in enumerate(text))


MORSE = dict(zip("abcde", [".-", "-...", "-.-.", "-..", "."]))


def string_builder_codes(text: str, key: str) -> dict[str, str | list[tuple[str, int]]]:
    return {
        "rle": rle(text),
        "packed": "".join(f"{c}{n if n > 1 else ''}" for c, n in rle(text)),
        "caesar": caesar(text, 3),
        "back": caesar(caesar(text, 29), -29),
        "vigenere": vigenere(text, key),
        "morse": " ".join(MORSE.get(c, "?") for c in text.lower()),
        "bin": " ".join(f"{ord(c):08b}" for c in text),
        "rot13": text.translate(str.maketrans("abcXYZ", "nopKLM")),
    }


ARGUMENTS = [("aaabccd XYZ", "key"), ("", "k"), ("é😀", "A"), ("b", "")]
