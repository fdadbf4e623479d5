import itertools
from collections import Counter, deque
from enum import Enum, IntEnum, StrEnum


class _Color(StrEnum):
    RED = "red"
    BLUE = "blue"


class _Level(IntEnum):
    LOW = 1
    HIGH = 5


class _Plain(Enum):
    A = "x"
    B = 2


class _Old(str, Enum):
    P = "p"
    Q = "q"


def ei_texts(last: str) -> list:
    texts = [",".join(_Color), "-".join(_Old), ",".join(c.value for c in _Color), ", ".join([_Color.RED, last]), ",".join([_Old.P])]
    return [*texts, ",".join(sorted(_Color)), ",".join(map(str, _Level)), list(map(str, _Color)), [*_Color][0].name]


def ei_numbers(start: int) -> list:
    return [sum(_Level), sum([*_Level], start), max(_Level).name, any(_Level), frozenset(_Level) == {1, 5}]


def ei_collections(n: int) -> list:
    made = dict.fromkeys(_Plain, 0)
    counts = Counter(_Level)
    queue = deque(_Plain)
    pairs = [(a.name, b.name) for a, b in itertools.product(_Plain, _Level)]
    chained = [p.name for p in itertools.chain(_Plain, _Color)]
    cycled = [x.name for x in itertools.islice(itertools.cycle(_Color), n)]
    filtered = [p.name for p in filter(lambda c: c is _Plain.A, _Plain)]
    return [len(made), counts[_Level.LOW], len(queue), pairs, chained, cycled, filtered, all(_Plain)]


def ei_unpacked(text: str) -> list:
    a, b = _Plain
    first, *rest = _Color
    zipped = [x.name for x, _ in zip(_Plain, range(9), strict=False)]
    return [a.name, b.value, first.value, len(rest), zipped, [x.name for x in reversed(_Plain)], list(map(_Color, [text]))[0].name]


ARGUMENTS = {
    ei_texts: [("z",), ("",)],
    ei_numbers: [(1,), (0,)],
    ei_collections: [(3,), (0,)],
    ei_unpacked: [("blue",), ("green",)],
}
