def round_float(value: float) -> int:
    return round(value)


def round_digits(value: float, digits: int) -> float:
    return round(value, digits)


def round_integer(value: int, digits: int) -> int:
    return round(value, digits)


ARGUMENTS = {
    round_float: [(value,) for value in (0.5, 1.5, 2.5, -0.5, -1.5, 2.4999, 1e15, float("nan"), float("inf"))],
    round_digits: [
        (2.675, 2),
        (1.005, 2),
        (0.125, 2),
        (1234.5678, -2),
        (1e22, 3),
        (2.5, 0),
        (float("nan"), 2),
        (15.0, -1),
        (25.0, -1),
        (-0.001, 2),
    ],
    round_integer: [(1250, -2), (1350, -2), (-1250, -2), (5, 3), (5, -1), (15, -1), (149, -3)],
}
