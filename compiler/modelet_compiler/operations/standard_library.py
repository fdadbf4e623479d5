"""Functions of the standard library that are compiled from Python of our own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, NONE, GeneratorType, ListType
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import ast_functions, bisect_functions, heapq_functions, path_functions, textwrap_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


def register(prefix: str, module: Any, names: list[str]) -> None:
    """Functions that have one name in both."""
    REGISTRY.compiled.update({f"{prefix}.{name}": getattr(module, name) for name in names})


register("_heapq", heapq_functions, ["heappush", "heappop", "heapreplace", "heappushpop", "heapify"])
register("heapq", heapq_functions, ["nlargest", "nsmallest"])
register("textwrap", textwrap_functions, ["dedent"])
register("ast", ast_functions, ["literal_eval"])
register("posixpath", path_functions, ["basename", "dirname", "isabs", "join", "normpath", "split", "splitext"])
REGISTRY.compiled["posix._path_normpath"] = path_functions.normpath  # as it is called since Python 3.12
register("_bisect", bisect_functions, ["bisect_left", "bisect_right", "insort_left", "insort_right"])


@REGISTRY.rule("heapq.merge")
def merged(context: Context, call: Call) -> typed.Expression | None:
    """Of any number of iterables, whose iterators go into a list."""
    if set(call.keywords) - {"key", "reverse"}:
        return None
    shared = []
    item = context.site_variable((context.key, call.span, "merge"))
    for value in call.positional:
        source = context.iterable(value, call.span)
        type_ = context.solver.shallow(source.type)
        found = iteration_item(context.solver, type_)
        if found is None:
            return None
        context.solver.include(item, context.solver.shallow(found))
        arguments: list[Any] = [(source, type_)]
        shared.append(context.compute_template(GeneratorType(item), "python::iterator_as<{T}>", {"T": item}, arguments, call.span))
    kind = context.site_variable((context.key, call.span, "iterators"))
    context.solver.include(kind, GeneratorType(item))
    iterators = context.compute(ListType(kind), "python::list", [(one, kind) for one in shared], call.span)
    key = call.keywords.get("key", typed.Literal(None, NONE))
    reverse = call.keywords.get("reverse", typed.Literal(False, BOOL))
    return context.helper(heapq_functions.merged, "merge", [iterators, key, reverse], {}, call.span)
