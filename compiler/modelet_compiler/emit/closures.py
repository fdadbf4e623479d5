"""The C++ structs of functions that are made inside of others."""

from __future__ import annotations

from modelet_compiler.emit.cpp_types import cpp_type
from modelet_compiler.ir.program import Program
from modelet_compiler.ir.types import CellType, ClosureType


def closure_structs(program: Program) -> tuple[list[str], list[str]]:
    """Declarations and definitions for every function that code mentions, and for those that they hold."""
    structs: list[str] = []
    while len(structs) < len(program.closures):
        structs.append(_struct(program, list(program.closures.values())[len(structs)]))
    return [f"struct {type_.label};" for type_ in program.closures.values()], structs


def _struct(program: Program, type_: ClosureType) -> str:
    function = type_.function
    modes = ["value"] * function.stored + [taken.mode for taken in function.captures if taken.mode != "self"]
    held = [CellType(part) if mode == "cell" else part for part, mode in zip(type_.parts, modes, strict=True)]
    base = f"py::ClosureObject<{', '.join(cpp_type(program.settled(part)) for part in held)}>"
    name = type_.label
    return "\n".join(
        [
            f"struct {name} final : {base} {{  // {function.file}:{function.span.line} {function.qualified}",
            f"  using {base}::ClosureObject;",
            "  std::size_t bytes() const noexcept override { return sizeof(*this); }",
            "};",
        ]
    )
