def r_all(a: int, b: int, c: int) -> list[int]:
    r = range(a, b, c)
    return [
        len(r),
        r.start,
        r.stop,
        r.step,
        r.count(3),
        1 if 3 in r else 0,
        1 if r else 0,
        *r[::2],
        *r[1:],
        *reversed(r),
        1 if r == range(a, b, c) else 0,
        sum(r),
        *list(r),
    ]


def r_index(a: int, x: int) -> int:
    return range(a).index(x)


def r_slice(a: int) -> range:
    return range(a)[2:10:3]


def r_repr(a: int) -> list[str]:
    return [repr(range(a)), str(range(1, a, 2)), f"{range(a)[1:]}"]


def r_minmax(a: int) -> list[int]:
    return [min(range(a)), max(range(a))]


def r_float_in(a: int) -> list[bool]:
    return [2.0 in range(a), 2.5 in range(a), True in range(a), -1 not in range(a)]


def sl_obj(l: list[int], s: str) -> list[str]:
    a = slice(1, 3)
    return [
        str(l[a]),
        s[a],
        s[slice(None, None, -1)],
        str(a.start),
        str(a.step),
        str(slice(1, None, 2).indices(10)),
        repr(a),
        str(l[slice(2)]),
    ]


def slice_params(l: list[int], a: int | None, b: int | None, c: int | None) -> list[int]:
    s = slice(a, b, c)
    return l[s] + list(range(100)[s])[:3] + list(s.indices(len(l)))


def range_attributes(a: int, b: int, c: int) -> list[int]:
    r = range(a, b, c)
    s = r[1:-1]
    t = r[::-1]
    return [s.start, s.stop, s.step, t.start, t.stop, t.step, len(s), len(t), 1 if s == t else 0, 1 if r == range(a, b, c) else 0]


ARGUMENTS = {
    slice_params: [([1, 2, 3, 4, 5], None, None, -1), ([1, 2, 3], -2, None, None), ([1], 5, 0, 2), ([1, 2], 0, 1, 0)],
    range_attributes: [(0, 10, 3), (10, -5, -4), (0, 0, 1), (5, 6, 100)],
    r_all: [(0, 10, 1), (10, 0, -3), (5, 5, 1)],
    r_index: [(5, 3), (5, 9), (5, -1)],
    r_slice: [(20,), (3,)],
    r_repr: [(5,)],
    r_minmax: [(5,), (0,)],
    r_float_in: [(5,)],
    sl_obj: [([1, 2, 3, 4], "abcd")],
}
