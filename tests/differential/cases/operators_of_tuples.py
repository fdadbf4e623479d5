"""Named tuples with operators of their own, and Enums that look members up themselves."""

from enum import Enum
from typing import NamedTuple


class Vector(NamedTuple):
    x: float
    y: float = 0.0

    def __add__(self, other: "Vector") -> "Vector":  # type: ignore[override]
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other: "Vector") -> "Vector":
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, factor: float) -> "Vector":  # type: ignore[override]
        return Vector(self.x * factor, self.y * factor)

    def __rmul__(self, factor: float) -> "Vector":  # type: ignore[override]
        return self * factor

    def __neg__(self) -> "Vector":
        return Vector(-self.x, -self.y)

    def __abs__(self) -> float:
        return (self.x * self.x + self.y * self.y) ** 0.5


class Money(NamedTuple):
    cents: int

    def __add__(self, other: "Money | int") -> "Money":  # type: ignore[override]
        return Money(self.cents + (other if isinstance(other, int) else other.cents))

    def __radd__(self, other: int) -> "Money":
        return self + other


class Level(Enum):
    LOW = "low"
    HIGH = "high"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> "Level":
        if isinstance(value, str):
            for one in cls:
                if one.value == value.lower():
                    return one
        return cls.OTHER


class Strict(Enum):
    ONE = 1
    TWO = 2

    @classmethod
    def _missing_(cls, value):
        if value == 0:
            raise KeyError("zero")
        return cls.TWO if value > 10 else None


def vectors_added(pairs: list[tuple[float, float]], factor: float) -> list[object]:
    points = [Vector(*pair) for pair in pairs]
    total = Vector(0.0)
    for point in points:
        total = total + point
    moved = total
    moved += Vector(1.0, 2.0)
    return [
        repr(total),
        tuple(moved),
        repr(2 * total),
        repr(total * factor),
        repr(-total),
        abs(total),
        repr(sum(points, Vector(0.0))),
        total == (0, 0),
    ]


def tuple_plus_vector(x: float) -> object:
    return (1, 2) + Vector(x, 3.0), [Vector(x)] + [Vector(1.0)], [Vector(x)] * 2


def money_summed(cents: list[int]) -> object:
    return sum(Money(c) for c in cents), sum([Money(c) for c in cents], Money(1)), repr(5 + Money(3))


def level_of(text: str) -> list[object]:
    return [Level(text), Level(text).name, [Level(part).value for part in text.split()]]


def strict_of(value: int) -> str:
    try:
        return Strict(value).name
    except ValueError as error:
        return str(error)
    except KeyError as error:
        return repr(error)


ARGUMENTS = {
    vectors_added: [([(1.0, 2.0), (-3.5, 0.25)], 0.5), ([], float("nan")), ([(1e308, 1e308), (1e308, -0.0)], -1.0)],
    tuple_plus_vector: [(1.5,)],
    money_summed: [([1, 2, 3],), ([],), ([7],)],
    level_of: [("low",), ("HIGH low x",), ("",), ("Other",)],
    strict_of: [(1,), (2,), (0,), (3,), (11,), (-5,)],
}
