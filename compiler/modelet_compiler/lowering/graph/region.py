"""From a region of a function to C++: the module that runs its statements, its export, and the function that compiled code calls."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any

import torch

from modelet_compiler.lowering.adapter import NativeParts, Refused
from modelet_compiler.lowering.region_taint import is_module, is_user_function, reached
from modelet_compiler.lowering.tensor_region import TensorRegion, title

from .cache import imported
from .compile import optimise
from .digest import prefix
from .emit import Emission, emit, vocabulary_size
from .export import FIELDS


class Tokens(dict[str, torch.Tensor]):
    """What the region's code sees as tokens: a BatchEncoding, as far as computing with it goes."""

    def __getattr__(self, name: str) -> torch.Tensor:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def to(self, *_: object, **__: object) -> Tokens:
        """Moving to a device changes nothing in a compiled function."""
        return self

    @property
    def data(self) -> dict[str, torch.Tensor]:
        """As BatchEncoding has it."""
        return self


class _Held(torch.nn.Module):
    """Holds the modules that a region reaches, so that the export names their parameters."""

    def __init__(self, modules: Mapping[str, torch.nn.Module]) -> None:
        super().__init__()
        for name, module in modules.items():
            self.add_module(name, module)


class RegionModule(torch.nn.Module):
    """Runs a region's statements on the fields of a tokenised batch."""

    def __init__(self, region: TensorRegion, encoding: str, constants: Mapping[str, Any], fields: Sequence[str]) -> None:
        super().__init__()
        self.held = _Held(modules_of(region))
        self._encoding, self._constants, self._fields = encoding, dict(constants), tuple(fields)
        module = ast.Module([region.tree()], [])
        space: dict[str, Any] = dict(region.environment)
        exec(compile(module, region.file() or "<function>", "exec"), space)
        self._function = space["forward"]

    def forward(self, input_ids: torch.Tensor, token_type_ids: torch.Tensor, attention_mask: torch.Tensor) -> Any:
        """The region's results, a tuple of tensors."""
        given = dict(zip(FIELDS, (input_ids, token_type_ids, attention_mask), strict=True))
        tokens = Tokens({name: given[name] for name in self._fields})
        results = self._function(**{self._encoding: tokens}, **self._constants)
        for result in results:
            if not isinstance(result, torch.Tensor):
                raise Refused(
                    f"tensor code hands out a {type(result).__name__}, which is no tensor",
                    "take plain values from the texts or the arrays, after .numpy()",
                )
        return results


def modules_of(region: TensorRegion) -> dict[str, torch.nn.Module]:
    """The modules that the region's names, and those of the helpers it calls, mean; by name, in order of appearance."""
    found: dict[str, torch.nn.Module] = {}
    _collect(_named(region), found, set())
    return found


def _named(region: TensorRegion) -> dict[str, Any]:
    """What the names in the region's source mean, except its own variables."""
    names = [node.id for part in [*region.statements, *region.results] for node in ast.walk(part) if isinstance(node, ast.Name)]
    return {name: region.environment[name] for name in names if name in region.environment}


def _collect(objects: Mapping[str, Any], found: dict[str, torch.nn.Module], seen: set[FunctionType]) -> None:
    for name, value in objects.items():
        if is_module(value) and not any(value is other for other in found.values()):
            number = sum(other.split("_of_")[0] == name for other in found)
            found[f"{name}_of_{number + 1}" if number else name] = value
        elif is_user_function(value) and value not in seen:
            seen.add(value)
            _collect(reached(value), found, seen)


def _check_inference(modules: Mapping[str, torch.nn.Module]) -> None:
    for name, module in modules.items():
        for path, part in module.named_modules():
            if part.training and "Dropout" in type(part).__name__ and getattr(part, "p", 0):
                raise Refused(
                    f"the model `{name}` is in training: its dropout {path} draws random numbers",
                    f"put it into inference first: {name}.eval()",
                )


def compile_region(region: TensorRegion, encoding: str, fields: Sequence[str], constants: Mapping[str, Any], name: str) -> Emission:
    """The C++ of a region whose tokens have these fields and whose plain inputs have these values. Raises Refused."""
    modules = modules_of(region)
    _check_inference(modules)
    module = RegionModule(region, encoding, constants, fields)
    rename = prefix(modules)
    key = (region.source(), title(region), region.lines(), encoding, repr(dict(constants)), tuple(fields))
    graph = imported(module, key, modules, _named(region), rename)
    optimised, reason = optimise(graph)
    return emit(optimised, name, title(region), reason)


def region_parts(made: Sequence[tuple[str, Emission]]) -> NativeParts:
    """What regions bring into a library."""
    parts = NativeParts(kernels=frozenset().union(*(emission.kernels for _, emission in made)) if made else frozenset())
    weights = {}
    declarations: list[str] = []
    for name, emission in made:
        parts.sources[f"{name}.cpp"] = _INCLUDES + emission.source + _FUNCTION.format(name=name, **_function(emission))
        declarations.append(f"{_function(emission)['result']} {name}(modelet::Call &, const modelet::tokenizers::Encoding &);")
        weights.update({tensor.name: tensor for tensor in emission.weights})
    parts.weights = list(weights.values())
    parts.header = _HEADER.format(declarations="\n".join(declarations)) if declarations else ""
    return parts


def _function(emission: Emission) -> dict[str, str]:
    count = len(emission.graph.outputs)
    arrays = [f"modelet::numpy::from_tensor(call, std::move(outputs[{number}]))" for number in range(count)]
    types = vocabulary_size(emission.graph, "token_type_ids")
    check = f"  if (!types_fit(call, *encoding, {types})) return {{}};\n" if types else ""
    if count == 1:
        return {"result": "modelet::numpy::Array", "value": arrays[0], "check": check, "helpers": _TYPES_FIT if types else ""}
    result = "std::tuple<" + ", ".join(["modelet::numpy::Array"] * count) + ">"
    return {"result": result, "value": "{" + ", ".join(arrays) + "}", "check": check, "helpers": _TYPES_FIT if types else ""}


_HEADER = """#include <tuple>

#include "numpy/array.h"
#include "tokenizers/encoding.h"

namespace modelet_graphs {{
{declarations}
}}
"""

_INCLUDES = """#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/call.h"
#include "numpy/array.h"
#include "tokenizers/encoding.h"
"""

_TYPES_FIT = """
namespace {
// Whether every token type has a row in the model's table; an IndexError is raised otherwise, as torch does.
bool types_fit(modelet::Call &call, const modelet::graph::TokenBatch &batch, int32_t entries) {
  for (const int32_t type : batch.token_type_ids) {
    if (type >= 0 && type < entries) continue;
    const std::string found = std::to_string(type), known = std::to_string(entries);
    call.raise("IndexError", "index out of range in self: token type " + found + " in a table of " + known);
    return false;
  }
  return true;
}
}  // namespace
"""

_FUNCTION = """
namespace modelet_graphs {{
{helpers}
{result} {name}(modelet::Call &call, const modelet::tokenizers::Encoding &encoding);
{result} {name}(modelet::Call &call, const modelet::tokenizers::Encoding &encoding) {{
  std::vector<modelet::Tensor> outputs;
{check}  if (!modelet::graph::execute(call, {name}_program, *encoding, outputs)) return {{}};
  return {value};
}}

}}  // namespace modelet_graphs
"""
