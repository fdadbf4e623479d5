"""Type propagation through users' Flags: a member is the number that combines its flags."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Any

from modelet_compiler.frontend.diagnostics import Span
from modelet_compiler.ir import typed
from modelet_compiler.ir.classes import ClassInfo, is_flag, mixed_in, synthesized
from modelet_compiler.ir.enums import COLLECTING, Enums
from modelet_compiler.ir.types import BOOL, INT, NONE, STR, EnumType, StaticType, Type, UnionType, class_name, object_type
from modelet_compiler.standard import flags

COMBINED = ("|", "&", "^")


def is_flag_type(type_: Type) -> bool:
    """Whether these are members of a Flag."""
    return isinstance(type_, EnumType) and is_flag(type_.python)


class Flags(Enums):
    """Flags in one specialisation."""

    def enum_operation(
        self, name: str, positional: Sequence[typed.Expression], keywords: Mapping[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """What an operation means when a Flag's member is among its operands; else what it means for other Enums."""
        types = [self.solver.shallow(item.type) for item in positional]
        if any(map(is_flag_type, types)):
            found = self._flag_operation(name, list(positional), types, span)
            if found is not None:
                return found
            if name in COLLECTING and is_flag_type(types[0]):
                return self.required(name, [self.flags_of(positional[0], span), *positional[1:]], keywords, span)
        return super().enum_operation(name, positional, keywords, span)

    def _flag_operation(self, name: str, positional: list[typed.Expression], types: list[Type], span: Span) -> typed.Expression | None:
        if name.rstrip("=") in COMBINED and len(positional) == 2:
            return self._combined(name.rstrip("="), positional, types, span)
        if name == "unary ~" and isinstance(types[0], EnumType):
            return self._inverted(positional[0], types[0], span)
        if name == "builtins.len":
            return self.required("int.bit_count", [self.flag_value(positional[0], types[0], span)], {}, span)
        if name == "in" and is_flag_type(types[1]) and not isinstance(types[0], UnionType):
            return self._contained(positional, types, span)
        return None

    def flag_value(self, value: typed.Expression, type_: Type, span: Span) -> typed.Expression:
        """The number of a member."""
        return self.compute(INT, "python::member_index", [(value, type_)], span, raises=False)

    def _combined(self, symbol: str, positional: list[typed.Expression], types: list[Type], span: Span) -> typed.Expression | None:
        cls = next(type_.python for type_ in types if isinstance(type_, EnumType) and is_flag(type_.python))
        numbers = []
        for value, type_ in zip(positional, types, strict=True):
            mixed = isinstance(type_, EnumType) and mixed_in(type_.python) is int
            if isinstance(type_, EnumType) and (type_.python is cls or (mixed and mixed_in(cls) is int)):
                numbers.append(self.flag_value(value, type_, span) if is_flag(type_.python) else self.underlying_value(value, type_, span))
            elif type_ in (INT, BOOL) and mixed_in(cls) is int:
                numbers.append(value)
            else:
                return None
        return self.flag_of(cls, self.required(symbol, numbers, {}, span), span)

    def _inverted(self, value: typed.Expression, type_: EnumType, span: Span) -> typed.Expression:
        inverted = self.required("unary ~", [self.flag_value(value, type_, span)], {}, span)
        if type_.python._boundary_ is enum.STRICT:
            inverted = self.required("&", [typed.Literal(type_.python._singles_mask_, INT), inverted], {}, span)
        return self.flag_of(type_.python, inverted, span)

    def _contained(self, positional: list[typed.Expression], types: list[Type], span: Span) -> typed.Expression:
        if types[0] != types[1]:
            text = f"unsupported operand type(s) for 'in': '{class_name(types[0])}' and '{class_name(types[1])}'"
            self.emit(typed.RaiseClass("TypeError", text, span))
            return typed.Literal(False, BOOL)
        part, whole = (self.flag_value(value, type_, span) for value, type_ in zip(positional, types, strict=True))
        return self.required("==", [self.required("&", [part, whole], {}, span), part], {}, span)

    def _function(self, cls: Any, name: str, lines: list[str], environment: dict[str, Any]) -> Any:
        info = self.program.lookups.setdefault(id(cls), ClassInfo(object_type(cls)))
        return synthesized(info, name, lines, environment)

    def flag_of(self, cls: Any, number: typed.Expression, span: Span) -> typed.Expression:
        """`cls(number)`."""
        whole, mask = cls._all_bits_, cls._flag_mask_
        lines = ["def __call__(value):", f"    if not {~whole} <= value <= {whole} or value & {whole ^ mask}:"]
        if cls._boundary_ is enum.STRICT:
            lines += [f"        most = max(value.bit_length(), {mask.bit_length()})",
                      f"        text = {f'{cls!r} invalid value'!r} + f' {{value!r}}\\n    given {{bits_of(value, most)}}'",
                      f"        raise ValueError(text + f'\\n  allowed {{bits_of({mask}, most)}}')"]  # fmt: skip
        else:
            lines += ["        if value < 0:", f"            value = max({whole + 1}, 1 << value.bit_length()) + value"]
        lines += ["    if value < 0:", f"        value = {whole + 1} + value", "    return member_of(cls, value)"]
        made = self._function(cls, "__call__", lines, {"bits_of": flags.bits_of, "member_of": flags.member_of, "cls": cls})
        return self.helper(made, cls.__name__, [number], {}, span)

    def flags_of(self, value: typed.Expression, span: Span) -> typed.Expression:
        """The list of the flags in a member."""
        type_ = self.solver.shallow(value.type)
        assert isinstance(type_, EnumType)
        lines = ["def __iter__(value):", "    return [one for one in members if one & value]"]
        listed = sorted(type_.python, key=lambda one: one.value) if in_order(type_.python) else list(type_.python)
        members = self.program.tables.setdefault((id(type_.python), "flags"), listed)
        made = self._function(type_.python, "__iter__", lines, {"members": members})
        return self.helper(made, type_.name, [value], {}, span)

    def iterable(self, value: typed.Expression, span: Span) -> typed.Expression:
        """A member as the list of its flags."""
        if is_flag_type(self.solver.shallow(value.type)):
            return self.flags_of(value, span)
        return super().iterable(self.collection(value) if isinstance(value.type, StaticType) else value, span)

    def enum_attribute(self, value: typed.Expression, type_: EnumType, name: str, span: Span) -> typed.Expression | None:
        """`member.name` and `member.value`."""
        if is_flag(type_.python) and name in ("value", "_value_"):
            return self.flag_value(value, type_, span)
        if is_flag(type_.python) and name in ("name", "_name_"):
            return self.compute(UnionType((NONE, STR)), "python::flag_name", [(value, type_)], span)
        return super().enum_attribute(value, type_, name, span)

    def underlying_value(self, value: typed.Expression, type_: EnumType, span: Span) -> typed.Expression:
        """The int that a member of an IntFlag is."""
        return self.flag_value(value, type_, span) if is_flag(type_.python) else super().underlying_value(value, type_, span)

    def enum_by_value(self, cls: Any, positional: list[typed.Expression], span: Span) -> typed.Expression:
        """`Class(number)`."""
        if is_flag(cls) and len(positional) == 1 and self.solver.shallow(positional[0].type) in (INT, BOOL):
            return self.flag_of(cls, positional[0], span)
        return super().enum_by_value(cls, positional, span)

    def enum_truth(self, value: typed.Expression, type_: EnumType, span: Span) -> typed.Expression:
        """Whether any flag is set."""
        if is_flag(type_.python) and type_.python.__bool__ is enum.Flag.__bool__:
            return self.truth(self.flag_value(value, type_, span), span)
        return super().enum_truth(value, type_, span)


def in_order(cls: Any) -> bool:
    """Whether a member's flags come by value, not in the order of their definition."""
    return bool(cls._iter_member_.__func__ is vars(enum.Flag)["_iter_member_by_value_"].__func__)
