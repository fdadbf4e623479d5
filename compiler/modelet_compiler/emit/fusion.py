"""Chains of operations on the elements of arrays become one loop (engine/numpy/fused.h).

`x * 2 + y` would write an array for `x * 2` and read it again. An operation whose result only one other operation reads is computed
inside of that one's loop instead: the same operations in the same order for each element, each rounded to its own type, so that no bit
changes. What may not change either is which error is raised, and what is read: an operation is moved past others only if these
change nothing, and if not both could raise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, ArrayType, Type

MOST_LEAVES = 8
REAL = r"(bool|u?int(?:8|16|32|64)_t|float|double)"
SHORT = {"uint8_t": "uint8", "int8_t": "int8", "uint16_t": "uint16", "int16_t": "int16", "uint32_t": "uint32", "int32_t": "int32",
         "uint64_t": "uint64", "int64_t": "int64"}  # fmt: skip
# Operations that compilers turn into vectors; what calls the math library gains nothing from the company of others. The exponential of
# single precision is ours, and a chain by itself, since chains have loops for wider vectors.
OF_TWO = (
    "Add|Subtract|Multiply|Divide|Maximum|Minimum|FMax|FMin|BitAnd|BitOr|BitXor|Equal|NotEqual|Less|LessEqual|Greater|GreaterEqual|"
    "LogicalAnd|LogicalOr|LogicalXor"
)
OF_ONE = (
    "Negative|Positive|Absolute|Invert|Square|Sign|Reciprocal|Sqrt|Floor|Ceil|Trunc|Rint|Degrees|Radians|IsNan|IsInf|IsFinite|"
    "LogicalNot|Same"
)
BINARY = re.compile(rf"np::binary<np::({OF_TWO}), {REAL}, {REAL}, {REAL}, {REAL}>")
UNARY = re.compile(rf"np::unary<np::({OF_ONE}), {REAL}, {REAL}>|np::unary<np::(Exp), (float), {REAL}>")
CAST = re.compile(rf"np::astype<(float|double), {REAL}>")
WHERE = re.compile(rf"np::where<{REAL}, {REAL}, {REAL}, {REAL}>")
# What changes nothing that anybody could see.
HARMLESS = re.compile(
    r"np::(binary|unary|astype|as_dtype|where|reduce|mean|variance|deviation|norm|absolute_norm|scalar|to_double|to_int64|index|extent|size|"
    r"len|transpose|expand_dims|reshape|fused|extreme_position)\b"
)


@dataclass
class Step:
    """One operation of a chain: how its C++ type is written, what it reads, and the C++ types that it reads them as."""

    head: str
    types: tuple[str, ...]
    node: typed.Compute


@dataclass
class Chain:
    """Operations that run in one loop. `place` is where in the block the last of them stands."""

    text: str
    leaves: list[tuple[typed.Expression, Type, str]]
    node: typed.Compute
    place: int
    steps: int
    safe: bool  # cannot raise but for want of memory
    made_of: list[int] = field(default_factory=list)  # the places of the others


def fuse(block: Sequence[typed.Statement], used: Mapping[int, int]) -> list[typed.Statement]:
    """The block with chains as one operation each. `used` says how often each temporary is read."""
    out: list[typed.Statement | None] = list(block)
    chains: dict[int, Chain] = {}
    for place, node in enumerate(block):
        step = step_of(node)
        if step is None:
            continue
        chain = _joined(step, place, chains, out, used)
        for absorbed in chain.made_of:
            out[absorbed] = None
        chains[step.node.result.number] = chain
        if chain.steps > 1 or "np::Exp" in chain.text:
            out[place] = _computed(chain)
    return [node for node in out if node is not None]


def step_of(node: object) -> Step | None:
    """The operation as a step of a chain; None for everything else."""
    if not isinstance(node, typed.Compute) or not isinstance(node.result.type, ArrayType) or node.result.type.rank == 0:
        return None
    if found := BINARY.fullmatch(node.cpp):
        name, first, second, left, right = found.groups()
        step = Step(f"np::Two<np::{name}, {first}, {second}, ", (left, right), node)
    elif found := UNARY.fullmatch(node.cpp):
        name, loop, source = (group for group in found.groups() if group is not None)
        step = Step(f"np::One<np::{name}, {loop}, ", (source,), node)
    elif found := CAST.fullmatch(node.cpp):
        step = Step(f"np::One<np::Same, {found[1]}, ", (found[2],), node)
    elif found := WHERE.fullmatch(node.cpp):
        step = Step(f"np::Choice<{found[1]}, ", found.groups()[1:], node)
    else:
        return None
    arguments = [argument for argument, _ in node.arguments]
    return step if all(map(_readable, arguments, [type_ for _, type_ in node.arguments], step.types)) else None


def _readable(argument: typed.Expression, type_: Type, read_as: str) -> bool:
    """Whether a leaf may be read before the operations of its chain: an int that might not fit raises where it stands."""
    if isinstance(type_, ArrayType) or type_ in (BOOL, FLOAT) or (type_ == INT and read_as not in SHORT):
        return True
    if type_ != INT or not isinstance(argument, typed.Literal):
        return False
    limits = np.iinfo(SHORT[read_as])
    return bool(limits.min <= argument.value <= limits.max)


def _joined(step: Step, place: int, chains: Mapping[int, Chain], out: Sequence[typed.Statement | None], used: Mapping[int, int]) -> Chain:
    """The step, with the chains that give its operands where they may be computed here."""
    given: list[Chain | None] = []
    for argument, _ in step.node.arguments:
        number = argument.number if isinstance(argument, typed.Temporary) else None
        given.append(chains.get(number) if number is not None and used.get(number, 0) == 1 else None)
    taken = [chain for chain in given if chain is not None]
    if not _movable(taken, place, out):
        given = [None] * len(given)
    chain = _written(step, place, given)
    return chain if len(chain.leaves) <= MOST_LEAVES else _written(step, place, [None] * len(given))


def _movable(taken: Sequence[Chain], place: int, out: Sequence[typed.Statement | None]) -> bool:
    """Whether the chains may be computed at `place` and in this order."""
    places = [chain.place for chain in taken]
    if places != sorted(places):
        return False
    for chain in taken:
        between = [node for at, node in enumerate(out[:place]) if at > chain.place and at not in places and node is not None]
        if any(not _harmless(node) or not (chain.safe or not getattr(node, "raises", True)) for node in between):
            return False
    return True


def _harmless(node: typed.Statement) -> bool:
    return isinstance(node, typed.Compute) and (node.plain or HARMLESS.match(node.cpp) is not None)


def _written(step: Step, place: int, given: Sequence[Chain | None]) -> Chain:
    leaves: list[tuple[typed.Expression, Type, str]] = []
    texts: list[str] = []
    for (argument, type_), read_as, chain in zip(step.node.arguments, step.types, given, strict=True):
        own = [(argument, type_, read_as)] if chain is None else chain.leaves
        places = [_place(leaf, leaves) for leaf in own]
        texts.append(f"np::Leaf<{places[0]}, {read_as}>" if chain is None else _renumbered(chain.text, places))
    taken = [chain for chain in given if chain is not None]
    arrays = sum(isinstance(type_, ArrayType) and type_.rank != 0 for _, type_ in step.node.arguments)
    return Chain(
        step.head + ", ".join(texts) + ">", leaves, step.node, place, 1 + sum(chain.steps for chain in taken),
        safe=arrays < 2 and all(chain.safe for chain in taken), made_of=[chain.place for chain in taken],
    )  # fmt: skip


def _place(leaf: tuple[typed.Expression, Type, str], leaves: list[tuple[typed.Expression, Type, str]]) -> int:
    """Where the leaf stands among the others; what is read twice stands there once."""
    for place, (other, type_, read_as) in enumerate(leaves):
        if type_ == leaf[1] and read_as == leaf[2] and _same(other, leaf[0]):
            return place
    leaves.append(leaf)
    return len(leaves) - 1


def _same(left: typed.Expression, right: typed.Expression) -> bool:
    if isinstance(left, typed.Read) and isinstance(right, typed.Read):
        return left.slot is right.slot
    return left is right


def _renumbered(text: str, places: Sequence[int]) -> str:
    return re.sub(r"Leaf<(\d+)", lambda found: f"Leaf<{places[int(found[1])]}", text)


def _computed(chain: Chain) -> typed.Compute:
    types = ", ".join(read_as for _, _, read_as in chain.leaves)
    arguments = [(leaf, type_) for leaf, type_, _ in chain.leaves]
    return typed.Compute(chain.node.result, f"np::fused<{chain.text}, {types}>", arguments, raises=True, span=chain.node.span)
