"""Elementary operations: type rules beside the names of the C++ functions that compute them, one file a Python type."""

from importlib import import_module

FILES = ("comparisons", "integers", "floats", "strings", "lists", "dicts", "sets", "tuples", "builtin_functions", "iterators", "mathematics")


def load_operations() -> None:
    """Fills the registry; importing a file registers what it holds."""
    for name in FILES:
        import_module(f"modelet_compiler.operations.{name}")
