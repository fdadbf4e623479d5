"""Parameters whose annotation leaves an array's dtype open: `np.ndarray`, `NDArray[Any]`, `NDArray[np.floating]`.

Compiled loops run on one dtype, so such a function is compiled for several, its variants, and the caller's arrays say which one runs. An
array of another dtype is a TypeError that names those there are. All arrays of one parameter have the same dtype.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Sequence

from modelet_compiler.frontend.annotations import annotated_fields
from modelet_compiler.ir.classes import object_types
from modelet_compiler.ir.types import ArrayType, OpenArrayType, Type

MOST_VARIANTS = 12
MOST_TRIED = 40
# With more open parameters than this, all have one dtype.
MOST_MIXED = 4
# How seldom callers pass one: the least likely combinations are left out.
RARITY = {"float64": 0.0, "float32": 1.0, "int64": 1.0, "bool": 2.0, "uint8": 2.5, "int32": 3.5, "int16": 4.0}
ONE_MORE_DTYPE = 0.5
BOTH_FLOATS = 3.0

Dtypes = tuple[str | None, ...]
"""Of each parameter; None where nothing is open."""


def variants(types: tuple[Type, ...]) -> list[Dtypes]:
    """The dtypes to try, likeliest first, of which MOST_VARIANTS are compiled; one row without any when no parameter is open."""
    choices = [open_dtypes(type_) for type_ in types]
    open_count = sum(map(bool, choices))
    if open_count > MOST_MIXED:
        common = [dtype for dtype in RARITY if all(dtype in choice for choice in choices if choice)]
        return [tuple(dtype if choice else None for choice in choices) for dtype in common]
    rows: list[Sequence[str | None]] = [choice or [None] for choice in choices]
    combinations = sorted(itertools.product(*rows), key=_rarity)
    return combinations[:MOST_TRIED]


def _rarity(dtypes: Dtypes) -> float:
    distinct = {dtype for dtype in dtypes if dtype is not None}
    mixed = ONE_MORE_DTYPE * max(len(distinct) - 1, 0) + (BOTH_FLOATS if distinct >= {"float32", "float64"} else 0.0)
    return sum(RARITY.get(dtype, max(RARITY.values())) for dtype in distinct) + mixed


def open_dtypes(type_: Type) -> list[str]:
    """What the open arrays in a parameter's type, fields of dataclasses included, may all have; empty without any."""
    found = [set(array.dtypes) for array in _open_arrays(type_, set())]
    return sorted(set.intersection(*found), key=lambda dtype: (RARITY.get(dtype, 9.0), dtype)) if found else []


def _open_arrays(type_: Type, seen: set[type]) -> Iterator[OpenArrayType]:
    if isinstance(type_, OpenArrayType):
        yield type_
    for part in _parts(type_):
        yield from _open_arrays(part, seen)
    for cls in {found.python for found in object_types(type_)} - seen:
        seen.add(cls)
        for field in annotated_fields(cls).values():
            yield from _open_arrays(field, seen)


def _parts(type_: Type) -> Iterator[Type]:
    for value in vars(type_).values():
        yield from (part for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, Type))


def closing(dtype: str | None) -> Callable[[Type], Type]:
    """What gives every open array in a type that dtype; None: there is none."""

    def close(type_: Type) -> Type:
        if dtype is None:
            return type_
        if isinstance(type_, OpenArrayType):
            return ArrayType(dtype, type_.rank)
        changed = {name: _closed(value, close) for name, value in vars(type_).items()}
        return dataclasses.replace(type_, **changed) if changed != vars(type_) else type_

    return close


def _closed(value: object, close: Callable[[Type], Type]) -> object:
    if isinstance(value, tuple):
        return tuple(_closed(item, close) for item in value)
    return close(value) if isinstance(value, Type) else value
