"""numpy's promotion (NEP 50), exhaustively: every pair of dtypes, and each with Python's numbers, for all of its operators.

What a compiled operation is typed as is compared with what numpy makes of such operands; what numpy refuses must be refused. The values
are compared in tests/differential/cases/numpy_promotion.py.
"""

from __future__ import annotations

import importlib.util
import itertools
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from modelet_compiler.emit.library import compile_function
from modelet_compiler.frontend.diagnostics import CompileError
from modelet_compiler.ir.types import ArrayType, TupleType
from modelet_compiler.lowering.objects import NativeObjects

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"]
NUMBERS = {"a_bool": True, "an_int": 1, "a_float": 1.0}
OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">="]
FUNCTIONS = ["maximum", "arctan2", "logical_and", "gcd"]  # one of each kind
OPERATIONS = [f"x {symbol} y" for symbol in OPERATORS] + [f"np.{name}(x, y)" for name in FUNCTIONS]


def operands() -> Iterator[tuple[str, str]]:
    """Pairs of kinds, an array's dtype among them."""
    yield from itertools.product(DTYPES, DTYPES)
    yield from itertools.product(DTYPES, NUMBERS)
    yield from itertools.product(NUMBERS, DTYPES)


def value(kind: str) -> Any:
    return NUMBERS[kind] if kind in NUMBERS else np.ones(1, kind)


def annotation(kind: str) -> str:
    return {"a_bool": "bool", "an_int": "int", "a_float": "float"}.get(kind) or f"NDArray[np.dtype('{kind}').type]"


def expected(operation: str, left: str, right: str) -> str | None:
    """The dtype that numpy computes; None where it refuses."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return str(eval(operation, {"np": np, "x": value(left), "y": value(right)}).dtype)
        except TypeError:
            return None


def written(path: Path, bodies: dict[str, tuple[str, str, list[str]]]) -> ModuleType:
    """A module of functions, by name: the kinds of x and y, and what is returned."""
    lines = ["import numpy as np", "from numpy.typing import NDArray"]
    for name, (left, right, operations) in bodies.items():
        lines.append(f"def {name}(x: {annotation(left)}, y: {annotation(right)}):\n    return ({', '.join(operations)},)")
    path.write_text("\n".join(lines))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def results() -> dict[tuple[str, str, str], str | None]:
    return {(operation, *pair): expected(operation, *pair) for operation in OPERATIONS for pair in operands()}


def test_every_pair_is_typed_as_in_numpy(results: dict[tuple[str, str, str], str | None], tmp_path: Path) -> None:
    # Results of float16 are refused by themselves: compiled code has no arrays of it.
    taken = {pair: [name for name in OPERATIONS if results[name, *pair] not in (None, "float16")] for pair in operands()}
    module = written(tmp_path / "pairs.py", {f"of_{left}_{right}": (left, right, names) for (left, right), names in taken.items()})
    wrong = []
    for (left, right), names in taken.items():
        compiled = compile_function(getattr(module, f"of_{left}_{right}"), NativeObjects([]))
        result = compiled.program.settled(compiled.code.result)
        assert isinstance(result, TupleType)
        for name, type_ in zip(names, result.items, strict=True):
            own = type_.dtype if isinstance(type_, ArrayType) else str(type_)
            if own != results[name, left, right]:
                wrong.append(f"{name} of {left} and {right}: {own}, numpy: {results[name, left, right]}")
    assert not wrong, "\n".join(wrong)


def test_what_numpy_refuses_is_refused(results: dict[tuple[str, str, str], str | None], tmp_path: Path) -> None:
    refused = [key for key, dtype in results.items() if dtype in (None, "float16")]
    bodies = {f"refused_{place}": (left, right, [operation]) for place, (operation, left, right) in enumerate(refused)}
    module = written(tmp_path / "refused.py", bodies)
    accepted = []
    for place, key in enumerate(refused):
        try:
            compile_function(getattr(module, f"refused_{place}"), NativeObjects([]))
        except CompileError:
            continue
        accepted.append(" of ".join(key))
    assert len(refused) > 100
    assert not accepted, "\n".join(accepted)
