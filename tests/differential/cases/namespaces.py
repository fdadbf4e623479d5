"""types.SimpleNamespace."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

DEFAULTS = SimpleNamespace(rate=0.1, layers=2)


def namespace_tour(number: int) -> list[Any]:
    config = SimpleNamespace(rate=0.1, layers=number, name="m", tags=[1])
    config.layers += 1
    config.tags.append(number)
    points = [SimpleNamespace(x=at, y=at * at) for at in range(number)]
    return [
        config.layers, repr(config), config == SimpleNamespace(rate=0.1), hasattr(config, "other"), getattr(config, "other", 5),
        str(SimpleNamespace()), max(points, key=lambda point: point.y).x, points[0] == SimpleNamespace(x=0, y=0),
        points[0] != points[-1], type(config).__name__, isinstance(config, SimpleNamespace),
    ]  # fmt: skip


def namespace_nested(text: str) -> str:
    answer = SimpleNamespace(choices=[SimpleNamespace(message=SimpleNamespace(content=text, role="user"))])
    return answer.choices[0].message.content + repr(answer)


def namespace_misses(number: int) -> list[str]:
    found = []
    for names in (SimpleNamespace(a=number), SimpleNamespace(a=number, b=2)):
        try:
            found.append(str(names.b))
        except AttributeError as error:
            found.append(str(error))
    return found


def namespace_captured(number: int) -> str:
    options = SimpleNamespace(verbose=number > 1, depth=number)
    return f"{options.depth * DEFAULTS.layers} {DEFAULTS} {options}"


ARGUMENTS = {
    namespace_tour: [(3,)],
    namespace_nested: [("hi",)],
    namespace_misses: [(1,)],
    namespace_captured: [(1,), (2,)],
}
