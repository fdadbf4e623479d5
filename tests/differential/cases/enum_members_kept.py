import copy
from dataclasses import asdict, dataclass, field
from enum import Enum, IntEnum
from typing import Any

from pydantic import BaseModel


class Kind(str, Enum):
    A = "a"
    B = "b"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


@dataclass
class Plain:
    kind: Kind = Kind.A
    levels: list[Level] = field(default_factory=list)


class Model(BaseModel):
    kind: Kind | None = None
    level: Level = Level.LOW


def members_in_dicts(kind: Kind, level: Level) -> list[str]:
    plain = Plain(kind, [level])
    model = Model(kind=kind, level=level)
    return [str(asdict(plain)), str(model.model_dump()), str(model.model_dump(exclude_none=True)), model.model_dump_json(), repr(plain)]


def members_copied(kind: Kind, level: Level) -> list[Any]:
    again = copy.deepcopy(kind)
    return [again is kind, again.name, repr(copy.copy(level)), repr(copy.deepcopy([kind, kind]))]


def members_compared(first: Level, second: Level, kind: Kind) -> list[Any]:
    largest, least = max(first, second), min(first, second, Level.HIGH)
    return [largest.name, repr(least), max(kind, Kind.A).name, max([first, second]).name]


ARGUMENTS: dict[Any, list[tuple[Any, ...]]] = {
    members_in_dicts: [(Kind.A, Level.HIGH), (Kind.B, Level.LOW)],
    members_copied: [(Kind.B, Level.LOW)],
    members_compared: [(Level.LOW, Level.HIGH, Kind.B), (Level.HIGH, Level.HIGH, Kind.A)],
}
