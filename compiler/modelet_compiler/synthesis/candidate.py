"""A proposed operation: its name, type rule and C++; how it is read from a model's answer and kept in a folder."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from modelet_compiler.operations.registry import Generic, IterablePattern, Overload, parse_signature

METHODS_OF: dict[str, type] = {kind.__name__: kind for kind in (str, bytes, int, float, list, dict, set, frozenset, tuple)}
SIGNATURE = re.compile(r"^\s*SIGNATURE:\s*`?(\(.*\)\s*->\s*[^`\n]+?)`?\s*$", re.MULTILINE)
CODE = re.compile(r"```(?:cpp|c\+\+)?\n(.*?)```", re.DOTALL)


class Malformed(Exception):
    """A model's answer holds no candidate; says what is missing."""


@dataclass(frozen=True)
class Candidate:
    """`name` is Python's (`math.dist`, `str.removeprefix`); `signature` has no name; `code` defines `modelet_operations::<function>`."""

    name: str
    signature: str
    code: str

    @property
    def function(self) -> str:
        """The C++ function's qualified name."""
        return f"modelet_operations::{self.identifier}"

    @property
    def identifier(self) -> str:
        """The name as one identifier."""
        return self.name.replace(".", "_")

    def overload(self) -> Overload:
        """The type rule. Raises Malformed when it is none, or has types that are not fixed."""
        try:
            parsed = parse_signature(self.name + self.signature, self.function, raises=True)
        except (SyntaxError, ValueError, AssertionError, KeyError) as error:
            raise Malformed(f"the signature {self.signature} cannot be read: {error}") from None
        if any(isinstance(parameter.pattern, Generic | IterablePattern) for parameter in parsed.parameters):
            raise Malformed(f"the signature {self.signature} has types that are not fixed; write one of int, float, bool, str, list[…], …")
        return parsed

    def save(self, folder: Path) -> None:
        """Writes the header, then the record that makes it an operation."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.identifier}.h").write_text(self.code, encoding="utf-8")
        record = {"name": self.name, "signature": self.signature, "function": self.function}
        partial = folder / f"{self.identifier}.part"
        partial.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        partial.replace(folder / f"{self.identifier}.json")


def read_answer(name: str, answer: str) -> Candidate:
    """The candidate in a model's answer: a line `SIGNATURE: (…) -> …` and one block of C++. Raises Malformed."""
    signature, code = SIGNATURE.search(answer), CODE.search(answer)
    if signature is None:
        raise Malformed("the answer has no line `SIGNATURE: (parameter: type, …) -> type`")
    if code is None:
        raise Malformed("the answer has no block of C++ between ``` and ```")
    candidate = Candidate(name, signature[1].strip(), code[1])
    candidate.overload()
    return candidate


def resolve(name: str) -> Callable[..., Any]:
    """The Python function that says what an operation means. Raises LookupError."""
    owner, _, attribute = name.rpartition(".")
    try:
        found = getattr(METHODS_OF[owner] if owner in METHODS_OF else importlib.import_module(owner), attribute)
    except (ImportError, AttributeError, ValueError):
        raise LookupError(f"there is no Python function {name!r}; names are written like math.dist or str.removeprefix") from None
    if not callable(found):
        raise LookupError(f"{name} is not a function")
    return found  # type: ignore[no-any-return]


def is_method(name: str) -> bool:
    """Whether the operation is called on its first argument."""
    return name.rpartition(".")[0] in METHODS_OF
