from abc import ABC, abstractmethod
import math


class Shape(ABC):
    registry: dict[str, type] = {}
    sides = 0

    def __init__(self, name: str):
        self.name = name

    @abstractmethod
    def area(self) -> float: ...

    @property
    @abstractmethod
    def perimeter(self) -> float: ...

    def describe(self) -> str:
        return f"{self.name}({type(self).__name__}, sides={self.sides}): area={self.area():.3f} perimeter={self.perimeter:.3f}"

    def __lt__(self, other: "Shape") -> bool:
        return self.area() < other.area()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shape):
            return NotImplemented
        return math.isclose(self.area(), other.area())


class Circle(Shape):
    def __init__(self, r: float):
        super().__init__("circle")
        if r < 0:
            raise ValueError("negative radius")
        self.r = r

    def area(self) -> float:
        return math.pi * self.r**2

    @property
    def perimeter(self) -> float:
        return 2 * math.pi * self.r


class Polygon(Shape):
    def __init__(self, *points: tuple[float, float]):
        super().__init__("polygon")
        self.points = points
        self.sides = len(points)

    def area(self) -> float:
        return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(self.points, self.points[1:] + self.points[:1]))) / 2

    @property
    def perimeter(self) -> float:
        return sum(math.dist(a, b) for a, b in zip(self.points, self.points[1:] + self.points[:1]))


class Square(Polygon):
    def __init__(self, a: float):
        super().__init__((0, 0), (a, 0), (a, a), (0, a))
        self.name = "square"


def build(spec: str) -> Shape:
    kind, *numbers = spec.split()
    values = [float(n) for n in numbers]
    if kind == "c":
        return Circle(*values)
    if kind == "s":
        return Square(*values)
    if kind == "p":
        return Polygon(*zip(values[::2], values[1::2]))
    raise LookupError(f"unknown shape {kind!r}")


def shape_hierarchy(specs: list[str]) -> list[str]:
    shapes = sorted(build(s) for s in specs)
    lines = [s.describe() for s in shapes]
    if shapes:
        lines.append(f"largest={max(shapes).name} same={shapes[0] == shapes[-1]} other={shapes[0] == 'x'}")
    return lines


ARGUMENTS = [
    (["c 1", "s 2", "p 0 0 3 0 0 4"],),
    (["c -1"],),
    (["z 1"],),
    ([],),
    (["c 1 2"],),
]
