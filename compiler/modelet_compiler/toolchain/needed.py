"""Which of the engine's sources a library may need, found from the names in its objects before any of them is compiled.

Object files name what they refer to in every format as the same text: a mangled name. The engine's sources begin definitions, and
nothing else, in the first column. So a name leads to the files that may define it, whose objects name more. The result may hold too much,
which the linker leaves out; were it to hold too little, the linker would say so, and the whole engine is taken instead.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from modelet_compiler.toolchain.compiler import ENGINE_NAMESPACE

# Of a mangled name in the engine's namespace, what follows the namespace; `kind` is T for tables of a class.
# What stands before it may be any byte: WebAssembly has a name's length there.
_MANGLED = re.compile(rb"_Z(T[VTIS])?NK?%d%s(\w+)" % (len(ENGINE_NAMESPACE), ENGINE_NAMESPACE.encode()))
# The same where the name is whole and not part of another's: for Windows, `.refptr.` and a name is a pointer to it, which whoever uses
# the name defines.
_WHOLE = re.compile(rb"(?<![A-Za-z0-9$.])" + _MANGLED.pattern)
_DEFINITION = re.compile(r"^(?!using )[A-Za-z_].*$", re.MULTILINE)
_QUALIFIED = re.compile(r"\b(\w+)::(~?\w+)")
_CALLED = re.compile(r"\b(\w+)\(")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Index:
    """Sources by what their definitions mention, most telling first."""

    qualified: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))  # (class or namespace, name)
    called: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    words: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, label: str, text: str) -> None:
        """Takes up one source."""
        for line in _DEFINITION.findall(text):
            for pair in _QUALIFIED.findall(line):
                self.qualified[pair].add(label)
            for table, expression in ((self.called, _CALLED), (self.words, _WORD)):
                for word in expression.findall(line):
                    table[word].add(label)

    def find(self, parts: Sequence[str], rest: str, of_class: bool) -> set[str]:
        """Sources that may define the entity with these names, the last innermost."""
        last = parts[-1]
        if of_class:
            return {label for (outer, _), labels in self.qualified.items() if outer == last for label in labels}
        if rest[:1] in {"C", "D"} and rest[1:2].isdigit():  # constructors and destructors
            return self.qualified.get((last, last), set()) | self.qualified.get((last, f"~{last}"), set())
        if rest[:2].islower():  # an operator
            return self.words.get("operator", set())
        outer = parts[-2] if len(parts) > 1 else ""
        return self.qualified.get((outer, last)) or self.called.get(last) or self.words.get(last) or set()


def read_index(folder: Path, labels: Iterable[str]) -> Index:
    """The index of the sources with these names in a folder."""
    index = Index()
    for label in labels:
        index.add(label, (folder / label).read_text(encoding="utf-8"))
    return index


def needed_sources(index: Index, first: Path, always: Iterable[str], archived: Callable[[list[str]], Path]) -> list[str]:
    """The sources, sorted, that the archive `first` may need, and `always`; `archived` compiles sources into an archive."""
    found: set[str] = set()
    new, defined, archives = set(always), set[tuple[bytes, bytes]](), [first]
    while new or archives:
        found |= new
        archives += [archived(sorted(new))] if new else []
        defined.update(name for archive in archives for name in _defined(archive))
        missing = {name for archive in archives for name in _MANGLED.findall(archive.read_bytes())} - defined
        new = {label for table, name in missing for label in _named(index, bool(table), name.decode())} - found
        archives = []
    return sorted(found)


def _defined(archive: Path) -> list[tuple[bytes, bytes]]:
    """What an archive's members define: its first member lists their names, in every format."""
    data = archive.read_bytes()
    return _WHOLE.findall(data[68 : 68 + int(data[56:66])])


def _named(index: Index, of_class: bool, name: str) -> set[str]:
    parts, rest = _parts(name)
    if not parts or rest.startswith("L") or any(part.startswith("_GLOBAL_") for part in parts):  # not seen from other files
        return set()
    found = index.find(parts, rest, of_class)
    return {label for label in found if label.startswith(f"{parts[0]}/")} or found  # most namespaces are named as their folders


@functools.lru_cache(maxsize=65536)
def _parts(name: str) -> tuple[list[str], str]:
    """Of `6python3Str4sizeEv`: its names, and what follows them."""
    parts = []
    while found := re.match(r"\d+", name):
        begin = found.end()
        parts.append(name[begin : begin + int(found[0])])
        name = name[begin + int(found[0]) :]
    return parts, name
