def integer_text(a: int) -> list[str]:
    return [
        str(a),
        repr(a),
        f"{a}",
        f"{a:d}",
        f"{a:5}|",
        f"{a:<8}|",
        f"{a:^8}|",
        f"{a:08}",
        f"{a:+}",
        f"{a: }",
        f"{a:x}",
        f"{a:#x}",
        f"{a:X}",
        f"{a:b}",
        f"{a:#b}",
        f"{a:o}",
        f"{a:,}",
        f"{a:_}",
        f"{a:_x}",
        f"{a:*>10}",
        f"{a:=+8}",
        f"{a:020,}",
        f"{a:.2f}",
        f"{a:e}",
        f"{a:%}",
        f"{a:#_b}",
    ]


def bool_text(a: bool) -> list[str]:
    return [str(a), repr(a), f"{a}", f"{a:d}", f"{a:5}", f"{a!r:>8}"]


def integer_bases(a: int) -> list[str]:
    return [hex(a), oct(a), bin(a)]


ARGUMENTS = {
    integer_text: [(value,) for value in (0, 1, -1, 255, -255, 123456789, -(2**62), 2**63 - 1)],
    bool_text: [(True,), (False,)],
    integer_bases: [(0,), (255,), (-255,), (2**62,)],
}
