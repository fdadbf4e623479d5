"""pydantic's smart mode: which of several models in a union takes a dict that all of them accept."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported

STRICT = {
    "int": "isinstance(value, int) and not isinstance(value, bool)", "bool": "isinstance(value, bool)", "str": "isinstance(value, str)",
    "float": "isinstance(value, float) or (isinstance(value, int) and not isinstance(value, bool))", "none": "value is None",
    "any": "True", "literal": "True",
}  # fmt: skip
"""Whether a value becomes a field without a conversion, by the kind of the field."""
NOTED = frozenset(["type", "metadata", "ref", "serialization", "min_length", "max_length", "ge", "gt", "le", "lt", "pattern", "expected"])


class Weights:
    """Writes functions that weigh a dict which a model has accepted: twice the number of fields it sets, and 1 if all are exact."""

    def __init__(self, followed: Callable[[Any], Any], function: Callable[[str, list[str], dict[str, Any]], FunctionType]) -> None:
        self.followed = followed
        self.function = function
        self.inside: list[Any] = []

    def model_class(self, schema: Any) -> Any:
        """The model that a member of a union is; None for another one."""
        schema = self.followed(schema)
        while schema["type"] == "function-after":
            schema = self.followed(schema["schema"])
        return schema["cls"] if schema["type"] == "model" else None

    def of_model(self, schema: Any) -> FunctionType:
        """The function for one model."""
        schema = self.followed(schema)
        while schema["type"] == "function-after":
            schema = self.followed(schema["schema"])
        if schema["cls"] in self.inside or schema["schema"]["type"] != "model-fields":
            raise _unclear()
        self.inside.append(schema["cls"])
        lines, scope = ["def weigh(value):", "    count = 0", "    exact = 1"], {}
        for at, (name, field) in enumerate(schema["schema"]["fields"].items()):
            key = field.get("validation_alias", name)
            if not isinstance(key, str) or schema.get("config", {}).get("validate_by_name"):
                raise _unclear()
            scope[f"part_{at}"] = self._part(field["schema"])
            lines += [f"    if {key!r} in value:", f"        inner = part_{at}(value[{key!r}])", "        count += 1 + inner // 2",
                      "        exact = min(exact, inner % 2)"]  # fmt: skip
        self.inside.pop()
        return self.function("weigh", [*lines, "    return 2 * count + exact"], scope)

    def _part(self, schema: Any) -> FunctionType:
        """The same for what a field holds."""
        schema = self.followed(schema)
        kind = schema["type"]
        if kind in ("default", "nullable"):
            lines = ["def weigh(value):", f"    return 1 if value is None and {kind == 'nullable'} else inner(value)"]
            return self.function("weigh", lines, {"inner": self._part(schema["schema"])})
        if kind == "model" or (kind == "function-after" and self.model_class(schema) is not None):
            lines = ["def weigh(value):", "    return inner(value) if isinstance(value, dict) else 1"]
            return self.function("weigh", lines, {"inner": self.of_model(schema)})
        if kind in ("list", "dict") and not set(schema) - NOTED - {"items_schema", "keys_schema", "values_schema"}:
            return self._container(schema)
        if kind not in STRICT or set(schema) - NOTED:
            raise _unclear()
        return self.function("weigh", ["def weigh(value):", f"    return 1 if {STRICT[kind]} else 0"], {})

    def _container(self, schema: Any) -> FunctionType:
        item = self._part(schema.get("items_schema") or schema.get("values_schema") or {"type": "any"})
        values = "value.values()" if schema["type"] == "dict" else "value"
        lines = ["def weigh(value):", f"    count, exact = 0, 1 if isinstance(value, {schema['type']}) else 0", f"    for one in {values}:",
                 "        inner = item(one)", "        count += inner // 2", "        exact = min(exact, inner % 2)",
                 "    return 2 * count + exact"]  # fmt: skip
        if schema["type"] == "dict" and self.followed(schema.get("keys_schema", {"type": "any"}))["type"] not in ("str", "any"):
            raise _unclear()
        return self.function("weigh", lines, {"item": item})


def _unclear() -> Unsupported:
    return Unsupported(
        "this union of models is not supported",
        "which of them takes a value depends on more than how many plain fields it sets",
        "a union with a discriminator, or fields of int, float, bool, str, Literal, models, and lists and dicts of them",
    )
