"""Captured lists, dicts, sets, tuples and arrays: built once a call, when they are first used, and frozen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from modelet_compiler.emit.cpp_types import cpp_literal, cpp_type, string_literal
from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.classes import instance_attributes
from modelet_compiler.ir.objects import field_name
from modelet_compiler.ir.types import (
    BOOL,
    FLOAT,
    INT,
    JSON_UNION,
    STR,
    ArrayType,
    DictType,
    EngineType,
    JsonType,
    ListType,
    ObjectType,
    PatternType,
    SetType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    is_frozenset,
)
from modelet_compiler.lowering.adapter import WeightTensor, weight_identifier
from modelet_compiler.lowering.objects import item_type
from modelet_compiler.lowering.regex.emit import program_definition
from modelet_compiler.lowering.regex.program import regex_program

LARGEST_INLINE_ARRAY = 4096  # bytes; larger arrays go to the weights file
LONGEST_DISPLAY = 16  # items written as arguments; longer constants are tables or statements
TABLES = (BOOL, INT, FLOAT, STR)


Fields = Callable[[ObjectType], Mapping[str, Type]]


class Constants:
    """The captured constants of one library, in the order of their first use."""

    def __init__(self, unit: str = "0", fields: Fields | None = None) -> None:
        """`unit` keeps the names of different translation units' constants apart; `fields` are the attributes of a class with types."""
        self._unit = unit
        self._fields = fields
        self._tables = 0
        self._inner = 1_000_000  # numbers of arrays inside other constants
        self._numbers: dict[tuple[int, str], int] = {}
        self._keep: list[Any] = []
        self._patterns: dict[tuple[str, int], str] = {}
        self._changed: dict[int, str] = {}  # objects that code changes, with their C++ types once they are known
        self.definitions: list[str] = []
        self.weights: list[WeightTensor] = []

    def keep(self, objects: Iterable[int]) -> None:
        """Objects that are no constants, by identity: code changes them."""
        self._changed.update(dict.fromkeys(objects, ""))

    def reference(self, literal: typed.Literal, type_: Type) -> str:
        """The C++ expression that gives the constant."""
        key = (id(literal.value), cpp_type(type_))
        if id(literal.value) in self._changed:
            known = self._changed[id(literal.value)] = self._changed[id(literal.value)] or key[1]
            if known != key[1]:
                raise Unsupported(f"`{literal.captured}` cannot be changed", "parts of the program know it by several types")
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._keep.append(literal.value)
            self._define(self._numbers[key], literal, type_)
        return f"constant_{self._numbers[key]}(call)"

    def _define(self, number: int, literal: typed.Literal, type_: Type) -> None:
        name = cpp_type(type_)
        head = f"// {literal.captured}\nstatic {name} constant_{number}([[maybe_unused]] modelet::Call &call) {{\n"
        if isinstance(type_, ArrayType):
            self.definitions.append(head + self._array(literal.value, number) + "}\n")
            return
        if isinstance(type_, PatternType):
            made = self._pattern(literal.value)
            self.definitions.append(f"{head}  return {made};\n}}\n")
            return
        if isinstance(type_, ObjectType):
            self._instance(number, literal, type_)
            return
        build = f"[]([[maybe_unused]] modelet::Call &call) {{\n    return {self._new(literal.value, type_)};\n  }}"
        body = f"  static const char key = 0;\n  return py::constant<{name}>(call, &key, {build});\n"
        self.definitions.append(head + body + "}\n")

    def _instance(self, number: int, literal: typed.Literal, type_: ObjectType) -> None:
        """An instance is declared before it is built, since what it holds may hold it."""
        assert self._fields is not None
        name = cpp_type(type_)
        fields = self._fields(type_)
        self.definitions.append(f"static {name} constant_{number}(modelet::Call &call);\n")
        steps = []
        for attribute, value in instance_attributes(literal.value):
            if attribute in fields and item_type(value) is not None:
                steps.append(f"    made->{field_name(attribute)} = {{{self._held(value, fields[attribute])}, true}};\n")
        fill = f"[&]([[maybe_unused]] const {name} &made) {{\n{''.join(steps)}  }}"
        frozen = cpp_literal(id(literal.value) not in self._changed)
        self.definitions.append(
            f"// {literal.captured}\nstatic {name} constant_{number}(modelet::Call &call) {{\n"
            f"  static const char key = 0;\n  return py::constant_instance<{name}>(call, &key, {fill}, {frozen});\n}}\n"
        )

    def _held(self, value: Any, type_: Type) -> str:
        """What an attribute holds: the same object wherever it is held."""
        if isinstance(type_, ListType | SetType | DictType):
            return self.reference(typed.Literal(value, type_, type(value).__name__), type_)
        return self._build(value, type_)

    def _array(self, value: Any, number: int) -> str:
        turned = value.ndim > 1 and value.flags.f_contiguous and not value.flags.c_contiguous
        array = np.asarray(value.T if turned else value, order="C")  # sums follow the order of memory
        shape = ", ".join(map(str, array.shape))
        dtype = f"modelet::DType::{'boolean' if array.dtype.name == 'bool' else array.dtype.name}"
        if array.nbytes > LARGEST_INLINE_ARRAY:
            tensor = WeightTensor(f"constant.{self._unit}.{number}", array)
            self.weights.append(tensor)
            data = f"call.weights->data<unsigned char>(modelet_weights::{weight_identifier(tensor.name)})"
            return f"  return {_turned(f'np::constant({dtype}, {{{shape}}}, {data})', turned)};\n"
        data = ", ".join(map(str, array.tobytes())) or "0"
        made = _turned(f"np::constant({dtype}, {{{shape}}}, data)", turned)
        return f"  alignas(64) static const unsigned char data[] = {{{data}}};\n  return {made};\n"

    def _pattern(self, value: re.Pattern[str]) -> str:
        """A program, once for equal patterns; returns the value."""
        key = (value.pattern, value.flags)
        if key not in self._patterns:
            self._patterns[key] = f"pattern_{self._unit}_{len(self._patterns)}"
            self.definitions.append(program_definition(regex_program(value), self._patterns[key], string_literal))
        return f"py::Pattern(&{self._patterns[key]})"

    def _build(self, value: Any, type_: Type) -> str:
        """A value inside of another one; what code changes is the same object wherever it is held."""
        if id(value) in self._changed and isinstance(type_, ListType | SetType | DictType):
            return self.reference(typed.Literal(value, type_, type(value).__name__), type_)
        return self._new(value, type_)

    def _frozen(self, value: Any, text: str) -> str:
        """A container that nobody may change, unless code does."""
        return text if id(value) in self._changed else f"py::frozen({text})"

    def _new(self, value: Any, type_: Type) -> str:
        if isinstance(type_, PatternType):
            return self._pattern(value)
        if isinstance(type_, ArrayType):
            self._inner += 1
            return f"[&] {{\n{self._array(value, self._inner)}  }}()"
        if isinstance(type_, ObjectType):
            return self.reference(typed.Literal(value, type_, type_.name), type_)
        if isinstance(type_, UnionType | JsonType):
            member = member_of(value, JSON_UNION if isinstance(type_, JsonType) else type_)
            return f"py::convert<{cpp_type(type_)}>({self._build(value, member)})"
        if isinstance(type_, StaticType):
            return f"{cpp_type(type_)}{{}}"
        if isinstance(type_, EngineType) and is_frozenset(type_):
            return f"py::frozen_set(call, {self._build(value, SetType(type_.parameters[0]))})"
        if isinstance(type_, ListType | SetType):
            return self._items(value, in_one_order(value), type_)
        if isinstance(type_, DictType):
            return self._pairs(value, type_)
        if isinstance(type_, EngineType):
            return self._random(value)
        if isinstance(type_, TupleType):
            return f"{cpp_type(type_)}({', '.join(self._build(item, part) for item, part in zip(value, type_.items, strict=True))})"
        return cpp_literal(value)

    def _items(self, value: Any, items: list[Any], type_: ListType | SetType) -> str:
        """A short display, or a table that a loop reads, or one statement an item."""
        kind = "list" if isinstance(type_, ListType) else "set"
        if len(items) <= LONGEST_DISPLAY:
            arguments = "".join(f", {self._build(item, type_.item)}" for item in items)
            return self._frozen(value, f"py::new_{kind}_of<{cpp_type(type_.item)}>(call{arguments})")
        if type_.item in TABLES:
            return self._frozen(value, f"py::{kind}_of_table<{cpp_type(type_.item)}>(call, {self._table(items, type_.item)})")
        add = "push" if kind == "list" else "add"
        steps = "".join(f"    made.{add}(call, {self._build(item, type_.item)});\n" for item in items)
        made = f"    auto made = py::new_{kind}<{cpp_type(type_.item)}>(call);\n"
        return f"[&] {{\n{made}{steps}    return {self._frozen(value, 'made')};\n  }}()"

    def _random(self, value: Any) -> str:
        """A random generator in the state it has now; each call goes on from there with its own."""
        _, state, kept = value.getstate()
        words = self._table(list(state[:-1]), INT)
        return f"py::random_of_state(call, {words}, {state[-1]}, {'py::None{}' if kept is None else cpp_literal(kept)})"

    def _pairs(self, value: dict[Any, Any], type_: DictType) -> str:
        """A dict, or what stands for one of its subclasses."""
        kinds = {"Counter": "counter", "OrderedDict": "ordered"}
        made = self._plain_pairs(value, type_)
        return f"py::dict_of_kind(call, {made}, py::DictKind::{kinds[type_.kind]})" if type_.kind in kinds else made

    def _plain_pairs(self, value: dict[Any, Any], type_: DictType) -> str:
        types = f"{cpp_type(type_.key)}, {cpp_type(type_.value)}"
        if len(value) <= LONGEST_DISPLAY:
            parts = [part for key, item in value.items() for part in (self._build(key, type_.key), self._build(item, type_.value))]
            return self._frozen(value, f"py::new_dict_of<{types}>(call{''.join(f', {part}' for part in parts)})")
        if type_.key in TABLES and type_.value in TABLES:
            keys, values = self._table(list(value), type_.key), self._table(list(value.values()), type_.value)
            return self._frozen(value, f"py::dict_of_tables<{types}>(call, {keys}, {values})")
        pairs = ((self._build(key, type_.key), self._build(item, type_.value)) for key, item in value.items())
        steps = "".join(f"    made.table().put(call, {key}, {item});\n" for key, item in pairs)
        return f"[&] {{\n    auto made = py::new_dict<{types}>(call);\n{steps}    return {self._frozen(value, 'made')};\n  }}()"

    def _table(self, items: list[Any], type_: Type) -> str:
        """A constant array; returns its name."""
        name = f"table_{self._unit}_{len(self.definitions)}_{self._tables}"
        self._tables += 1
        text = ", ".join(string_literal(item) if type_ == STR else cpp_literal(item) for item in items)
        cpp = "std::u32string_view" if type_ == STR else cpp_type(type_)
        self.definitions.append(f"static constexpr {cpp} {name}[] = {{{text}}};\n")
        return name


def member_of(value: Any, union: UnionType) -> Type:
    """The member of a union that a captured value has."""
    inner = item_type(value)
    assert inner is not None
    same = [member for member in union.members if member == inner]  # a function's has its C++ name
    alike = [member for member in union.members if type(member) is type(inner)]
    return (same or alike or union.members)[0]


def in_one_order(items: Any) -> list[Any]:
    """The items as they come; those of a set whose order differs from run to run, sorted, so that the same input gives the same bytes."""
    if isinstance(items, set | frozenset) and not all(isinstance(item, int | float) for item in items):
        return sorted(items, key=lambda item: (type(item).__name__, repr(item)))
    return list(items)


def _turned(constant: str, turned: bool) -> str:
    """The constant, or its transpose."""
    return f"np::transpose(call, {constant}, py::None{{}})" if turned else constant
