"""Where the toolchain finds sources and keeps its caches."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def modelet_home() -> Path:
    """MODELET_HOME, or the user's cache folder."""
    named = os.environ.get("MODELET_HOME")
    return Path(named) if named else platformdirs.user_cache_path("modelet")


def cache_folder(name: str) -> Path:
    """A folder of the toolchain's cache, made when it is missing. Everything below may be deleted at any time."""
    shared = os.environ.get("MODELET_TOOLCHAIN_CACHE")
    folder = (Path(shared) if shared else modelet_home() / "toolchain") / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def engine_folder() -> Path:
    """The engine's sources: inside the installed package, or beside the compiler in a checkout."""
    installed = Path(__file__).resolve().parents[1] / "engine"
    return installed if installed.is_dir() else Path(__file__).resolve().parents[3] / "engine"


def include_folders() -> list[tuple[str, Path]]:
    """(stable name, folder) of every include root; the names stand in for the paths in caches and objects."""
    import nlohmann_json

    engine = engine_folder()
    return [
        ("engine", engine),
        ("include", engine / "include"),
        ("nlohmann", Path(str(nlohmann_json.__file__)).parent / "include"),
    ]
