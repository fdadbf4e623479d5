"""operator, and what is made with it."""

import operator
from operator import attrgetter, itemgetter, methodcaller
from collections import namedtuple
from itertools import groupby, accumulate
from math import inf

Box = namedtuple("Box", "name score")
second = itemgetter(1)


def sort_items(rows: list[tuple[str, int]], ds: list[dict[str, int]]):
    get = itemgetter(0)
    return (
        sorted(rows, key=itemgetter(1)),
        sorted(rows, key=itemgetter(1, 0), reverse=True),
        max(rows, key=second),
        [get(r) for r in rows],
        sorted(ds, key=itemgetter("a")),
        min(rows, key=operator.itemgetter(1), default=None),
        {k: len(list(g)) for k, g in groupby(rows, key=itemgetter(0))},
    )


def sort_attributes(rows: list[tuple[str, float]]):
    boxes = [Box(a, b) for a, b in rows]
    boxes.sort(key=attrgetter("score"), reverse=True)
    return (
        [b.name for b in boxes],
        [attrgetter("name", "score")(b) for b in boxes],
        list(map(methodcaller("upper"), [r[0] for r in rows])),
        methodcaller("replace", "a", "b")("banana"),
        methodcaller("split", sep=",")("a,b"),
    )


def operators(a: int, b: int, f: float, xs: list[int]):
    return (
        operator.add(a, b),
        operator.sub(a, b),
        operator.mul(a, f),
        operator.truediv(a, b),
        operator.floordiv(a, b),
        operator.mod(a, b),
        operator.neg(a),
        operator.eq(a, b),
        operator.lt(a, b),
        operator.getitem(xs, 0),
        operator.contains(xs, a),
        operator.not_(a),
        operator.truth(xs),
        operator.and_(a, b),
        operator.xor(a, b),
        operator.concat(xs, [1]),
        operator.pow(a, 2),
        operator.abs(a),
        operator.iadd(a, b),
        list(accumulate(xs, operator.mul)),
        list(map(operator.add, xs, xs)),
    )


ARGUMENTS = {
    sort_items: [([("b", 2), ("a", 3), ("c", 1), ("c", 2)], [{"a": 3}, {"a": 1}]), ([("a", 1)], [])],
    sort_attributes: [([("x", 0.5), ("y", 0.7)],), ([],)],
    operators: [(7, 3, 1.5, [1, 2]), (-7, 3, 0.0, [0]), (1, 0, 1.0, [1])],
}
