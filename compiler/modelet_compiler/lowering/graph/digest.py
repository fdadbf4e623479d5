"""Content digests of modules: what makes names of weights stable, and exported graphs reusable."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import torch


def tensor_digest(tensor: torch.Tensor) -> str:
    """SHA-256 of a tensor's type, shape and bytes."""
    state = hashlib.sha256(f"{tensor.dtype}{tuple(tensor.shape)}".encode())
    if tensor.numel():
        state.update(tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().data)
    return state.hexdigest()


def module_digest(module: torch.nn.Module) -> str:
    """SHA-256 of everything a module holds: its parameters and buffers, by name."""
    return _digest(f"{name}{tensor_digest(tensor)}" for name, tensor in _tensors(module))


def _tensors(module: torch.nn.Module) -> Iterable[tuple[str, torch.Tensor]]:
    yield from module.named_parameters(remove_duplicate=True)
    yield from module.named_buffers(remove_duplicate=True)


def _digest(parts: Iterable[str]) -> str:
    state = hashlib.sha256()
    for part in parts:
        state.update(part.encode())
    return state.hexdigest()


def prefix(modules: Mapping[str, torch.nn.Module]) -> Callable[[str], str]:
    """Names of weights that are equal exactly when the module is: `held.model.layer.weight` → `3f2a91bc.layer.weight`.

    The variable that holds a module is no part of it, so that two functions with one model share its weights.
    """
    digests = {name: module_digest(module)[:8] for name, module in modules.items()}

    def rename(name: str) -> str:
        parts = name.split(".")
        return ".".join([digests[parts[1]], *parts[2:]]) if len(parts) > 1 and parts[0] == "held" and parts[1] in digests else name

    return rename


def constant_name(tensor: torch.Tensor) -> str:
    """The name of a tensor that has none."""
    return f"constant.{tensor_digest(tensor)[:12]}"


def content(values: Iterable[Any]) -> str:
    """SHA-256 of the text of some values."""
    return _digest(repr(value) + "\0" for value in values)
