"""Classes inside of functions."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field
from typing import Any
import enum


def classes_in_function(n: int) -> list[Any]:

    class Point:
        def __init__(self, x: int, y: int):
            self.x, self.y = (x, y)

        def __add__(self, other: Point) -> Point:
            return Point(self.x + other.x, self.y + other.y)

        def __repr__(self):
            return f"Point({self.x}, {self.y})"

    @dataclass(order=True)
    class Item:
        name: str
        price: float = 0.0
        tags: list[str] = field(default_factory=list)

    class Special(Item):
        def show(self) -> str:
            return f"{self.name}!"

    class Bad(ValueError):
        pass

    class Color(enum.Enum):
        RED = 1
        BLUE = 2

    out: list[Any] = [
        repr(sum([Point(i, i) for i in range(n)], Point(0, 0))),
        repr(Item("a", 2.0)),
        Special("x").show(),
        repr(Special("q")),
        Item("a") < Item("b"),
        Color.RED.name,
    ]
    try:
        if n > 2:
            raise Bad(f"n={n}")
    except Bad as e:
        out.append(f"{type(e).__name__}: {e}")

    def make(k):

        class Inner:
            base = 10

            def get(self):
                return self.base + 1

        return Inner().get() + k

    out.append(make(5))
    try:
        Point(1)
    except TypeError as e:
        out.append(str(e))
    return out


ARGUMENTS = {
    classes_in_function: [(2,), (4,)],
}
