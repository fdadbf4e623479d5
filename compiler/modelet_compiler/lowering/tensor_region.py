"""The adapter of tensor code that was outlined from a function: exported, compiled, and called with the tokenised texts."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from modelet_compiler.ir.types import ArrayType, NativeType, TupleType, Type
from modelet_compiler.lowering.adapter import Argument, NativeCall, NativeObject, NativeParts, Refused

if TYPE_CHECKING:
    from modelet_compiler.lowering.graph.emit import Emission

ENCODING = "BatchEncoding"


@dataclass
class TensorRegion:
    """Statements and result expressions that torch computes; `inputs` are the function's local names that they read."""

    function: str
    statements: Sequence[ast.stmt]
    results: Sequence[ast.expr]
    inputs: tuple[str, ...]
    environment: Mapping[str, Any]
    refusal: Refused | None = None

    def source(self) -> str:
        """The region as a Python function."""
        return ast.unparse(self.tree())

    def tree(self) -> ast.FunctionDef:
        """`def forward(inputs): statements; return (results)`, at the places of the user's source.

        torch records the lines of functions of that name only.
        """
        arguments = ast.arguments(posonlyargs=[], args=[ast.arg(name) for name in self.inputs], kwonlyargs=[], kw_defaults=[], defaults=[])
        value: ast.expr = ast.Tuple(list(self.results), ast.Load())
        body = [*self.statements, ast.Return(value)]
        function = ast.FunctionDef(name="forward", args=arguments, body=body, decorator_list=[], returns=None, type_comment=None)
        if "type_params" in ast.FunctionDef._fields:
            function.type_params = []  # type: ignore[attr-defined]
        for node in [function, body[-1], value]:
            ast.copy_location(node, self.results[-1])
        return ast.fix_missing_locations(function)

    def lines(self) -> tuple[int, int]:
        """First and last line in the user's file."""
        nodes: list[ast.stmt | ast.expr] = [*self.statements, *self.results]
        return min(node.lineno for node in nodes), max(node.end_lineno or node.lineno for node in nodes)

    def file(self) -> str:
        """The user's file, or nothing."""
        return str(self.environment.get("__file__", ""))


class TensorRegionAdapter:
    """Takes the regions that lowering/regions.py made."""

    def matches(self, value: object) -> bool:
        """Made by outlining only."""
        return isinstance(value, TensorRegion)

    def lower(self, value: TensorRegion, name: str, _metadata: Sequence[object] = (), /) -> NativeObject:
        """Nothing is exported before the region is called."""
        return NativeRegion(value, name.strip("_") or "region")


class NativeRegion:
    """One region in one library. Exported when it is called first, once for each set of constants."""

    def __init__(self, region: TensorRegion, name: str, must_be_ragged: bool = False) -> None:
        self.region = region
        self.name = name
        self.must_be_ragged = must_be_ragged  # the caller cuts the batch itself, so that nothing may depend on padding
        self._made: dict[tuple[Any, ...], tuple[str, Emission]] = {}

    def attribute(self, name: str) -> Argument:
        """There are none."""
        raise Refused(f"tensor code has no attribute {name!r}", "")

    def call(self, method: str, positional: Sequence[Argument], keywords: Mapping[str, Argument]) -> NativeCall:
        """Takes tokens and constants; gives an array for one result and a tuple for several."""
        assert method == "__call__"
        assert not keywords
        if self.region.refusal is not None:
            raise self.region.refusal
        given = dict(zip(self.region.inputs, positional, strict=True))
        encoding = self._encoding(given)
        constants = {name: argument.constant for name, argument in given.items() if name != encoding}
        name, emission = self._emission(encoding, _keys(given[encoding]), constants)
        if self.must_be_ragged and not emission.graph.ragged:
            raise Refused(f"vectors depend on how texts are batched: {emission.reason}", "mask padding in the model")
        types = [ArrayType(view.dtype, len(view.axes)) for view in emission.graph.outputs]
        result: Type = types[0] if len(types) == 1 else TupleType(tuple(types))
        return NativeCall(result, f"modelet_graphs::{name}", (self.region.inputs.index(encoding),))

    def _encoding(self, given: Mapping[str, Argument]) -> str:
        encodings = [name for name, argument in given.items() if _is_encoding(argument.type)]
        if len(encodings) != 1:
            found = f"{len(encodings)} tokenised batches ({', '.join(encodings)})" if encodings else "no tokens"
            raise Refused(
                f"tensor code must work on one tokenised batch, and this reads {found}",
                'tokenise first: tokens = tokenizer(texts, padding=True, return_tensors="pt"), and pass `tokens` to the model',
            )
        for name, argument in given.items():
            if name not in encodings and not argument.is_constant:
                raise Refused(
                    f"tensor code uses `{name}`, which is known only when the function runs",
                    f"take the tensors out first with .numpy(), and use `{name}` on the array",
                )
        return encodings[0]

    def _emission(self, encoding: str, fields: tuple[str, ...], constants: Mapping[str, Any]) -> tuple[str, Emission]:
        from modelet_compiler.lowering.graph.region import compile_region

        key = (fields, *((name, repr(value)) for name, value in constants.items()))
        if key not in self._made:
            name = self.name if not self._made else f"{self.name}_variant_{len(self._made) + 1}"
            self._made[key] = (name, compile_region(self.region, encoding, fields, constants, name))
        return self._made[key]

    def parts(self) -> NativeParts:
        """The programs that accepted calls lead to, and their weights."""
        from modelet_compiler.lowering.graph.region import region_parts

        return region_parts(list(self._made.values()))


def _is_encoding(type_: Type) -> bool:
    return isinstance(type_, NativeType) and type_.python == ENCODING


def _keys(argument: Argument) -> tuple[str, ...]:
    """The fields that the tokens have in Python."""
    if getattr(argument.type, "form", "torch") != "torch":
        raise Refused("the tokens are not torch tensors here", 'ask the tokenizer for them: return_tensors="pt"')
    keys: tuple[str, ...] = getattr(argument.type, "keys", ("input_ids", "token_type_ids", "attention_mask"))
    return keys


def title(region: TensorRegion) -> str:
    """What the region is, without a path of this machine."""
    first, last = region.lines()
    place = f"{Path(region.file()).name}, " if region.file() else ""
    return f"{place}{region.function}, lines {first} to {last}"
