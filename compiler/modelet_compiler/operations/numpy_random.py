"""numpy.random.default_rng and the methods of what it makes."""

from __future__ import annotations

from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, STR, ArrayType, ListType, NativeType, static
from modelet_compiler.numpy_library import distributions
from modelet_compiler.operations.numpy_arguments import Bound, bound, integer
from modelet_compiler.operations.numpy_counting import flag
from modelet_compiler.operations.numpy_elementwise import stored_as
from modelet_compiler.operations.numpy_library import run
from modelet_compiler.operations.numpy_shape import shape_argument
from modelet_compiler.operations.numpy_types import Operand, compute, operand, shallow
from modelet_compiler.operations.registry import REGISTRY

GENERATOR = NativeType("Generator", "modelet::numpy::Generator")
NOTHING = typed.Literal(None, NONE)


@REGISTRY.rule("numpy.random.default_rng")
def default_rng(context: Any, call: Any) -> typed.Expression | None:
    """Of a seed; without one, of the instance's."""
    given = bound(context, call, "seed:any=None")
    if given is None:
        return None
    if given.seed is None or given.seed.type == NONE:
        return compute(context, GENERATOR, "np::unseeded_rng", [], call.span)
    type_ = shallow(context, given.seed)
    if type_ == GENERATOR:
        return the_same(context, given.seed, call.span)
    number = integer(context, given.seed, call.span)
    if number is not None:
        return compute(context, GENERATOR, "np::default_rng", [number], call.span)
    if isinstance(type_, ListType) and context.solver.shallow(type_.item) == INT:
        return compute(context, GENERATOR, "np::default_rng_of", [given.seed], call.span)
    return None


@REGISTRY.rule("numpy.random.PCG64", "numpy.random._pcg64.PCG64")
def bit_generator(context: Any, call: Any) -> typed.Expression | None:
    """What `default_rng` would draw from: the two share their state, as a Generator shares that of its bit generator."""
    made: typed.Expression | None = default_rng(context, call)
    return made


@REGISTRY.rule("numpy.random.Generator", "numpy.random._generator.Generator")
def generator(context: Any, call: Any) -> typed.Expression | None:
    """Of a bit generator."""
    given = bound(context, call, "bit_generator:any")
    if given is None or shallow(context, given.bit_generator) != GENERATOR:
        return None
    return the_same(context, given.bit_generator, call.span)


def the_same(context: Any, random: typed.Expression, span: Any) -> typed.Expression:
    """A Generator that shares the other one's state."""
    made: typed.Expression = context.compute(GENERATOR, "copy", [(random, GENERATOR)], span, raises=False, plain=True)
    return made


def size_of(context: Any, value: typed.Expression | None, span: Any) -> tuple[typed.Expression, int | None]:
    """A `size` argument as a shape, and how many axes it has."""
    if value is None or value.type == NONE:
        return NOTHING, 0
    number = integer(context, value, span)
    return (number, 1) if number is not None else shape_argument(context, [value], span)


def drawn(
    context: Any, cpp: str, random: Any, size: Any, extra: list[tuple[Any, Any]], span: Any, dtype: str = "float64"
) -> typed.Expression:
    """Numbers in a shape; without one, a Python float or one of numpy's ints."""
    shape, rank = size_of(context, size, span)
    arguments = [(random, GENERATOR), (shape, context.solver.shallow(shape.type)), *extra]
    made: typed.Expression = context.compute(ArrayType(dtype, rank), cpp, arguments, span)
    if rank == 0 and dtype == "float64" and shape is NOTHING:
        return compute(context, FLOAT, "np::to_double", [made], span)
    return made


DRAWS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "random": ("np::draw_uniform", "size:any=None dtype:dtype out:none", ()),
    "uniform": ("np::draw_uniform", "low:float=0.0 high:float=1.0 size:any=None", ("low", "high")),
    "normal": ("np::draw_normal", "loc:float=0.0 scale:float=1.0 size:any=None", ("loc", "scale")),
    "standard_normal": ("np::draw_normal", "size:any=None dtype:dtype out:none", ()),
    "exponential": ("np::draw_exponential", "scale:float=1.0 size:any=None", ("scale",)),
    "standard_exponential": ("np::draw_exponential", "size:any=None dtype:dtype", ()),
}
DEFAULTS: dict[str, tuple[float, ...]] = {"random": (0.0, 1.0), "standard_normal": (0.0, 1.0), "standard_exponential": (1.0,)}


@REGISTRY.rule(*(f"Generator.{name}" for name in DRAWS))
def draw(context: Any, call: Any) -> typed.Expression | None:
    """Floats of one distribution."""
    name = call.name.removeprefix("Generator.")
    cpp, signature, names = DRAWS[name]
    given: Bound | None = bound(context, call, "self:any " + signature)
    if given is None:
        return None
    if name == "random" and given.dtype == "float32":
        return drawn(context, "np::draw_singles", given.self, given.size, [], call.span, "float32")
    if getattr(given, "dtype", None) not in (None, "float64"):
        raise Unsupported("random numbers of another dtype than float64 are not supported", instead="`.astype(numpy.float32)`")
    values = [getattr(given, each) for each in names] or [typed.Literal(value, FLOAT) for value in DEFAULTS[name]]
    return drawn(context, cpp, given.self, given.size, [(value, FLOAT) for value in values], call.span)


@REGISTRY.rule("Generator.integers")
def integers(context: Any, call: Any) -> typed.Expression | None:
    """From `low` to `high`, or below `low` alone."""
    given = bound(context, call, "self:any low:int high:any=None size:any=None dtype:dtype endpoint:flag=False")
    if given is None:
        return None
    dtype = given.dtype or "int64"
    if dtype.startswith("float") or dtype == "uint64":
        raise Unsupported(f"random ints of {dtype} are not supported", instead="`.astype(…)`")
    low, high = typed.Literal(0, INT), given.low
    if given.high is not None and given.high.type != NONE:
        low, high = given.low, integer(context, given.high, call.span)
        if high is None:
            return None
    extra = [(low, INT), (high, INT), (flag(given.endpoint), BOOL)]
    if dtype == "int64":
        return drawn(context, "np::draw_integers", given.self, given.size, extra, call.span, dtype)
    kind = typed.Raw(f"modelet::DType::{'boolean' if dtype == 'bool' else dtype}", INT)
    return drawn(context, "np::draw_small_integers", given.self, given.size, [*extra, (kind, INT)], call.span, dtype)


@REGISTRY.rule("Generator.shuffle")
def shuffle(context: Any, call: Any) -> typed.Expression | None:
    """An array or a list, in place."""
    given = bound(context, call, "self:any x:any axis:int=0")
    type_ = shallow(context, given.x) if given is not None else None
    if given is None:
        return None
    context.check_writeable(given.x)
    if isinstance(type_, ListType):
        return compute(context, NONE, "np::shuffle_list", [given.self, given.x], call.span)
    return compute(context, NONE, "np::shuffle", [given.self, given.x, given.axis], call.span) if isinstance(type_, ArrayType) else None


@REGISTRY.rule("Generator.permutation")
def permutation(context: Any, call: Any) -> typed.Expression | None:
    """A shuffled copy, or shuffled numbers below one."""
    given = bound(context, call, "self:any x:any axis:int=0")
    if given is None:
        return None
    number = integer(context, given.x, call.span, or_array=True)
    if number is not None:
        return compute(context, ArrayType("int64", 1), "np::permutation_of", [given.self, number], call.span)
    item = operand(context, given.x, call.span)
    if item is None or item.weak:
        return None
    return compute(context, ArrayType(item.dtype, item.rank), "np::permutation", [given.self, item.value, given.axis], call.span)


@REGISTRY.rule("Generator.choice")
def choice(context: Any, call: Any) -> typed.Expression | None:
    """Of numbers below one, or of an array's elements along its first axis."""
    given = bound(context, call, "self:any a:any size:any=None replace:flag=True p:array=None axis:const=0 shuffle:flag=True")
    if given is None or given.axis != 0:
        return None
    count = integer(context, given.a, call.span, or_array=True)
    source: Operand | None = None
    if count is None:
        source = operand(context, given.a, call.span)
        if source is None or source.weak or source.rank == 0:
            raise Unsupported("`choice` takes an int or numbers here", instead="`items[int(rng.integers(len(items)))]`")
        count = compute(context, INT, "np::len", [source.value], call.span)
    shape, rank = size_of(context, given.size, call.span)
    shown = context.solver.shallow(shape.type)
    arguments = [(given.self, GENERATOR), (count, INT), (shape, shown)]
    if given.p is None:
        arguments += [(flag(given.replace), BOOL), (flag(given.shuffle), BOOL), (flag(source is not None), BOOL)]
        cpp = "np::draw_choice"
    else:
        shares = stored_as(context, given.p, "float64", call.span).value
        arguments += [(shares, context.solver.shallow(shares.type)), (flag(given.replace), BOOL)]
        cpp = "np::draw_choice_by"
    chosen: typed.Expression = context.compute(ArrayType("int64", rank), cpp, arguments, call.span)
    if source is None:
        return compute(context, INT, "np::as_index", [chosen], call.span) if shape is NOTHING else chosen
    result = None if source.rank is None or rank is None else source.rank - 1 + rank
    return compute(context, ArrayType(source.dtype, result), "np::take", [source.value, chosen, typed.Literal(0, INT)], call.span)


# Distributions that are computed from others: the function of ours, its parameters, the dtype.
COMPUTED: dict[str, tuple[Any, str, str]] = {
    "gumbel": (distributions.gumbel, "loc:float=0.0 scale:float=1.0 size:any=None", "float64"),
    "laplace": (distributions.laplace, "loc:float=0.0 scale:float=1.0 size:any=None", "float64"),
    "logistic": (distributions.logistic, "loc:float=0.0 scale:float=1.0 size:any=None", "float64"),
    "lognormal": (distributions.lognormal, "mean:float=0.0 sigma:float=1.0 size:any=None", "float64"),
    "gamma": (distributions.gamma, "shape:float scale:float=1.0 size:any=None", "float64"),
    "standard_gamma": (distributions.standard_gamma, "shape:float size:any=None dtype:none", "float64"),
    "chisquare": (distributions.chi_square, "df:float size:any=None", "float64"),
    "beta": (distributions.beta, "a:float b:float size:any=None", "float64"),
    "poisson": (distributions.poisson, "lam:float=1.0 size:any=None", "int64"),
    "geometric": (distributions.geometric, "p:float size:any=None", "int64"),
}


@REGISTRY.rule(*(f"Generator.{name}" for name in COMPUTED))
def computed(context: Any, call: Any) -> typed.Expression | None:
    """Number after number."""
    function, signature, dtype = COMPUTED[call.name.removeprefix("Generator.")]
    given = bound(context, call, "self:any " + signature)
    if given is None:
        return None
    names = [word.split(":")[0] for word in signature.split() if not word.startswith(("size:", "dtype:"))]
    values = [as_float(context, getattr(given, name), call.span) for name in names]
    if given.size is None or given.size.type == NONE:
        return run(context, function, [given.self, *values], call.span)
    shape, _ = size_of(context, given.size, call.span)
    out = context.required("numpy.empty", [shape, typed.Literal(dtype, STR)], {}, call.span)
    filled = distributions.FILLED[len(values)]
    draws = typed.Literal(function, static(function.__name__, function))
    return run(context, filled, [given.self, out, draws, *values], call.span)


def as_float(context: Any, value: typed.Expression, span: Any) -> typed.Expression:
    """An int as a float."""
    if shallow(context, value) == FLOAT:
        return value
    made: typed.Expression = context.required("builtins.float", [value], {}, span)
    return made
