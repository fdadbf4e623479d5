"""Named tuples."""

from collections import namedtuple
from typing import NamedTuple


class Point(NamedTuple):
    x: int
    y: int = 5

    def norm(self):
        return self.x * self.x + self.y * self.y

    @property
    def total(self):
        return self.x + self.y

    @classmethod
    def origin(cls):
        return cls(0, 0)

    @staticmethod
    def scale(k: int):
        return k * 10

    def moved(self, dx: int):
        return self._replace(x=self.x + dx)


Span = namedtuple("Span", ["start", "end", "label"], defaults=["none"])


def named_basic(a: int, b: int):
    p = Point(a, y=b)
    q = Point(a)
    x, y = p
    d = {p: "p", q: "q"}
    return (
        p,
        p.x,
        p.y,
        p[0],
        p[-1],
        repr(p),
        str(q),
        f"{p}",
        p == (a, b),
        p == q,
        (a, b) == p,
        x + y,
        d[p],
        p._asdict(),
        p._replace(y=9),
        p.norm(),
        p.total,
        p.moved(3),
        Point.origin(),
        Point.scale(4),
        p.scale(2),
        p + (1,),
        p[:1],
        len(p),
        p < q,
        sorted([p, q, Point(0, 0)]),
        isinstance(p, tuple),
        isinstance(p, Point),
        p._fields,
        Point._fields,
        a in p,
        max(p),
        list(p),
        Point._make([a, b]),
        Point._make((1, 2)),
    )


def named_list(rows: list[tuple[int, int, str]]):
    spans = [Span(s, e, l) for s, e, l in rows]
    spans.append(Span(1, 2))
    spans.sort(key=lambda s: (s.end, s.start))
    by = {}
    for s in spans:
        by.setdefault(s.label, []).append(s)
    return (
        [s.end - s.start for s in spans],
        repr(spans),
        by,
        spans[0]._asdict(),
        [s.label for s in spans if s.start > 0],
        repr({s: s.start for s in spans}),
    )


def named_mixed(flag: bool):
    p = Point(1, 2) if flag else Span(1, 2, "z")
    q = Point(1, 2) if flag else None
    r = [Span(1, 2.5, "x"), Span(0.5, 2, None)]
    return (
        p[0],
        repr(p),
        q.x if q is not None else -1,
        repr(r),
        r[1].label,
        repr((p, q)),
        [Point(1, 2), (1, 2)],
        repr([Point(1, 2), (1, 2)]),
    )


def named_make(xs: list[int]):
    return Point._make(xs)


def named_argument(p: Point, q: list[Point]):
    return p.x, [a.y for a in q], p, q, repr(q), p.norm()


ARGUMENTS = {
    named_basic: [(1, 2), (3, 5)],
    named_list: [([(1, 5, "a"), (0, 2, "b")],), ([],)],
    named_mixed: [(True,), (False,)],
    named_make: [([1, 2],), ([1],), ([],)],
    named_argument: [(Point(1, 2), [Point(3, 4)])],
}
