"""Type propagation through pydantic models: how instances are made, changed, copied and dumped."""

from __future__ import annotations

from typing import Any

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.classes import MISSING, fields_of, is_frozen, is_model, member, synthesized
from modelet_compiler.ir.models import ModelSource, known
from modelet_compiler.ir.special_methods import SpecialMethods
from modelet_compiler.ir.types import ObjectType, object_type
from modelet_compiler.standard import dataclass_parts, pydantic_parts

REFUSED = frozenset(["model_dump_json", "model_json_schema", "model_validate_json", "model_construct", "model_fields", "model_fields_set",
                     "model_extra", "model_computed_fields", "model_rebuild", "model_parametrized_name", "copy", "dict", "json",
                     "parse_obj", "parse_raw", "construct", "schema", "validate"])  # fmt: skip


class Models(SpecialMethods):
    """pydantic in one specialisation."""

    def captured(self, name: str, value: Any) -> typed.Expression:
        """Pydantic's ValidationError is one of ours."""
        if isinstance(value, type) and value.__module__.startswith("pydantic_core") and value.__name__ == "ValidationError":
            value = pydantic_parts.ValidationError
        return super().captured(name, value)

    def construct_model(
        self, type_: ObjectType, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """`Model(field=value)`."""
        cls = type_.python
        if member(cls, "__init__") is not MISSING or member(cls, "model_post_init") is not MISSING:
            raise Unsupported(f"the model {type_.name} has __init__ or model_post_init", instead="a model_validator(mode='after')")
        if positional:
            given = len(positional) + 1
            return self.raises("TypeError", f"BaseModel.__init__() takes 1 positional argument but {given} were given", span)
        function = ModelSource(self.info(type_), cls).construct(list(keywords))
        return self.helper(function, type_.name, list(keywords.values()), {}, span)

    def call_class_member(
        self, cls: Any, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """`Model.model_validate(data)`."""
        if not is_model(cls) or member(cls, name) is not MISSING:
            return super().call_class_member(cls, name, positional, keywords, span)
        if name != "model_validate" or len(positional) != 1 or keywords:
            raise Unsupported(f"`{cls.__name__}.{name}` is not supported so", instead="model_validate(data), or the class with keywords")
        function = ModelSource(self.info(object_type(cls)), cls).validate()
        return self.helper(function, f"{cls.__name__}.model_validate", positional, {}, span)

    def call_member(
        self, value: typed.Expression, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """`instance.model_dump()`, `instance.model_copy()`."""
        type_ = self.solver.shallow(value.type)
        if not isinstance(type_, ObjectType) or not is_model(type_.python) or member(type_.python, name) is not MISSING:
            return super().call_member(value, name, positional, keywords, span)
        if name == "model_validate":
            return self.call_class_member(type_.python, name, positional, keywords, span)
        if name not in ("model_dump", "model_copy") or positional:
            self._refused_member(type_, name)
            return super().call_member(value, name, positional, keywords, span)
        if name == "model_dump":
            return self._dump(type_, value, keywords, span)
        if keywords:
            raise Unsupported("`model_copy` with arguments is not supported", instead="the class with keywords")
        copied = "".join(f"    copy.{one.name} = self.{one.name}\n" for one in fields_of(type_.python))
        lines = ["def model_copy(self):", "    copy = new(cls)", *copied.splitlines(), "    return copy"]
        scope = {"new": pydantic_parts.new, "cls": type_.python}
        return self.helper(synthesized(self.info(type_), "model_copy", lines, scope), "model_copy", [value], {}, span)

    def _refused_member(self, type_: ObjectType, name: str) -> None:
        if name in REFUSED or name in ("model_dump", "model_copy"):
            raise Unsupported(f"`{type_.name}.{name}` is not supported so", "pydantic has many ways to do it", "model_dump()")

    def _dump(self, type_: ObjectType, value: typed.Expression, keywords: dict[str, typed.Expression], span: Span) -> typed.Expression:
        flags = {name: item.value for name, item in keywords.items() if isinstance(item, typed.Literal) and isinstance(item.value, bool)}
        if len(flags) != len(keywords) or set(flags) - {"exclude_none", "by_alias"} or type_.python.model_computed_fields:
            raise Unsupported("`model_dump` with these arguments is not supported", "only exclude_none and by_alias, as constants, are")
        aliases = {name: one.serialization_alias or name for name, one in type_.python.model_fields.items()}
        if any(one.exclude for one in type_.python.model_fields.values()):
            raise Unsupported(f"a field of {type_.name} is excluded from model_dump")
        changed = flags.get("exclude_none") or (flags.get("by_alias") and aliases != {name: name for name in aliases})
        if changed and any(isinstance(one, ObjectType) for one in map(self.solver.resolve, self.info(type_).fields.values())):
            raise Unsupported("`model_dump` with arguments is not supported for nested models", instead="model_dump()")
        lines = ["def model_dump(self):", "    out = {}"]
        for name in type_.python.model_fields:
            key = aliases[name] if flags.get("by_alias") else name
            lines.append(f"    item = part(self.{name})")
            lines += (
                ["    if item is not None:", f"        out[{key!r}] = item"] if flags.get("exclude_none") else [f"    out[{key!r}] = item"]
            )
        function = synthesized(self.info(type_), "model_dump", [*lines, "    return out"], {"part": dataclass_parts.dict_part})
        return self.helper(function, f"{type_.name}.model_dump", [value], {}, span)

    def object_attribute(self, value: typed.Expression, name: str, span: Span) -> typed.Expression | None:
        """Refuses what pydantic gives every model and compiled code does not know."""
        type_ = self.solver.shallow(value.type)
        if isinstance(type_, ObjectType) and is_model(type_.python) and member(type_.python, name) is MISSING:
            self._refused_member(type_, name)
        return super().object_attribute(value, name, span)

    def store_into(self, owner: ObjectType, target: typed.Expression, name: str, item: typed.Expression, span: Span) -> typed.Expression:
        """A model has its fields and no other attributes."""
        cls = owner.python
        if not is_model(cls) or self._in_generated() or member(cls, name) is not MISSING:
            return super().store_into(owner, target, name, item, span)
        if name not in cls.model_fields:
            return self.raises("ValueError", f'"{owner.name}" object has no field "{name}"', span)
        if is_frozen(cls):
            lines = ["def __setattr__(self, value):", "    entries = []",
                     f"    prefixed(entries, {name!r}, [entry('frozen_instance', {known('frozen_instance')!r}, value)])",
                     "    raise ValidationError(title, entries, version)"]  # fmt: skip
            source = ModelSource(self.info(owner), cls)
            function = source.function("__setattr__", lines, source.naming())
            return self.helper(function, "__setattr__", [target, item], {}, span)
        return super().store_into(owner, target, name, item, span)
