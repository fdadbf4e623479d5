from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar


class Plugin:
    registry: ClassVar[dict[str, type[Plugin]]] = {}
    name: ClassVar[str] = "base"

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        Plugin.registry[cls.name] = cls

    def run(self, text: str) -> str:
        return text

    @classmethod
    def create(cls, name: str) -> Plugin:
        try:
            return cls.registry[name]()
        except KeyError:
            raise LookupError(f"unknown plugin {name!r}, have {sorted(cls.registry)}") from None


class Upper(Plugin):
    name = "upper"

    def run(self, text: str) -> str:
        return text.upper()


class Twice(Plugin):
    name = "twice"
    times = 2

    def run(self, text: str) -> str:
        return super().run(text) * self.times


STEPS: dict[str, Callable[[str], str]] = {"strip": str.strip, "rev": lambda s: s[::-1]}


def typed_registry(text: str, plugins: list[str]) -> tuple[str, list[str]]:
    trail: list[str] = []
    for name in plugins:
        text = STEPS[name](text) if name in STEPS else Plugin.create(name).run(text)
        trail.append(f"{name}:{text}")
    return text, trail


ARGUMENTS = [(" ab ", ["strip", "upper", "twice", "rev"]), ("", []), ("x", ["nope"]), ("ß", ["upper", "twice"])]
