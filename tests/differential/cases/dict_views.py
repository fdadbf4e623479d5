def d_or(a: dict[str, int], b: dict[str, int]) -> dict[str, int]:
    c = a | b
    c |= {"z": 9}
    return c


def d_views(a: dict[str, int], b: dict[str, int]) -> list[list[str]]:
    return [
        sorted(a.keys() & b.keys()),
        sorted(a.keys() | b.keys()),
        sorted(a.keys() - b.keys()),
        sorted(a.keys() ^ b.keys()),
        sorted(set(a) & b.keys()),
    ]


def d_views2(a: dict[str, int]) -> list[bool]:
    return [
        "x" in a.keys(),
        1 in a.values(),
        ("x", 1) in a.items(),
        a.keys() == {"x"},
        len(a.keys()) == 1,
        len(a.items()) == len(a.values()),
        not a.items(),
        a.keys() == a.keys(),
    ]


def d_view_live(a: dict[str, int]) -> list[str]:
    k = a.keys()
    a["new"] = 1
    return list(k) + [str(len(k))]


def d_rev(a: dict[str, int]) -> list[str]:
    return (
        list(reversed(a))
        + [k for k, v in reversed(a.items())]
        + [k for k in reversed(a.keys())]
        + [str(v) for v in reversed(a.values())]
        + [k for k in reversed(list(a.items())[0])]
        if a
        else []
    )


def d_repr(a: dict[str, int]) -> list[str]:
    return [repr(a.keys()), str(a.values()), f"{a.items()}"]


def view_changes(d: dict[str, int]) -> list[str]:
    out = []
    for k in d:
        if k == "a":
            d["zz"] = 1
        out.append(k)
    return out


def view_deletes(d: dict[str, int]) -> list[str]:
    out = []
    for k in list(d):
        del d[k]
        out.append(k)
    i = iter(d)
    d["q"] = 1
    out.append(next(i, "end"))
    return out


def d_items_either(a: dict[int, float], b: dict[int, float]) -> list:
    return [list(a.items() ^ b.items()), len(a.items() ^ {2: "x"}.items()), len(a.items() ^ a.items()), sorted(b.items() ^ a.items())]


ARGUMENTS = {
    d_items_either: [({1: 2.0, 17: 1.0, 9: 3.0}, {33: 1.0, 1: 3.0, 17: 1.0}), ({}, {1: 1.0}), ({}, {})],
    view_changes: [({"a": 1, "b": 2},), ({"q": 1},)],
    view_deletes: [({"a": 1, "b": 2},)],
    d_or: [({"a": 1}, {"b": 2, "a": 3})],
    d_views: [({"a": 1, "b": 2}, {"b": 2, "c": 3})],
    d_views2: [({"x": 1},), ({},)],
    d_view_live: [({"a": 1},)],
    d_rev: [({"a": 1, "b": 2},)],
    d_repr: [({"x": 1},), ({},)],
}
