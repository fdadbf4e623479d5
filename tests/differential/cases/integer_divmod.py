def integer_divmod(a: int, b: int) -> tuple[int, int]:
    return divmod(a, b)


def float_divmod(a: float, b: float) -> tuple[float, float]:
    return divmod(a, b)


ARGUMENTS = {
    integer_divmod: [(7, 3), (-7, 3), (7, -3), (1, 0)],
    float_divmod: [(7.5, 2.0), (-7.5, 2.0), (7.5, -2.0), (0.0, 3.0), (1e300, 1e-5), (1.0, 0.0)],
}
