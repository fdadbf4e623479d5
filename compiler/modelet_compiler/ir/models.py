"""pydantic models: their validators as Python source, written from pydantic's own schema and compiled like a helper.

A part of a schema that is not known here is refused, so that nothing is validated less than pydantic would.
"""

from __future__ import annotations

import copy
import enum
import re
import sys
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir.classes import ClassInfo, is_model, synthesized
from modelet_compiler.ir.model_weights import Weights
from modelet_compiler.ir.rust_patterns import python_pattern
from modelet_compiler.standard import pydantic_parts as parts
from modelet_compiler.standard import pydantic_text

IGNORED = frozenset(["type", "metadata", "ref", "serialization", "cls", "config", "custom_init", "root_model", "schema", "post_init"])
SCALARS = {"int": "as_int", "float": "as_float", "bool": "as_bool", "str": "as_str", "none": "as_none"}
LIMITS = {"ge": (">=", "greater_than_equal"), "gt": (">", "greater_than"), "le": ("<=", "less_than_equal"), "lt": ("<", "less_than")}
SIZES = {"min_length": ("<", "short"), "max_length": (">", "long")}
SETTINGS = frozenset(["title", "extra_fields_behavior", "str_strip_whitespace", "frozen", "validate_by_alias", "validate_by_name"])
LIBRARY = {name: getattr(parts, name) for name in vars(parts) if not name.startswith("__")}


class ModelSource:
    """Writes the validators of one model; `info` of any class keeps them."""

    def __init__(self, info: ClassInfo, cls: Any) -> None:
        self.info = info
        self.cls = cls
        self.refs: dict[str, Any] = {}

    def schema(self, cls: Any) -> Any:
        """A model's schema with its definitions noted."""
        schema = cls.__pydantic_core_schema__
        if schema["type"] == "definitions":
            self.refs.update({one["ref"]: one for one in schema["definitions"]})
            schema = schema["schema"]
        return self._followed(schema)

    def _followed(self, schema: Any) -> Any:
        while schema["type"] == "definition-ref":
            if schema["schema_ref"] not in self.refs:
                raise Unsupported(f"the model {self.cls.__name__} refers to a type that is not known here")
            schema = self.refs[schema["schema_ref"]]
        return schema

    # ---- models

    def construct(self, given: list[str]) -> FunctionType:
        """`Model(**given)`."""
        lines = [f"def __new__({', '.join(given)}):", "    try:", f"        return build({', '.join(given)})",
                 "    except Invalid as invalid:", "        raise ValidationError(title, invalid.entries, version) from None"]  # fmt: skip
        data = "{" + ", ".join(f"{name!r}: {name}" for name in given) + "}"
        build = self.build(f"build_{len(given)}", ", ".join(given), lambda key: key in given, lambda key: key, data, given)
        return self.function("__new__", lines, {"build": build, **self.naming()})

    def construct_from_dict(self) -> FunctionType:
        """`Model(**data)` of names that are known at run time only."""
        lines = ["def __new__(data):", "    try:", "        return build(data)",
                 "    except Invalid as invalid:", "        raise ValidationError(title, invalid.entries, version) from None"]  # fmt: skip
        build = self.build("build", "data", None, lambda key: f"data[{key!r}]", "data", [])
        return self.function("__new__", lines, {"build": build, **self.naming()})

    def validate(self) -> FunctionType:
        """`Model.model_validate(value)`."""
        lines = ["def model_validate(value):", "    try:", "        return validate(value)",
                 "    except Invalid as invalid:", "        raise ValidationError(title, invalid.entries, version) from None"]  # fmt: skip
        return self.function("model_validate", lines, {"validate": self.model(self.cls), **self.naming()})

    def validate_text(self) -> FunctionType:
        """`Model.model_validate_json(text)`."""
        lines = ["def model_validate_json(text):", "    try:", "        return validate(parsed(text))", "    except Invalid as invalid:",
                 "        raise ValidationError(title, as_json(invalid.entries), version) from None"]  # fmt: skip
        scope = {"parsed": pydantic_text.parsed, "as_json": pydantic_text.as_json}
        return self.function("model_validate_json", lines, {"validate": self.model(self.cls), **scope, **self.naming()})

    def naming(self) -> dict[str, Any]:
        """What a ValidationError says about itself."""
        import pydantic

        version = ".".join(pydantic.VERSION.split(".")[:2])
        return {"title": sys.intern(self.cls.__pydantic_validator__.title), "version": sys.intern(version)}

    def model(self, cls: Any) -> FunctionType:
        """An instance as it is, or a dict."""
        message = known("model_type", class_name=cls.__name__)
        source = self if cls is self.cls else ModelSource(self.info, cls)
        source.refs = self.refs
        build = source.build("build", "data", None, lambda key: f"data[{key!r}]", "data", [])
        lines = ["def validate(value):", "    if isinstance(value, cls):", "        return value"]
        if not source._takes_anything():
            lines += ["    if not isinstance(value, dict):", f"        raise failed('model_type', {message!r}, value)"]
        lines.append("    return build(value)")
        return self.function("validate", lines, {"cls": cls, "build": build})

    def build(
        self, name: str, parameters: str, given: Callable[[str], bool] | None, item: Callable[[str], str], data: str, names: list[str]
    ) -> FunctionType:
        """Every field, then the instance. `given` says whether an input is there; None: that is seen at run time."""
        schema, after = self.schema(self.cls), []
        while schema["type"] == "function-after":
            after.append(self._called(schema))
            schema = self._followed(schema["schema"])
        if schema["type"] != "model" or schema.get("root_model") or schema.get("custom_init") or schema.get("post_init"):
            raise Unsupported(f"the model {self.cls.__name__} is made in a way of its own", f"pydantic calls it {schema['type']}")
        config = schema.get("config", {})
        odd = set(config) - SETTINGS
        if odd or config.get("extra_fields_behavior", "ignore") == "allow":
            raise Unsupported(f"the setting `{min(odd or {'extra'})}` of the model {self.cls.__name__} is not supported")
        fields, before = self._before(schema)
        if fields["type"] != "model-fields":
            raise Unsupported(f"the model {self.cls.__name__} has validators or fields that are not supported", f"{fields['type']}")
        scope: dict[str, Any] = {"cls": self.cls}
        lines = [f"def {name}({parameters}):", "    entries = []"]
        if before:
            lines += self._changed(before, data, scope)
            given, item, data, names = None, lambda key: f"data[{key!r}]", "data", []
        keys = []
        for at, (field, one) in enumerate(fields["fields"].items()):
            key = one.get("validation_alias", field)
            if not isinstance(key, str):
                raise Unsupported(f"the alias of the field `{field}` is not supported", instead="one name")
            chosen = [key] if config.get("validate_by_alias", True) else []
            chosen += [field] if config.get("validate_by_name") and field not in chosen else []
            keys += chosen
            lines += self._field(at, chosen, one["schema"], given, item, data, scope, config)
        if config.get("extra_fields_behavior") == "forbid":
            lines += self._extra(keys, given, names)
        lines += ["    if len(entries) > 0:", "        raise Invalid(entries)", "    self = new(cls)"]
        lines += [f"    self.{field} = field_{at}" for at, field in enumerate(fields["fields"])]
        for at, (call, found) in enumerate(reversed(after)):
            scope[f"after_{at}"] = found
            made = f"after_{at}({call}self)"
            lines += caught([f"self = {made}"], "original" if before else data, "    ")
        return self.function(name, [*lines, "    return self"], scope)

    def _before(self, schema: Any) -> tuple[Any, list[tuple[str, Any]]]:
        """The fields of a model, and its validators of what they are taken from, in the order in which they are called."""
        fields, before = self._followed(schema["schema"]), []
        while fields["type"] == "function-before":
            before.append(self._called(fields))
            fields = self._followed(fields["schema"])
        return fields, before

    def _changed(self, before: list[tuple[str, Any]], data: str, scope: dict[str, Any]) -> list[str]:
        """What validators make of the input, which must be a dict after them."""
        lines = [f"    data = {data}"] if data != "data" else []
        lines.append("    original = data")
        for at, (call, found) in enumerate(before):
            scope[f"before_{at}"] = found
            lines += caught([f"data = before_{at}({call}data)"], "data", "    ")
        return [*lines, "    if isinstance(data, cls):", "        raise NotImplementedError('a validator that gives an instance')",
                "    if not isinstance(data, dict):",
                f"        raise failed('model_type', {known('model_type', class_name=self.cls.__name__)!r}, data)"]  # fmt: skip

    def _takes_anything(self) -> bool:
        """Whether a validator of the model's sees inputs that are no dicts."""
        schema = self.schema(self.cls)
        while schema["type"] == "function-after":
            schema = self._followed(schema["schema"])
        return schema["type"] == "model" and bool(self._before(schema)[1])

    def _field(
        self,
        at: int,
        keys: list[str],
        schema: Any,
        given: Callable[[str], bool] | None,
        item: Callable[[str], str],
        data: str,
        scope: dict[str, Any],
        config: Any,
    ) -> list[str]:
        default = [f"entries.append(([{keys[0]!r}], 'missing', 'Field required', shown({data}), 'dict'))"]
        if schema["type"] == "default":
            self._only(schema, "default", "default_factory", "default_factory_takes_data")
            default = [f"field_{at} = {self._default(at, schema, scope)}"]
            schema = schema["schema"]
        scope[f"part_{at}"] = self.part(schema, config)
        lines: list[str] = []
        for key in keys if given is None else [key for key in keys if given(key)][:1]:
            taken = ["try:", f"    field_{at} = part_{at}({item(key)})", "except Invalid as invalid:",
                     f"    prefixed(entries, {key!r}, invalid.entries)"]  # fmt: skip
            if given is not None:
                return [f"    {line}" for line in taken]
            lines += [f"    {'el' * bool(lines)}if {key!r} in data:", *(f"        {line}" for line in taken)]
        if given is not None:
            return [f"    {line}" for line in default]
        return [*lines, "    else:", *(f"        {line}" for line in default)]

    def _default(self, at: int, schema: Any, scope: dict[str, Any]) -> str:
        if schema.get("default_factory") is not None:
            if schema.get("default_factory_takes_data"):
                raise Unsupported("a default_factory that takes the validated data is not supported")
            scope[f"factory_{at}"] = schema["default_factory"]
            return f"factory_{at}()"
        value = schema["default"]
        if isinstance(value, list | dict | set):  # pydantic copies it
            return displayed(value)
        if is_model(type(value)) and type(value).__hash__ is None:  # copied for each instance
            scope["deepcopy"], scope[f"default_{at}"] = copy.deepcopy, value
            return f"deepcopy(default_{at})"
        scope[f"default_{at}"] = value
        return f"default_{at}"

    def _extra(self, keys: list[str], given: Callable[[str], bool] | None, names: list[str]) -> list[str]:
        message = known("extra_forbidden")
        if given is not None:
            odd = [name for name in names if name not in keys]
            return [f"    prefixed(entries, {name!r}, [entry('extra_forbidden', {message!r}, {name})])" for name in odd]
        return ["    for key in data:", f"        if key not in {tuple(keys)!r}:",
                f"            prefixed(entries, key, [entry('extra_forbidden', {message!r}, data[key])])"]  # fmt: skip

    # ---- values

    def function(self, name: str, lines: list[str], scope: dict[str, Any]) -> FunctionType:
        """One function of generated source."""
        return synthesized(self.info, name, lines, {**LIBRARY, **scope})

    def part(self, schema: Any, config: Any) -> Any:
        """The function that validates one value."""
        schema = self._followed(schema)
        kind = schema["type"]
        if kind in SCALARS:
            return self._scalar(kind, schema, config)
        make = getattr(self, "_" + kind.replace("-", "_"), None)
        if make is None:
            raise Unsupported(f"a field of pydantic's kind `{kind}` is not supported")
        return make(schema, config)

    def _only(self, schema: Any, *known_keys: str) -> None:
        """Refuses constraints that are not known here."""
        odd = {key for key, value in schema.items() if value is not None} - IGNORED - set(known_keys)
        if odd:
            raise Unsupported(f"`{min(odd)}` of a field of the model {self.cls.__name__} is not supported")

    def _scalar(self, kind: str, schema: Any, config: Any) -> Any:
        strip = kind == "str" and schema.get("strip_whitespace", config.get("str_strip_whitespace", False))
        self._only(
            schema, *(LIMITS if kind in ("int", "float") else ()), *((*SIZES, "strip_whitespace", "pattern") if kind == "str" else ())
        )
        lines = ["def part(value):", f"    out = {SCALARS[kind]}(value)", *(["    out = out.strip()"] * bool(strip))]
        for key, (operator, name) in LIMITS.items():
            if schema.get(key) is not None:
                message = known(name, **{key: schema[key]})
                lines += [f"    if not out {operator} {schema[key]!r}:", f"        raise failed({name!r}, {message!r}, value)"]
        lines += self._sizes(schema, "string_too_", "")
        scope: dict[str, Any] = {}
        if schema.get("pattern") is not None:
            lines += self._pattern(schema["pattern"], config, scope)
        return self.function("part", [*lines, "    return out"], scope) if len(lines) > 2 else LIBRARY[SCALARS[kind]]

    def _pattern(self, given: Any, config: Any, scope: dict[str, Any]) -> list[str]:
        """A str that must match. Pydantic asks Rust's regex, whose classes differ for what is not ASCII."""
        if not isinstance(given, str) or config.get("regex_engine", "rust-regex") != "rust-regex":
            raise Unsupported("this pattern of a model's field is not supported", instead="a str, and no regex_engine in the model_config")
        text, is_ascii = python_pattern(given)
        scope["pattern"] = re.compile(text)
        message = known("string_pattern_mismatch", pattern=given)
        other = "a model's pattern with \\\\w, \\\\d, \\\\s, \\\\b or (?i) of a text that is not ASCII is not supported in compiled code"
        lines = ["    if not out.isascii():", f"        raise NotImplementedError({other!r})"] if is_ascii else []
        return [*lines, "    if pattern.search(out) is None:", f"        raise failed('string_pattern_mismatch', {message!r}, value)"]

    def _sizes(self, schema: Any, prefix: str, field: str) -> list[str]:
        lines: list[str] = []
        for key, (operator, word) in SIZES.items():
            if schema.get(key) is not None:
                context = {key: schema[key]} if not field else {"field_type": field, key: schema[key], "actual_length": 987654321}
                before, _, after = known(prefix + word, **context).partition("987654321")
                message = f"{before!r} + str(len(out)) + {after!r}" if field else repr(before)
                lines += [f"    if len(out) {operator} {schema[key]}:", f"        raise failed({prefix + word!r}, {message}, value)"]
        return lines

    def _any(self, schema: Any, _: Any) -> Any:
        self._only(schema)
        return self.function("part", ["def part(value):", "    return value"], {})

    def _nullable(self, schema: Any, config: Any) -> Any:
        self._only(schema)
        inner = self.part(schema["schema"], config)
        return self.function("part", ["def part(value):", "    return None if value is None else inner(value)"], {"inner": inner})

    def _sequence(self, schema: Any, config: Any, name: str) -> Any:
        self._only(schema, "items_schema", *SIZES)
        item = self.part(schema.get("items_schema", {"type": "any"}), config)
        lines = ["def part(value):", f"    out = as_{name}(value, item)", *self._sizes(schema, "too_", name.title()), "    return out"]
        return self.function("part", lines, {"item": item})

    def _list(self, schema: Any, config: Any) -> Any:
        return self._sequence(schema, config, "list")

    def _set(self, schema: Any, config: Any) -> Any:
        return self._sequence(schema, config, "set")

    def _dict(self, schema: Any, config: Any) -> Any:
        self._only(schema, "keys_schema", "values_schema", *SIZES)
        scope = {"key": self.part(schema.get("keys_schema", {"type": "any"}), config),
                 "item": self.part(schema.get("values_schema", {"type": "any"}), config)}  # fmt: skip
        lines = ["def part(value):", "    out = as_dict(value, key, item)", *self._sizes(schema, "too_", "Dictionary"), "    return out"]
        return self.function("part", lines, scope)

    def _tuple(self, schema: Any, config: Any) -> Any:
        self._only(schema, "items_schema")
        if "variadic_item_index" in schema:
            raise Unsupported("a tuple of unknown length is not supported", "the length of a tuple is part of its type", "a list")
        count = len(schema["items_schema"])
        scope = {f"item_{at}": self.part(one, config) for at, one in enumerate(schema["items_schema"])}
        before, _, after = known("too_long", field_type="Tuple", max_length=count, actual_length=987654321).partition("987654321")
        lines = ["def part(value):", "    if not isinstance(value, (list, tuple, set, frozenset)):",
                 f"        raise failed('tuple_type', {known('tuple_type')!r}, value)",
                 f"    if len(value) > {count}:", f"        raise failed('too_long', {before!r} + str(len(value)) + {after!r}, value)",
                 "    entries = []"]  # fmt: skip
        for at in range(count):
            lines += [f"    if len(value) > {at}:", "        try:", f"            made_{at} = item_{at}(value[{at}])",
                      "        except Invalid as invalid:", f"            prefixed(entries, {at}, invalid.entries)",
                      "    else:", f"        prefixed(entries, {at}, [entry('missing', 'Field required', value)])"]  # fmt: skip
        made = "".join(f"made_{at}, " for at in range(count))
        lines += ["    if len(entries) > 0:", "        raise Invalid(entries)", f"    return ({made})"]
        return self.function("part", lines, scope)

    def _literal(self, schema: Any, _: Any) -> Any:
        self._only(schema, "expected")
        expected = schema["expected"]
        if len({type(value) for value in expected}) != 1 or not isinstance(expected[0], str | int) or isinstance(expected[0], enum.Enum):
            raise Unsupported("a Literal of a model must hold strings, or ints, or bools", instead="one type of values")
        message = known("literal_error", expected=listed(list(map(repr, expected))))
        kind = type(expected[0]).__name__
        exact = "isinstance(value, int) and not isinstance(value, bool)" if kind == "int" else f"isinstance(value, {kind})"
        lines = ["def part(value):", f"    if {exact} and value in {tuple(expected)!r}:", "        return value",
                 f"    raise failed('literal_error', {message!r}, value)"]  # fmt: skip
        return self.function("part", lines, {})

    def _enum(self, schema: Any, _: Any) -> Any:
        self._only(schema, "members", "sub_type", "missing")
        if schema.get("missing") is not None:
            raise Unsupported(f"{schema['cls'].__name__} defines `_missing_`", instead="a function that looks the member up")
        message = known("enum", expected=listed([repr(one.value) for one in schema["members"]]))
        lines = ["def part(value):", "    if isinstance(value, cls):", "        return value", "    try:", "        return cls(value)",
                 "    except ValueError:", f"        raise failed('enum', {message!r}, value)"]  # fmt: skip
        return self.function("part", lines, {"cls": schema["cls"]})

    def _model(self, schema: Any, _: Any) -> Any:
        key = ("model", id(schema["cls"]))
        if key not in self.info.functions:  # a model may hold itself
            itself = self.function("validate_" + schema["cls"].__name__, [
                f"def validate_{schema['cls'].__name__}(value):", "    return again(value)"], {"again": None})  # fmt: skip
            self.info.functions[key] = itself
            try:
                itself.__globals__["again"] = self.model(schema["cls"])
            except Unsupported:  # and so in each pass
                del self.info.functions[key]
                raise
        return self.info.functions[key]

    def _function_after(self, schema: Any, config: Any) -> Any:
        if self._followed(schema["schema"])["type"] == "model":
            return self._model_with_validators(schema)
        return self._with_function(schema, config, ["out = inner(value)", "{made}"], "out")

    def _function_before(self, schema: Any, config: Any) -> Any:
        return self._with_function(schema, config, ["{made}", "return inner(out)"], "value")

    def _function_plain(self, schema: Any, config: Any) -> Any:
        return self._with_function(schema, config, ["{made}"], "value")

    def _model_with_validators(self, schema: Any) -> Any:
        while schema["type"] != "model":
            schema = self._followed(schema["schema"])
        return self._model(schema, {})

    def _called(self, schema: Any) -> tuple[str, Any]:
        """What stands before the value in a call of a validator, and the function."""
        if schema["function"]["type"] != "no-info":
            raise Unsupported("a validator that takes a ValidationInfo is not supported", instead="a model_validator(mode='after')")
        function = schema["function"]["function"]
        if isinstance(function, MethodType):
            return "cls, ", function.__func__
        if not isinstance(function, FunctionType):
            raise Unsupported("a validator that is no function written in Python is not supported")
        return "", function

    def _with_function(self, schema: Any, config: Any, steps: list[str], argument: str) -> Any:
        self._only(schema, "function")
        first, function = self._called(schema)
        made = caught([f"out = call({first}{argument})"], "value", "    ")
        lines = ["def part(value):"]
        for step in steps:
            lines += made if step == "{made}" else [f"    {step}"]
        inner = self.part(schema["schema"], config) if "schema" in schema else None
        return self.function("part", [*lines, "    return out"], {"call": function, "cls": self.cls, "inner": inner})

    def _tagged_union(self, schema: Any, config: Any) -> Any:
        """The model that a field of the value names."""
        self._only(schema, "choices", "discriminator", "from_attributes", "strict")
        name, choices = schema["discriminator"], schema["choices"]
        if schema.get("strict") or not isinstance(name, str) or not all(type(tag) is str for tag in choices):
            raise Unsupported("this discriminator of a union in a model is not supported", instead="a field whose Literal holds strings")
        shown = {"discriminator": repr(name), "expected_tags": ", ".join(map(repr, choices))}
        before, _, after = known("union_tag_invalid", tag="\x00", **shown).partition("\x00")
        lines = ["def part(value):", "    if not isinstance(value, dict):",
                 f"        raise failed('model_attributes_type', {known('model_attributes_type')!r}, value)",
                 f"    if {name!r} not in value:",
                 f"        raise failed('union_tag_not_found', {known('union_tag_not_found', discriminator=repr(name))!r}, value)",
                 f"    tag = value[{name!r}]", "    entries = []"]  # fmt: skip
        for at, tag in enumerate(choices):
            lines += [f"    if tag == {tag!r}:", "        try:", f"            return choice_{at}(value)",
                      "        except Invalid as invalid:", f"            prefixed(entries, {tag!r}, invalid.entries)",
                      "        raise Invalid(entries)"]  # fmt: skip
        lines.append(f"    raise failed('union_tag_invalid', {before!r} + str(tag) + {after!r}, value)")
        return self.function("part", lines, {f"choice_{at}": self.part(one, config) for at, one in enumerate(choices.values())})

    def _union(self, schema: Any, config: Any) -> Any:
        """Smart mode: the member that has the value's own type, else the first that takes it."""
        self._only(schema, "choices")
        choices = [self._followed(one if not isinstance(one, tuple) else one[0]) for one in schema["choices"]]
        labels = [self._label(one) for one in choices]
        kinds = [one["type"] for one in choices]
        models = [one for one in choices if one["type"] == "model"]
        alike = any(sum(kind in alike for kind in kinds) > 1 for alike in ALIKE)
        if None in labels or alike or (len(models) > 1 and "dict" in kinds):
            raise Unsupported(
                "this union in a model is not supported",
                "which of its members takes a value depends on more than the value's class",
                "a union of int, float, bool, str, one list or set, and one dict or model; or one with a discriminator",
            )
        lines = ["def part(value):"]
        for one in sorted(choices, key=lambda one: one["type"] != "bool"):
            if one["type"] in SCALARS:
                own = OWN.get(one["type"], f"isinstance(value, {one['type']})")
                lines += [f"    if {own}:", "        return value"]
        if "float" in kinds and "int" not in kinds:  # an int is exact enough for a float, before a bool takes it
            lines += [f"    if {OWN['int']}:", "        return float(value)"]
        scope = {f"choice_{at}": self.part(one, config) for at, one in enumerate(choices)}
        if len(models) > 1:
            lines += self._best_model(choices, scope)
        lines.append("    entries = []")
        for at, label in enumerate(labels):
            lines += ["    try:", f"        return choice_{at}(value)", "    except Invalid as invalid:",
                      f"        prefixed(entries, {label!r}, invalid.entries)"]  # fmt: skip
        return self.function("part", [*lines, "    raise Invalid(entries)"], scope)

    def _best_model(self, choices: list[Any], scope: dict[str, Any]) -> list[str]:
        """Of several models that take a dict, the one of which it sets the most fields; then one that converts nothing; then the first."""
        weights = Weights(self._followed, self.function)
        places = {at: weights.model_class(one) for at, one in enumerate(choices) if weights.model_class(one) is not None}
        lines = []
        for exact in (True, False):
            for at, cls in places.items():
                scope[f"cls_{at}"] = cls
                test = f"type(value) is cls_{at}" if exact else f"isinstance(value, cls_{at})"
                lines += [f"    if {test}:", "        return value"]
        lines += ["    if isinstance(value, dict):", "        best = -1", "        chosen = -1"]
        for at in places:
            scope[f"weight_{at}"] = weights.of_model(choices[at])
            lines += ["        try:", f"            made_{at} = choice_{at}(value)", f"            weight = weight_{at}(value)",
                      "            if weight > best:", "                best = weight", f"                chosen = {at}",
                      "        except Invalid:", "            pass"]  # fmt: skip
        for at in places:
            lines += [f"        if chosen == {at}:", f"            return made_{at}"]
        return lines

    def _label(self, schema: Any) -> str | None:
        """What pydantic's errors call a member of a union; None for one that is not known here."""
        schema = self._followed(schema)
        kind = schema["type"]
        if kind in SCALARS or kind == "any":
            return str(kind) if set(schema) == {"type"} else None
        if kind == "model":
            return str(schema["cls"].__name__)
        if kind == "union":
            members = [self._label(one[0] if isinstance(one, tuple) else one) for one in schema["choices"]]
            return None if None in members else f"union[{','.join(map(str, members))}]"
        keys = {"list": ["items_schema"], "set": ["items_schema"], "dict": ["keys_schema", "values_schema"]}.get(kind)
        inner = [self._label(schema.get(key, {"type": "any"})) for key in keys or []]
        if not inner or None in inner or set(schema) - {"type", *(keys or [])}:
            return None
        return f"{kind}[{','.join(map(str, inner))}]"


def computed_in_json(cls: Any, name: str) -> str:
    """The function through which a computed field goes on its way to JSON, which looks at its annotation; or nothing."""
    schema = cls.__pydantic_core_schema__
    while schema["type"] != "model-fields":
        schema = schema["schema"]
    given = next(one["return_schema"] for one in schema["computed_fields"] if one["property_name"] == name)
    kind = given["schema"] if given["type"] == "nullable" else given
    if kind["type"] in ("int", "float"):
        return f"shown_{kind['type']}"
    if "'float'" in repr(given) or kind["type"] in ("definition-ref", "union"):
        raise Unsupported(f"the computed field `{name}` of {cls.__name__} in JSON is not supported", instead="a float, int, bool or str")
    return ""


OWN = {"none": "value is None", "int": "isinstance(value, int) and not isinstance(value, bool)"}
"""What says that a value has the very type of a member; else isinstance does."""
ALIKE = (("list", "set"),)
"""Members of a union that may take the same values."""


def caught(steps: list[str], value: str, indent: str) -> list[str]:
    """The steps, with what a user's validator raises as an entry."""
    lines = ["try:", *(f"    {step}" for step in steps), "except AssertionError as error:",
             f"    raise failed('assertion_error', f'Assertion failed, {{error}}', {value})", "except ValueError as error:",
             f"    raise failed('value_error', f'Value error, {{error}}', {value})"]  # fmt: skip
    return [indent + line for line in lines]


def known(kind: str, **context: Any) -> str:
    """Pydantic's own message of an error."""
    from pydantic_core import PydanticKnownError

    return str(PydanticKnownError(kind, context or None).message())  # type: ignore[arg-type]


def listed(shown: list[str]) -> str:
    """`'a', 'b' or 'c'`."""
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def displayed(value: Any) -> str:
    """A list, dict or set of plain constants as source, which makes a new one each time."""
    import ast

    text = "set()" if value == set() else repr(value)
    try:
        same = text == "set()" or repr(ast.literal_eval(text)) == text
    except (ValueError, SyntaxError):
        same = False
    if not same:
        raise Unsupported(f"the default {text} of a model's field is not supported", instead="default_factory")
    return text
