"""Triangles, diagonals, rolls, tiles, padding, splits, and indexing functions: arrangements of any dtype."""

from __future__ import annotations

from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, INT, NONE, ArrayType, ListType, TupleType, Type, tuple_of
from modelet_compiler.operations.numpy_arguments import bound, integer
from modelet_compiler.operations.numpy_create import display
from modelet_compiler.operations.numpy_elementwise import stored_as
from modelet_compiler.operations.numpy_reduce import accumulator
from modelet_compiler.operations.numpy_shape import shape_argument
from modelet_compiler.operations.numpy_types import CPP, Operand, among_others, axis_count, compute, operand, shallow
from modelet_compiler.operations.registry import REGISTRY

ZERO, ONE = typed.Literal(0, INT), typed.Literal(1, INT)


def like(context: Any, item: Operand, cpp: str, values: list[Any], span: Any, rank: int | str | None = "same") -> typed.Expression:
    """A result of the operand's dtype, and of its rank where nothing else is said."""
    type_ = ArrayType(item.dtype, item.rank if isinstance(rank, str) else rank)
    return compute(context, type_, cpp, [item.value, *values], span)


def positions(context: Any, value: typed.Expression, span: Any) -> typed.Expression | None:
    """Ints, or an int, as an array of int64; a mask stays what it is."""
    item = operand(context, value, span)
    if item is None or (item.dtype != "bool" and "int" not in item.dtype):
        return None
    if item.weak:
        return compute(context, ArrayType("int64", 0), "np::scalar<int64_t>", [item.value], span)
    return compute(context, ArrayType("int64", item.rank), f"np::as_dtype<int64_t, {CPP[item.dtype]}>", [item.value], span)


def as_int64(context: Any, item: Operand, span: Any) -> typed.Expression:
    """Positions as the engine takes them."""
    if "int" not in item.dtype:
        raise Unsupported("positions must be ints", f"these are {item.dtype}")
    return compute(context, ArrayType("int64", item.rank), f"np::as_dtype<int64_t, {CPP[item.dtype]}>", [item.value], span)


@REGISTRY.rule("numpy.tril", "numpy.triu")
def triangle(context: Any, call: Any) -> typed.Expression | None:
    """Zeros above or below a diagonal."""
    given = bound(context, call, "m:array k:int=0")
    if given is None:
        return None
    rank = 2 if given.m.rank == 1 else given.m.rank
    return like(context, given.m, "np::triangle", [given.k, typed.Literal(call.name == "numpy.triu", BOOL)], call.span, rank)


@REGISTRY.rule("numpy.tri")
def tri(context: Any, call: Any) -> typed.Expression | None:
    """Ones below a diagonal."""
    given = bound(context, call, "N:int M:any=None k:int=0 dtype:dtype")
    if given is None:
        return None
    dtype = given.dtype or "float64"
    columns = integer(context, given.M, call.span) if given.M is not None and given.M.type != NONE else given.N
    shape = context.compute(TupleType((INT, INT)), "tuple", [(given.N, INT), (columns, INT)], call.span, raises=False, plain=True)
    ones = compute(context, ArrayType(dtype, 2), f"np::full<{CPP[dtype]}, int64_t>", [shape, ONE], call.span)
    return compute(context, ArrayType(dtype, 2), "np::triangle", [ones, given.k, typed.Literal(False, BOOL)], call.span)


@REGISTRY.rule("numpy.diagonal", "ndarray.diagonal")
def diagonal(context: Any, call: Any) -> typed.Expression | None:
    """A view that cannot be written to."""
    given = bound(context, call, "a:array offset:int=0 axis1:int=0 axis2:int=1")
    if given is None:
        return None
    rank = None if given.a.rank is None else max(given.a.rank - 1, 1)
    return like(context, given.a, "np::diagonal", [given.offset, given.axis1, given.axis2], call.span, rank)


@REGISTRY.rule("numpy.diag", "numpy.diagflat")
def diag(context: Any, call: Any) -> typed.Expression | None:
    """A vector's matrix, or a matrix's diagonal."""
    given = bound(context, call, "v:array k:int=0")
    if given is None or given.v.rank == 0:
        return None
    if call.name == "numpy.diagflat":
        flat = like(context, given.v, "np::ravel", [], call.span, 1)
        return compute(context, ArrayType(given.v.dtype, 2), "np::diagonal_matrix", [flat, given.k], call.span)
    if given.v.rank == 1:
        return like(context, given.v, "np::diagonal_matrix", [given.k], call.span, 2)
    if given.v.rank == 2:
        return like(context, given.v, "np::diagonal", [given.k, ZERO, ONE], call.span, 1)
    raise Unsupported(
        "`numpy.diag` needs an array whose number of axes is known", instead="numpy.diagonal for a matrix, numpy.diagflat for a vector"
    )


@REGISTRY.rule("numpy.trace", "ndarray.trace")
def trace(context: Any, call: Any) -> typed.Expression | None:
    """The sum of a diagonal."""
    given = bound(context, call, "a:array offset:int=0 axis1:int=0 axis2:int=1 dtype:dtype out:none")
    if given is None:
        return None
    rank = None if given.a.rank is None else max(given.a.rank - 1, 1)
    line = like(context, given.a, "np::diagonal", [given.offset, given.axis1, given.axis2], call.span, rank)
    dtype = accumulator("sum", given.a.dtype, given.dtype)
    cpp = f"np::reduce<np::Sum, {CPP[dtype]}, {CPP[given.a.dtype]}>"
    result = ArrayType(dtype, None if rank is None else rank - 1)
    return compute(context, result, cpp, [line, typed.Literal(-1, INT), typed.Literal(False, BOOL)], call.span)


@REGISTRY.rule("numpy.roll")
def roll(context: Any, call: Any) -> typed.Expression | None:
    """Elements that leave at one end come back at the other."""
    given = bound(context, call, "a:array shift:axis axis:axis=None")
    if given is None or given.shift.type == NONE:
        return None
    return like(context, given.a, "np::roll", [given.shift, given.axis], call.span)


@REGISTRY.rule("numpy.rot90")
def rot90(context: Any, call: Any) -> typed.Expression | None:
    """A view, turned."""
    given = bound(context, call, "m:array k:int=1 axes:axis=(0,1)")
    return like(context, given.m, "np::rotate", [given.k, given.axes], call.span) if given is not None else None


@REGISTRY.rule("numpy.fliplr", "numpy.flipud")
def mirrored(context: Any, call: Any) -> typed.Expression | None:
    """A view, mirrored."""
    given = bound(context, call, "m:array")
    if given is None or given.m.rank in (0, 1 if call.name == "numpy.fliplr" else 0):
        return None
    return like(context, given.m, "np::flip", [ONE if call.name == "numpy.fliplr" else ZERO], call.span)


@REGISTRY.rule("numpy.tile")
def tile(context: Any, call: Any) -> typed.Expression | None:
    """Repeats the whole along axes."""
    given = bound(context, call, "A:operand reps:axis")
    if given is None or given.reps.type == NONE:
        return None
    item = given.A if not given.A.weak else stored_as(context, given.A, given.A.dtype, call.span)
    count = axis_count(context, given.reps)
    return like(context, item, "np::tile", [given.reps], call.span, None if item.rank is None or count is None else max(item.rank, count))


@REGISTRY.rule("numpy.moveaxis")
def move_axis(context: Any, call: Any) -> typed.Expression | None:
    """A view with axes elsewhere."""
    given = bound(context, call, "a:array source:axis destination:axis")
    return like(context, given.a, "np::move_axes", [given.source, given.destination], call.span) if given is not None else None


@REGISTRY.rule("numpy.atleast_1d", "numpy.atleast_2d", "numpy.atleast_3d")
def at_least(context: Any, call: Any) -> typed.Expression | None:
    """New axes in front."""
    wanted = int(call.name[-2])
    given = bound(context, call, "a:operand")
    if given is None:
        return None
    item = stored_as(context, given.a, given.a.dtype, call.span)
    rank = None if item.rank is None else max(item.rank, wanted)
    return like(context, item, "np::at_least", [typed.Literal(wanted, INT)], call.span, rank)


@REGISTRY.rule("numpy.broadcast_to")
def broadcast_to(context: Any, call: Any) -> typed.Expression | None:
    """A view that cannot be written to."""
    given = bound(context, call, "array:operand shape:any")
    if given is None:
        return None
    shape, rank = shape_argument(context, [given.shape], call.span)
    item = stored_as(context, given.array, given.array.dtype, call.span)
    return like(context, item, "np::broadcast_as", [shape], call.span, rank)


@REGISTRY.rule("numpy.lib.stride_tricks.sliding_window_view")
def sliding_windows(context: Any, call: Any) -> typed.Expression | None:
    """A view: one axis more for each that windows slide along."""
    given = bound(context, call, "x:array window_shape:axis axis:axis=None")
    if given is None or given.window_shape.type == NONE:
        return None
    count = axis_count(context, given.window_shape)
    rank = None if given.x.rank is None or count is None else given.x.rank + count
    return like(context, given.x, "np::windows", [given.window_shape, given.axis], call.span, rank)


PADDINGS = ("edge", "reflect", "symmetric", "wrap")


@REGISTRY.rule("numpy.pad")
def pad(context: Any, call: Any) -> typed.Expression | None:
    """By a constant or by what is there."""
    given = bound(context, call, "array:array pad_width:any mode:const='constant' * constant_values:operand=0")
    if given is None:
        return None
    widths = positions(context, given.pad_width, call.span)
    if widths is None or given.array.rank == 0:
        return None
    if given.mode in PADDINGS and "constant_values" not in call.keywords:
        return like(context, given.array, "np::pad", [widths, typed.Literal(PADDINGS.index(given.mode), INT)], call.span)
    if given.mode != "constant" or given.constant_values.rank != 0:
        raise Unsupported(
            f"padding by {given.mode!r} is not supported", instead="'constant' with one value, 'edge', 'reflect', 'symmetric' or 'wrap'"
        )
    value = given.constant_values
    source = value.dtype if not value.weak or (value.dtype == "float64" and "int" in given.array.dtype) else given.array.dtype
    cpp = f"np::pad_constant<{CPP[given.array.dtype]}, {CPP[source]}>"
    return like(context, given.array, cpp, [widths, value.value], call.span)


@REGISTRY.rule("numpy.split", "numpy.array_split", "numpy.vsplit", "numpy.hsplit")
def split(context: Any, call: Any) -> typed.Expression | None:
    """A list of views."""
    given = bound(
        context, call, "ary:array indices_or_sections:any" + (" axis:int=0" if "split" in call.name[6:12] or "array" in call.name else "")
    )
    if given is None or given.ary.rank == 0:
        return None
    axis = getattr(given, "axis", ZERO)
    if call.name == "numpy.hsplit":
        if given.ary.rank is None:
            raise Unsupported("numpy.hsplit needs an array whose number of axes is known", instead="numpy.split with an axis")
        axis = ONE if given.ary.rank > 1 else ZERO
    result = ListType(ArrayType(given.ary.dtype, given.ary.rank))
    count = integer(context, given.indices_or_sections, call.span, or_array=True)
    if count is not None:
        even = typed.Literal(call.name != "numpy.array_split", BOOL)
        return among_others(context, compute(context, result, "np::split", [given.ary.value, count, axis, even], call.span), call.span)
    places = positions(context, given.indices_or_sections, call.span)
    if places is None:
        return None
    return among_others(context, compute(context, result, "np::split_at", [given.ary.value, places, axis], call.span), call.span)


@REGISTRY.rule("numpy.take_along_axis")
def take_along(context: Any, call: Any) -> typed.Expression | None:
    """One element for each position along an axis."""
    given = bound(context, call, "arr:array indices:array axis:line=-1")
    if given is None:
        return None
    rank = 1 if given.axis.type == NONE else given.indices.rank
    return like(context, given.arr, "np::take_along", [as_int64(context, given.indices, call.span), given.axis], call.span, rank)


@REGISTRY.rule("numpy.put_along_axis")
def put_along(context: Any, call: Any) -> typed.Expression | None:
    """Writes one element for each position along an axis."""
    given = bound(context, call, "arr:array indices:array values:operand axis:int")
    if given is None:
        return None
    context.check_writeable(call.positional[0])
    values = stored_as(context, given.values, given.arr.dtype, call.span)
    return compute(
        context, NONE, "np::put_along", [given.arr.value, as_int64(context, given.indices, call.span), values.value, given.axis], call.span
    )


@REGISTRY.rule("numpy.argwhere")
def argwhere(context: Any, call: Any) -> typed.Expression | None:
    """One row of positions for each element that is not zero."""
    given = bound(context, call, "a:array")
    if given is None or given.a.rank == 0:
        return None
    return compute(context, ArrayType("int64", 2), f"np::arg_where<{CPP[given.a.dtype]}>", [given.a.value], call.span)


@REGISTRY.rule("numpy.unravel_index")
def unravel(context: Any, call: Any) -> typed.Expression | None:
    """Positions of the flattened array as one an axis."""
    given = bound(context, call, "indices:any shape:any")
    if given is None:
        return None
    where = positions(context, given.indices, call.span)
    shape, rank = shape_argument(context, [given.shape], call.span)
    if where is None:
        return None
    if rank is None:
        item = ArrayType("int64", context.solver.shallow(where.type).rank)
        return compute(context, tuple_of(item), "np::unravel_all", [where, shape], call.span)
    result = TupleType((ArrayType("int64", context.solver.shallow(where.type).rank),) * rank)
    return compute(context, result, f"np::unravel<{rank}>", [where, shape], call.span)


@REGISTRY.rule("numpy.ravel_multi_index")
def ravel_index(context: Any, call: Any) -> typed.Expression | None:
    """One position an axis as positions of the flattened array."""
    given = bound(context, call, "multi_index:any dims:any")
    parts = display(context, given.multi_index, call.span) if given is not None else None
    if given is None or parts is None:
        return None
    found = [positions(context, part, call.span) for part in parts]
    if any(one is None for one in found):
        return None
    ranks = [context.solver.shallow(one.type).rank for one in found if one is not None]
    shape, _ = shape_argument(context, [given.dims], call.span)
    rank = None if None in ranks else max(ranks)
    return compute(context, ArrayType("int64", rank), "np::ravel_positions", [listed_arrays(context, found, call.span), shape], call.span)


def listed_arrays(context: Any, values: list[Any], span: Any) -> typed.Expression:
    """Arrays as one list of the engine's."""
    types = [context.solver.shallow(value.type) for value in values]
    variable = context.site_variable((context.key, span, "listed arrays", len(values)))
    for type_ in types:
        context.solver.include(variable, type_)
    made: typed.Expression = context.compute(
        ListType(variable), "python::list", [(value, context.solver.shallow(variable)) for value in values], span
    )
    return made


@REGISTRY.rule("numpy.delete")
def delete(context: Any, call: Any) -> typed.Expression | None:
    """Without what stands at some positions."""
    given = bound(context, call, "arr:array obj:any axis:line=None")
    if given is None:
        return None
    item = operand(context, given.obj, call.span)
    if item is not None and item.dtype == "bool" and not item.weak:
        where: typed.Expression | None = compute(context, ArrayType("int64", 1), "np::flat_nonzero<bool>", [item.value], call.span)
    else:
        where = positions(context, given.obj, call.span)
    rank = 1 if given.axis.type == NONE else given.arr.rank
    return like(context, given.arr, "np::without", [where, given.axis], call.span, rank) if where is not None else None


@REGISTRY.rule("numpy.insert")
def insert(context: Any, call: Any) -> typed.Expression | None:
    """Values before positions."""
    given = bound(context, call, "arr:array obj:any values:operand axis:line=None")
    where = positions(context, given.obj, call.span) if given is not None else None
    if given is None or where is None:
        return None
    values = stored_as(context, given.values, given.arr.dtype, call.span)
    rank = 1 if given.axis.type == NONE else given.arr.rank
    return like(context, given.arr, "np::inserted", [where, values.value, given.axis], call.span, rank)


@REGISTRY.rule("numpy.meshgrid")
def meshgrid(context: Any, call: Any) -> typed.Expression | None:
    """Coordinates of a grid."""
    from modelet_compiler.operations.numpy_types import literal

    order, known = literal(call.keywords.get("indexing"), "xy")
    if set(call.keywords) - {"indexing"} or not known or order not in ("xy", "ij") or not call.positional:
        return None
    found = [operand(context, value, call.span) for value in call.positional]
    lines = [item for item in found if item is not None and not item.weak]
    if len(lines) != len(found) or any(item.rank not in (1, None) for item in lines):
        return None
    sizes = [compute(context, INT, "np::size", [item.value], call.span, raises=False) for item in lines]
    places = list(range(len(lines)))
    if order == "xy" and len(lines) > 1:
        sizes[0], sizes[1] = sizes[1], sizes[0]
        places[0], places[1] = 1, 0
    shape = context.compute(TupleType((INT,) * len(sizes)), "tuple", [(size, INT) for size in sizes], call.span, raises=False, plain=True)
    types: list[Type] = [ArrayType(item.dtype, len(lines)) for item in lines]
    parts = [
        compute(context, type_, "np::meshed_as", [item.value, typed.Literal(place, INT), shape], call.span)
        for item, place, type_ in zip(lines, places, types, strict=True)
    ]
    made: typed.Expression = context.compute(
        TupleType(tuple(types)), "tuple", list(zip(parts, types, strict=True)), call.span, raises=False, plain=True
    )
    return made


@REGISTRY.rule("numpy.extract", "numpy.compress", "ndarray.compress")
def extract(context: Any, call: Any) -> typed.Expression | None:
    """Elements, or parts along an axis, where a condition holds."""
    method = call.name == "ndarray.compress"
    names = "a:array condition:array" if method else "condition:array a:array"
    given = bound(context, call, names + ("" if call.name == "numpy.extract" else " axis:line=None"))
    if given is None:
        return None
    axis = getattr(given, "axis", typed.Literal(None, NONE))
    where = compute(context, ArrayType("int64", 1), f"np::flat_nonzero<{CPP[given.condition.dtype]}>", [given.condition.value], call.span)
    return like(context, given.a, "np::take", [where, axis], call.span, 1 if axis.type == NONE else given.a.rank)


@REGISTRY.rule("numpy.shares_memory", "numpy.may_share_memory")
def shares_memory(context: Any, call: Any) -> typed.Expression | None:
    """Exactly, or by the bounds alone."""
    given = bound(context, call, "a:any b:any")
    if given is None or not all(isinstance(shallow(context, value), ArrayType) for value in (given.a, given.b)):
        return None
    bounds = typed.Literal(call.name == "numpy.may_share_memory", BOOL)
    return compute(context, BOOL, "np::shares_memory", [given.a, given.b, bounds], call.span)


@REGISTRY.rule("ndarray.view")
def view(context: Any, call: Any) -> typed.Expression | None:
    """The same memory, as another dtype."""
    given = bound(context, call, "a:array dtype:dtype")
    if given is None:
        return None
    dtype = given.dtype or given.a.dtype
    if "bool" in (dtype, given.a.dtype) and dtype != given.a.dtype:
        raise Unsupported("a view of bools as another dtype, or the other way round, is not supported", instead="`.astype(…)`")
    kind = typed.Raw(f"modelet::DType::{'boolean' if dtype == 'bool' else dtype}", INT)
    return compute(context, ArrayType(dtype, given.a.rank), "np::viewed", [given.a.value, kind], call.span)


@REGISTRY.rule("numpy.packbits", "numpy.unpackbits")
def bits(context: Any, call: Any) -> typed.Expression | None:
    """Eight flags a byte."""
    pack = call.name == "numpy.packbits"
    given = bound(context, call, "a:array axis:line=None " + ("bitorder:const='big'" if pack else "count:none bitorder:const='big'"))
    if given is None or given.bitorder not in ("big", "little") or given.a.rank == 0:
        return None
    if not pack and given.a.dtype != "uint8":
        raise Unsupported("Expected an input array of unsigned byte data type")
    if pack and "int" not in given.a.dtype and given.a.dtype != "bool":
        raise Unsupported("Expected an input array of integer or boolean data type")
    value = stored_as(context, given.a, "bool" if pack else "uint8", call.span).value
    rank = 1 if given.axis.type == NONE else given.a.rank
    little = typed.Literal(given.bitorder == "little", BOOL)
    return compute(context, ArrayType("uint8", rank), "np::packed" if pack else "np::unpacked", [value, given.axis, little], call.span)
