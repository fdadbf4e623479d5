"""One trial, in a process of its own: `python -m modelet_compiler.synthesis.trial FOLDER COUNT`.

Compiles a function that calls the candidate in FOLDER, calls it with generated arguments, and compares with Python. What it is about to
call is written to FOLDER/current first, so that a crash has a counterexample. Prints one line of JSON: {"outcome", "detail"}.
"""

from __future__ import annotations

import copy
import importlib.util
import json
import sys
import time
from pathlib import Path
from typing import Any

from modelet_compiler.frontend.diagnostics import CompileError
from modelet_compiler.ir.types import type_name
from modelet_compiler.operations.registry import Overload, RealPattern
from modelet_compiler.synthesis.candidate import Candidate, is_method
from modelet_compiler.synthesis.inputs import argument_sets
from modelet_compiler.toolchain import ToolchainError

SLOWEST = 20  # times Python's own time over all calls, beyond what a call itself costs
CALL_COST = 0.001  # seconds


def main(folder: Path, count: int) -> dict[str, str]:
    """What the trial found."""
    record = json.loads((folder / "candidate.json").read_text(encoding="utf-8"))
    candidate = Candidate(**record)
    try:
        probe, compiled = _compile(candidate, folder)
    except CompileError as error:
        return {"outcome": "refused", "detail": str(error)}
    except ToolchainError as error:
        return {"outcome": "does not compile", "detail": _compiler_said(error)}
    return _compare(candidate, probe, compiled, folder, count)


def _compile(candidate: Candidate, folder: Path) -> tuple[Any, Any]:
    import modelet
    from modelet_compiler import build
    from modelet_compiler.extension import load_folder
    from modelet_compiler.operations import load_operations

    load_operations()
    candidate.save(folder / "operations")
    load_folder(folder / "operations")
    path = folder / "probe.py"
    path.write_text(probe_source(candidate), encoding="utf-8")
    specification = importlib.util.spec_from_file_location("probe", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["probe"] = module
    specification.loader.exec_module(module)
    layout = build(module.probe, output=folder / "layout", name="@trial/probe").layout
    return module.probe, modelet.load(str(layout))


def probe_source(candidate: Candidate) -> str:
    """A function that calls the operation, with the types of its signature."""
    overload = candidate.overload()
    names = [parameter.name for parameter in overload.parameters]
    typed = ", ".join(f"{parameter.name}: {_annotation(parameter.pattern)}" for parameter in overload.parameters)
    owner, _, attribute = candidate.name.rpartition(".")
    if is_method(candidate.name):
        return f"def probe({typed}):\n    return {names[0]}.{attribute}({_passed(overload, 1)})\n"
    return f"import {owner}\n\n\ndef probe({typed}):\n    return {candidate.name}({_passed(overload, 0)})\n"


def _passed(overload: Overload, first: int) -> str:
    return ", ".join(f"{one.name}={one.name}" if one.keyword_only else one.name for one in overload.parameters[first:])


def _annotation(pattern: Any) -> str:
    return "float" if isinstance(pattern, RealPattern) else type_name(pattern)


def _compare(candidate: Candidate, probe: Any, compiled: Any, folder: Path, count: int) -> dict[str, str]:
    spent = {"python": 0.0, "compiled": 0.0}
    for arguments in argument_sets(candidate.overload().parameters, count):
        (folder / "current").write_text(", ".join(map(repr, arguments)), encoding="utf-8", errors="surrogatepass")
        expected = _outcome(probe, arguments, spent, "python")
        actual = _outcome(compiled.call, arguments, spent, "compiled")
        if expected != actual and not _permitted(expected, actual):
            called = f"{candidate.name}({', '.join(map(repr, arguments))})"
            return {"outcome": "wrong", "detail": f"{called} is {actual}, and {expected} in Python"}
    if spent["compiled"] > SLOWEST * spent["python"] + count * CALL_COST:
        return {"outcome": "slow", "detail": f"{spent['compiled']:.3f} s where Python needs {spent['python']:.3f} s"}
    return {"outcome": "right", "detail": f"equal to Python for {count} sets of arguments"}


def _outcome(function: Any, arguments: tuple[Any, ...], spent: dict[str, float], key: str) -> str:
    """The result's type and text, or the exception's; texts of floats are exact."""
    copied = copy.deepcopy(arguments)
    started = time.perf_counter()
    try:
        result = function(*copied)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        spent[key] += time.perf_counter() - started
    return f"{type(result).__name__} {result!a}"


def _permitted(expected: str, actual: str) -> bool:
    """An int beyond 64 bits is the one loud difference."""
    return actual.startswith("OverflowError") and expected.startswith("int ")


def _compiler_said(error: ToolchainError) -> str:
    kept = getattr(error, "folder", None)
    text = (kept / "compiler.txt").read_text(encoding="utf-8") if kept is not None else str(error)
    lines = [line for line in text.splitlines() if "error:" in line]
    return "\n".join(lines[:8]) or text[-800:]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]))) + "\n")
