def nu_int(a: int) -> list[int]:
    return [a.bit_count(), a.bit_length(), a.conjugate(), a.real, a.imag, a.numerator, a.denominator, *a.as_integer_ratio()]


def nu_hex(x: float) -> str:
    return x.hex()


def nu_fromhex(s: str) -> float:
    return float.fromhex(s)


def nu_ratio(x: float) -> tuple[int, int]:
    return x.as_integer_ratio()


def nu_float(x: float) -> list[float]:
    return [x.conjugate(), x.real, x.imag]


def nu_pow(a: int, b: int, c: int) -> int:
    return pow(a, b, c)


ARGUMENTS = {
    nu_int: [(5,), (-6,), (0,), (2**63 - 1,)],
    nu_hex: [
        (1.5,),
        (0.1,),
        (-0.0,),
        (float("inf"),),
        (float("nan"),),
        (5e-324,),
        (1e308,),
        (-2.2250738585072014e-308,),
        (3.0,),
        (-1e-310,),
    ],
    nu_fromhex: [
        (x,)
        for x in [
            "0x1.8p1",
            "1.8",
            "-inf",
            "zz",
            "nan",
            "0x1p-1080",
            "0x1p2000",
            " 0x.1 ",
            "",
            "0x",
            "0x.",
            "1p",
            "1p+",
            "+0x1P+3",
            "0x1.fffffffffffffffp0",
            "0x1.00000000000008p0",
            "0x1.000000000000081p0",
            "--1",
            "infinity",
            "1_0",
            "é",
            "0x1p-1074",
            "0x1p-1075",
            "0x1.8p-1075",
        ]
    ],
    nu_ratio: [(0.5,), (3.0,), (-0.75,), (0.1,), (float("inf"),), (float("nan"),), (0.0,), (-0.0,), (1048576.0,)],
    nu_float: [(1.5,), (-2.0,)],
    nu_pow: [
        (3, -1, 7),
        (7, 3, 5),
        (-7, 3, 5),
        (7, 3, -5),
        (2, -1, 4),
        (0, 0, 1),
        (5, -2, -7),
        (2, 10, 1),
        (3, 2**62, 2**61),
        (1, 1, 0),
        (-3, -1, 7),
        (0, -1, 5),
    ],
}
