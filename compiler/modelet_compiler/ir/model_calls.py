"""Type propagation through pydantic models: how instances are made, changed, copied and dumped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.classes import (
    MISSING,
    check_class,
    dataclass_from_dict,
    fields_of,
    has_fields,
    is_frozen,
    is_generated,
    is_model,
    member,
    object_types,
    synthesized,
)
from modelet_compiler.ir.models import ModelSource, computed_in_json, known
from modelet_compiler.ir.special_methods import SpecialMethods
from modelet_compiler.ir.types import NONE, STR, DictType, ObjectType, StaticType, object_type
from modelet_compiler.standard import dataclass_parts, pydantic_json, pydantic_parts

REFUSED = frozenset(["model_json_schema", "model_construct", "model_fields", "model_fields_set",
                     "model_extra", "model_computed_fields", "model_rebuild", "model_parametrized_name", "copy", "dict", "json",
                     "parse_obj", "parse_raw", "construct", "schema", "validate"])  # fmt: skip


PARTS = {
    ("python", False): dataclass_parts.dict_part, ("python", True): dataclass_parts.present_part,
    ("json", False): dataclass_parts.plain_part, ("json", True): dataclass_parts.present_plain_part,
}  # fmt: skip
"""What `model_dump` makes of what a field holds: by its mode, and whether models in it leave out what is None."""


IN_JSON = {"shown_int": pydantic_json.shown_int, "shown_float": pydantic_json.shown_float}


class Models(SpecialMethods):
    """pydantic in one specialisation."""

    def captured(self, name: str, value: Any) -> typed.Expression:
        """Pydantic's ValidationError is one of ours."""
        if isinstance(value, type) and value.__module__.startswith("pydantic_core") and value.__name__ == "ValidationError":
            value = pydantic_parts.ValidationError
        return super().captured(name, value)

    def do_call(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`Class(**data)` of names that are known at run time only."""
        callee, rest = operands[0].type, operands[1:]
        if isinstance(callee, StaticType) and has_fields(callee.value) and node.attributes["keywords"] == (None,) and len(rest) == 1:
            type_ = self.solver.shallow(rest[0].type)
            if isinstance(type_, DictType) and not isinstance(rest[0], typed.Literal) and not self._is_record(node.operands[1]):
                return self._construct_from_dict(object_type(callee.value), rest[0], node.span)
        return super().do_call(node, operands)

    def _is_record(self, operand: nodes.Operand) -> bool:
        """Whether the names in a dict are known when compiling."""
        return isinstance(operand, nodes.Variable) and operand.name in self.records

    def _construct_from_dict(self, type_: ObjectType, data: typed.Expression, span: Span) -> typed.Expression:
        check_class(type_.python)
        info = self.info(type_)
        if is_model(type_.python):
            return self.helper(ModelSource(info, type_.python).construct_from_dict(), type_.name, [data], {}, span)
        if not is_generated(member(type_.python, "__init__")):
            raise Unsupported("the names in `**` are known only at run time", instead="name the arguments")
        return self.helper(dataclass_from_dict(info), type_.name, [data], {}, span)

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
        source = ModelSource(self.info(object_type(cls)), cls)
        if name == "model_validate_json" and len(positional) == 1 and not keywords and self.solver.shallow(positional[0].type) == STR:
            return self.helper(source.validate_text(), f"{cls.__name__}.model_validate_json", positional, {}, span)
        if name != "model_validate" or len(positional) != 1 or keywords:
            raise Unsupported(
                f"`{cls.__name__}.{name}` is not supported so",
                "a model is made of keywords, of one value, or of one str",
                "the class with keywords, model_validate(data) or model_validate_json(text)",
            )
        function = source.validate()
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
        if name == "model_dump_json" and not positional:
            return self._dump_text(type_, value, keywords, span)
        if name not in ("model_dump", "model_copy") or positional:
            self._refused_member(type_, name)
            return super().call_member(value, name, positional, keywords, span)
        if name == "model_dump":
            return self._dump(type_, value, keywords, span)
        return self._copy(type_, value, keywords, span)

    def _dump_text(self, type_: ObjectType, value: typed.Expression, keywords: dict[str, typed.Expression], span: Span) -> typed.Expression:
        """`model_dump_json`: the text of what `model_dump` gives."""
        keywords = dict(keywords)
        indent = keywords.pop("indent", typed.Literal(None, NONE))
        dumped = self._dump(type_, value, keywords, span) if keywords else value
        text = self.required("modelet_compiler.standard.pydantic_json.json_part", [dumped], {}, span)
        if self.solver.shallow(indent.type) == NONE:
            return text
        return self.helper(pydantic_json.indented, "model_dump_json", [text, indent], {}, span)

    def _copy(self, type_: ObjectType, value: typed.Expression, keywords: dict[str, typed.Expression], span: Span) -> typed.Expression:
        """A shallow copy; `update` must be a dict display, whose names are known."""
        changed = self._displayed(keywords.pop("update")) if "update" in keywords else {}
        names = [one.name for one in fields_of(type_.python)]
        if keywords or changed is None or set(changed) - set(names):
            raise Unsupported("`model_copy` with these arguments is not supported", instead='model_copy(update={"field": value})')
        copied = [f"    copy.{name} = {name if name in changed else f'self.{name}'}" for name in names]
        lines = [f"def model_copy({', '.join(['self', *changed])}):", "    copy = new(cls)", *copied, "    return copy"]
        scope = {"new": pydantic_parts.new, "cls": type_.python}
        function = synthesized(self.info(type_), "model_copy", lines, scope)
        return self.helper(function, "model_copy", [value, *changed.values()], {}, span)

    def _displayed(self, value: typed.Expression) -> dict[str, typed.Expression] | None:
        """What was written in a display of a dict or set that was made just now, by its constant keys."""
        for statement in reversed(self.block):
            if isinstance(statement, typed.Compute) and statement.result is value and statement.cpp in ("python::dict", "python::set"):
                items = [item for item, _ in statement.arguments]
                keys = items[::2] if statement.cpp == "python::dict" else items
                values = items[1::2] if statement.cpp == "python::dict" else items
                if all(isinstance(key, typed.Literal) and isinstance(key.value, str) for key in keys):
                    return {key.value: item for key, item in zip(keys, values, strict=True) if isinstance(key, typed.Literal)}
        return None

    def _refused_member(self, type_: ObjectType, name: str) -> None:
        if name in REFUSED or name in ("model_dump", "model_copy"):
            raise Unsupported(f"`{type_.name}.{name}` is not supported so", "pydantic has many ways to do it", "model_dump()")

    def _dump(self, type_: ObjectType, value: typed.Expression, keywords: dict[str, typed.Expression], span: Span) -> typed.Expression:
        keywords = dict(keywords)
        mode = keywords.pop("mode", typed.Literal("python", STR))
        if not isinstance(mode, typed.Literal) or mode.value not in ("python", "json"):
            raise Unsupported("the mode of `model_dump` must be known when compiling", instead='mode="json"')
        shown = {**type_.python.model_fields, **type_.python.model_computed_fields}
        left_out = self._displayed(keywords.pop("exclude")) if "exclude" in keywords else {}
        kept = self._displayed(keywords.pop("include")) if "include" in keywords else shown
        if left_out is None or kept is None:
            raise Unsupported("`model_dump` needs displays of constant names to include or exclude")
        flags = {name: item.value for name, item in keywords.items() if isinstance(item, typed.Literal) and isinstance(item.value, bool)}
        if len(flags) != len(keywords) or set(flags) - {"exclude_none", "by_alias"}:
            raise Unsupported(
                "`model_dump` with these arguments is not supported",
                "only mode, include, exclude, exclude_none and by_alias are",
                "a dict of the fields, or a method of your own",
            )
        aliases = {name: one.serialization_alias or name for name, one in type_.python.model_fields.items()}
        aliases |= {name: one.alias or name for name, one in type_.python.model_computed_fields.items()}
        if any(one.exclude for one in type_.python.model_fields.values()):
            raise Unsupported(f"a field of {type_.name} is excluded from model_dump")
        if flags.get("by_alias") and any(object_types(self.solver.resolve(one)) for one in self.info(type_).fields.values()):
            raise Unsupported("`model_dump(by_alias=True)` is not supported for nested models", instead="model_dump()")
        written = f"model_dump_{mode.value}"  # functions are known by their source, whatever `part` is in it
        lines = [f"def {written}(self):", "    out = {}"]
        for name in shown:
            if name in left_out or name not in kept:
                continue
            key = aliases[name] if flags.get("by_alias") else name
            through = computed_in_json(type_.python, name) if mode.value == "json" and name in type_.python.model_computed_fields else ""
            lines.append(f"    item = part({through}(self.{name}))")
            lines += (
                ["    if item is not None:", f"        out[{key!r}] = item"] if flags.get("exclude_none") else [f"    out[{key!r}] = item"]
            )
        part = PARTS[mode.value, flags.get("exclude_none", False)]
        function = synthesized(self.info(type_), written, [*lines, "    return out"], {"part": part, **IN_JSON})
        return self.helper(function, f"{type_.name}.model_dump", [value], {}, span)

    def object_operation(
        self, name: str, positional: Sequence[typed.Expression], keywords: Mapping[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """`error.errors()[0]["msg"]` has one type."""
        if name == "[]" and len(positional) == 2 and isinstance(positional[1], typed.Literal):
            type_ = self.solver.shallow(positional[0].type)
            if isinstance(type_, ObjectType) and type_.python is pydantic_parts.ErrorDetails:
                known_as = {"msg": "message", "type": "kind", "loc": "location"}.get(str(positional[1].value))
                if known_as is None:
                    raise Unsupported(f"errors()[…][{positional[1].value!r}] is not supported", instead='"msg", "type" or "loc"')
                return self.object_attribute(positional[0], known_as, span)
        return super().object_operation(name, positional, keywords, span)

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
        if is_frozen(cls):
            lines = ["def __setattr__(self, value):", "    entries = []",
                     f"    prefixed(entries, {name!r}, [entry('frozen_instance', {known('frozen_instance')!r}, value)])",
                     "    raise ValidationError(title, entries, version)"]  # fmt: skip
            source = ModelSource(self.info(owner), cls)
            function = source.function("__setattr__", lines, source.naming())
            return self.helper(function, "__setattr__", [target, item], {}, span)
        if name not in cls.model_fields:
            return self.raises("ValueError", f'"{owner.name}" object has no field "{name}"', span)
        return super().store_into(owner, target, name, item, span)
