"""Compiles Python functions into native libraries: `from modelet_compiler import build, CompileError`."""

from modelet_compiler.frontend.diagnostics import CompileError, Diagnostic
from modelet_compiler.pipeline import Artifact, build
from modelet_compiler.toolchain import ToolchainError, UnknownTargetError

__all__ = ["Artifact", "CompileError", "Diagnostic", "ToolchainError", "UnknownTargetError", "build"]
