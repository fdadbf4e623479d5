def compare_mixed(a: int, b: float) -> list[bool]:
    return [a == b, a != b, a < b, a <= b, a > b, a >= b, b == a]


def chained(a: int, b: int, c: int) -> list[bool]:
    return [a < b < c, a <= b == c, a < b > c, a == b != c < a]


def compare_text(a: str, b: str) -> list[bool]:
    return [a == b, a < b, a <= b, a > b, a >= b, a in b]


def compare_types(a: int, text: str) -> list[bool]:
    return [a == text, a != text, a is None, text is not None, a == True, a == None]  # noqa: E711, E712


ARGUMENTS = {
    compare_mixed: [(1, 1.0), (2**53 + 1, float(2**53)), (0, -0.0), (5, float("nan")), (2**63 - 1, float(2**63)), (-1, float("-inf"))],
    chained: [(1, 2, 3), (3, 2, 1), (2, 2, 2)],
    compare_text: [("a", "b"), ("abc", "abcd"), ("", "x"), ("é", "z"), ("\U0001f600", "\uffff")],
    compare_types: [(1, "1"), (0, "")],
}
