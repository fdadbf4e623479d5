"""The user's file as a module, imported as Python would import it."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import traceback
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, TracebackType


class ModuleError(Exception):
    """The user's module raised while it was imported. The message is Python's own traceback, from the user's code on."""


def import_file(path: Path) -> ModuleType:
    """The module in a file: of the package it belongs to, so that relative imports work, else under its own name.

    The current folder and the file's are importable, as for `python FILE`. Raises ModuleError, or ValueError for what is no Python file.
    """
    path = path.resolve()
    root, name = _package_of(path)
    specification = importlib.util.spec_from_file_location(name, path)
    if specification is None or specification.loader is None:
        raise ValueError(f"{path} is not a Python file")
    for entry in (str(Path.cwd()), str(path.parent), str(root)):
        if entry not in sys.path:
            sys.path.insert(0, entry)
    try:
        return importlib.import_module(name) if "." in name else _executed(specification)
    except (Exception, SystemExit) as error:
        raise ModuleError(_told(path, error)) from error


def _package_of(path: Path) -> tuple[Path, str]:
    """The folder to import from, and the module's dotted name: folders with an `__init__.py` are packages."""
    parts, folder = [path.stem], path.parent
    while all(part.isidentifier() for part in (*parts, folder.name)) and (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    if len(parts) > 1 and parts[-1] == "__init__":
        parts.pop()
    return folder, ".".join(parts)


def _executed(specification: ModuleSpec) -> ModuleType:
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    specification.loader.exec_module(module)  # type: ignore[union-attr]
    return module


def _user_frames(raised: TracebackType | None) -> TracebackType | None:
    """The traceback without our own frames and those of the import system in front."""
    while raised is not None and (raised.tb_frame.f_code.co_filename.startswith("<frozen importlib") or _ours(raised)):
        raised = raised.tb_next
    return raised


def _ours(raised: TracebackType) -> bool:
    file = raised.tb_frame.f_code.co_filename
    return file in (__file__, importlib.__file__)


def _told(path: Path, error: BaseException) -> str:
    frames = _user_frames(error.__traceback__)
    lines = traceback.format_exception(type(error), error, frames)
    return f"importing {path.name} failed\n{''.join(lines).rstrip()}"
