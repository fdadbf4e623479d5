"""The C++ toolchain: compiles, archives and links, everything cached by content.

The compiler comes from the `ziglang` package, which holds clang and the libraries of every target; `MODELET_CXX` names
another one for the host.
"""

from modelet_compiler.toolchain.compiler import Defect, ToolchainError, find_compiler
from modelet_compiler.toolchain.link import build_library, build_program, build_static, compile_sources, engine_archive, engine_sources
from modelet_compiler.toolchain.targets import TARGETS, MissingSdkError, Target, UnknownTargetError, find_target, find_targets, host_target

__all__ = [
    "TARGETS",
    "Defect",
    "MissingSdkError",
    "Target",
    "ToolchainError",
    "UnknownTargetError",
    "build_library",
    "build_program",
    "build_static",
    "compile_sources",
    "engine_archive",
    "engine_sources",
    "find_compiler",
    "find_target",
    "find_targets",
    "host_target",
]
