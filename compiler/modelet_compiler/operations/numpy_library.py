"""numpy's functions that are compiled from Python of ours (modelet_compiler/numpy_library), which calls its simpler operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, ArrayType, EllipsisType, TupleType, static
from modelet_compiler.numpy_library import calculus, statistics
from modelet_compiler.operations.numpy_arguments import Bound, bound
from modelet_compiler.operations.numpy_create import display
from modelet_compiler.operations.numpy_elementwise import stored_as
from modelet_compiler.operations.numpy_types import Operand, compute, operand, shallow
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import numpy_functions

NOTHING = typed.Literal(None, NONE)


def run(context: Any, function: Callable[..., Any], values: list[Any], span: Any) -> typed.Expression:
    """A call of a function of ours. Operands pass as arrays, Python's bools as constants."""
    made = [
        value.value
        if isinstance(value, Operand)
        else typed.Literal(value, static(repr(value), value))
        if isinstance(value, bool)
        else value
        for value in values
    ]
    result: typed.Expression = context.call_static(static(function.__name__, function), made, {}, span)
    return result


def of_rank(context: Any, item: Operand, rank: int, span: Any) -> Operand:
    """The array with a rank that the compiler does not know; another one is a TypeError at run time."""
    if item.rank is not None:
        return item
    value = compute(context, ArrayType(item.dtype, rank), "np::expect_rank", [item.value, typed.Literal(rank, INT)], span)
    return Operand(value, ArrayType(item.dtype, rank), item.dtype, rank, False)


def floats(context: Any, item: Operand, span: Any) -> Operand:
    """Ints as float64."""
    return item if item.dtype.startswith("float") else stored_as(context, item, "float64", span)


SIMPLE: dict[str, tuple[str, Callable[..., Any]]] = {
    "numpy.ptp": ("a:array axis:axis=None out:none keepdims:flag=False", statistics.ptp),
    "numpy.ediff1d": ("a:array", calculus.ediff1d),
    "numpy.union1d": ("a:array b:array", calculus.union1d),
    "numpy.intersect1d": ("a:array b:array assume_unique:false", calculus.intersect1d),
    "numpy.setdiff1d": ("a:array b:array assume_unique:false", calculus.setdiff1d),
    "numpy.setxor1d": ("a:array b:array assume_unique:false", calculus.setxor1d),
    "numpy.hanning": ("count:int", calculus.hanning),
    "numpy.hamming": ("count:int", calculus.hamming),
    "numpy.blackman": ("count:int", calculus.blackman),
    "numpy.bartlett": ("count:int", calculus.bartlett),
    "numpy.polyder": ("p:array", calculus.polynomial_derivative),
}


@REGISTRY.rule(*SIMPLE)
def simple(context: Any, call: Any) -> typed.Expression | None:
    """The arguments as they are."""
    signature, function = SIMPLE[call.name]
    given = bound(context, call, signature)
    if given is None:
        return None
    names = [word.split(":")[0] for word in signature.split() if not word.endswith((":none", ":false"))]
    return run(context, function, [getattr(given, name) for name in names], call.span)


NAN_AWARE: dict[str, tuple[str, Callable[..., Any]]] = {
    "numpy.nansum": ("numpy.sum", statistics.nan_sum),
    "numpy.nanprod": ("numpy.prod", statistics.nan_prod),
    "numpy.nanmean": ("numpy.mean", statistics.nan_mean),
    "numpy.nanmax": ("numpy.max", statistics.nan_max),
    "numpy.nanmin": ("numpy.min", statistics.nan_min),
}


@REGISTRY.rule(*NAN_AWARE)
def nan_aware(context: Any, call: Any) -> typed.Expression | None:
    """Ints hold no NaN."""
    given = bound(context, call, "a:array axis:axis=None dtype:none out:none keepdims:flag=False")
    if given is None:
        return None
    plain, function = NAN_AWARE[call.name]
    if not given.a.dtype.startswith("float"):
        keep = typed.Literal(given.keepdims, BOOL)
        result: typed.Expression = context.required(plain, [given.a.value], {"axis": given.axis, "keepdims": keep}, call.span)
        return result
    return run(context, function, [given.a, given.axis, given.keepdims], call.span)


@REGISTRY.rule("numpy.nanvar", "numpy.nanstd")
def nan_spread(context: Any, call: Any) -> typed.Expression | None:
    """Of floats."""
    given = bound(context, call, "a:array axis:axis=None dtype:none out:none ddof:int=0 keepdims:flag=False")
    if given is None:
        return None
    if not given.a.dtype.startswith("float"):
        return None
    variance = call.name == "numpy.nanvar"
    if given.axis.type == NONE and not given.keepdims:
        return run(context, statistics.nan_var_all if variance else statistics.nan_std_all, [given.a, given.ddof], call.span)
    return run(
        context, statistics.nan_var if variance else statistics.nan_std, [given.a, given.axis, given.ddof, given.keepdims], call.span
    )


@REGISTRY.rule("numpy.nanargmax", "numpy.nanargmin", "numpy.nancumsum")
def nan_positions(context: Any, call: Any) -> typed.Expression | None:
    """Of floats."""
    given = bound(context, call, "a:array axis:line=None")
    if given is None or not given.a.dtype.startswith("float"):
        return None
    functions = {"nanargmax": statistics.nan_argmax, "nanargmin": statistics.nan_argmin, "nancumsum": statistics.nan_cumsum}
    return run(context, functions[call.name[6:]], [given.a, given.axis], call.span)


@REGISTRY.rule("numpy.average")
def average(context: Any, call: Any) -> typed.Expression | None:
    """Weights for each element, or for each place along an axis."""
    given = bound(context, call, "a:array axis:axis=None weights:array=None")
    if given is None:
        return None
    item = floats(context, given.a, call.span)
    if given.weights is None:
        return run(context, statistics.average, [given.a, given.axis], call.span)
    weights = floats(context, given.weights, call.span)
    if given.axis.type == NONE:
        return run(context, statistics.average_all, [item, weights], call.span)
    if shallow(context, given.axis) != INT:
        return None
    spread = compute(context, ArrayType(weights.dtype, item.rank), "np::spread_weights", [weights.value, item.value, given.axis], call.span)
    return run(context, statistics.average_along, [item, spread, given.axis], call.span)


@REGISTRY.rule("numpy.cov", "numpy.corrcoef")
def covariance(context: Any, call: Any) -> typed.Expression | None:
    """Of several variables."""
    extra = " bias:flag=False ddof:any=None" if call.name == "numpy.cov" else ""
    given = bound(context, call, "m:array y:array=None rowvar:flag=True" + extra)
    if given is None:
        return None
    rows = given.m
    if given.y is not None:
        first, second = (of_rank(context, item, 1, call.span) for item in (given.m, given.y))
        if (first.rank, second.rank) != (1, 1):
            raise Unsupported(f"`{call.name}` of two matrices is not supported", instead="one matrix, or two vectors")
        types = TupleType((context.solver.shallow(first.value.type), context.solver.shallow(second.value.type)))
        pair = context.compute(
            types, "tuple", list(zip((first.value, second.value), types.items, strict=True)), call.span, raises=False, plain=True
        )
        rows = operand(context, context.required("numpy.stack", [pair], {}, call.span), call.span)
    elif given.m.rank not in (2, None):
        raise Unsupported(f"`{call.name}` needs a matrix here", "of one variable it makes an array without axes", "numpy.var")
    elif not given.rowvar:
        rows = operand(context, context.required("attribute ndarray.T", [given.m.value], {}, call.span), call.span)
    rows = of_rank(context, rows, 2, call.span)
    if call.name == "numpy.corrcoef":
        return run(context, statistics.correlation, [rows], call.span)
    return run(context, statistics.covariance, [rows, given.bias, given.ddof if given.ddof is not None else NOTHING], call.span)


@REGISTRY.rule("numpy.histogram")
def histogram(context: Any, call: Any) -> typed.Expression | None:
    """Counts, and the edges between bins."""
    given = bound(context, call, "a:array bins:any=10 range:any=None density:flag=False weights:none")
    if given is None:
        return None
    if shallow(context, given.bins) == INT:
        limits = display(context, given.range, call.span) if given.range is not None and given.range.type != NONE else None
        if limits is None:
            made = run(context, statistics.histogram_edges, [given.a, given.bins], call.span)
        else:
            if len(limits) != 2 or any(shallow(context, limit) not in (INT, FLOAT) for limit in limits):
                return None
            made = run(context, statistics.histogram_range, [given.a, given.bins, *limits], call.span)
    else:
        edges = operand(context, given.bins, call.span)
        if edges is None or edges.weak:
            raise Unsupported("numpy.histogram needs a number of bins, or their edges")
        made = run(context, statistics.histogram_bins, [given.a, edges], call.span)
    if not given.density:
        return made
    type_ = context.solver.shallow(made.type)
    return run(context, statistics.density, [context.tuple_item(made, type_, place, call.span) for place in range(2)], call.span)


@REGISTRY.rule("numpy.trapezoid")
def trapezoid(context: Any, call: Any) -> typed.Expression | None:
    """The area below a line."""
    given = bound(context, call, "y:array x:array=None dx:float=1.0 axis:int=-1")
    if given is None:
        return None
    if given.x is None:
        return run(context, calculus.trapezoid, [given.y, given.dx, given.axis], call.span)
    return run(context, calculus.trapezoid_at, [given.y, given.x, given.axis], call.span) if given.x.rank == 1 else None


@REGISTRY.rule("numpy.gradient")
def gradient(context: Any, call: Any) -> typed.Expression | None:
    """Along one axis."""
    given = bound(context, call, "f:array dx:any=1.0 * axis:any=None edge_order:const=1")
    if given is None or given.edge_order != 1:
        return None
    if given.axis is None and (given.f.rank or 1) > 1:
        return _gradients(context, call, given)
    line = of_rank(context, given.f, 1, call.span) if given.axis is None else given.f
    axis = given.axis if given.axis is not None else typed.Literal(0, INT) if line.rank == 1 else None
    if axis is None or shallow(context, axis) != INT:
        raise Unsupported("numpy.gradient along several axes is not supported", instead="`axis=` one axis")
    item = floats(context, line, call.span)
    if shallow(context, given.dx) in (INT, FLOAT):
        return run(context, calculus.gradient, [item, given.dx, axis], call.span)
    places = operand(context, given.dx, call.span)
    return run(context, calculus.gradient_at, [item, places, axis], call.span) if places is not None and places.rank == 1 else None


def _gradients(context: Any, call: Any, given: Bound) -> typed.Expression | None:
    """Along each axis, with one distance for all."""
    if shallow(context, given.dx) not in (INT, FLOAT):
        raise Unsupported("numpy.gradient at places along several axes is not supported", instead="`axis=` one axis")
    item = floats(context, given.f, call.span)
    parts = [run(context, calculus.gradient, [item, given.dx, typed.Literal(axis, INT)], call.span) for axis in range(given.f.rank)]
    types = TupleType(tuple(context.solver.shallow(part.type) for part in parts))
    made: typed.Expression = context.compute(
        types, "tuple", list(zip(parts, types.items, strict=True)), call.span, raises=False, plain=True
    )
    return made


@REGISTRY.rule("numpy.diff")
def differences(context: Any, call: Any) -> typed.Expression | None:
    """Several times, or with values before and behind."""
    given = bound(context, call, "a:array n:int=1 axis:int=-1 prepend:operand=None append:operand=None")
    if given is None or (len(call.positional) < 2 and not set(call.keywords) & {"n", "prepend", "append"}):
        return None  # once is an operation of its own, which this one repeats
    item = given.a
    ends = [end for end in (given.prepend, given.append) if end is not None]
    if any(end.rank != 0 for end in ends) or (ends and item.rank not in (1, None)):
        raise Unsupported("numpy.diff before or behind rows is not supported", instead="numpy.concatenate, then numpy.diff")
    if ends:
        parts = [given.prepend, of_rank(context, item, 1, call.span), given.append]
        lines = [_line(context, part, call.span) for part in parts if part is not None]
        types = TupleType(tuple(shallow(context, line) for line in lines))
        whole = context.compute(types, "tuple", list(zip(lines, types.items, strict=True)), call.span, raises=False, plain=True)
        item = operand(context, context.required("numpy.concatenate", [whole], {}, call.span), call.span)
    return run(context, calculus.differences, [item, given.n, given.axis], call.span)


def _line(context: Any, item: Operand, span: Any) -> typed.Expression:
    """A number as a line of one; arrays as they are."""
    if item.rank != 0:
        return item.value
    made: typed.Expression = context.required("numpy.atleast_1d", [item.value], {}, span)
    return made


@REGISTRY.rule("numpy.cross", "numpy.kron")
def products(context: Any, call: Any) -> typed.Expression | None:
    """Of vectors of three; of vectors and matrices."""
    given = bound(context, call, "a:array b:array")
    if given is None:
        return None
    ranks = (given.a.rank, given.b.rank)
    if call.name == "numpy.kron" and ranks in ((1, 1), (2, 2)):
        return run(context, calculus.kron_lines if ranks == (1, 1) else calculus.kron, [given.a, given.b], call.span)
    if call.name == "numpy.cross" and None not in ranks:
        return run(context, calculus.cross_lines if ranks == (1, 1) else calculus.cross, [given.a, given.b], call.span)
    return None


@REGISTRY.rule("numpy.polyval", "numpy.vander")
def polynomials(context: Any, call: Any) -> typed.Expression | None:
    """Coefficients from the highest power down."""
    if call.name == "numpy.vander":
        given = bound(context, call, "x:array N:int increasing:flag=False")
        return run(context, calculus.vander, [given.x, given.N], call.span) if given is not None and not given.increasing else None
    given = bound(context, call, "p:array x:operand")
    if given is None or given.p.rank not in (1, None):
        return None
    factors = of_rank(context, given.p, 1, call.span)
    if given.x.rank == 0:
        return run(context, calculus.polyval_number, [factors, given.x], call.span)
    x = stored_as(context, given.x, "float64" if "float64" in (given.x.dtype, given.p.dtype) else given.x.dtype, call.span)
    return run(context, calculus.polyval, [factors, x], call.span)


@REGISTRY.rule("numpy.unwrap", "numpy.sinc")
def waves(context: Any, call: Any) -> typed.Expression | None:
    """Of float64."""
    given: Bound | None = bound(context, call, "p:array" + (" axis:int=-1" if call.name == "numpy.unwrap" else ""))
    if given is None:
        return None
    item = floats(context, given.p, call.span)
    if call.name == "numpy.sinc":
        return run(context, calculus.sinc, [item], call.span) if item.rank != 0 else None
    return run(context, calculus.unwrap, [item, given.axis], call.span) if item.dtype == "float64" else None


@REGISTRY.rule("numpy.nan_to_num")
def nan_to_num(context: Any, call: Any) -> typed.Expression | None:
    """Of floats; ints hold no NaN."""
    import numpy as np

    given = bound(context, call, "x:array copy:flag=True nan:float=0.0 posinf:any=None neginf:any=None")
    if given is None or given.x.rank == 0:
        return None
    if not given.x.dtype.startswith("float"):
        result: typed.Expression = context.required("numpy.copy", [given.x.value], {}, call.span)
        return result
    limits = np.finfo(given.x.dtype)
    high, low = (
        value if value is not None and value.type != NONE else typed.Literal(float(limit), FLOAT)
        for value, limit in ((given.posinf, limits.max), (given.neginf, limits.min))
    )
    return run(context, calculus.nan_to_num, [given.x, given.nan, high, low], call.span)


@REGISTRY.rule("numpy.geomspace")
def geomspace(context: Any, call: Any) -> typed.Expression | None:
    """Evenly spaced exponents."""
    given = bound(context, call, "start:float stop:float num:int=50")
    return run(context, calculus.geomspace_exponents, [given.start, given.stop, given.num], call.span) if given is not None else None


@REGISTRY.rule("numpy.tril_indices", "numpy.triu_indices", "numpy.diag_indices", "numpy.logspace")
def indices(context: Any, call: Any) -> typed.Expression | None:
    """Places of a square, or of a matrix; powers of ten."""
    name = call.name.removeprefix("numpy.")
    if name == "logspace":
        spaced = bound(context, call, "start:float stop:float num:int=50")
        return run(context, calculus.logspace, [spaced.start, spaced.stop, spaced.num], call.span) if spaced is not None else None
    if name == "diag_indices":
        square = bound(context, call, "n:int")
        if square is None:
            return None
        line = context.required("numpy.arange", [square.n], {}, call.span)
        types = TupleType((ArrayType("int64", 1),) * 2)
        made: typed.Expression = context.compute(
            types, "tuple", [(line, types.items[0]), (line, types.items[1])], call.span, raises=False, plain=True
        )
        return made
    given = bound(context, call, "n:int k:int=0 m:any=None")
    if given is None:
        return None
    columns = given.m if given.m is not None and given.m.type != NONE else given.n
    return run(context, calculus.tril_indices if name == "tril_indices" else calculus.triu_indices, [given.n, given.k, columns], call.span)


@REGISTRY.rule("numpy.fill_diagonal")
def fill_diagonal(context: Any, call: Any) -> typed.Expression | None:
    """Of a matrix."""
    given = bound(context, call, "a:array val:any")
    if given is None or shallow(context, given.val) not in (INT, FLOAT):
        return None
    context.check_writeable(call.positional[0])
    return run(context, calculus.fill_diagonal, [of_rank(context, given.a, 2, call.span), given.val], call.span)


@REGISTRY.rule("numpy.poly")
def polynomial_of(context: Any, call: Any) -> typed.Expression | None:
    """Of roots."""
    given = bound(context, call, "seq:array")
    if given is None or given.seq.rank not in (1, None):
        return None
    roots = of_rank(context, floats(context, given.seq, call.span), 1, call.span)
    return run(context, calculus.polynomial_of, [roots], call.span) if roots.dtype == "float64" else None


@REGISTRY.rule("numpy.apply_along_axis")
def apply_along_axis(context: Any, call: Any) -> typed.Expression | None:
    """A function of each row or column of a matrix, or of a vector."""
    given = bound(context, call, "func1d:any axis:const arr:array")
    if given is None:
        return None
    matrix = of_rank(context, given.arr, 2, call.span)
    if matrix.rank != 2 or given.axis not in (0, 1, -1, -2):
        raise Unsupported("numpy.apply_along_axis of an array that is no matrix is not supported", instead="a loop over the rows")
    function = calculus.along_columns if given.axis in (0, -2) else calculus.along_rows
    return run(context, function, [given.func1d, matrix], call.span)


@REGISTRY.rule("numpy.vectorize")
def vectorize(context: Any, call: Any) -> typed.Expression | None:
    """A function that calls another one for each element."""
    given = bound(context, call, "pyfunc:any otypes:none")
    return run(context, calculus.vectorized, [given.pyfunc], call.span) if given is not None else None


@REGISTRY.rule("numpy.ndindex")
def ndindex(context: Any, call: Any) -> typed.Expression | None:
    """Tuples of positions, the last one fastest."""
    shape = call.positional
    type_ = shallow(context, shape[0]) if len(shape) == 1 and not call.keywords else None
    if isinstance(type_, TupleType):
        shape = [context.tuple_item(shape[0], type_, place, call.span) for place in range(len(type_.items))]
    if call.keywords or not shape or any(shallow(context, extent) != INT for extent in shape):
        return None
    ranges = [context.required("builtins.range", [extent], {}, call.span) for extent in shape]
    result: typed.Expression = context.required("itertools.product", ranges, {}, call.span)
    return result


@REGISTRY.rule("numpy.ndenumerate")
def ndenumerate(context: Any, call: Any) -> typed.Expression | None:
    """Positions and what is there."""
    given = bound(context, call, "arr:any")
    type_ = shallow(context, given.arr) if given is not None else None
    if given is None or not isinstance(type_, ArrayType) or type_.rank == 0:
        return None
    shape = context.attribute(given.arr, "shape", call.span)
    if type_.rank:
        places = context.required("numpy.ndindex", [shape], {}, call.span)
    else:
        places = context.helper(numpy_functions.places, "numpy.ndindex", [shape], {}, call.span)
    result: typed.Expression = context.helper(numpy_functions.ndenumerate, "numpy.ndenumerate", [given.arr, places], {}, call.span)
    return result


@REGISTRY.rule("ndarray.fill", "numpy.copyto")
def fill(context: Any, call: Any) -> typed.Expression | None:
    """As `array[...] = value`."""
    given = bound(context, call, "a:any value:any")
    type_ = shallow(context, given.a) if given is not None else None
    if (
        given is None
        or not isinstance(type_, ArrayType)
        or (call.name == "numpy.copyto" and shallow(context, given.value) not in (INT, FLOAT))
    ):
        return None
    context.check_writeable(given.a)
    everything = typed.Literal(..., EllipsisType())
    result: typed.Expression = context.required("[]=", [given.a, everything, given.value], {}, call.span)
    return result
