"""From CPython's tree of a pattern to a program: the numbers are those of engine/python/regex.h."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from re import _compiler as sre_compiler  # type: ignore[attr-defined]
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as sre_parser  # type: ignore[attr-defined]
from typing import Any

from modelet_compiler.lowering.regex.charset import Charset, Folding, class_set, literal_set

SUCCESS, FAILURE, LITERAL, ANY_BUT_LINE, ANY, IN_SET, AT, MARK, JUMP, SPLIT, GREEDY_ONE, LAZY_ONE, POSSESSIVE_ONE = range(13)
REPEAT, GREEDY_UNTIL, LAZY_UNTIL, POSSESSIVE, POSSESSIVE_END, ATOMIC, ATOMIC_END = range(13, 20)
LOOK, LOOK_END, LOOK_NOT, LOOK_NOT_END, GROUP, IF_GROUP = range(20, 26)
TEXT_START, LINE_START, TEXT_END, LAST_LINE_END, LINE_END, BOUNDARY, ASCII_BOUNDARY, NO_BOUNDARY, ASCII_NO_BOUNDARY = range(9)
EMPTY_HAS_NO_BOUNDARY = re.search(r"\B", "") is not None  # since Python 3.14
ONE = {sre.MAX_REPEAT: GREEDY_ONE, sre.MIN_REPEAT: LAZY_ONE, sre.POSSESSIVE_REPEAT: POSSESSIVE_ONE}
UNLIMITED = 2**32 - 1


@dataclass
class RegexProgram:
    """What one `modelet::python::Program` is made of."""

    pattern: str
    flags: int
    groups: int
    names: dict[str, int]
    code: list[int]
    sets: list[Charset]
    least_width: int
    prefix: str
    first: Charset | None
    anchored: bool


def regex_program(pattern: re.Pattern[str]) -> RegexProgram:
    """The program of a compiled pattern."""
    tree = sre_parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    flags = int(tree.state.flags)
    writer = _Writer()
    writer.sequence(tree, flags)
    writer.code.append(SUCCESS)
    least = tree.getwidth()[0]
    prefix = "".join(map(chr, _prefix(tree, flags)))
    start = _First(flags).of(list(tree))
    return RegexProgram(
        pattern.pattern, int(pattern.flags), pattern.groups, dict(pattern.groupindex), writer.code, writer.sets, min(least, 2**31),
        prefix, start, _anchored(tree, flags),
    )  # fmt: skip


def _prefix(tree: Any, flags: int) -> list[int]:
    prefix: list[int] = sre_compiler._get_literal_prefix(tree, flags)[0]
    return prefix


def _anchored(tree: Any, flags: int) -> bool:
    if not len(tree):
        return False
    kind, value = tree[0]
    return kind is sre.AT and (value is sre.AT_BEGINNING_STRING or (value is sre.AT_BEGINNING and not flags & sre.SRE_FLAG_MULTILINE))


@dataclass
class _Writer:
    """Appends instructions; targets are absolute."""

    code: list[int] = field(default_factory=list)
    sets: list[Charset] = field(default_factory=list)

    def sequence(self, tree: Any, flags: int) -> None:
        """One after the other."""
        for kind, value in tree:
            one = self.single(kind, value, flags)
            if one is not None:
                self.code += [one[0]] if one[0] in (ANY, ANY_BUT_LINE) else one
            else:
                getattr(self, f"write_{kind.name.lower()}")(kind, value, flags)

    def single(self, kind: Any, value: Any, flags: int) -> list[int] | None:
        """Instruction and operand of what matches exactly one character."""
        if kind is sre.ANY:
            return [ANY if flags & sre.SRE_FLAG_DOTALL else ANY_BUT_LINE, 0]
        found = one_set(kind, value, flags)
        if isinstance(found, int):
            return [LITERAL, found]
        return None if found is None else [IN_SET, self.set_number(found)]

    def set_number(self, wanted: Charset) -> int:
        """Equal sets are one."""
        if wanted not in self.sets:
            self.sets.append(wanted)
        return self.sets.index(wanted)

    def hole(self) -> int:
        """A target that is filled in later."""
        self.code.append(0)
        return len(self.code) - 1

    def fill(self, hole: int) -> None:
        """The target is what follows."""
        self.code[hole] = len(self.code)

    def write_at(self, kind: Any, value: Any, flags: int) -> None:
        """Anchors and boundaries."""
        del kind
        lines = bool(flags & sre.SRE_FLAG_MULTILINE)
        ascii_only = 0 if flags & sre.SRE_FLAG_UNICODE else 1
        places = {
            sre.AT_BEGINNING: LINE_START if lines else TEXT_START,
            sre.AT_BEGINNING_STRING: TEXT_START,
            sre.AT_END: LINE_END if lines else LAST_LINE_END,
            sre.AT_END_STRING: TEXT_END,
            sre.AT_BOUNDARY: BOUNDARY + ascii_only,
            sre.AT_NON_BOUNDARY: NO_BOUNDARY + ascii_only + (2 if EMPTY_HAS_NO_BOUNDARY else 0),
        }
        self.code += [AT, places[value]]

    def write_subpattern(self, kind: Any, value: Any, flags: int) -> None:
        """A group, perhaps with flags of its own."""
        del kind
        group, added, removed, tree = value
        inner = combined(flags, added, removed)
        if group:
            self.code += [MARK, group * 2 - 2]
        self.sequence(tree, inner)
        if group:
            self.code += [MARK, group * 2 - 1]

    def write_branch(self, kind: Any, value: Any, flags: int) -> None:
        """Alternatives, in order."""
        del kind
        ends = []
        for tree in value[1][:-1]:
            self.code.append(SPLIT)
            following = self.hole()
            self.sequence(tree, flags)
            self.code.append(JUMP)
            ends.append(self.hole())
            self.fill(following)
        self.sequence(value[1][-1], flags)
        for end in ends:
            self.fill(end)

    def _repeat(self, kind: Any, value: Any, flags: int) -> None:
        least, most, tree = value
        one = self._repeated_one(tree, flags)
        bounds = [int(least), min(int(most), UNLIMITED)]
        if one is not None:
            self.code += [ONE[kind], *one, *bounds]
            return
        possessive = kind is sre.POSSESSIVE_REPEAT
        self.code.append(POSSESSIVE if possessive else REPEAT)
        until = self.hole()
        self.code += bounds
        self.sequence(tree, flags)
        if possessive:
            self.code.append(POSSESSIVE_END)
            self.fill(until)
        else:
            self.fill(until)
            self.code.append(LAZY_UNTIL if kind is sre.MIN_REPEAT else GREEDY_UNTIL)

    def _repeated_one(self, tree: Any, flags: int) -> list[int] | None:
        if len(tree) != 1:
            return None
        kind, value = tree[0]
        if kind is sre.SUBPATTERN and value[0] is None:
            return self._repeated_one(value[3], combined(flags, value[1], value[2]))
        return self.single(kind, value, flags)

    write_max_repeat = write_min_repeat = write_possessive_repeat = _repeat

    def write_atomic_group(self, kind: Any, value: Any, flags: int) -> None:
        """`(?>…)`."""
        del kind
        self.code.append(ATOMIC)
        self.sequence(value, flags)
        self.code.append(ATOMIC_END)

    def write_assert(self, kind: Any, value: Any, flags: int) -> None:
        """`(?=…)` and `(?<=…)`."""
        del kind
        self.code += [LOOK, self._behind(value)]
        self.sequence(value[1], flags)
        self.code.append(LOOK_END)

    def write_assert_not(self, kind: Any, value: Any, flags: int) -> None:
        """`(?!…)` and `(?<!…)`."""
        del kind
        self.code += [LOOK_NOT, self._behind(value)]
        otherwise = self.hole()
        self.sequence(value[1], flags)
        self.code.append(LOOK_NOT_END)
        self.fill(otherwise)

    def _behind(self, value: Any) -> int:
        return int(value[1].getwidth()[0]) if value[0] < 0 else 0

    def write_failure(self, kind: Any, value: Any, flags: int) -> None:
        """`(?!)`."""
        del kind, value, flags
        self.code.append(FAILURE)

    def write_groupref(self, kind: Any, value: Any, flags: int) -> None:
        """`\\1`."""
        del kind
        folding = Folding(flags)
        self.code += [GROUP, value - 1, (2 if folding.unicode else 1) if folding.active else 0]

    def write_groupref_exists(self, kind: Any, value: Any, flags: int) -> None:
        """`(?(1)yes|no)`."""
        del kind
        group, yes, no = value
        self.code += [IF_GROUP, group - 1]
        otherwise = self.hole()
        self.sequence(yes, flags)
        if no:
            self.code.append(JUMP)
            end = self.hole()
            self.fill(otherwise)
            self.sequence(no, flags)
            self.fill(end)
        else:
            self.fill(otherwise)


def one_set(kind: Any, value: Any, flags: int) -> Charset | int | None:
    """The characters of a single place: one to compare with, or a set. None for everything else; ANY has its own instruction."""
    folding = Folding(flags)
    if kind is sre.LITERAL or kind is sre.NOT_LITERAL:
        found = literal_set(value, kind is sre.NOT_LITERAL, folding)
        return int(value) if found is None else found
    if kind is sre.IN:
        return class_set(value, folding)
    if kind is sre.CATEGORY:
        return class_set([(kind, value)], folding)
    return None


def combined(flags: int, added: int, removed: int) -> int:
    """A group's flags, as CPython combines them."""
    result: int = sre_compiler._combine_flags(flags, added, removed)
    return result


@dataclass
class _First:
    """What a match may begin with. None: with anything, or it may be empty."""

    flags: int

    def of(self, tree: list[tuple[Any, Any]]) -> Charset | None:
        """The union over everything that may come first."""
        found: list[Charset] = []
        for kind, value in tree:
            if kind is sre.AT or kind is sre.ASSERT or kind is sre.ASSERT_NOT:
                continue
            inner = self._inside(kind, value)
            if inner is None:
                return None
            found.append(inner)
            optional = kind in ONE and value[0] == 0
            if not optional:
                return united(found)
        return None

    def _inside(self, kind: Any, value: Any) -> Charset | None:
        if kind in ONE:
            return self.of(list(value[2])) if value[1] else None
        if kind is sre.SUBPATTERN:
            return _First(combined(self.flags, value[1], value[2])).of(list(value[3]))
        if kind is sre.ATOMIC_GROUP:
            return self.of(list(value))
        if kind is sre.BRANCH:
            parts = [self.of(list(part)) for part in value[1]]
            known = [part for part in parts if part is not None]
            return united(known) if len(known) == len(parts) else None
        found = one_set(kind, value, self.flags)
        if isinstance(found, int):
            return Charset(frozenset([found] if found < 256 else []), ((found, found),) if found >= 256 else (), (), 0, False, False)
        return found


def united(sets: list[Charset]) -> Charset:
    """Exact below 256; beyond, everything when anything is."""
    beyond = any(one.beyond for one in sets)
    return Charset(frozenset().union(*(one.low for one in sets)), (), (), 0, beyond, False)
