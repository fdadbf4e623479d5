"""From Python's annotations to types."""

from __future__ import annotations

import collections.abc
import dataclasses
import datetime
import decimal
import enum
import fractions
import pathlib
import types
import typing
import uuid
from collections.abc import Sequence
from contextvars import ContextVar
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import numpy as np
import numpy.typing as npt

from modelet_compiler.frontend.diagnostics import Reporter, Unsupported
from modelet_compiler.ir.classes import check_class, fields_of, has_fields, is_enum, is_model, is_user_class
from modelet_compiler.ir.nodes import EMPTY, Parameter
from modelet_compiler.ir.types import (
    BOOL,
    BYTEARRAY,
    BYTES,
    COMPLEX,
    ERROR,
    FLOAT,
    INT,
    JSON,
    JSON_DICT,
    JSON_LIST,
    JSON_UNION,
    NEVER,
    NONE,
    STR,
    ArrayType,
    DictType,
    EngineType,
    JsonType,
    ListType,
    LiteralType,
    OpenArrayType,
    RangeType,
    SetType,
    TupleType,
    Type,
    UnionType,
    enum_type,
    frozenset_of,
    object_type,
    tuple_of,
    type_name,
)

SIMPLE: dict[Any, Type] = {
    None: NONE,
    type(None): NONE,
    bool: BOOL,
    bytes: BYTES,
    bytearray: BYTEARRAY,
    range: RangeType(),
    complex: COMPLEX,
    int: INT,
    float: FLOAT,
    str: STR,
    Any: JSON,
    object: JSON,
    dict: JSON_DICT,
    list: JSON_LIST,
}
# Where an annotation leaves the dtype open.
OPEN_DTYPES = ("float64", "float32", "int64", "bool", "uint8", "int32", "int16")
ABSTRACT = (np.generic, np.number, np.inexact, np.floating, np.integer, np.signedinteger, np.unsignedinteger, np.complexfloating)
LISTS = (list, collections.abc.Sequence, collections.abc.Iterable, collections.abc.Collection)
DICTS = (dict, collections.abc.Mapping)


def parameter_type(parameter: Parameter, reporter: Reporter) -> Type:
    """The declared type of an entry function's parameter; what is missing or unknown is reported."""
    try:
        if parameter.kind in ("rest", "keywords"):
            raise Unsupported(f"the parameter *{parameter.name} is not supported", "callers pass arguments by name",
                              "name each parameter, or take a list")  # fmt: skip
        if parameter.annotation is EMPTY:
            raise Unsupported(
                f"the parameter `{parameter.name}` has no annotation", "callers pass typed values", f"`{parameter.name}: str`, say"
            )
        if get_origin(parameter.annotation) is Literal:
            return _literal(get_args(parameter.annotation))
        _check_default(parameter)
        return annotation_type(parameter.annotation)
    except Unsupported as error:
        reporter.report(parameter.span, error)
        return ERROR


# The aliases that are being read.
_open_aliases: ContextVar[tuple[Any, ...]] = ContextVar("open_aliases", default=())


def _aliased(alias: Any, arguments: tuple[Any, ...]) -> Type:
    """What a `type` statement names, with arguments in the place of its parameters."""
    if any(alias is one for one in _open_aliases.get()):
        return JSON  # it holds itself
    token = _open_aliases.set((*_open_aliases.get(), alias))
    try:
        value = alias.__value__
        return annotation_type(value[arguments] if arguments else value)
    finally:
        _open_aliases.reset(token)


def _check_default(parameter: Parameter) -> None:
    """A default of an entry function is part of its signature, which every language reads."""
    from modelet_compiler.lowering.objects import is_plain

    default = parameter.default
    if default is EMPTY or is_plain(default) or isinstance(default, enum.Enum) or _is_container_of(default, parameter.annotation):
        return
    why = "only plain values and collections of them are defaults for every caller"
    raise Unsupported(f"the default of `{parameter.name}` is a {type(default).__name__}", why, "None, and make the value inside")


def is_container(value: Any) -> bool:
    """Whether this is a collection, which is no plain value."""
    return type(value) in (list, dict, set, frozenset)


def _is_container_of(value: Any, annotation: Any) -> bool:
    """Whether a default is a collection of what its annotation says."""
    from modelet_compiler.lowering.objects import captured_type

    declared, found = annotation_type(annotation), captured_type(value)
    return is_container(value) and found is not None and _holds(declared, found)


def _holds(declared: Type, found: Type) -> bool:
    match declared, found:
        case (ListType(outer), ListType(inner)) | (SetType(outer), SetType(inner)):
            return _holds(outer, inner)
        case DictType(key, item, kind), DictType(other, inner, same):
            return kind == same and _holds(key, other) and _holds(item, inner)
        case EngineType(python=python, parameters=(outer,)), EngineType(python=other, parameters=(inner,)):
            return python == other and _holds(outer, inner)
        case UnionType(members), _:
            return any(_holds(member, found) for member in members)
    return found in (declared, NEVER)


def annotation_type(annotation: Any) -> Type:
    """The type an annotation means. Raises Unsupported."""
    alias = get_origin(annotation) or annotation
    if type(alias).__name__ == "TypeAliasType":  # of typing since Python 3.12, before that of typing_extensions
        return _aliased(alias, get_args(annotation))
    try:
        if annotation in SIMPLE:
            return SIMPLE[annotation]
    except TypeError:
        pass
    if isinstance(annotation, typing.ForwardRef | str):
        return JSON  # an alias that holds itself: everything else was resolved
    if is_named(annotation):
        return _named(annotation)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation == npt.ArrayLike:
        reason = "lists, numbers and arrays of any dtype are that"
        raise Unsupported("the annotation numpy.typing.ArrayLike is not supported", reason, "`numpy.typing.NDArray[np.float64]`, say")
    if isinstance(annotation, typing.NewType):
        return annotation_type(annotation.__supertype__)
    if typing.is_typeddict(annotation):
        return typed_dict(annotation)
    if origin is Annotated:
        return annotation_type(arguments[0])
    if origin is Literal:
        return _literal_base(arguments)
    if origin in (typing.Required, typing.NotRequired, typing.Final):
        return annotation_type(arguments[0])
    if origin in (Union, types.UnionType):
        return _union([annotation_type(argument) for argument in arguments])
    if origin in LISTS and len(arguments) == 1:
        return ListType(annotation_type(arguments[0]))
    if origin in (set, collections.abc.Set) and len(arguments) == 1:
        return SetType(annotation_type(arguments[0]))
    if origin in DICTS and len(arguments) == 2:
        return DictType(annotation_type(arguments[0]), annotation_type(arguments[1]))
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple_of(annotation_type(arguments[0]))
    if origin is frozenset and len(arguments) == 1:
        return frozenset_of(annotation_type(arguments[0]))
    if origin is tuple and Ellipsis not in arguments:
        return TupleType(tuple(annotation_type(argument) for argument in arguments))
    if annotation is np.ndarray:
        return OpenArrayType(OPEN_DTYPES, None)
    if origin is np.ndarray and len(arguments) == 2:
        return _array(_dtypes(arguments[1]), _rank(arguments[0]))
    if is_enum(annotation):
        return enum_type(annotation)
    if is_user_class(annotation) and has_fields(annotation):
        cls: Any = annotation
        check_class(cls)
        return object_type(cls)
    if is_user_class(annotation):
        raise Unsupported(
            f"a {annotation.__name__} cannot be passed", "only dataclasses and models cross into compiled code", "a dataclass, or its parts"
        )
    raise Unsupported(f"the annotation {_shown(annotation)} is not supported", *_hint(annotation))


def typed_dict(cls: Any) -> Type:
    """A TypedDict is a dict; what each key holds is not kept apart."""
    types_ = [annotation_type(hint) for hint in typing.get_type_hints(cls, include_extras=True).values()]
    if any(isinstance(type_, JsonType) for type_ in types_):
        return DictType(STR, JsonType())
    if len({type_.dtype for type_ in types_ if isinstance(type_, ArrayType)}) > 1:
        raise Unsupported(
            f"{cls.__name__} has arrays of several dtypes", "a TypedDict is a dict, whose values have one type", "a dataclass"
        )
    return DictType(STR, types_[0] if len(set(types_)) == 1 else _union(types_)) if types_ else DictType(STR, STR)


def annotated_fields(cls: type) -> dict[str, Type]:
    """The types of a dataclass's fields. Raises Unsupported."""
    hints = typing.get_type_hints(cls, include_extras=True)
    fields = fields_of(cls) if is_model(cls) else dataclasses.fields(cls)
    return {field.name: annotation_type(hints[field.name]) for field in fields}


def _named(cls: Any) -> Type:
    """A named tuple whose fields have annotations."""
    hints = typing.get_type_hints(cls)
    missing = [field for field in cls._fields if field not in hints]
    if missing:
        raise Unsupported(f"the field `{missing[0]}` of {cls.__name__} has no annotation", instead="typing.NamedTuple")
    return TupleType(tuple(annotation_type(hints[field]) for field in cls._fields), cls)


def is_named(cls: Any) -> bool:
    """Whether this is the class of named tuples."""
    return isinstance(cls, type) and issubclass(cls, tuple) and isinstance(getattr(cls, "_fields", None), tuple)


def _literal(values: tuple[Any, ...]) -> Type:
    kinds = {type(value) for value in values}
    return LiteralType(values) if len(kinds) == 1 and kinds <= {str, int, bool} else _literal_base(values)


def _literal_base(values: tuple[Any, ...]) -> Type:
    """The types of a Literal's values: what they are is checked where a parameter is nothing else."""
    kinds = {type(value) for value in values}
    if not kinds <= set(SIMPLE):
        raise Unsupported("a Literal must hold plain constants", instead="strings, numbers or None")
    return _union([SIMPLE[kind] for kind in kinds])


def _union(members: list[Type]) -> Type:
    flat = [part for member in members for part in (member.members if isinstance(member, UnionType) else (member,))]
    arrays = [member for member in flat if isinstance(member, ArrayType | OpenArrayType)]
    if len(set(arrays)) > 1:
        flat = [*(member for member in flat if member not in arrays), _any_of(arrays)]
    if JSON in flat:
        others = [member for member in flat if member not in (JSON, *JSON_UNION.members)]
        if not others:
            return JSON
        flat = [*JSON_UNION.members, *others]
    distinct = sorted(dict.fromkeys(flat), key=type_name)
    return UnionType(tuple(distinct)) if len(distinct) > 1 else distinct[0]


def _any_of(arrays: Sequence[ArrayType | OpenArrayType]) -> Type:
    """Arrays of any of these dtypes and ranks, in one parameter."""
    dtypes = [dtype for array in arrays for dtype in (array.dtypes if isinstance(array, OpenArrayType) else (array.dtype,))]
    ranks = {array.rank for array in arrays}
    return _array(tuple(dict.fromkeys(dtypes)), ranks.pop() if len(ranks) == 1 else None)


def _array(dtypes: tuple[str, ...], rank: int | None) -> Type:
    return ArrayType(dtypes[0], rank) if len(dtypes) == 1 else OpenArrayType(dtypes, rank)


def _dtypes(annotation: Any) -> tuple[str, ...]:
    """The dtypes that `np.dtype[…]` allows; of a class of several (np.floating), those that callers mostly have."""
    if annotation is Any or not get_args(annotation):
        return OPEN_DTYPES
    (scalar,) = get_args(annotation)
    names: list[str] = []
    for one in get_args(scalar) if get_origin(scalar) in (Union, types.UnionType) else (scalar,):
        names += _scalar_dtypes(one)
    return tuple(dict.fromkeys(names))


def _scalar_dtypes(scalar: Any) -> tuple[str, ...]:
    if scalar is Any or isinstance(scalar, typing.TypeVar):
        return OPEN_DTYPES
    if isinstance(scalar, type) and issubclass(scalar, np.generic):
        allowed = tuple(name for name in OPEN_DTYPES if issubclass(np.dtype(name).type, scalar))
        name = "" if scalar in ABSTRACT else np.dtype(scalar).name
        if name in np.sctypeDict:
            return (name,)
        if allowed:
            return allowed
    raise Unsupported(f"an array of {_shown(scalar)} is not supported", instead="`numpy.typing.NDArray[np.float32]`")


def _rank(shape: Any) -> int | None:
    """`tuple[int, int]` is two axes; `tuple[Any, ...]`, any number."""
    axes = get_args(shape)
    return len(axes) if get_origin(shape) is tuple and axes and Ellipsis not in axes else None


def _shown(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", None) or str(annotation)


FROM_TEXT: dict[type, str] = {
    datetime.datetime: "datetime.fromisoformat", datetime.date: "date.fromisoformat", datetime.time: "time.fromisoformat",
    decimal.Decimal: "Decimal", fractions.Fraction: "Fraction", uuid.UUID: "UUID", pathlib.PurePath: "Path",
}  # fmt: skip
"""What makes values that cannot be arguments from texts, which can."""


def _hint(annotation: Any) -> tuple[str, str]:
    if annotation in (set, tuple):
        return "the types of its items are not said", f"`{annotation.__name__}[…]` with the items' types"
    made = next((text for cls, text in FROM_TEXT.items() if isinstance(annotation, type) and issubclass(annotation, cls)), None)
    if made is not None:
        return "it has no form between languages (VALUES.md)", f"a str, and `{made}` of it"
    return "", "one of int, float, bool, str, None, list, dict, set, tuple, Optional, Literal, NDArray"
