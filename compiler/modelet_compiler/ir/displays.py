"""Type propagation through displays of lists, sets and dicts."""

from __future__ import annotations

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.operations import Arguments, Operations
from modelet_compiler.ir.types import (
    ArrayType,
    DictType,
    EngineType,
    IteratorType,
    ListType,
    ObjectType,
    SetType,
    SliceType,
    TupleType,
    Type,
    UnionType,
    class_name,
    is_tuple_of,
)


class Displays(Operations):
    """Displays of one specialisation: the place in the source owns the types of the items."""

    def do_list(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Its place in the source owns its item type."""
        operands = [self.shared(operand, node.span) for operand in operands]
        item = self._item_variable(node, 0, operands)
        return self.compute(ListType(item), "python::list", [(operand, item) for operand in operands], node.span)

    def do_set(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Its place in the source owns its item type."""
        for operand in operands:
            self.check_hashable(operand.type)
        item = self._item_variable(node, 0, operands)
        return self.compute(SetType(item), "python::set", [(operand, item) for operand in operands], node.span)

    def do_dict(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Keys and values alternate."""
        for operand in operands[::2]:
            self.check_hashable(operand.type)
        operands = [self.shared(operand, node.span) for operand in operands]
        key, value = self._item_variable(node, 0, operands[::2]), self._item_variable(node, 1, operands[1::2])
        arguments = [(operand, value if position % 2 else key) for position, operand in enumerate(operands)]
        return self.compute(DictType(key, value), "python::dict", arguments, node.span)

    def _item_variable(self, node: nodes.Operation, position: int, operands: Arguments) -> Type:
        variable = self.site_variable((self.key, node, position))
        for operand in operands:
            self.solver.include(variable, self.solver.shallow(operand.type))
        return variable

    def check_hashable(self, type_: Type) -> None:
        """Refuses what Python cannot hash."""
        type_ = self.solver.shallow(type_)
        members = type_.members if isinstance(type_, UnionType) else type_.items if isinstance(type_, TupleType) else ()
        if isinstance(type_, EngineType) and is_tuple_of(type_):
            members = type_.parameters
        for member in members:
            self.check_hashable(member)
        if isinstance(type_, ArrayType) and type_.rank == 0:
            raise Unsupported("numpy scalars in sets and as keys are not supported", instead="`.item()`")
        unhashable = isinstance(type_, ObjectType) and type_.python.__hash__ is None
        unhashable = unhashable or (isinstance(type_, EngineType) and not type_.hashable)
        if unhashable or isinstance(type_, ListType | DictType | SetType | SliceType | ArrayType | IteratorType):
            raise Unsupported(f"unhashable type: '{class_name(type_)}'", instead="use a tuple", raises="TypeError")
