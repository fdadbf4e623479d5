"""Enums: members, attributes, methods, iteration, lookup; those that are ints or strings besides; as arguments."""

from __future__ import annotations
from enum import Enum, IntEnum, StrEnum, auto


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3

    @property
    def pretty(self):
        return self.name.title()

    def next(self):
        return Color(self.value % 3 + 1)

    @classmethod
    def parse(cls, s):
        return cls[s.upper()]


class Level(IntEnum):
    LOW = 1
    HIGH = 10


class Mode(StrEnum):
    FAST = auto()
    SLOW = "slow!"


class Role(str, Enum):
    USER = "user"
    BOT = "bot"


class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.64, 3.39)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def gravity(self):
        return self.mass / self.radius**2


TABLE = {Color.RED: "r", Color.GREEN: "g"}


def enums_plain(items: list[str], c: Color) -> list[str]:
    out = [
        str(c),
        repr(c),
        f"{c}",
        f"{c:>12}|",
        c.name,
        str(c.value),
        c.pretty,
        str(c.next()),
        str([c]),
        str(c == Color.RED),
        str(c is Color.BLUE),
    ]
    for item in items:
        try:
            out.append(f"{Color.parse(item)} {TABLE.get(Color.parse(item), '?')}")
        except KeyError as e:
            out.append(f"no {e}")
    for one in Color:
        out.append(one.name)
    out.append(str(list(Color)))
    out.append(str(len(Color)))
    counts = {one: 0 for one in Color}
    counts[c] += 2
    out.append(str(counts))
    try:
        Color(7)
    except ValueError as e:
        out.append(str(e))
    out.append(str(Color(2) in {Color.GREEN}))
    out.append(str(c != 1))
    out.append(str(Color["RED"].value))
    out.append(str(isinstance(c, Color)))
    try:
        c < Color.RED
    except TypeError as e:
        out.append(str(e))
    out.append(str(sorted(Color, key=lambda x: -x.value)))
    return out


def enums_mixed(n: int, m: Mode, r: Role = Role.BOT) -> list[str]:
    lv = Level.HIGH if n > 5 else Level.LOW
    out = [f"{lv} {lv!r} {lv + 1} {lv < 5} {lv == 10} {lv:03d} {max(Level)} {int(lv)}", f"{m} {m!r} {m.upper()} {m == 'slow!'} {m + '?'}"]
    out.append(f"{r} {r.value} {r == 'bot'} {r.upper()} {r!r} {str(r)}")
    out.append(str(sorted([Level.HIGH, Level.LOW])))
    out.append(str(Role("user")))
    out.append(f"{Planet.EARTH.gravity:.3f}")
    out.append(f"{[p.mass for p in Planet]}")
    out.append(str(bool(lv)))
    return out


def enum_value_lookup(values: list[str]) -> dict[str, int]:
    out: dict[str, int] = {}
    for v in values:
        try:
            r = Role(v)
        except ValueError:
            continue
        out[r.name] = out.get(r.name, 0) + 1
    return out


ARGUMENTS = {
    enums_plain: [(["red", "x", "Blue"], Color.GREEN), ([], Color.RED)],
    enums_mixed: [(7, Mode.FAST), (1, Mode.SLOW, Role.USER)],
    enum_value_lookup: [(["user", "bot", "zz", "user"],)],
}
