"""Libraries without numpy and models are linked with the engine's core alone."""

from __future__ import annotations

from modelet_compiler.emit import emit_library
from modelet_compiler.toolchain.link import needs_only_core
from tests.differential.cases import list_methods, numpy_arithmetic


def first_function(module: object) -> object:
    return next(iter(module.ARGUMENTS))  # type: ignore[attr-defined]


def test_plain_functions_need_only_the_core() -> None:
    assert needs_only_core(emit_library([first_function(list_methods)], name="@test/plain").sources)  # type: ignore[list-item]


def test_numpy_needs_more() -> None:
    assert not needs_only_core(emit_library([first_function(numpy_arithmetic)], name="@test/arrays").sources)  # type: ignore[list-item]
