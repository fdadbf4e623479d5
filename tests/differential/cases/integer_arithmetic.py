def integer_arithmetic(a: int, b: int) -> list[int]:
    return [a + b, a - b, a * b, a // b, a % b, -a, +b, abs(a), ~a]


def integer_overflow(a: int, b: int) -> int:
    return a * b + a


def integer_division(a: int, b: int) -> float:
    return a / b


def integer_modulo_only(a: int, b: int) -> int:
    return a % b


ARGUMENTS = {
    integer_arithmetic: [(7, 3), (-7, 3), (7, -3), (-7, -3), (0, 5), (5, 0), (2**31, 2**31), (1, -1)],
    integer_overflow: [(3, 4), (2**31, 2**31)],
    integer_division: [
        (1, 3),
        (7, 2),
        (-7, 2),
        (0, -5),
        (1, 0),
        (2**62 + 1, 3),
        (2**63 - 1, 2**62 - 5),
        (-(2**63), 7),
        (9007199254740993, 3),
    ],
    integer_modulo_only: [(5, 0), (-5, 3), (5, -3)],
}
