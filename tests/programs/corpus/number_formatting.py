def number_formatting(values: list[float], number: int) -> list[str]:
    out: list[str] = []
    for v in values:
        out.append(f"{v:.3f}|{v:10.2e}|{v:<+12g}|{v:^12.4}|{v:010.1f}|{v:,.1f}|{v:%}|{v!r}|{v}")
    for spec in ("d", "x", "#X", "b", "#010b", "o", ",", "_", "+d", " d", ">8", "<8", "^8", "=+8", "c", "n", "e", ".1f", "%"):
        try:
            out.append(spec + "=" + format(number, spec))
        except (ValueError, OverflowError) as e:
            out.append(f"{spec}!{e}")
    width, precision = 9, 2
    out.append(f"{number:{width}}|{number / 7:{width}.{precision}f}|{str(number):>{width}}|{number!r:*^{width}}")
    out.append("%5d|%-5s|%05.1f|%x|%r|%%" % (number, "ab", number / 3, abs(number), "q"))
    out.append("{0:>5}{1}{0}{name!r:>6}".format(number, "z", name="n"))
    return out


ARGUMENTS = [
    ([3.14159, -0.0, 1e22, 1e-7, float("nan"), float("-inf"), 123456789.5], 42),
    ([0.5, 1.5, 2.5, 2.675], -255),
    ([], 1114112),
    ([1e16, 1e15, 9999999.5], 0),
]
