"""Names of arguments, attributes and keys, formats and classes that are known at run time only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime
from operator import attrgetter, itemgetter
from typing import Any


def resize(image: str, width: int = 10, height: int = 10) -> str:
    return f"{image}->{width}x{height}"


def crop(image: str, *, left: int, right: int = 0) -> str:
    return f"{image}[{left}:{right}]"


def blur(image: str, radius: float = 1.0, **extra: int) -> str:
    return f"{image}~{radius} {sorted(extra.items())}"


def three(a: int, b: int, c: int) -> int:
    return a * 100 + b * 10 + c


HANDLERS: dict[str, Callable[..., str]] = {"resize": resize, "crop": crop, "blur": blur}


def arguments_in_dicts(image: str, steps: list[tuple[str, dict[str, int]]]) -> str:
    for name, options in steps:
        image = HANDLERS[name](image, **options)
    return image


def required_in_dict(given: dict[str, int]) -> int:
    return three(**given)


def required_behind_one(given: dict[str, int]) -> int:
    return three(1, **given)


def arguments_of_lambda(given: dict[str, float]) -> float:
    scale = lambda x, k=2.0: x * k  # noqa: E731
    return scale(3.0, **given)


class Shape:
    def __init__(self, width: int, height: int = 2) -> None:
        self.size = (width, height)

    def scaled(self, by: int, *, plus: int = 0) -> tuple[int, int]:
        return self.size[0] * by + plus, self.size[1] * by + plus


def arguments_of_classes(made: dict[str, int], scale: dict[str, int]) -> tuple[int, int]:
    return Shape(**made).scaled(3, **scale)


def arguments_handed_on(given: dict[str, int]) -> str:
    def forward(**keywords: int) -> str:
        return blur("image", **keywords)

    return forward(**given)


@dataclass
class Settings:
    host: str = "localhost"
    port: int = 80
    debug: bool = False
    ratio: float = 0.5


def convert(kind: type, text: str) -> Any:
    if kind is bool:
        return text.lower() in ("1", "true", "yes")
    return kind(text)


def settings_by_name(lines: list[str]) -> dict[str, object]:
    settings = Settings()
    for line in lines:
        key, _, value = line.partition("=")
        if not hasattr(settings, key):
            raise AttributeError(f"unknown setting {key}")
        setattr(settings, key, convert(type(getattr(settings, key)), value))
    return {one.name: getattr(settings, one.name) for one in fields(settings)}


def getters_of_keys(rows: list[dict[str, int]], key: str, other: str) -> list[object]:
    ordered = sorted(rows, key=itemgetter(key))
    return [ordered, [itemgetter(key, other)(row) for row in ordered], max(map(itemgetter(other), rows))]


def getters_of_attributes(ports: list[int], name: str) -> list[int]:
    settings = [Settings(port=port) for port in ports]
    return sorted(map(attrgetter(name), settings))


def dates_in_formats(texts: list[str], formats: list[str]) -> list[str]:
    found = []
    for text in texts:
        for form in formats:
            try:
                found.append(datetime.strptime(text, form).isoformat())
                break
            except ValueError as error:
                found.append(str(error))
    return found


ARGUMENTS = {
    arguments_in_dicts: [
        ("img", [("resize", {"width": 5}), ("crop", {"left": 1, "right": 3})]),
        ("img", [("blur", {"radius": 3, "z": 1, "a": 2})]),
        ("img", [("resize", {"depth": 5})]),
        ("img", [("resize", {"image": 5})]),
        ("img", [("crop", {})]),
        ("img", [("blur", {})]),
        ("img", []),
    ],
    required_in_dict: [({"a": 1, "b": 2, "c": 3},), ({"a": 1},), ({},), ({"a": 1, "b": 2, "c": 3, "d": 4},), ({"c": 1, "b": 5},)],
    required_behind_one: [({"b": 2, "c": 3},), ({"a": 1},), ({},)],
    arguments_of_lambda: [({},), ({"k": 0.5},), ({"q": 0.5},)],
    arguments_of_classes: [({"width": 5}, {"plus": 1}), ({"height": 5}, {}), ({"width": 1, "depth": 2}, {}), ({"width": 1}, {"by": 2})],
    arguments_handed_on: [({"radius": 5, "c": 1},), ({},), ({"image": 3},)],
    settings_by_name: [(["port=8080", "debug=yes", "ratio=0.25"],), (["nope=1"],), (["port=x"],), ([],)],
    getters_of_keys: [([{"a": 2, "b": 1}, {"a": 1, "b": 9}], "a", "b"), ([{"a": 1}], "x", "a"), ([], "a", "b")],
    getters_of_attributes: [([3, 1], "port"), ([3, 1], "nothing"), ([], "port")],
    dates_in_formats: [
        (["2024-02-28", "31/12/2023", "Mar 05, 2024", "x"], ["%Y-%m-%d", "%d/%m/%Y", "%b %d, %Y"]),
        (["5 (pm)"], ["%I (%p)", "%I (%p) %"]),
        (["2024"], ["%Y %", "%Y%q"]),
        (["a  1"], ["a %d", "b%d"]),
    ],
}
