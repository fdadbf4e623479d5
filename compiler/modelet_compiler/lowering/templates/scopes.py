"""The variables of a template: which names mean which, by Jinja's own rules, and in which frame each stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from jinja2.idtracking import Symbols


@dataclass
class Function:
    """What has a frame of its own when it runs: the template, a macro, the filter of a loop, a recursive loop."""

    outer: Function | None
    level: int  # identifiers of this level and deeper ones are its own
    places: dict[str, int] = field(default_factory=dict)
    loops: int = 0  # that enclose what is being compiled, for `break`

    def place(self, identifier: str) -> int:
        """Where a variable of its own stands."""
        return self.places.setdefault(identifier, len(self.places))

    def slot(self, identifier: str) -> tuple[int, int]:
        """How many frames out a variable stands, and where."""
        match = re.match(r"l_(\d+)_", identifier)
        level = int(match.group(1)) if match else self.level
        function, depth = self, 0
        while level < function.level and function.outer is not None:
            function, depth = function.outer, depth + 1
        return depth, function.place(identifier)


@dataclass
class Scope:
    """A block of the template, as far as names go."""

    symbols: Symbols
    function: Function
    soft: bool = False  # inside of a condition: filters may be unknown

    def inner(self) -> Scope:
        """A scope of the same function."""
        return Scope(Symbols(parent=self.symbols), self.function)

    def of_function(self) -> Scope:
        """A scope with a frame of its own."""
        symbols = Symbols(parent=self.symbols)
        return Scope(symbols, Function(self.function, symbols.level))

    def conditional(self) -> Scope:
        """The same scope inside of a condition."""
        return Scope(self.symbols, self.function, True)

    def slot(self, name: str) -> tuple[int, int]:
        """Where the variable of this name stands."""
        return self.function.slot(self.symbols.ref(name))

    def place(self, name: str) -> int:
        """Where a variable of this function stands."""
        depth, place = self.slot(name)
        assert depth == 0
        return place
