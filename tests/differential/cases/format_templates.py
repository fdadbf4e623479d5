_F = [
    "{} {name}",
    "{",
    "{0!r:>5}{{",
    "{1}",
    "{b}",
    "}",
    "{0!x}",
    "{0!r",
    "{0!rx}",
    "{0:{1}}",
    "{0:{1:{1}}}",
    "{2:.3f}{3}",
    "{3[0]}",
    "{3[9]}",
    "{items[1]}",
    "{d[k]}",
    "{d[zz]}",
    "{9}",
    "{}{0}",
    "{0}{}",
    "{0[}",
    "{3[0}",
    "{3[]}",
    "{:>10}{:,}{}",
    "{0:d}",
    "{1:q}",
    "a{{b}}c{0}",
    "",
    "{3!s:>20}",
    "{d}",
    "{3:>5}",
    "{ 0}",
    "{-1}",
    "{0{",
    "{1[0]}",
    "{:}{!r}",
    "{0:}}",
    "{99999999999999999999}",
    "{3[-1]}",
    "{3[a]}",
]


def fm_width(a: int, b: str, x: float, w: int) -> list[str]:
    return [
        "{:>{}}".format(a, w),
        "{0:{1}.{2}f}".format(x, w, 2),
        "{b!r:>10}".format(b=b),
        "{{}}{}".format(a),
        "{0}{0}{1}".format(a, b),
        "{x:{w}.3f}|".format(x=x, w=w),
        "{:,}|{:+d}|{:08.3f}|{:%}|{:e}".format(a, a, x, x, x),
        "{!s:*^12}|{!a}".format(b, b),
    ]


def fm_items(d: dict[str, int], l: list[str], t: tuple[int, str]) -> str:
    return "{d[a]} {l[0]} {0[1]} {t[0]:>5} {t[1]!r}".format(l, d=d, l=l, t=t)


def fm_time(t: str, a: str, n: int, x: float, l: list[int], d: dict[str, int]) -> str:
    return t.format(a, n, x, l, name=a, items=l, d=d)


def fm_map(a: int, b: str) -> str:
    return "{a}-{b}|{a:>4}".format_map({"a": str(a), "b": b})


def fm_map_time(t: str, d: dict[str, str]) -> str:
    return t.format_map(d)


def fm_none(t: str) -> str:
    return t.format(None, True, b=None)


def fm_union(t: str, v: int | str | None) -> str:
    return t.format(v, v=v)


def fm_unpacked(template: str, fields: dict[str, str]) -> str:
    return template.format(**fields)


def fm_unpacked_known(fields: dict[str, int]) -> str:
    return "{a}-{b:>4}{{}}".format(**fields)


ARGUMENTS = {
    fm_unpacked: [
        ("{a} and {b}", {"a": "1", "b": "2"}),
        ("{c}", {"a": "1"}),
        ("{}", {"a": "1"}),
        ("{0}", {}),
        ("x{{", {}),
        ("{a!r:>5}", {"a": "q"}),
    ],
    fm_unpacked_known: [({"a": 1, "b": 2},), ({"a": 1},)],
    fm_width: [(5, "é", 3.14159, 8), (-1234567, "", 0.0, 1)],
    fm_items: [({"a": 1}, ["x", "y"], (7, "q")), ({"b": 1}, ["x", "y"], (7, "q")), ({"a": 1}, ["x"], (7, "q"))],
    fm_time: [(t, "x", 7, 2.5, [1, 2], {"k": 3}) for t in _F],
    fm_map: [(1, "x")],
    fm_map_time: [(t, {"a": "1", "b": ""}) for t in ["{a}", "{a:>5}{b!r}", "{c}", "{}", "{0}", "{a[0]}", "{b[0]}", "{a[x]}", "x"]],
    fm_none: [(t,) for t in ["{}", "{0:>5}", "{1}", "{1:5}", "{1:>5}", "{b}", "{b!s:>6}", "{b:d}"]],
    fm_union: [(t, v) for t in ["{}", "{v:>5}", "{0:d}", "{v!r}"] for v in [1, "a", None]],
}
