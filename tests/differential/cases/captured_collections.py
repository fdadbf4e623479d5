"""Captured Counters, OrderedDicts and named tuples."""

import random
from collections import Counter, OrderedDict, namedtuple

RNG = random.Random(3)
RNG.random()
STEADY = random.Random(5)
COUNTS = Counter("hello")
ORDER = OrderedDict([("b", 1), ("a", 2)])
Limits = namedtuple("Limits", "low high")
LIMITS = Limits(1, 9)


def captured_kinds(k: str):
    c = COUNTS.copy()
    c[k] += 1
    return (
        COUNTS[k],
        COUNTS.most_common(1),
        repr(COUNTS),
        repr(ORDER),
        ORDER == OrderedDict([("a", 2), ("b", 1)]),
        c,
        LIMITS.low,
        LIMITS,
        COUNTS + COUNTS,
    )


ARGUMENTS = {captured_kinds: [("l",), ("zz",)]}
