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
_PARAMETERS = re.compile(r"\((.*)\)")
# In the mangled parameters a name's length, or else a name said before.
_LENGTH = re.compile(r"S[0-9A-Z]*_|(\d{1,3})")


@dataclass(frozen=True)
class Index:
    """Sources by what their definitions mention, most telling first."""

    qualified: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))  # (class or namespace, name)
    called: dict[str, set[tuple[str, str]]] = field(default_factory=lambda: defaultdict(set))  # and the text of the definition
    words: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, label: str, text: str) -> None:
        """Takes up one source."""
        for line in _DEFINITION.findall(text):
            for pair in _QUALIFIED.findall(line):
                self.qualified[pair].add(label)
            for word in _CALLED.findall(line):
                self.called[word].add((label, line))
            for word in _WORD.findall(line):
                self.words[word].add(label)

    def find(self, parts: Sequence[str], rest: str, of_class: bool) -> set[str]:
        """Sources that may define the entity with these names, the last innermost."""
        last = parts[-1]
        if of_class:
            return {label for (outer, _), labels in self.qualified.items() if outer == last for label in labels}
        if rest[:1] in {"C", "D"} and rest[1:2].isdigit():  # constructors and destructors
            return self.qualified.get((last, last), set()) | self.qualified.get((last, f"~{last}"), set())
        if rest[:2].islower():  # an operator
            return self.qualified.get((last, "operator")) or self.words.get("operator", set())
        if len(parts) > 1 and parts[-2][:1].isupper():  # of a class
            return self.qualified.get((parts[-2], last)) or self.words.get(last, set())
        named = self.words.get(last, set())  # functions too, which are in `called`
        near = {label for label in named if label.startswith(f"{parts[0]}/") or label.endswith(f"/{parts[0]}.cpp")}
        return self._functions(last, near, rest) or near or self._functions(last, named, rest) or named

    def _functions(self, name: str, labels: set[str], rest: str) -> set[str]:
        """The functions with this name in these sources; of overloads, those whose parameters have most of the mangled ones' names."""
        wanted = _names(rest)
        scores = {one: _mentioned(wanted, one[1]) for one in self.called.get(name, ()) if one[0] in labels}
        best = max((score for score in scores.values() if score is not None), default=0)
        return {label for (label, _), score in scores.items() if score in {best, None}}


def _mentioned(names: set[str], line: str) -> int | None:
    """How many of the names are among the parameters of a definition; None where these go on in the next line."""
    listed = _PARAMETERS.search(line)
    return len(names & {*_WORD.findall(listed[1])}) if listed else None


def _names(mangled: str) -> set[str]:
    names, at = set(), 0
    while found := _LENGTH.search(mangled, at):
        at = found.end() + int(found[1] or 0)
        names.add(mangled[found.end() : at])
    return names


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
