_P = [
    "%d",
    "%5.1f|",
    "%d %d",
    "x",
    "%q",
    "%",
    "%é",
    "%5",
    "%.",
    "%s",
    "%r",
    "%x",
    "%c",
    "%(a)s",
    "%-5d|",
    "%05d",
    "%+d",
    "%e",
    "%5%",
    "%%",
    "%*d",
    "%hd",
    "%ll",
    "%.3d",
    "%99999999999d",
    "%.99999999999d",
    "%i%%",
    "% d",
    "%g",
    "%a",
    "%o",
    "%#o",
    "%#x",
    "%X",
]


def pc_all(a: int, b: str, x: float) -> list[str]:
    return [
        "%d" % a,
        "%5d|%-5d|%05d" % (a, a, a),
        "%x %X %o %#x" % (a, a, a, a),
        "%s and %r" % (b, b),
        "%5.2f %e %g" % (x, x, x),
        "%+d % d" % (a, a),
        "%c%c" % (65, "b"),
        "%%",
        "100%%" % (),
        "%.3s" % b,
        "%i" % x,
        "%10s|%-10s|" % (b, b),
        "%.5d" % a,
        "%s" % a,
        "%*d" % (6, a),
        "%.*f" % (2, x),
        "%s" % [a],
        "%s" % ((a, b),),
        "%-*d|" % (6, a),
        "%*d|" % (-6, a),
        "%+08.2f" % x,
        "%#o %#X" % (a, a),
        "%d%%" % a,
        "%05s|" % b,
        "% 5d" % a,
        "%-05d|" % a,
        "%r %s" % (None, True),
        "%d" % True,
        "%ld" % a,
        "%.0f" % x,
        "%#.0f" % x,
        "%G" % x,
        "%.3g" % x,
    ]


def pc_map(a: int, b: str) -> list[str]:
    return ["%(a)d %(b)s" % {"a": a, "b": a}, "%(b)s" % {"b": b}, "%(b)5s|%(b)-5s|%%" % {"b": b}, "x" % {"b": b}]


def pc_time(t: str, a: int) -> str:
    return t % a


def pc_time_str(t: str, a: str) -> str:
    return t % a


def pc_time_float(t: str, a: float) -> str:
    return t % a


def pc_time_tuple(t: str, a: int, b: str) -> str:
    return t % (a, b)


def pc_time_map(t: str, d: dict[str, int]) -> str:
    return t % d


def pc_time_union(t: str, v: int | str | float | None) -> str:
    return t % v


def pc_time_list(t: str, v: list[int]) -> str:
    return t % v


def pc_wrong(a: str) -> str:
    return "%d" % a


def pc_few(a: str) -> str:
    return "%s %s" % (a,)


def pc_many(a: str) -> str:
    return "%s" % (a, a)


def pc_union(v: int | str) -> str:
    return "%s|%5s|%r" % (v, v, v)


def pc_aug(s: str, n: int) -> str:
    s %= n
    return s


ARGUMENTS = {
    pc_all: [(42, "héllo", 3.14159), (-7, "", -0.0), (0, "a'b", 1e12), (255, "x" * 12, 0.5)],
    pc_map: [(1, "x")],
    pc_time: [(t, n) for t in _P for n in (1, -300)],
    pc_time_str: [(t, n) for t in _P for n in ("a", "héé")],
    pc_time_float: [(t, n) for t in _P for n in (1.5, -0.0, float("inf"), float("nan"))],
    pc_time_tuple: [
        ("%d-%s", 1, "x"),
        ("%s", 1, "x"),
        ("%*s|", 5, "x"),
        ("%-*s|", -5, "x"),
        ("%s%s%s", 1, "x"),
        ("%.*s", 2, "xyz"),
        ("%s %d", 1, "x"),
        ("%*d", 3, "x"),
    ],
    pc_time_map: [
        (t, {"a": 5, "b c": 6})
        for t in ["%(a)d", "%(b c)5d|", "%(z)s", "%s", "%d", "x", "%(a", "%(a)", "%(a)s %s", "%(a)s%%", "%((a))s", "%(a)*d"]
    ],
    pc_time_union: [(t, v) for t in ["%s", "%d", "%.2f", "%r|", "x"] for v in (1, "a", 1.5, None)],
    pc_time_list: [(t, [1, 2]) for t in ["%s", "x", "%d", "%s%s"]],
    pc_wrong: [("a",)],
    pc_few: [("a",)],
    pc_many: [("a",)],
    pc_union: [(1,), ("a",)],
    pc_aug: [("%d", 5), ("x%05d", 5)],
}
