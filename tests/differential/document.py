"""Writes docs/language.md from what is tested: the corpus, the registry of operations, and the tables of refusals.

python -m tests.differential.document
"""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import numpy as np

from modelet_compiler.frontend.array_variants import MOST_VARIANTS, RARITY
from modelet_compiler.frontend.expressions import REFUSED as REFUSED_EXPRESSIONS
from modelet_compiler.frontend.trace import REFUSED as REFUSED_STATEMENTS
from modelet_compiler.operations import load_operations
from modelet_compiler.operations.registry import REGISTRY
from tests.differential.conftest import CASES

DOCUMENT = Path(__file__).parents[2] / "docs" / "language.md"

_HEAD = """# The language

What compiles, and what is refused. This page is generated from the tests and the compiler's tables by
`python -m tests.differential.document`; a test fails when it is out of date.

Compiled Python returns what CPython returns, raises what CPython raises, or is refused when it is compiled, with file, line, column,
reason and what to write instead. `int` has 64 bits; beyond, OverflowError is raised.

Known differences: an integer beyond 64 bits, a negative base with a fractional power, sorting 64 or more numbers with NaN among them,
and looking for a NaN among NaN (`in`, `index`, `count`, `remove`, a key of a dict) raise an error that CPython does not raise. Floats
have no identity: each NaN that a set or dict is given is an item of its own, and two lists, tuples, dicts or sets with NaN in them are
equal only when they are one object; `in`, `index` and `count` of a tuple compare it by value.
`argsort` and `sort` of numpy arrays are always stable, and `partition` and `argpartition` sort fully.
A value of unknown shape (from `json.loads`, or annotated Any, object, dict or list) is None, a bool, int, float or str, or a
list or dict of such with str as keys: another argument is a TypeError, storing under a key that is no str, and `%` on what turns out to
be a str, a NotImplementedError.
A pattern that is known at run time only raises NotImplementedError for `\\N{…}` and for a group in a possessive repeat. So do a Decimal
that is NaN, infinite or outside of the default context, `setattr` of a name that no code of the program gives the class, a call of a
class that is known at run time only (but for str, bool, float and int), and UTF-16 of surrogates. A Fraction has parts of 64 bits.
A `queue` belongs to one call: waiting for nobody is a RuntimeError.
What a module keeps from one call to the next — globals, attributes of classes, mutable defaults and captured objects that code changes —
belongs to the opened library, as to a module: its functions then run one at a time, a stream giving way between its items, and cycles
among their objects stay until it is closed. Two functions of one library cannot share it, and a captured array cannot be changed. A
captured object that is changed through a name which the compiler does not follow is a RuntimeError.
`ast.literal_eval` gives what JSON can hold; for tuples, sets, bytes and complex numbers it raises NotImplementedError, and not every
SyntaxError has CPython's words. `csv.DictReader` does so for a row with more fields than names.

These differ without an error: the vectors of `eigh` and `svd` may have the other sign, and linear algebra and Fourier transforms other
last bits than LAPACK's; `numpy.array` of an empty list has the axes of its type; `random.seed` and `numpy.random.seed` at module level
are not seen by compiled code;
the text of a builtin exception is made when it is raised, so that a list among its arguments that changes later does not show; a
generator that is still waiting when its function leaves by an exception may run its `finally` before the caller's handler.

Python code around torch values (the model call, pooling, normalising) is exported by `torch.export` and is not limited by this page.
"""


def document() -> str:
    """The page, the same for the same sources."""
    return "\n".join([_HEAD, *_corpus(), *_operations(), *_numpy(), *_refused(), *_tolerances()])


def _corpus() -> list[str]:
    functions: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for case in CASES:
        functions[case.function.__module__.rsplit(".", 1)[-1]][case.function.__name__] += 1
    total = sum(len(names) for names in functions.values())
    lines = ["## Tested against CPython", "", f"{total} functions with {len(CASES)} sets of arguments, one file a subject:", ""]
    lines += ["| subject | functions | argument sets |", "|---|---|---|"]
    for module in sorted(functions):
        names = functions[module]
        lines.append(f"| [{module.replace('_', ' ')}](../tests/differential/cases/{module}.py) | {len(names)} | {sum(names.values())} |")
    return [*lines, ""]


def _operations() -> list[str]:
    load_operations()
    groups: dict[str, set[str]] = defaultdict(set)
    for name in {*REGISTRY.overloads, *REGISTRY.rules}:
        owner, _, member = name.rpartition(".")
        if owner and owner.replace(".", "").isidentifier():
            groups[owner].add(member)
    lines = ["## Operations", "", "Operators, subscripts and slices of these types besides.", "", "| of | operations |", "|---|---|"]
    lines += [f"| `{owner}` | {', '.join(f'`{member}`' for member in sorted(groups[owner]))} |" for owner in sorted(groups)]
    return [*lines, ""]


_OPEN_DTYPES = """\
A parameter annotated `np.ndarray`, `NDArray[Any]` or `NDArray[np.floating]` takes any of {dtypes}; of several parameters, the {most}
likeliest combinations. An array of another dtype is a TypeError that says so; `NDArray[np.uint16]` asks for one. Where the call passes
no array at all (None, an empty list of arrays), the code for the first of these dtypes runs."""


def _numpy() -> list[str]:
    """The share of numpy's public functions that compile, by namespace."""
    from modelet_compiler.lowering.objects import qualified_name

    lines = ["## The share of numpy", "", "| namespace | functions that compile | of |", "|---|---|---|"]
    for module in (np, np.linalg, np.fft):
        functions = [getattr(module, name) for name in module.__all__ if _is_function(getattr(module, name))]
        compiled = sum(REGISTRY.supports(qualified_name(function)) for function in functions)
        lines.append(f"| `{module.__name__}` | {compiled} | {len(functions)} |")
    methods = [name for name in dir(np.ndarray) if not name.startswith("_") and callable(getattr(np.ndarray, name))]
    lines.append(f"| methods of `ndarray` | {sum(REGISTRY.supports(f'ndarray.{name}') for name in methods)} | {len(methods)} |")
    dtypes = ", ".join(f"`{dtype}`" for dtype in RARITY)
    lines += ["", _OPEN_DTYPES.format(dtypes=dtypes, most=MOST_VARIANTS)]
    return [*lines, ""]


def _is_function(value: object) -> bool:
    return callable(value) and not isinstance(value, type)


def _refused() -> list[str]:
    lines = ["## Refused", "", "| construct | why | instead |", "|---|---|---|"]
    tables: list[dict[type[ast.AST], tuple[str, ...]]] = [dict(REFUSED_STATEMENTS), dict(REFUSED_EXPRESSIONS)]
    rows = {_row(*texts) for table in tables for texts in table.values()}
    return [*lines, *sorted(rows), ""]


def _row(message: str, reason: str = "", instead: str = "") -> str:
    return f"| {message} | {reason} | {instead} |"


def _tolerances() -> list[str]:
    text = (Path(__file__).parent / "TOLERANCES").read_text().strip()
    return ["## Where results may differ in the last bits", "", "```", text, "```", ""]


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
