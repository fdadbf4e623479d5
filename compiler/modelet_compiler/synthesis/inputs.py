"""Arguments for trials: corner cases first, then seeded random values, by type."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from modelet_compiler.ir.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    STR,
    DictType,
    ListType,
    SetType,
    TupleType,
    Type,
    UnionType,
    type_name,
)
from modelet_compiler.operations.registry import Parameter, RealPattern

CORNERS: dict[Type, list[Any]] = {
    NONE: [None],
    BOOL: [False, True],
    INT: [0, 1, -1, 2, 7, -3, 100, 2**31, -(2**31), 2**53 + 1, 2**63 - 1, -(2**63)],
    FLOAT: [0.0, -0.0, 1.0, -1.5, 0.1, 1e-300, 1e300, 5e-324, float("inf"), float("-inf"), float("nan"), 3.0],
    STR: ["", "a", "ab", "aba", " a  b ", "Straße", "é", "\U0001f600x", "ǆ", "\n\t", "12", "A" * 50, "\ud800"],
}


def argument_sets(parameters: tuple[Parameter, ...], count: int, seed: int = 0) -> Iterator[tuple[Any, ...]]:
    """`count` sets of arguments, the same for the same seed; every corner of every parameter comes once before chance does."""
    generator = random.Random(seed)
    types = [FLOAT if isinstance(parameter.pattern, RealPattern) else parameter.pattern for parameter in parameters]
    pools = [corners(type_) for type_ in types]
    for number in range(count):
        if number < max(map(len, pools), default=0):
            yield tuple(pool[number % len(pool)] for pool in pools)
        else:
            yield tuple(value(type_, generator) for type_ in types)


def corners(type_: Type) -> list[Any]:
    """Values of a type where mistakes are likely. Raises TypeError for a type that trials cannot make."""
    match type_:
        case ListType(item):
            inner = corners(item)
            return [[], inner[:1], inner[:2], inner, inner[::-1], inner[:1] * 3]
        case SetType(item):
            return [set(), set(corners(item)[:2])]
        case DictType(key, item):
            return [{}, dict(zip(corners(key), corners(item), strict=False))]
        case TupleType(items):
            return [tuple(pool[number % len(pool)] for pool in map(corners, items)) for number in range(4)]
        case UnionType(members):
            return [one for member in members for one in corners(member)]
    if type_ not in CORNERS:
        raise TypeError(f"trials cannot make a {type_name(type_)}")
    return CORNERS[type_]


def value(type_: Type, generator: random.Random) -> Any:
    """One random value."""
    match type_:
        case ListType(item):
            return [value(item, generator) for _ in range(generator.choice([0, 1, 2, 3, 5, 17]))]
        case SetType(item):
            return {value(item, generator) for _ in range(generator.randrange(6))}
        case DictType(key, item):
            return {value(key, generator): value(item, generator) for _ in range(generator.randrange(6))}
        case TupleType(items):
            return tuple(value(item, generator) for item in items)
        case UnionType(members):
            return value(generator.choice(members), generator)
    if type_ == INT:
        return generator.choice([generator.randint(-9, 9), generator.randint(-(2**40), 2**40)])
    if type_ == FLOAT:
        return generator.choice([generator.uniform(-10, 10), generator.gauss(0, 1e6), float(generator.randint(-5, 5))])
    if type_ == STR:
        return "".join(generator.choice("abAB xyz.,-_09éß中\U0001f600") for _ in range(generator.choice([0, 1, 2, 5, 20])))
    return generator.choice(corners(type_))
