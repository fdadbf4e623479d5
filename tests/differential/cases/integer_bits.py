def integer_bits(a: int, b: int) -> list[int]:
    return [a & b, a | b, a ^ b, a << (b & 7), a >> (b & 7), a.bit_length()]


def integer_shift(a: int, b: int) -> int:
    return a >> b


def bool_bits(a: bool, b: bool) -> list[bool]:
    return [a & b, a | b, a ^ b, a is b, a is not b]


ARGUMENTS = {
    integer_bits: [(12, 10), (-1, 3), (0, 0), (-12345, 77)],
    integer_shift: [(1000, 3), (-1000, 3), (5, 100), (5, -1)],
    bool_bits: [(True, False), (True, True), (False, False)],
}
