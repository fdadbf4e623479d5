"""numpy.random.RandomState, and the functions of numpy.random, which share one a call: numbers of the Mersenne twister."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, ArrayType, ListType, NativeType, TupleType
from modelet_compiler.operations import numpy_random
from modelet_compiler.operations.numpy_arguments import bound, integer
from modelet_compiler.operations.numpy_counting import flag
from modelet_compiler.operations.numpy_random import GENERATOR, NOTHING, drawn
from modelet_compiler.operations.numpy_types import compute, shallow
from modelet_compiler.operations.registry import REGISTRY

STATE = NativeType("RandomState", "modelet::numpy::Generator")
# Numbers of one distribution: signature, C++ function, parameters.
DRAWS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "random_sample": ("size:any=None", "np::draw_uniform", ()),
    "random": ("size:any=None", "np::draw_uniform", ()),
    "uniform": ("low:float=0.0 high:float=1.0 size:any=None", "np::draw_uniform", ("low", "high")),
    "normal": ("loc:float=0.0 scale:float=1.0 size:any=None", "np::draw_normal", ("loc", "scale")),
    "standard_normal": ("size:any=None", "np::draw_normal", ()),
    "exponential": ("scale:float=1.0 size:any=None", "np::draw_exponential", ("scale",)),
    "standard_exponential": ("size:any=None", "np::draw_exponential", ()),
}
DEFAULTS: dict[str, tuple[float, ...]] = {
    "random_sample": (0.0, 1.0), "random": (0.0, 1.0), "standard_normal": (0.0, 1.0), "standard_exponential": (1.0,),
}  # fmt: skip
SHAPED = {"rand": ("np::draw_uniform", (0.0, 1.0)), "randn": ("np::draw_normal", (0.0, 1.0))}


@REGISTRY.rule("numpy.random.RandomState", "numpy.random.mtrand.RandomState")
def random_state(context: Any, call: Any) -> typed.Expression | None:
    """Of a seed; without one, of the host's entropy."""
    given = bound(context, call, "seed:any=None")
    if given is None:
        return None
    if given.seed is None or given.seed.type == NONE:
        return compute(context, STATE, "np::unseeded_state", [], call.span)
    number = integer(context, given.seed, call.span)
    return compute(context, STATE, "np::random_state", [number], call.span) if number is not None else None


def _receiver(context: Any, call: Any) -> Any:
    """The call with its generator in front."""
    state = compute(context, GENERATOR, "np::module_state", [], call.span)
    return type(call)(**{**vars(call), "positional": [state, *call.positional]})


LegacyRule = Callable[[Any, Any, str], typed.Expression | None]


def legacy(*names: str) -> Callable[[LegacyRule], LegacyRule]:
    """A rule for methods of RandomState, which are functions of numpy.random too."""

    def register(rule: LegacyRule) -> LegacyRule:
        def of_module(context: Any, call: Any) -> typed.Expression | None:
            return rule(context, _receiver(context, call), call.name.rsplit(".", 1)[1])

        def of_state(context: Any, call: Any) -> typed.Expression | None:
            return rule(context, call, call.name.rsplit(".", 1)[1])

        for name in names:
            REGISTRY.rule(f"numpy.random.{name}", f"numpy.random.RandomState.{name}")(of_module)
            REGISTRY.rule(f"RandomState.{name}")(of_state)
        return rule

    return register


@legacy("seed")
def seed(context: Any, call: Any, _: str) -> typed.Expression | None:
    """Begins anew."""
    given = bound(context, call, "self:any seed:any=None")
    number = integer(context, given.seed, call.span) if given is not None and given.seed is not None else None
    return compute(context, NONE, "np::seed_state", [given.self, number], call.span) if given is not None and number is not None else None


@legacy(*DRAWS)
def draw(context: Any, call: Any, name: str) -> typed.Expression | None:
    """Floats of one distribution."""
    signature, cpp, names = DRAWS[name]
    given = bound(context, call, "self:any " + signature)
    if given is None:
        return None
    values = [getattr(given, each) for each in names] or [typed.Literal(value, FLOAT) for value in DEFAULTS[name]]
    return drawn(context, cpp, given.self, given.size, [(value, FLOAT) for value in values], call.span)


@legacy(*SHAPED)
def shaped(context: Any, call: Any, name: str) -> typed.Expression | None:
    """Of as many axes as there are arguments."""
    sizes = [integer(context, size, call.span) for size in call.positional[1:]]
    if call.keywords or None in sizes:
        return None
    cpp, parameters = SHAPED[name]
    values = [(typed.Literal(value, FLOAT), FLOAT) for value in parameters]
    shape: typed.Expression | None = None
    if sizes:
        types = TupleType((INT,) * len(sizes))
        shape = context.compute(types, "tuple", [(size, INT) for size in sizes], call.span, raises=False, plain=True)
    return drawn(context, cpp, call.positional[0], shape, values, call.span)


@legacy("randint")
def randint(context: Any, call: Any, _: str) -> typed.Expression | None:
    """From `low` to below `high`, or below `low` alone; without a size, a Python int."""
    given = bound(context, call, "self:any low:int high:any=None size:any=None dtype:dtype")
    if given is None:
        return None
    if given.dtype not in (None, "int64"):
        raise Unsupported("random ints of another dtype than int64 are not supported", instead="`.astype(…)`")
    low, high = typed.Literal(0, INT), given.low
    if given.high is not None and given.high.type != NONE:
        low, high = given.low, integer(context, given.high, call.span)
        if high is None:
            return None
    extra = [(low, INT), (high, INT), (typed.Literal(False, BOOL), BOOL)]
    made = drawn(context, "np::draw_integers", given.self, given.size, extra, call.span, "int64")
    scalar = given.size is None or given.size.type == NONE
    return compute(context, INT, "np::as_index", [made], call.span) if scalar and given.dtype is None else made


@legacy("shuffle")
def shuffle(context: Any, call: Any, _: str) -> typed.Expression | None:
    """An array or a list, in place."""
    given = bound(context, call, "self:any x:any")
    type_ = shallow(context, given.x) if given is not None else None
    if given is None or not isinstance(type_, ListType | ArrayType):
        return None
    context.check_writeable(given.x)
    if isinstance(type_, ListType):
        return compute(context, NONE, "np::shuffle_list", [given.self, given.x], call.span)
    return compute(context, NONE, "np::shuffle", [given.self, given.x, typed.Literal(0, INT)], call.span)


@legacy("permutation")
def permutation(context: Any, call: Any, _: str) -> typed.Expression | None:
    """A shuffled copy, or shuffled numbers below one."""
    result: typed.Expression | None = numpy_random.permutation(context, call)
    return result


@legacy("choice")
def choice(context: Any, call: Any, _: str) -> typed.Expression | None:
    """Of numbers below one, or of an array's elements."""
    given = bound(context, call, "self:any a:any size:any=None replace:flag=True p:any=None")
    if given is None:
        return None
    keywords = {"size": given.size or NOTHING, "replace": flag(given.replace)}
    if given.p is not None:
        keywords["p"] = given.p
    positional = [given.self, given.a]
    drawn_call = type(call)(**{**vars(call), "positional": positional, "keywords": keywords})
    result: typed.Expression | None = numpy_random.choice(context, drawn_call)
    return result
