"""Type propagation through what patterns of `match` ask: sequences by length, mappings by key, attributes by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.classes import MISSING, member
from modelet_compiler.ir.conditions import Conditions
from modelet_compiler.ir.objects import field_name
from modelet_compiler.ir.types import (
    BOOL,
    INT,
    NEVER,
    NONE,
    DictType,
    ExceptionType,
    ListType,
    ObjectType,
    SliceType,
    TupleType,
    Type,
    UnionType,
)
from modelet_compiler.ir.typetests import python_class

NUMBERS = (int, float, bool)
One = Callable[[typed.Expression], typed.Expression]


class Patterns(Conditions):
    """Patterns of one specialisation. Members of a union that cannot fit are dead, not errors."""

    def do_bound(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Reading the operand has checked that it is bound."""
        del node, operands
        return typed.Literal(None, NONE)

    def do_pattern_sequence(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Whether this is a sequence but no text; a tuple's length is part of its type."""
        count: int = node.attributes["count"]
        star: int = node.attributes["star"]

        def fits(type_: Type) -> bool:
            if isinstance(type_, TupleType):
                length = len(type_.items)
                return length == count or (star >= 0 and count < length)
            return is_kind(type_, Sequence) and not is_kind(type_, str, bytes, bytearray)

        return self._fitting(node, operands[0], fits)

    def _fitting(self, node: nodes.Operation, value: typed.Expression, fits: Callable[[Type], bool]) -> typed.Expression:
        self.remember_instance_test(node, node.operands[0], fits)
        return self.where(value, fits, node.span)

    def do_pattern_length(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Whether a sequence is as long as its pattern."""
        count, star = node.attributes["count"], node.attributes["star"]
        if (star >= 0 and count == 0) or all(isinstance(one, TupleType) for one in self.members_of(operands[0].type)):
            return typed.Literal(True, BOOL)
        length = self.required("builtins.len", operands, {}, node.span)
        return self.required("==" if star < 0 else ">=", [length, typed.Literal(count, INT)], {}, node.span)

    def do_pattern_star(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """The items between, as a new list."""
        first, after = node.attributes["position"], node.attributes["after"]
        end = typed.Literal(-after or None, INT if after else NONE)

        def one(value: typed.Expression) -> typed.Expression:
            type_ = self.solver.shallow(value.type)
            if isinstance(type_, TupleType):
                parts = [self.tuple_item(value, type_, index, node.span) for index in range(first, len(type_.items) - after)]
                variable = self.site_variable((self.key, node, len(type_.items), type_.cls))
                for part in parts:
                    self.solver.include(variable, self.solver.shallow(part.type))
                return self.compute(ListType(variable), "python::list", [(part, variable) for part in parts], node.span)
            if not isinstance(type_, ListType):
                value = self.required("builtins.list", [value], {}, node.span)
            optional = UnionType((NONE, INT))
            bounds = [(bound, optional) for bound in (typed.Literal(first, INT), end, typed.Literal(None, NONE))]
            bounded = self.compute(SliceType(), "python::slice", bounds, node.span, raises=False)
            return self.required("[]", [value, bounded], {}, node.span)

        return self._each(operands[0], one, node)

    def _each(self, value: typed.Expression, one: One, node: nodes.Operation) -> typed.Expression:
        type_ = self.solver.shallow(value.type)
        if not isinstance(type_, UnionType):
            return one(value)
        result = self.switch(value, type_, one, lambda _: None, node.span)
        assert result is not None
        return result

    def do_pattern_mapping(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Whether this is a mapping that may have keys of these types."""
        keys = [self.solver.shallow(key.type) for key in operands[1:]]

        def fits(type_: Type) -> bool:
            if not isinstance(type_, DictType):
                if is_kind(type_, Mapping):
                    raise Unsupported("a mapping pattern needs a dict", "`get` of another mapping may do anything")
                return False
            return all(any(comparable(key, one) for one in self.members_of(type_.key)) for key in keys)

        return self._fitting(node, operands[0], fits)

    def do_pattern_rest(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """A new dict without the keys that the pattern names."""
        copied = self.required("builtins.dict", operands[:1], {}, node.span)
        for key in operands[1:]:
            self.required("del []", [copied, key], {}, node.span)
        return copied

    def do_pattern_has(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Whether the subject has an attribute."""
        name = node.attributes["name"]
        self.remember_instance_test(node, node.operands[0], lambda type_: self._may_have(type_, name))

        def one(value: typed.Expression) -> typed.Expression:
            type_ = self.solver.shallow(value.type)
            if not self._may_have(type_, name) or not isinstance(type_, ObjectType) or of_class(type_, name):
                return typed.Literal(self._may_have(type_, name), BOOL)
            cpp = f"python::has_attribute<&{type_.struct}::{field_name(name)}>"
            return self.compute(BOOL, cpp, [(value, type_)], node.span, raises=False)

        return self._each(operands[0], one, node)

    def _may_have(self, type_: Type, name: str) -> bool:
        if isinstance(type_, ObjectType):
            return of_class(type_, name) or name in self.info(type_).fields
        if isinstance(type_, ExceptionType):
            return all(hasattr(cls, name) for cls in type_.classes)
        return hasattr(python_class(type_), name)


def of_class(type_: ObjectType, name: str) -> bool:
    """Whether every instance has an attribute because its class has."""
    found = member(type_.python, name)
    return found is not MISSING and type(found).__name__ != "member_descriptor"


def is_kind(type_: Type, *classes: type) -> bool:
    """Whether a value is of one of these classes. Values of the engine that have no class here are of none of them."""
    if isinstance(type_, DictType):
        return issubclass(dict, classes)
    try:
        return issubclass(python_class(type_), classes)
    except Unsupported:
        return False


def comparable(key: Type, held: Type) -> bool:
    """Whether a key of one type may be found among those of another."""
    if NEVER in (key, held):
        return True
    if isinstance(key, TupleType) and isinstance(held, TupleType):
        return len(key.items) == len(held.items)
    kinds = [python_class(key), python_class(held)]
    return kinds[0] is kinds[1] or all(kind in NUMBERS for kind in kinds)


__all__ = ["Patterns"]
