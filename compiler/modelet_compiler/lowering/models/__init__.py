"""Language models of transformers, lowered: a description for engine/models, packed weights, and the calls of their manager."""

from __future__ import annotations

from modelet_compiler.lowering.models.manager import ManagerAdapter

ADAPTERS_HERE = (ManagerAdapter(),)
