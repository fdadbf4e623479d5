"""What a module keeps between calls: globals, mutable defaults, attributes of classes, captured objects that code changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

LOG: list[tuple[int, int]] = []
STATS: dict[str, int] = {"n": 0}
TAGS: dict[str, list[str]] = {"all": [], "odd": ["0"]}
counter = 0
last = None


def noted(x: int) -> None:
    global counter, last
    counter += 1
    last = x
    LOG.append((counter, x))
    STATS["n"] += 1
    TAGS["all"].append(str(x))
    if x % 2:
        TAGS.setdefault("odd", []).append(str(x))


def globals_that_change(xs: list[int]) -> list[Any]:
    for x in xs:
        noted(x)
    return [list(LOG), dict(STATS), counter, last, TAGS["all"] is TAGS["all"], list(TAGS["odd"])]


def remember(item: str, seen: list[str] = []) -> list[str]:  # noqa: B006
    seen.append(item)
    return seen


def tally(word: str, counts: Any = {}) -> int:  # noqa: B006
    counts[word] = counts.get(word, 0) + 1
    return int(counts[word])


def pushed(items: list[str], item: str) -> None:
    items.append(item)


def gathered(words: list[str], into: Any = []) -> int:  # noqa: B006
    for word in words:
        pushed(into, word)
    return len(into)


class Bag:
    def __init__(self, items: Any = []) -> None:  # noqa: B006
        self.items = items

    def add(self, item: str) -> None:
        self.items.append(item)


def defaults_that_change(words: list[str]) -> list[Any]:
    def local(x: str, held: list[str] = []) -> int:  # noqa: B006
        held.append(x)
        return len(held)

    first, second, own = Bag(), Bag(), Bag([])
    for word in words:
        first.add(word)
        own.add(word)
    made = [(list(remember(word)), tally(word), local(word)) for word in words]
    return [made, remember("x") is remember("y"), gathered(words), first.items is second.items, list(second.items), own.items]


def defaults_of_an_entry(
    x: int,
    held: list[int] = [],  # noqa: B006
    table: dict[str, int] = {"a": 1},  # noqa: B006
    marks: frozenset[str] = frozenset({"q"}),
) -> list[Any]:
    held.append(x)
    return [list(held), sum(table.values()), "q" in marks]


class Account:
    count = 0
    rate = 0.5
    owners: list[str] = []  # noqa: RUF012
    newest = None

    def __init__(self, owner: str, balance: int = 0) -> None:
        self.owner = owner
        self.balance = balance
        Account.count += 1
        self.__class__.owners.append(owner)
        Account.newest = self

    @classmethod
    def set_rate(cls, rate: float) -> None:
        cls.rate = rate

    @staticmethod
    def how_many() -> int:
        return Account.count

    def interest(self) -> float:
        return self.balance * self.rate


class Savings(Account):
    def interest(self) -> float:
        return super().interest() + 1


def attributes_of_classes(names: list[str], rate: float) -> list[Any]:
    accounts = [Savings(name, i * 100) if i % 2 else Account(name, 50) for i, name in enumerate(names)]
    before = [account.interest() for account in accounts]
    Account.set_rate(rate)
    after = [account.interest() for account in accounts]
    newest = Account.newest
    return [before, after, Account.how_many(), Savings.count, list(Account.owners), newest.owner if newest is not None else ""]


class Registry:
    def __init__(self) -> None:
        self.items: dict[str, int] = {}
        self.order: list[str] = []

    def register(self, name: str, value: int) -> Registry:
        self.items[name] = value
        self.order.append(name)
        return self

    def __len__(self) -> int:
        return len(self.items)


REGISTRY = Registry().register("base", 0)
COUNTS = Counter("a")


def captured_objects_that_change(names: list[str]) -> list[Any]:
    alias = COUNTS
    for name in names:
        REGISTRY.register(name, len(name)).register("last", 1)
        alias[name] += 1
    return [len(REGISTRY), REGISTRY.order[:], dict(COUNTS), COUNTS.most_common(1)]


def memoized(function: Callable[[int], int]) -> Callable[[int], int]:
    cache: dict[int, int] = {}

    @wraps(function)
    def inner(n: int) -> int:
        if n not in cache:
            cache[n] = function(n)
        return cache[n]

    return inner


CALLS = [0]


@memoized
def fibonacci(n: int) -> int:
    CALLS[0] += 1
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def kept_results(n: int) -> list[int]:
    return [fibonacci(n), CALLS[0]]


class Settings:
    _instance: Any = None

    def __init__(self) -> None:
        self.values: dict[str, int] = {}

    @classmethod
    def get(cls) -> Settings:
        if cls._instance is None:
            cls._instance = cls()
        return cls._instance  # type: ignore[no-any-return]


def one_instance(keys: list[str]) -> list[Any]:
    for at, key in enumerate(keys):
        Settings.get().values[key] = at
    return [sorted(Settings.get().values.items()), Settings.get() is Settings.get()]


SEEN: set[int] = set()


def stream_without_repeats(xs: list[int]) -> Iterator[int]:
    for x in xs:
        if x in SEEN:
            continue
        SEEN.add(x)
        if x < 0:
            raise ValueError(f"{x} after {len(SEEN)}")
        yield x
    yield -len(SEEN)


class Failure(Exception):
    def __init__(self, x: int) -> None:
        super().__init__(f"failure {x}")
        self.x = x


HISTORY: list[Any] = []


def errors_that_are_kept(xs: list[int]) -> list[Any]:
    for x in xs:
        try:
            raise Failure(x)
        except Failure as error:
            HISTORY.append(error)
    if len(xs) > 2:
        raise HISTORY[0]
    return [str(error) for error in HISTORY]


class Ring:
    def __init__(self, value: int) -> None:
        self.value = value
        self.next: Any = self


RINGS: list[Ring] = []


def cycles_that_are_kept(value: int) -> list[int]:
    ring = Ring(value)
    if RINGS:
        ring.next = RINGS[-1].next
        RINGS[-1].next = ring
    RINGS.append(ring)
    found, at = [], ring.next
    while at is not ring:
        found.append(at.value)
        at = at.next
    return found


ARGUMENTS = {
    globals_that_change: [([1, 2],), ([],), ([5],)],
    defaults_that_change: [(["a", "b", "a"],), (["b"],), ([],)],
    defaults_of_an_entry: [(1,), (2,), (3, [7]), (4,), (5, [], {"z": 5}, frozenset())],
    attributes_of_classes: [(["a", "bb"], 0.1), (["c"], 0.25), ([], 1.0)],
    captured_objects_that_change: [(["x", "yy"],), (["x"],), ([],)],
    kept_results: [(10,), (12,), (5,)],
    one_instance: [(["a", "b"],), (["c"],)],
    stream_without_repeats: [([1, 2, 1],), ([2, 3],), ([-1, 9],), ([9],)],
    errors_that_are_kept: [([1],), ([2, 3, 4],), ([5],)],
    cycles_that_are_kept: [(1,), (2,), (3,)],
}
