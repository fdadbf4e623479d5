"""pathlib without the file system."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

ROOT = Path("/data/models")


def parts_of_a_path(text: str) -> list[Any]:
    path = PurePosixPath(text)
    return [
        path.name, path.stem, path.suffix, path.suffixes, str(path.parent), path.parts, [str(one) for one in path.parents], path.root,
        path.is_absolute(), path.as_posix(), repr(path), str(path / "x" / "y.txt"), str("a" / path), hash(path) == hash(PurePosixPath(text)),
    ]  # fmt: skip


def changes_of_a_path(text: str, name: str) -> list[Any]:
    path = Path(text)
    out: list[Any] = []
    for change in (path.with_name, path.with_stem, path.with_suffix, path.relative_to, path.joinpath):
        try:
            out.append(str(change(name)))
        except ValueError as error:
            out.append(str(error))
    return [*out, path.is_relative_to(name), path == Path(name), path < Path(name), repr(ROOT / text), str(ROOT.parent / name)]


def files_by_suffix(names: list[str]) -> dict[str, list[str]]:
    groups: defaultdict[str, list[PurePath]] = defaultdict(list)
    for name in names:
        path = PurePath(name)
        groups[path.suffix.lower() or "none"].append(path)
    return {suffix: [path.stem for path in sorted(paths)] for suffix, paths in sorted(groups.items())}


ARGUMENTS = {
    parts_of_a_path: [("/data/models/a.tar.gz",), ("rel.txt",), ("",), ("//x/./y/",), ("..",), (".hidden",), ("a//b/.",), ("/",)],
    changes_of_a_path: [("/a/b.txt", "c"), ("a/b", ".md"), ("", "x"), ("/a/b", "/a"), ("a.b.c", "x/y"), ("a", "."), ("/", "/")],
    files_by_suffix: [(["b.PY", "x/a.py", "README", "z.tar.gz"],), ([],)],
}
