"""Classes: attributes, methods, properties, inheritance, dataclasses, operators."""

from __future__ import annotations
from dataclasses import dataclass, field


class Node:
    def __init__(self, value: int) -> None:
        self.value = value
        self.next: Node | None = None


class Stack:
    limit = 10

    def __init__(self):
        self.head = None
        self.size = 0

    def push(self, v):
        node = Node(v)
        node.next = self.head
        self.head = node
        self.size += 1
        return self

    def pop(self):
        if self.head is None:
            raise IndexError("empty")
        v = self.head.value
        self.head = self.head.next
        self.size -= 1
        return v

    def __len__(self):
        return self.size

    def __iter__(self):
        n = self.head
        while n is not None:
            yield n.value
            n = n.next

    def __repr__(self):
        return f"Stack({list(self)})"

    @property
    def top(self):
        return self.head.value

    @staticmethod
    def of(xs):
        s = Stack()
        for x in xs:
            s.push(x)
        return s

    @classmethod
    def make(cls, n):
        return cls().push(n)


@dataclass
class Box:
    x: float
    y: float
    tags: list[str] = field(default_factory=list)

    def area(self):
        return self.x * self.y

    def __add__(self, other):
        if not isinstance(other, Box):
            return NotImplemented
        return Box(self.x + other.x, self.y + other.y, self.tags + other.tags)


@dataclass(order=True, frozen=True)
class P:
    a: int
    b: str = "z"


class Shape:
    def __init__(self, name):
        self.name = name

    def area(self):
        raise NotImplementedError

    def describe(self):
        return f"{self.name}: {self.area():.2f}"


class Circle(Shape):
    def __init__(self, r):
        super().__init__("circle")
        self.r = r

    def area(self):
        return 3.14 * self.r**2


class Square(Shape):
    def __init__(self, s):
        super().__init__("square")
        self.s = s

    def area(self):
        return self.s * self.s


def classes_mixed(xs: list[int], boxes: list[Box]) -> list[str]:
    s = Stack.of(xs)
    out = [repr(s), str(len(s)), f"{s.top}", str(s.limit)]
    out.append(str(s.pop()))
    b = boxes[0] + boxes[1]
    out.append(repr(b))
    out.append(str(b == boxes[0]))
    out.append(str(boxes[0] == boxes[0]))
    out.append(str([boxes[0]] == [Box(1.0, 2.0)]))
    ps = sorted([P(2), P(1, "b"), P(1, "a")])
    out.append(str(ps))
    out.append(str({P(1): 2}[P(1)]))
    out.append(str(max(ps)))
    for shape in [Circle(1.5), Square(2)]:
        out.append(shape.describe())
    out.append(str(Stack.make(4)))
    try:
        ps[0].a = 3
    except AttributeError as e:
        out.append(str(e))
    try:
        b + 1
    except TypeError as e:
        out.append(str(e))
    out.append(str(sum(s)))
    out.append(str(3 in s))
    out.append(str(bool(Stack())))
    return out


ARGUMENTS = {classes_mixed: [([1, 2, 3], [Box(1.0, 2.0), Box(3.0, 4.5, ["q"])]), ([5], [Box(0.0, -1.0), Box(0.5, 0.5)])]}
