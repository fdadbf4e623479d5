"""Targets of stores."""

from __future__ import annotations

import ast


def target_names(target: ast.expr) -> set[str]:
    """The names a target stores into."""
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
