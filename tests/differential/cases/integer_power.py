def integer_power(a: int, b: int) -> int | float:
    return a**b


def integer_square(a: int) -> int:
    return a**2 + a**3


def integer_power_modulo(a: int, b: int, c: int) -> int:
    return pow(a, b, c)


def integer_inverse_power(a: int) -> float:
    return a**-2


ARGUMENTS = {
    integer_power: [(2, 10), (2, -1), (0, 0), (-3, 3), (0, -1), (10, -3)],
    integer_square: [(5,), (-4,), (0,)],
    integer_power_modulo: [(3, 200, 13), (-3, 7, 10), (2, 10, -7), (2, 5, 0)],
    integer_inverse_power: [(2,), (10,), (0,)],
}
