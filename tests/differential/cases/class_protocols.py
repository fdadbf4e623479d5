"""Special methods, generic and abstract classes, name mangling, cached properties, iterators, dataclass arguments."""

from __future__ import annotations
from dataclasses import dataclass, field
from abc import ABC, abstractmethod
from typing import Generic, TypeVar, Optional, ClassVar
import functools

T = TypeVar("T")


class Queue(Generic[T]):
    def __init__(self) -> None:
        self._items: list[T] = []

    def push(self, item: T) -> None:
        self._items.append(item)

    def pop(self) -> T:
        return self._items.pop(0)

    def __bool__(self):
        return bool(self._items)

    def __getitem__(self, i):
        return self._items[i]

    def __setitem__(self, i, v):
        self._items[i] = v

    def __contains__(self, x):
        return x in self._items

    def __len__(self):
        return len(self._items)


class Vec:
    __slots__ = ("x", "y")

    def __init__(self, x, y=0.0):
        self.x, self.y = x, y

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def __sub__(self, o):
        return Vec(self.x - o.x, self.y - o.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __neg__(self):
        return Vec(-self.x, -self.y)

    def __eq__(self, o):
        if not isinstance(o, Vec):
            return NotImplemented
        return self.x == o.x and self.y == o.y

    def __hash__(self):
        return hash((self.x, self.y))

    def __repr__(self):
        return f"Vec({self.x}, {self.y})"

    def __iadd__(self, o):
        self.x += o.x
        self.y += o.y
        return self

    def __lt__(self, o):
        return (self.x, self.y) < (o.x, o.y)


class Counter3:
    def __init__(self, n):
        self.n = n
        self.i = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i


class Animal(ABC):
    kind: ClassVar[str] = "animal"

    def __init__(self, name: str):
        self.__secret = name
        self.name = name

    @abstractmethod
    def sound(self) -> str: ...
    def speak(self):
        return f"{self.name} ({self.kind}) says {self.sound()} {self.__secret}"


class Dog(Animal):
    kind = "dog"

    def sound(self):
        return "woof"


class Cat(Animal):
    def sound(self):
        return "meow"


@dataclass
class Item:
    name: str
    price: float
    qty: int = 1
    tags: list[str] = field(default_factory=list)
    meta: dict[str, int] = field(default_factory=dict)
    total: float = field(init=False, repr=False)

    def __post_init__(self):
        if self.qty < 0:
            raise ValueError(f"bad qty {self.qty}")
        self.total = self.price * self.qty

    @property
    def label(self):
        return f"{self.name}x{self.qty}"

    @label.setter
    def label(self, v):
        self.name = v

    @functools.cached_property
    def expensive(self):
        return self.total > 10


@dataclass
class Sub(Item):
    extra: Optional[str] = None


class Tree:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def insert(self, v):
        if v < self.value:
            if self.left is None:
                self.left = Tree(v)
            else:
                self.left.insert(v)
        else:
            if self.right is None:
                self.right = Tree(v)
            else:
                self.right.insert(v)

    def walk(self):
        if self.left:
            yield from self.left.walk()
        yield self.value
        if self.right:
            yield from self.right.walk()

    def depth(self):
        return 1 + max(self.left.depth() if self.left else 0, self.right.depth() if self.right else 0)


def classes_protocols(xs: list[int]) -> list[str]:
    out = []
    q = Queue[int]()
    out.append(str(bool(q)))
    for x in xs:
        q.push(x)
    out.append(f"{len(q)} {q[0]} {5 in q}")
    q[0] = 9
    out.append(str(q.pop()))
    v = Vec(1, 2) + Vec(3.5) * 2
    out.append(f"{v} {2 * v} {-v} {v == Vec(8.0, 2.0)} {v != v} {v == 3}")
    w = v
    w += Vec(1, 1)
    out.append(f"{v} {w is v} {v in [Vec(9.0, 3.0)]} {len({Vec(1, 2), Vec(1, 2), Vec(2, 1)})} {sorted([Vec(2, 1), Vec(1, 2)])}")
    d = {Vec(1, 2): "a"}
    d[Vec(1.0, 2.0)] = "b"
    out.append(str(d))
    out.append(str([i * 2 for i in Counter3(4)]))
    out.append(str(list(Counter3(3))))
    for a in [Dog("rex"), Cat("tom")]:
        out.append(a.speak())
    it = Item("a", 2.5, 3)
    it.tags.append("t")
    out.append(f"{it} {it.total} {it.label} {it.expensive}")
    it.label = "zz"
    out.append(it.name)
    other = Item("a", 2.5, 3, ["t"])
    out.append(str(it == other))
    it.name = "a"
    out.append(str(it == other))
    out.append(str(Sub("s", 1.0, extra="e")))
    try:
        Item("b", 1.0, -1)
    except ValueError as e:
        out.append(str(e))
    t = Tree(5)
    for x in xs:
        t.insert(x)
    out.append(f"{list(t.walk())} {t.depth()}")
    try:
        out.append(t.left.left.left.left.value)
    except AttributeError as e:
        out.append(str(e))
    a = Item("k", 1.0)
    b = a
    b.qty = 7
    out.append(str(a.qty))
    return out


def classes_in_cycles(n: int) -> int:
    nodes = [Tree(i) for i in range(n)]
    for i in range(n):
        nodes[i].left = nodes[(i + 1) % n]
    return nodes[0].left.left.value if n else -1


@dataclass
class Conf:
    name: str
    items: list[Item]
    lim: Optional[int] = None


def dataclass_arguments(c: Conf, more: dict[str, Item]) -> dict[str, float]:
    return {i.name: i.price * i.qty for i in c.items + list(more.values())}


ARGUMENTS = {
    classes_protocols: [([3, 1, 4],), ([],)],
    classes_in_cycles: [(5,), (0,)],
    dataclass_arguments: [(Conf("c", [Item("a", 1.0, 2)]), {"k": Item("q", 2.0)}), (Conf("c", []), {})],
}
