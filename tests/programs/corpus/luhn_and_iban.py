def luhn(number: str) -> bool:
    digits = [int(d) for d in number if not d.isspace()]
    checksum = 0
    for i, d in enumerate(reversed(digits)):
        if i % 2:
            d *= 2
            if d > 9:
                d -= 9
        checksum += d
    return bool(digits) and checksum % 10 == 0


def iban(text: str) -> bool:
    compact = "".join(text.split()).upper()
    if not (compact.isalnum() and compact.isascii()) or len(compact) < 5:
        return False
    moved = compact[4:] + compact[:4]
    remainder = 0
    for c in moved:
        remainder = int(f"{remainder}{int(c, 36)}") % 97
    return remainder == 1


def isbn10(text: str) -> str | None:
    if len(text) != 9 or not text.isdigit():
        return None
    total = sum((10 - i) * int(c) for i, c in enumerate(text))
    check = -total % 11
    return text + ("X" if check == 10 else str(check))


def luhn_and_iban(values: list[str]) -> list[tuple[str, bool | None, bool, str | None]]:
    out: list[tuple[str, bool | None, bool, str | None]] = []
    for v in values:
        try:
            ok: bool | None = luhn(v)
        except ValueError:
            ok = None
        out.append((v.replace(" ", "_"), ok, iban(v), isbn10(v)))
    return out


ARGUMENTS = [
    (["4539 1488 0343 6467", "8273 1232 7352 0569", "x1"],),
    (["GB82 WEST 1234 5698 7654 32", "080442957", "097522980"],),
    (["", "é" * 9, "１２３"],),
    ([],),
]
