"""Imported graphs, cached by content, so that a changed tail of a function does not export an unchanged model anew.

The key is everything that the export could see: the region's source, the weights, the modules' configuration and classes, the helpers
and what their names mean, and the versions of the libraries. Parameters are not stored again; they are taken from the modules.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import os
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any
from zipfile import BadZipFile

import numpy as np
import torch

from modelet_compiler.lowering.region_taint import is_module, is_user_function, reached
from modelet_compiler.toolchain.paths import cache_folder

from .digest import content, module_digest
from .export import import_module
from .ir import Graph
from .serialize import from_json, to_json

_LIBRARIES = ("torch", "transformers", "sentence-transformers")
_PLAIN = (bool, int, float, str, bytes, type(None), tuple, list, dict, torch.dtype)


def imported(
    module: torch.nn.Module,
    key: tuple[Any, ...],
    modules: Mapping[str, torch.nn.Module],
    objects: Mapping[str, Any],
    rename: Callable[[str], str],
) -> Graph:
    """The graph of `module`, which runs the source in `key` on `modules`; `objects` is what the source's names mean. Raises Refused."""
    digest = content([key, *_modules(modules), *_objects(objects, set()), *_versions()])
    folder = cache_folder("graphs")
    found = _load(folder / digest, module, rename)
    if found is not None:
        return found
    graph = import_module(module, rename=rename)
    _store(folder / digest, graph, _parameters(module, rename))
    return graph


# The key


def _modules(modules: Mapping[str, torch.nn.Module]) -> Iterator[object]:
    for name, module in modules.items():
        yield name, module_digest(module)
        for path, part in module.named_modules():
            plain = {key: value for key, value in vars(part).items() if isinstance(value, _PLAIN) and not key.startswith("_")}
            config = getattr(part, "config", None)
            options = config.to_json_string(use_diff=False) if config is not None and hasattr(config, "to_json_string") else ""
            attention = getattr(config, "_attn_implementation", "")
            yield (
                path,
                type(part).__qualname__,
                repr(sorted(plain.items(), key=str)),
                part.extra_repr(),
                options,
                attention,
                _source(type(part)),
            )


def _source(kind: Any) -> str:
    if kind.__module__.split(".")[0] in ("torch", "transformers", "sentence_transformers"):
        return f"{kind.__module__}.{kind.__qualname__}"
    try:
        return inspect.getsource(kind)
    except (OSError, TypeError):
        return repr(kind)


def _objects(objects: Mapping[str, Any], seen: set[FunctionType]) -> Iterator[object]:
    """What names mean, as far as it can change an export."""
    for name, value in sorted(objects.items()):
        if is_module(value) or isinstance(value, ModuleType):
            yield name, getattr(value, "__name__", "")
        elif isinstance(value, torch.Tensor):
            yield name, value.dtype, tuple(value.shape), hashlib.sha256(value.detach().contiguous().numpy().tobytes()).hexdigest()
        elif is_user_function(value) and value not in seen:
            seen.add(value)
            yield name, _source(value), repr(value.__defaults__)
            yield from _objects(reached(value), seen)
        else:
            yield name, repr(value) if isinstance(value, _PLAIN) else _source(type(value))


@functools.cache
def _versions() -> tuple[str, ...]:
    """Of the libraries, and of this folder's own code."""
    own = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))).hexdigest()
    return (own, *(_version(name) for name in _LIBRARIES))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


# Files


def _parameters(module: torch.nn.Module, rename: Callable[[str], str]) -> dict[str, torch.Tensor]:
    """Everything the module holds, by its name in the weights file."""
    tensors = {**dict(module.named_parameters(remove_duplicate=False)), **dict(module.named_buffers(remove_duplicate=False))}
    return {rename(name): tensor.detach() for name, tensor in tensors.items()}


def _load(path: Path, module: torch.nn.Module, rename: Callable[[str], str]) -> Graph | None:
    try:
        data = json.loads(path.with_suffix(".json").read_text())
        with np.load(path.with_suffix(".npz"), allow_pickle=False) as arrays:
            own = {data["own"][int(name)]: torch.from_numpy(arrays[name]) for name in arrays.files}
        return from_json(data["graph"], {**_parameters(module, rename), **own})
    except (OSError, ValueError, KeyError, BadZipFile):
        return None


def _store(path: Path, graph: Graph, parameters: Mapping[str, torch.Tensor]) -> None:
    """Both files, the arrays first, each through a file of its own that is renamed. A cache that cannot be written is no error."""
    own = [key for key in graph.constants if key not in parameters]
    text = json.dumps({"graph": to_json(graph), "own": own})
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            np.savez(file, **{str(number): graph.constants[key].contiguous().numpy() for number, key in enumerate(own)})
        part.replace(path.with_suffix(".npz"))
        part.write_text(text)
        part.replace(path.with_suffix(".json"))
    except OSError:
        part.unlink(missing_ok=True)
