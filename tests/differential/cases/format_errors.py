def format_integer_with(value: int, spec: str) -> str:
    return f"{value:{spec}}"


def format_float_with(value: float, spec: str) -> str:
    return format(value, spec)


def format_text_with(value: str, spec: str) -> str:
    return format(value, spec)


ARGUMENTS = {
    format_integer_with: [(5, spec) for spec in ("s", ".3d", "c", "5c", "q", "abc", ",x", "z", "", "n", "#X", "<>5", "10.", "0<5", ",_")],
    format_float_with: [(2.5, spec) for spec in ("d", "s", "", ".", ".5", "x", "+.1f", "z.1f", "07.2f", "<07.2f", "é>9")]
    + [(-0.01, "z.1f"), (-0.0, "z")],
    format_text_with: [("abc", spec) for spec in ("5", ">5", "^7", "*^7", ".2", "s", "d", "+", "=5", "05", ",", "#", "5.2s", " ", "z")],
}
