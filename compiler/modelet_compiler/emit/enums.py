"""The C++ tables of users' Enums (engine/python/enum.h)."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from modelet_compiler.emit.cpp_types import cpp_literal, string_literal
from modelet_compiler.ir import typed
from modelet_compiler.ir.classes import is_flag, mixed_in, plain_values
from modelet_compiler.ir.flags import in_order
from modelet_compiler.ir.types import EnumType, Type
from modelet_compiler.lowering.objects import is_plain


def enum_definitions(codes: Iterable[typed.Function], others: Iterable[Type]) -> list[str]:
    """The tables of every Enum that occurs in typed code or in `others`, in the order of their names."""
    found: dict[str, EnumType] = {}
    for code in codes:
        for type_ in types_in(code, set()):
            found.update((one.struct, one) for one in enums_in(type_))
    for type_ in others:
        found.update((one.struct, one) for one in enums_in(type_))
    return [line for name in sorted(found) for line in _definition(found[name])]


def types_in(node: Any, seen: set[int]) -> Iterator[Type]:
    """Every type that a typed node holds, however deep."""
    if isinstance(node, Type):
        yield node
    elif isinstance(node, list | tuple):
        for item in node:
            yield from types_in(item, seen)
    elif isinstance(node, dict):
        yield from types_in(list(node.values()), seen)
    elif is_dataclass(node) and type(node).__module__ == typed.__name__ and id(node) not in seen:
        seen.add(id(node))
        for field in fields(node):
            yield from types_in(getattr(node, field.name), seen)


def enums_in(type_: Type) -> Iterator[EnumType]:
    """The Enums whose members a type holds."""
    if isinstance(type_, EnumType):
        yield type_
    for value in vars(type_).values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Type):
                yield from enums_in(part)


def _definition(type_: EnumType) -> list[str]:
    if is_flag(type_.python):
        return _flag_definition(type_)
    members: list[enum.Enum] = list(type_.python)
    texts = ", ".join(string_literal(str(one)) for one in members)
    shown = ", ".join(string_literal(repr(one)) for one in members)
    name = f"{type_.python.__module__}.{type_.python.__qualname__}"
    return [
        f"struct {type_.struct} {{",
        f'  [[maybe_unused]] static constexpr std::string_view name = "{name}";',
        f"  [[maybe_unused]] static constexpr std::u32string_view texts[] = {{{texts}}};",
        f"  [[maybe_unused]] static constexpr std::u32string_view shown[] = {{{shown}}};",
        *_values(type_.python),
        *(_codec(members) if all(is_plain(one.value) for one in members) else []),
        "};",
    ]


def _flag_definition(type_: EnumType) -> list[str]:
    """A member of a Flag is its number; what it is called is found at run time (engine/python/flags.h)."""
    cls: Any = type_.python
    rows = [*cls, *(one for one in cls.__members__.values() if one not in list(cls) and one.value)]
    names = ", ".join(f"{{{one.value}, {string_literal(one.name)}}}" for one in sorted(rows, key=lambda one: one not in list(cls)))
    zero = next((one.name for one in cls.__members__.values() if one.value == 0), "")
    singles = "true" if in_order(cls) else "false"
    mixed, mask = mixed_in(cls) is int, cls._flag_mask_
    table = f"{string_literal(cls.__name__)}, members, {string_literal(zero)}, {singles}"
    return [
        f"struct {type_.struct} {{",
        f'  [[maybe_unused]] static constexpr std::string_view name = "{cls.__module__}.{cls.__qualname__}";',
        f"  [[maybe_unused]] static constexpr py::FlagName members[] = {{{names}}};",
        f"  [[maybe_unused]] static constexpr py::FlagNames texts{{{table}, py::FlagText::{'number' if mixed else 'name'}}};",
        f"  [[maybe_unused]] static constexpr py::FlagNames shown{{{table}, py::FlagText::repr}};",
        f"  [[maybe_unused]] static constexpr bool mixed = {'true' if mixed else 'false'};",
        *(["  [[maybe_unused]] static constexpr py::FlagNumbers values{};"] if mixed else []),
        "  static void encode(modelet::Call &call, py::Writer &writer, int64_t index) { py::encode(call, writer, index); }",
        "  static bool decode(modelet::Call &call, const py::Reader &reader, int64_t &index) {",
        f"    return py::decode(call, reader, index) && index >= 0{'' if mixed else f' && (index & ~int64_t{{{mask}}}) == 0'};",
        "  }",
        "};",
    ]


def _values(cls: type) -> list[str]:
    """The ints or strings that members of a mixed Enum are."""
    base = mixed_in(cls)
    lines = [f"  [[maybe_unused]] static constexpr bool mixed = {'true' if base else 'false'};"]
    if base is not None:
        kind = {int: "int64_t", float: "double", str: "std::u32string_view"}[base]
        texts = [string_literal(one) if base is str else cpp_literal(one) for one in plain_values(cls)]
        lines.append(f"  [[maybe_unused]] static constexpr {kind} values[] = {{{', '.join(texts)}}};")
    return lines


def _codec(members: list[enum.Enum]) -> list[str]:
    """A member crosses as its value (VALUES.md)."""
    values = [cpp_literal(one.value) for one in members]
    return [
        "  static void encode(modelet::Call &call, py::Writer &writer, int64_t index) {",
        "    switch (index) {",
        *(f"      case {index}: return py::encode(call, writer, {value});" for index, value in enumerate(values)),
        "      default: return;",
        "    }",
        "  }",
        "  static bool decode(modelet::Call &call, const py::Reader &reader, int64_t &index) {",
        *(f"    if (py::is_value(call, reader, {value})) return index = {index}, true;" for index, value in enumerate(values)),
        "    return false;",
        "  }",
    ]
