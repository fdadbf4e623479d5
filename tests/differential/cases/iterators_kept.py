"""Iterators that containers, generators and instances hand on: whoever takes an item takes it from all who know the iterator."""

import collections
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


def kept_by_deque_of_map(a: str, b: str) -> list[str]:
    iterators = collections.deque(map(iter, (a, b)))
    return [next(iterators[0], "?") for _ in range(3)]


def kept_round_robin(a: str, b: str, c: str) -> str:
    iterators = collections.deque(map(iter, (a, b, c)))
    out = []
    while iterators:
        try:
            out.append(next(iterators[0]))
        except StopIteration:
            iterators.popleft()
        else:
            iterators.rotate(-1)
    return "".join(out)


def kept_by_comprehension(xs: list[list[int]]) -> list[int]:
    iterators = [iter(x) for x in xs]
    return [next(iterators[0], -1) for _ in range(3)] + [next(one, -1) for one in iterators]


def kept_by_generator_expression(xs: list[list[int]]) -> list[int]:
    iterators = list(iter(x) for x in xs)
    return [next(iterators[0], -1), next(iterators[0], -1), len(iterators)]


def kept_made(xs: list[list[int]]) -> Iterator[Iterator[int]]:
    for x in xs:
        yield iter(x)


def kept_by_generator(xs: list[list[int]]) -> list[int]:
    iterators = list(kept_made(xs))
    return [next(iterators[0], -1), next(iterators[0], -1), next(iterators[-1], -1)]


def kept_by_methods(x: str) -> list[str]:
    appended: list[Iterator[str]] = []
    appended.append(iter(x))
    extended = list[Iterator[str]]()
    extended.extend([iter(x)])
    inserted = [iter("")]
    inserted.insert(0, iter(x))
    by_key: dict[str, Iterator[str]] = {}
    by_key["a"] = iter(x)
    by_key.setdefault("b", iter(x))
    by_key.update(c=iter(x))
    named = dict(d=iter(x))
    all_of_them = dict.fromkeys("ef", iter(x))
    queue: collections.deque[Iterator[str]] = collections.deque()
    queue.append(iter(x))
    queue.appendleft(iter(x))
    kept = [appended[0], extended[0], inserted[0], by_key["a"], by_key["b"], by_key["c"], queue[0], queue[1]]
    first = [next(one, "?") for one in kept]
    again = [next(one, "?") for one in (appended[0], extended[0], inserted[0], by_key["a"], by_key["b"], by_key["c"], queue[0], queue[1])]
    return first + again + [next(named["d"], "?"), next(named["d"], "?"), next(all_of_them["e"], "?"), next(all_of_them["f"], "?")]


def kept_of_other_kinds(xs: list[int]) -> list[object]:
    made = list(map(lambda x: zip(x, x), [xs, xs]))
    counted = [enumerate(xs) for _ in range(2)]
    turned = {n: reversed(xs) for n in range(2)}
    mapped = [map(str, xs), map(str, xs)]
    return [
        next(made[0], None), next(made[0], None), next(made[1], None), next(counted[0], None), next(counted[0], None),
        next(turned[1], None), next(turned[1], None), next(mapped[1], None), next(mapped[1], None),
    ]  # fmt: skip


class Reader:
    def __init__(self, text: str) -> None:
        self.letters = iter(text)
        self.others = [iter(text), iter(text)]

    def read(self) -> str:
        return next(self.letters, "?") + next(self.others[0], "?")


class Pair(NamedTuple):
    left: Iterator[str]
    right: Iterator[str]


@dataclass
class Box:
    letters: Iterator[str]


def kept_by_fields(text: str) -> list[str]:
    pair, box = Pair(iter(text), right=iter(text)), Box(iter(text))
    letters = [pair.left, pair.left, pair[1], pair.right, box.letters, box.letters]
    return [next(one, "?") for one in letters]


def kept_by_instances(text: str) -> list[str]:
    reader = Reader(text)
    made = (lambda: reader.letters)()
    chosen = reader.letters if text else reader.others[0]
    return [reader.read(), next(made, "?"), next(chosen, "?"), reader.read()]


def kept_by_a_default(items: list[int]) -> list[int]:
    def read(it: Iterator[int] = iter(items), pairs: Iterator[tuple[int, int]] = zip(items, items)) -> int:  # noqa: B008
        first, second = next(pairs, (0, 0))
        return next(it, 0) + first * second

    return [read(), read(), read()]


def kept_by_a_lambda(items: list[int]) -> tuple[list[int], list[int]]:
    read = lambda it=iter(items): next(it, None)  # noqa: E731
    table = collections.defaultdict(lambda it=iter(items): next(it, 0))
    return list(iter(read, None)), [table["a"], table["b"], table["a"]]


def kept_by_a_keyword(items: list[str]) -> list[str]:
    def read(*, it: Iterator[str] = reversed(items)) -> str:  # noqa: B008
        return next(it, "end")

    return [read(), read(), read(it=iter(["x"])), read()]


def zip_of_one_iterator(items: list[int]) -> list[list[tuple[int, ...]]]:
    held = [iter(items)] * 3
    return [list(zip(*[iter(items)] * 2)), list(zip(*held))]


def zip_longest_of_one_iterator(items: list[int], fill: int) -> list[tuple[int, ...]]:
    return list(itertools.zip_longest(*[iter(items)] * 3, fillvalue=fill))


def zip_of_started_iterators(items: list[int]) -> list[int]:
    held = [iter(items)] * 2
    pairs = zip(*held)
    return [sum(next(pairs, ())), *held[0]]


def zip_of_endless_iterators(items: list[str]) -> list[tuple[str, tuple[int, ...]]]:
    return list(zip(items, zip(*[itertools.count(at) for at in range(3)]), strict=False))


def zip_of_generators(n: int) -> list[tuple[int, ...]]:
    seen: list[int] = []

    def counted(k: int) -> Iterator[int]:
        for at in range(k):
            seen.append(k)
            yield at

    return [*zip(*[counted(k) for k in range(2, n)]), tuple(seen)]


class Countdown:
    def __init__(self, start: int) -> None:
        self.left = start

    def __iter__(self) -> "Countdown":
        return self

    def __next__(self) -> int:
        if self.left == 0:
            raise StopIteration
        self.left -= 1
        return self.left


def zip_of_instances(n: int) -> list[tuple[int, ...]]:
    held = [Countdown(n), Countdown(n + 2)]
    return [*zip(*held), (held[0].left, held[1].left)]


def zip_of_nothing(items: list[list[int]]) -> list[list[tuple[int, ...]]]:
    return [list(zip(*(iter(one) for one in items))), list(itertools.zip_longest(*(iter(one) for one in items), fillvalue=0))]


ARGUMENTS = {
    kept_by_deque_of_map: [("ab", "c"), ("", "")],
    kept_round_robin: [("abc", "d", "ef"), ("", "", "")],
    kept_by_comprehension: [([[1, 2], [3]],), ([[], []],)],
    kept_by_generator_expression: [([[1, 2], [3]],)],
    kept_by_generator: [([[1, 2], [3]],), ([[]],)],
    kept_by_methods: [("ab",), ("",)],
    kept_of_other_kinds: [([1, 2, 3],), ([],)],
    kept_by_fields: [("abc",), ("",)],
    kept_by_instances: [("abcdef",), ("",)],
    kept_by_a_default: [([1, 2, 3],), ([],)],
    kept_by_a_lambda: [([1, 2, 3],), ([],)],
    kept_by_a_keyword: [(["a", "b", "c"],)],
    zip_of_one_iterator: [(list(range(n)),) for n in (0, 1, 6, 7)],
    zip_longest_of_one_iterator: [(list(range(n)), -1) for n in (0, 1, 6, 7)],
    zip_of_started_iterators: [([1, 2, 3, 4],), ([1],)],
    zip_of_endless_iterators: [(["a", "b"],), ([],)],
    zip_of_generators: [(5,), (2,)],
    zip_of_instances: [(3,), (0,)],
    zip_of_nothing: [([],), ([[1, 2], [3]],), ([[]],)],
}
