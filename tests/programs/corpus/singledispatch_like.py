from dataclasses import dataclass
from datetime import date
from enum import Enum
import json


class Mode(Enum):
    A = "a"
    B = "b"


@dataclass
class Config:
    name: str
    mode: Mode
    when: date | None = None
    limits: tuple[int, int] = (0, 10)


def encode(value: object) -> object:
    if isinstance(value, Config):
        return {"name": value.name, "mode": encode(value.mode), "when": encode(value.when), "limits": list(value.limits)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (list, tuple, set)):
        return [encode(v) for v in (sorted(value) if isinstance(value, set) else value)]
    if isinstance(value, dict):
        return {str(k): encode(v) for k, v in value.items()}
    return value


def singledispatch_like(name: str, mode: str, day: str | None, numbers: list[int]) -> tuple[str, str]:
    config = Config(name, Mode(mode), date.fromisoformat(day) if day else None)
    payload = {"config": config, "set": set(numbers), 5: (1, None, True), "nested": [{"x": Mode.B}]}
    text = json.dumps(encode(payload))
    back = json.loads(text)
    assert back["config"]["name"] == name
    return text, json.dumps(back, separators=(",", ":"), sort_keys=True)


ARGUMENTS = [("n", "a", "2024-02-29", [3, 1, 3]), ("é\n", "b", None, []), ("x", "z", None, []), ("x", "a", "2023-02-29", [])]
