"""Elementary operations: type rules beside the names of the C++ functions that compute them, one file a Python type."""

import os
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules


def load_operations() -> None:
    """Fills the registry; importing a file of this folder registers what it holds."""
    for name in sorted(item.name for item in iter_modules(__path__)):
        import_module(f"{__name__}.{name}")
    for folder in filter(None, os.environ.get("MODELET_OPERATIONS", "").split(os.pathsep)):
        from modelet_compiler.extension import load_folder

        load_folder(Path(folder))
