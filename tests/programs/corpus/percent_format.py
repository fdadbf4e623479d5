def percent_format(i: int, f: float, s: str) -> list[str]:
    out = [
        "%d|%5d|%-5d|%05d|%+d|% d|%x|%X|%o|%#x|%#o" % (i, i, i, i, i, i, i, i, i, i, i),
        "%f|%.2f|%10.3f|%-10.1f|%e|%E|%g|%G|%+.1f|%010.2f" % (f, f, f, f, f, f, f, f, f, f),
        "%s|%10s|%-10s|%.2s|%r|%a" % (s, s, s, s, s, s),
        "%c%c" % ("x", 65),
        "%%|%5.1f%%" % f,
        "%(a)s-%(b)d" % {"a": s, "b": i},
        "%s %s" % (None, [1, s]),
        "%d" % f if abs(f) < 1e18 else "big",
        "%s" % (i,),
        "%*d|%.*f" % (6, i, 2, f),
        "%s" % s,
    ]
    return out


ARGUMENTS = [(42, 3.14159, "héllo"), (-7, -0.5, ""), (0, 1e10, "a'b"), (255, float("nan"), "\n"), (-255, float("inf"), "😀")]
