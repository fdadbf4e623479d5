"""From typed IR to C++: functions, constants, tables and the manifest of one library."""

from modelet_compiler.emit.emitted import Emitted
from modelet_compiler.emit.inspection import inspect
from modelet_compiler.emit.library import emit_library

__all__ = ["Emitted", "emit_library", "inspect"]
