"""The arguments of `function(**dict)` where the names are known at run time only: generated Python checks and parts them."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import FunctionType
from typing import TYPE_CHECKING

from modelet_compiler.ir import nodes
from modelet_compiler.ir.classes import ClassInfo, synthesized
from modelet_compiler.ir.types import object_type

if TYPE_CHECKING:
    from modelet_compiler.ir.program import Program


@dataclass
class NamesInDict:
    """What the names in a dict mean for one call of a function that gives `count` arguments by position and those `named`."""

    function: nodes.Function
    shown: str
    count: int
    named: list[str]
    called: str  # with its module
    open: list[nodes.Parameter] = field(init=False)
    rest: bool = field(init=False)

    def __post_init__(self) -> None:
        places = [item.name for item in self.function.parameters if item.kind in ("positional", "either")]
        self.taken = [item.name for item in self.function.parameters if item.name in places[: self.count] and item.kind == "either"]
        parameters = [item for item in self.function.parameters if item.kind in ("either", "keyword")]
        self.open = [item for item in parameters if item.name not in (*self.taken, *self.named)]
        self.rest = any(item.kind == "keywords" for item in self.function.parameters)

    def check(self, program: Program) -> FunctionType:
        """Raises CPython's TypeError for a name that is wrong or missing."""
        lines = ["def __names__(given):", "    for name in given:"]
        if self.named:
            lines += [f"        if name in {tuple(self.named)!r}:",
                      f"            raise TypeError(f\"{self.called} got multiple values for keyword argument '{{name}}'\")"]  # fmt: skip
        if self.taken:
            lines += [f"        if name in {tuple(self.taken)!r}:",
                      f"            raise TypeError(f\"{self.shown}() got multiple values for argument '{{name}}'\")"]  # fmt: skip
        if not self.rest:
            known = (*(item.name for item in self.open), *self.taken, *self.named)
            lines += [f"        if name not in {known!r}:",
                      f"            raise TypeError(f\"{self.shown}() got an unexpected keyword argument '{{name}}'\")"]  # fmt: skip
        lines.append("        pass")
        for kind, word in (("either", "positional"), ("keyword", "keyword-only")):
            required = tuple(item.name for item in self.open if item.kind == kind and item.default is nodes.EMPTY)
            if required:
                lines += self._missing(required, word)
        return self._written(program, "__names__", lines)

    def _missing(self, required: tuple[str, ...], word: str) -> list[str]:
        text = f"{self.shown}() missing {{len(missing)}} required {word} argument{{'s' * (len(missing) > 1)}}: {{listed}}"
        return [
            f"    missing = [repr(name) for name in {required!r} if name not in given]",
            "    if len(missing) > 2:",
            "        listed = ', '.join(missing[:-1]) + ', and ' + missing[-1]",
            "    else:",
            "        listed = ' and '.join(missing)",
            "    if missing:",
            f'        raise TypeError(f"{text}")',
        ]

    def others(self, program: Program) -> FunctionType:
        """The items that a `**` parameter gets."""
        known = (*(item.name for item in self.open), *self.taken, "")[:-1]
        lines = ["def __others__(given):", f"    return {{name: value for name, value in given.items() if name not in {known!r}}}"]
        return self._written(program, "__others__", lines if known else ["def __others__(given):", "    return dict(given)"])

    def _written(self, program: Program, name: str, lines: list[str]) -> FunctionType:
        info = program.lookups.setdefault(id(NamesInDict), ClassInfo(object_type(NamesInDict)))
        return synthesized(info, name, lines, {})
