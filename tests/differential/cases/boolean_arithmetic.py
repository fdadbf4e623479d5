def boolean_arithmetic(a: bool, b: bool, n: int) -> list[int]:
    return [a + b, a * 5, -a, a + n, n - b, a // True, sum([a, b]), a << 2, int(a), abs(a), max(a, n), round(a)]


def boolean_mixed(a: bool, x: float) -> list[float]:
    return [a + x, x * a, x - a, a / 2]


ARGUMENTS = {boolean_arithmetic: [(True, False, 3), (True, True, -1)], boolean_mixed: [(True, 2.5), (False, -1.0)]}
