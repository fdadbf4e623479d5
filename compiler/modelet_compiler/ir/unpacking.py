"""Type propagation through unpacking: `a, *b = value`, and the columns of `zip(*rows)`."""

from __future__ import annotations

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.displays import Displays
from modelet_compiler.ir.types import INT, NONE, IteratorType, SliceType, TupleType, UnionType, is_frozenset, is_tuple_of, tuple_of


class Unpacking(Displays):
    """Unpacking in one specialisation."""

    def do_unpack(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Checks the number of items; a tuple's is known."""
        value, count, star = operands[0], node.attributes["count"], node.attributes["star"]
        type_ = self.solver.shallow(value.type)
        if isinstance(type_, TupleType):
            have = len(type_.items)
            if star < 0 and have != count:
                problem = "too many values to unpack" if have > count else "not enough values to unpack"
                raise Unsupported(f"{problem} (expected {count}, got {have})")
            return value
        if is_tuple_of(type_) or is_frozenset(type_):
            value = self.required("builtins.list", [value], {}, node.span)
        columns = self.columns(value, count, node.span) if star < 0 else None
        if columns is not None:
            return columns
        name = "unpack" if star < 0 else "unpack star"
        return self.required(name, [value, typed.Literal(count, INT)], {}, node.span)

    def do_columns(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`zip(*rows)`; of a tuple, a zip of its items."""
        type_ = self.solver.shallow(operands[0].type)
        if isinstance(type_, TupleType):
            items = [self.tuple_item(operands[0], type_, position, node.span) for position in range(len(type_.items))]
            return self.required("builtins.zip", items, {}, node.span)
        return self.required("zip rows", operands, {}, node.span, shown="zip(*…)")

    def columns(self, value: typed.Expression, count: int, span: Span) -> typed.Expression | None:
        """`a, b = zip(*rows)` of rows that are tuples: each column has a type of its own."""
        type_ = self.solver.shallow(value.type)
        if not isinstance(type_, IteratorType) or not type_.cpp.startswith("py::Columns"):
            return None
        row = self.solver.shallow(type_.parameters[0])
        if not isinstance(row, TupleType) or not isinstance(value, typed.Temporary) or value not in self.rows:
            return None
        rows = self.required("builtins.list", [self.rows[value]], {}, span)
        return self.unzipped(rows, row, count, span)

    def unzipped(self, rows: typed.Expression, row: TupleType, count: int, span: Span) -> typed.Expression | None:
        """The columns as a tuple; ValueError when there are no rows, or when there is another number of columns."""
        if len(row.items) != count:
            return None
        self.compute(NONE, "python::some_rows", [(rows, rows.type), (typed.Literal(count, INT), INT)], span)
        types = [tuple_of(self.solver.shallow(item)) for item in row.items]
        parts = [
            self.compute_template(
                type_, f"python::column<{index}, {{T}}>", {"T": type_.parameters[0]}, [(rows, rows.type)], span, raises=False
            )
            for index, type_ in enumerate(types)
        ]
        made = TupleType(tuple(types))
        return self.compute(made, "tuple", list(zip(parts, types, strict=True)), span, raises=False, plain=True)

    def do_part(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """One target's share of what was unpacked."""
        value = operands[0]
        position, count, star = (node.attributes[name] for name in ("position", "count", "star"))
        type_ = self.solver.shallow(value.type)
        if isinstance(type_, TupleType):
            return self._tuple_part(node, value, type_, position, count, star)
        if star < 0 or position < star:
            return self.required("[]", [value, typed.Literal(position, INT)], {}, node.span)
        if position > star:
            return self.required("[]", [value, typed.Literal(position - count, INT)], {}, node.span)
        end = typed.Literal(star - count + 1 or None, NONE if star - count + 1 == 0 else INT)
        optional = UnionType((NONE, INT))
        bounds = [typed.Literal(position, INT), end, typed.Literal(None, NONE)]
        part = self.compute(SliceType(), "python::slice", [(bound, optional) for bound in bounds], node.span, raises=False)
        return self.required("[]", [value, part], {}, node.span)

    def _tuple_part(
        self, node: nodes.Operation, value: typed.Expression, type_: TupleType, position: int, count: int, star: int
    ) -> typed.Expression:
        have = len(type_.items)
        if star >= 0 and position == star:
            chosen = range(position, have - (count - 1 - position))
            parts = [self.tuple_item(value, type_, index, node.span) for index in chosen]
            return self.do_list(node, parts)
        return self.tuple_item(value, type_, position if star < 0 or position < star else have - count + position, node.span)

    def tuple_item(self, value: typed.Expression, type_: TupleType, index: int, span: Span) -> typed.Expression:
        """One item of a tuple."""
        item = self.solver.shallow(type_.items[index])
        return self.compute(item, f"std::get<{index}>", [(value, type_)], span, raises=False, plain=True)
