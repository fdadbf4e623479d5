"""Regular expressions: CPython's own parser reads a pattern, and its tree becomes a program for engine/python/regex.h."""

from modelet_compiler.lowering.regex.program import RegexProgram, regex_program
from modelet_compiler.lowering.regex.shape import pattern_type

__all__ = ["RegexProgram", "pattern_type", "regex_program"]
