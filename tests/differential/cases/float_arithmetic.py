def float_arithmetic(a: float, b: float) -> list[float]:
    return [a + b, a - b, a * b, a / b, a // b, a % b, -a, abs(a)]


def float_mixed(a: float, n: int) -> list[float]:
    return [a + n, n - a, a * n, n / a, n // a, n % a, a - True]


ARGUMENTS = {
    float_arithmetic: [
        (7.5, 2.0),
        (-7.5, 2.0),
        (7.5, -2.0),
        (0.1, 0.2),
        (1e308, 10.0),
        (float("inf"), 1.0),
        (float("nan"), 1.0),
        (1.0, 0.0),
        (-0.0, 5.0),
    ],
    float_mixed: [(2.5, 3), (-2.5, 7), (0.1, -3), (1e16, 1)],
}
