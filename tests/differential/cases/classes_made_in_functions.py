import collections
from collections import namedtuple
from enum import Enum
from typing import NamedTuple, NewType


def cm_namedtuple(n: int) -> list:
    P = namedtuple("P", ["x", "y"], defaults=[7])
    Q = collections.namedtuple("Q", "a b c")
    p = P(n)
    q = Q._make([1, 2, 3])
    return [p, repr(p), p._asdict(), p._replace(x=2), P._fields, q.b, str(q), sorted([P(2), P(1)], key=lambda t: t.x)]


def cm_typed(n: int) -> list:
    Pt = NamedTuple("Pt", [("x", int), ("y", float)])
    Id = NewType("Id", int)
    Color = Enum("Color", "RED GREEN")

    def make(i):
        return Pt(i, i / 2)

    out = [make(i) for i in range(n)]
    kind = out[0].__class__.__name__ if out else ""
    return [str(out), Id(3), Color.RED.name, [c.value for c in Color], repr(Color(2)), kind]


def cm_edges(n: int) -> list:
    class Row(NamedTuple):
        a: int
        b: str = "q"

    Edge = namedtuple("Edge", ("source", "target", "weight"))
    edges = [Edge("a", "b", n), Edge(source="b", target="c", weight=1)]
    return [Row(n), edges, min(edges, key=lambda edge: edge.weight).target, [weight for *_, weight in edges]]


ARGUMENTS = {cm_namedtuple: [(2,)], cm_typed: [(2,), (0,)], cm_edges: [(2,), (-1,)]}
