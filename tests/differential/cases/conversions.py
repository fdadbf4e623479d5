def integer_from_text(text: str) -> int:
    return int(text)


def integer_from_base(text: str, base: int) -> int:
    return int(text, base)


def float_from_text(text: str) -> float:
    return float(text)


def integer_from_float(value: float) -> int:
    return int(value)


def truth_of(value: int, other: str) -> list[bool]:
    return [bool(value), bool(other), bool([]), bool([0]), bool({}), bool(0.0), bool(None), bool((1,))]


ARGUMENTS = {
    integer_from_text: [(text,) for text in ("12", " -7 ", "+5", "1_000", "", "abc", "1__0", "_1", "٣٤", "0x10", "12.5", "\n9\t", "é")],
    integer_from_base: [("ff", 16), ("0xff", 16), ("0b11", 0), ("z", 36), ("12", 2), ("10", 1), ("0o17", 0), ("010", 0), ("0_7", 10)],
    float_from_text: [
        (text,)
        for text in (
            "1.5",
            " 2 ",
            "1e5",
            "inf",
            "-Infinity",
            "nan",
            "",
            "abc",
            "1_0.5",
            ".5",
            "5.",
            "1e",
            "1e400",
            "1e-400",
            "٣.٥",
            "0x1p3",
            "+.5e-3",
        )
    ],
    integer_from_float: [(value,) for value in (2.7, -2.7, 0.0, 1e10, float("nan"), float("inf"))],
    truth_of: [(0, ""), (5, "a")],
}
