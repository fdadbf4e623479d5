"""`np.ix_`, `np.r_` and `np.c_`: arrays laid out side by side or crosswise; `np.mgrid`, `np.ogrid` and `np.indices`: places of a grid."""

from __future__ import annotations

from typing import Any

import numpy as np

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import INT, NONE, STR, SliceType, StaticType, TupleType
from modelet_compiler.operations.numpy_arguments import bound
from modelet_compiler.operations.numpy_create import display
from modelet_compiler.operations.numpy_types import operand, shallow
from modelet_compiler.operations.registry import REGISTRY

BUILDERS = {id(np.r_): "numpy.concatenate", id(np.c_): "numpy.column_stack"}
GRIDS = {id(np.mgrid): "numpy.mgrid", id(np.ogrid): "numpy.ogrid"}


@REGISTRY.rule("numpy.ix_")
def open_grid(context: Any, call: Any) -> typed.Expression | None:
    """One array of positions for each axis, of as many axes as there are arrays."""
    if call.keywords or not call.positional:
        return None
    count = len(call.positional)
    made = []
    for axis, given in enumerate(call.positional):
        positions = operand(context, given, call.span)
        if positions is None or positions.rank not in (1, None):
            return None
        value = positions.value
        if positions.dtype == "bool":
            value = context.required("numpy.flatnonzero", [value], {}, call.span)
        shape = (1,) * axis + (-1,) + (1,) * (count - axis - 1)
        literal = typed.Literal(shape, TupleType((INT,) * count))
        made.append(context.required("numpy.reshape", [value, literal], {}, call.span))
    return _tuple(context, made, call.span)


@REGISTRY.rule("[]")
def side_by_side(context: Any, call: Any) -> typed.Expression | None:
    """`np.r_[0, array]`, `np.c_[x, y]`."""
    builder, index = call.positional
    type_ = shallow(context, builder)
    if not isinstance(type_, StaticType) or id(type_.value) not in BUILDERS:
        return None
    parts = display(context, index, call.span) or [index]
    if any(isinstance(shallow(context, part), SliceType) for part in parts):
        raise Unsupported(f"a slice in `{type_.name}[…]`", instead="numpy.arange")
    given = _tuple(context, [_with_axis(context, part, call.span) for part in parts], call.span)
    made: typed.Expression = context.required(BUILDERS[id(type_.value)], [given], {}, call.span)
    return made


@REGISTRY.rule("[]")
def grid(context: Any, call: Any) -> typed.Expression | None:
    """`np.mgrid[:rows, :columns]`: one array with an axis more than there are slices; `np.ogrid`: one of each, that broadcast."""
    builder, index = call.positional
    type_ = shallow(context, builder)
    if not isinstance(type_, StaticType) or id(type_.value) not in GRIDS:
        return None
    single = isinstance(shallow(context, index), SliceType)
    made = None if single else _made(context, index)
    parts = [index] if single else [part for part, _ in made.arguments] if made is not None and made.cpp == "tuple" else []
    lines = [_counted(context, part, call.span) for part in parts]
    if not lines or single:
        return lines[0] if lines else None
    if GRIDS[id(type_.value)] == "numpy.mgrid":
        return _places(context, lines, call.span)
    shapes = [(1,) * axis + (-1,) + (1,) * (len(lines) - axis - 1) for axis in range(len(lines))]
    literals = [typed.Literal(shape, TupleType((INT,) * len(lines))) for shape in shapes]
    turned = [context.required("numpy.reshape", [line, literal], {}, call.span) for line, literal in zip(lines, literals, strict=True)]
    return _tuple(context, turned, call.span)


@REGISTRY.rule("numpy.indices")
def indices(context: Any, call: Any) -> typed.Expression | None:
    """The places of an array of that shape: for each axis an array."""
    given = bound(context, call, "dimensions:any")
    extents = display(context, given.dimensions, call.span) if given is not None else None
    if not extents or any(shallow(context, extent) != INT for extent in extents):
        return None
    return _places(context, [context.required("numpy.arange", [extent], {}, call.span) for extent in extents], call.span)


def _places(context: Any, lines: list[typed.Expression], span: Any) -> typed.Expression:
    order = typed.Literal("ij", STR)
    crossed = context.required("numpy.meshgrid", lines, {"indexing": order}, span)
    made: typed.Expression = context.required("numpy.stack", [crossed], {}, span)
    return made


def _made(context: Any, value: typed.Expression) -> typed.Compute | None:
    """The operation that gave a value just now."""
    return next((node for node in reversed(context.block) if isinstance(node, typed.Compute) and node.result is value), None)


def _counted(context: Any, part: typed.Expression, span: Any) -> typed.Expression:
    """The numbers that a slice written right here names."""
    made = _made(context, part)
    if made is None or made.cpp != "python::slice":
        raise Unsupported("a grid is made of slices", instead="`numpy.mgrid[:rows, :columns]`")
    start, stop, step = (value for value, _ in made.arguments)
    zero, one = typed.Literal(0, INT), typed.Literal(1, INT)
    bounds = [start if start.type != NONE else zero, stop, step if step.type != NONE else one]
    if any(shallow(context, bound_) != INT for bound_ in bounds):
        raise Unsupported("a grid's slices must end, and be of ints", instead="numpy.linspace and numpy.meshgrid")
    counted: typed.Expression = context.required("numpy.arange", bounds, {}, span)
    return counted


def _with_axis(context: Any, part: typed.Expression, span: Any) -> typed.Expression:
    """An array of at least one axis."""
    found = operand(context, part, span)
    if found is None:
        raise Unsupported("this does not stand beside arrays", instead="numbers, lists of numbers or arrays")
    return found.value if found.rank != 0 else context.required("numpy.atleast_1d", [part], {}, span)


def _tuple(context: Any, items: list[typed.Expression], span: Any) -> typed.Expression:
    types = TupleType(tuple(shallow(context, item) for item in items))
    made: typed.Expression = context.compute(types, "tuple", list(zip(items, types.items, strict=True)), span, raises=False, plain=True)
    return made
