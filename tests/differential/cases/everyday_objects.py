"""Sentinels, context managers as values, bound methods that are known when compiling, read-only dicts, literals, equality across classes."""

from __future__ import annotations

import ast
import copy
import csv
import io
import re
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

_MISSING = object()


def picked(table: dict[str, int], key: str, default: Any = _MISSING) -> int:
    value = table.get(key, _MISSING)
    if value is _MISSING:
        if default is _MISSING:
            raise KeyError(key)
        return default  # type: ignore[no-any-return]
    return value  # type: ignore[return-value]


def sentinels(table: dict[str, int], keys: list[str]) -> list[Any]:
    marker, other = object(), object()
    out: list[Any] = []
    for key in keys:
        value = table.get(key, marker)
        out.append(-1 if value is marker else value)
        try:
            out.append(picked(table, key))
        except KeyError as error:
            out.append(str(error))
        out.append(picked(table, key, 0))
    return [out, marker is other, marker == marker, marker != other]  # noqa: PLR0124


class Resource:
    def __init__(self) -> None:
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


def managers_as_values(texts: list[str], strict: bool) -> list[Any]:
    out: list[Any] = []
    resource = Resource()
    guard = nullcontext("n") if strict else suppress(ValueError, KeyError)
    for text in texts:
        with guard as given:
            out.append(given)
            out.append(int(text) * 2)
        manager = closing(resource)
        with manager as held:
            out.append(held.closed)
    return [out, resource.closed]


JOINED = ", ".join
FOUND = re.compile(r"\d+").findall
TABLE = {"a": 1}
LOOKED_UP = TABLE.get
JOINERS = {"j": "-".join, "k": "+".join}


class Factor:
    def __init__(self, n: int) -> None:
        self.n = n

    def times(self, x: int) -> int:
        return self.n * x


TRIPLED = Factor(3).times


def bound_methods_known(text: str, parts: list[str]) -> list[Any]:
    return [
        JOINED(parts), FOUND(text), LOOKED_UP(text), LOOKED_UP(text, 0), TRIPLED(4), JOINERS["k"](parts),
        [join(parts) for join in JOINERS.values()], list(map(LOOKED_UP, parts)),
    ]  # fmt: skip


DEFAULTS = MappingProxyType({"k": 5, "m": 2})


def read_only_dicts(given: dict[str, int]) -> list[Any]:
    view = MappingProxyType(given)
    given["new"] = 1
    try:
        view["x"] = 2  # type: ignore[index]
    except TypeError as error:
        refused = str(error)
    return [
        view["new"], len(view), DEFAULTS["k"], DEFAULTS.get("zz", 0), "k" in DEFAULTS, sorted(DEFAULTS), dict(DEFAULTS), {**view},
        list(view), repr(DEFAULTS), list(DEFAULTS.items()), refused,
    ]  # fmt: skip


def literals(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except ValueError:
        return "no literal"
    except SyntaxError as error:
        return f"no Python: {error}"


class Shape:
    def __init__(self, area: int) -> None:
        self.area = area

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and self.area == other.area

    def __hash__(self) -> int:
        return hash(self.area)


class Square(Shape):
    pass


class Circle(Shape):
    pass


class Money:
    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Money):
            return self.n == other.n
        return self.n == other if isinstance(other, int) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.n)


class Other:
    pass


def equality_across_classes(xs: list[int]) -> list[Any]:
    made = [Square(x) if x % 2 else Circle(x // 2 * 2) for x in xs] + [Circle(1)]
    moneys = [Money(x) for x in xs]
    mixed = [Money(1), 2, "a", None, Other()]
    return [
        len(set(made)), made.index(Square(1)), Circle(3) in made, made.count(Circle(1)), 3 in moneys, 1 in mixed, 2 in mixed,
        Money(2) in mixed, "a" in mixed, {Money(1): "m", 2: "i"}.get(1), mixed.count(1), len({1, Money(1), Money(2), 2}),
        Money(1) in (1, 2),
    ]  # fmt: skip


def greatest_of_mixed_keys(xs: list[float], name: str) -> list[Any]:
    found: list[dict[str, Any]] = [{"box": (x, x), "score": x, "at": i} for i, x in enumerate(xs)]
    best = max(range(len(found)), key=lambda i: found[i][name])
    least = min(found, key=lambda one: one[name], default={"at": -1})
    return [best, least["at"]]


def bytes_and_bytearrays_joined(parts: list[bytes]) -> list[Any]:
    joined = bytearray().join(bytearray(part) for part in parts)
    some = bytearray(b", ").join(parts)
    plain = b"".join([bytearray(part) for part in parts])
    return [bytes(joined), bytes(some), plain, type(some).__name__, type(plain).__name__]


def rows_that_are_short(text: str) -> list[Any]:
    reader = csv.DictReader(io.StringIO(text))
    names = reader.fieldnames
    rows = list(reader)
    named = csv.DictReader(text.splitlines(), fieldnames=["p", "q"], restval="?")
    first = next(named, None)
    return [names, rows, first, [row["q"] for row in named], [len(v) if v is not None else -1 for row in rows for v in row.values()]]


class Inner(BaseModel):
    xs: list[int] = []
    n: int = 1


class Outer(BaseModel):
    inner: Inner = Inner(n=5)
    name: str = "x"


def models_as_defaults(k: int) -> list[Any]:
    a, b = Outer(), Outer(name="y")
    a.inner.xs.append(k)
    a.inner.n += k
    return [a.model_dump(), b.model_dump(), a.inner is b.inner]


@dataclass(order=True, slots=True)
class Message:
    priority: int
    role: str = field(compare=False)
    content: str = field(compare=False, repr=False, default="")

    def __post_init__(self) -> None:
        self.content = self.content.strip()


def fields_known_at_run_time(given: dict[str, str]) -> list[str]:
    try:
        message = Message(1, **given)
    except TypeError as error:
        return [str(error)]
    return [repr(message), message.content]


CONFIG: dict[str, Any] = {"model": {"name": "base", "layers": [1, 2], "opts": {"a": 1}}, "debug": False}


def merged(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    out = copy.deepcopy(a)
    for key, value in b.items():
        if isinstance(value, dict) and isinstance(out.get(key), dict):
            out[key] = merged(out[key], value)
        elif isinstance(value, list) and isinstance(out.get(key), list):
            out[key] = out[key] + [one for one in value if one not in out[key]]
        else:
            out[key] = copy.deepcopy(value)
    return out


def configuration_of_any_shape(over: dict[str, Any]) -> list[Any]:
    return [merged(CONFIG, over), CONFIG["model"]["layers"]]


def tuples_repeated(xs: list[int], n: int) -> list[Any]:
    return [(0,) * n, tuple(xs) + (0,) * (n - len(xs)), n * ("a", 1), sum((0.5,) * n)]


LITERALS = [
    "1", "-1", "+2", "1.5", "1e3", "'a'", '"a\\n"', "[1, 2, [3]]", "{'a': 1, \"b\": [True, None]}", "foo", "f(x)", "foo bar", "{'a': 1",
    "'abc", "[1 2]", "", "  5", "nan", "{'a': f(x)}", "1+2", "'a' 'b'", "0x1F", "1_000", "r'\\d'", "{a: 1}", "[1,]", "{}", "[]", "(5)",
    "'\\x41\\u00e9'", "]", "{'a': 1)", "01", "1 if x else 2", "hello world", "not x", "{'a' 1}", "1e999", "'''a\nb'''", "[1,\n 2]", "1\n",
    "5 # c", "print('x', y=3)", "{'a':}", '"it\'s"', "[,]", "1.", ".5", "True", "{'x': -1.5, 'y': +3}", "[[], [{}]]", "x.y[1:2]",
]  # fmt: skip
ARGUMENTS = {
    sentinels: [({"a": 1}, ["a", "b"])],
    managers_as_values: [(["1", "x"], False), (["1", "x"], True), ([], True)],
    bound_methods_known: [("a1b22", ["a", "b"]), ("a", [])],
    read_only_dicts: [({"a": 1},), ({},)],
    literals: [(text,) for text in LITERALS],
    equality_across_classes: [([1, 2, 3, 3],), ([],)],
    greatest_of_mixed_keys: [([1.0, 3.0, 2.0], "score"), ([2.0, 1.0], "box"), ([1.0], "at"), ([], "at")],
    bytes_and_bytearrays_joined: [([b"a", b"bc"],), ([],)],
    rows_that_are_short: [("a,b\n1,2\n3\n\n4,5\n",), ("",), ("a,b",)],
    models_as_defaults: [(1,), (2,)],
    fields_known_at_run_time: [({"role": "u", "content": " hi "},), ({"role": "u"},), ({"content": "x"},), ({"role": "u", "zz": "1"},)],
    configuration_of_any_shape: [({"model": {"layers": [2, 3], "opts": {"b": None}}, "x": 1},), ({},), ({"model": 5},)],
    tuples_repeated: [([1, 2], 4), ([], 0), ([1], -1)],
}
