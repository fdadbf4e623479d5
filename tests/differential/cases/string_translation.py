def st_translate(s: str) -> str:
    return s.translate(str.maketrans("abc", "xyz"))


def st_translate2(s: str) -> str:
    t = str.maketrans({"a": "1", "b": None, "c": "xyz", 100: "D"})
    return s.translate(t)


def st_translate3(s: str) -> str:
    return (
        s.translate(str.maketrans("", "", ".,!"))
        + s.translate({97: "z"})
        + s.translate(str.maketrans("a", "b", "c"))
        + s.translate({ord("b"): None})
        + s.translate({ord("b"): 120})
    )


def st_maketrans(a: str, b: str, c: str) -> list[tuple[int, int | None]]:
    return sorted(str.maketrans(a, b, c).items(), key=lambda kv: kv[0])


def st_maketrans_bad(k: str) -> int:
    return len(str.maketrans({k: 1}))


def st_translate_bad(s: str, n: int) -> str:
    return s.translate({97: n})


def st_identifier(s: str) -> bool:
    return s.isidentifier()


ARGUMENTS = {
    st_translate: [("aabbccdd",), ("",)],
    st_translate2: [("abcd efg",)],
    st_translate3: [("a.b,c!",)],
    st_maketrans: [("ab", "cd", "e"), ("a", "bb", ""), ("aa", "bc", "a"), ("", "", "")],
    st_maketrans_bad: [("a",), ("ab",), ("",)],
    st_translate_bad: [("a", 98), ("a", -1), ("b", -1), ("a", 0x110000)],
    st_identifier: [
        ("abc",),
        ("1a",),
        ("",),
        ("é",),
        ("a b",),
        ("_x1",),
        ("日本",),
        ("a·",),
        ("℘",),
        ("·",),
        ("\U0001d7d8",),
        ("a\U0001d7d8",),
    ],
}
