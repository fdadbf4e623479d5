"""The C++ structs of users' classes: their attributes, and the hooks that the runtime calls (engine/python/instance.h)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from modelet_compiler.emit.cpp_types import cpp_literal, cpp_type
from modelet_compiler.emit.start import array_checks
from modelet_compiler.ir.classes import (
    HELD,
    MISSING,
    ClassInfo,
    builtin_base,
    defines,
    extends_collection,
    fields_of,
    finishes_itself,
    has_fields,
    is_exception,
)
from modelet_compiler.ir.objects import field_name
from modelet_compiler.ir.types import NoneType, Type
from modelet_compiler.lowering.objects import is_plain
from modelet_compiler.standard import plain_objects

# Hook of the compiler → (C++ signature, how the specialisation's result is handed on, arguments).
HOOKS: dict[str, tuple[str, str, str]] = {
    "eq": ("bool equals(modelet::Call &call, const {0} &left, const {0} &right)", "py::truth(call, {1})", "left, right"),
    "lt": ("bool less(modelet::Call &call, const {0} &left, const {0} &right)", "py::truth(call, {1})", "left, right"),
    "hash": ("int64_t hash_of(modelet::Call &call, const {0} &self)", "{1}", "self"),
    "repr": ("py::Str repr_of(modelet::Call &call, const {0} &self)", "{1}", "self"),
    "str": ("py::Str str_of(modelet::Call &call, const {0} &self)", "{1}", "self"),
    "validate": ("{0} validated(modelet::Call &call, const py::JsonValue &data)", "{1}", "data"),
    "post_init": ("void post_init(modelet::Call &call, const {0} &self)", "static_cast<void>({1})", "self"),
}
EMPTY_FACTORIES = (list, dict, set)


class ClassEmitter:
    """Prints the classes of one entry function's program. `names` are the C++ functions of specialisations."""

    def __init__(
        self, classes: Mapping[int, ClassInfo], names: Mapping[Any, str], results: Mapping[Any, Type], settled: Callable[[Type], Type]
    ) -> None:
        self.classes = list(classes.values())
        self.names = names
        self.results = results
        self.settled = settled

    def declarations(self) -> list[str]:
        """Every struct, complete but for its functions."""
        lines = [f"struct {one.type.struct};" for one in self.classes]
        for one in self.classes:
            lines += self._struct(one)
        return lines

    def _struct(self, one: ClassInfo) -> list[str]:
        name, cls = one.type.struct, one.python
        members = [f"  py::Attribute<{self._stored(type_)}> {field_name(attribute)};" for attribute, type_ in one.fields.items()]
        both = f"const py::Instance<{name}> &from, const py::Instance<{name}> &to"
        hooks = [f"  static {signature};" for signature, _ in self._hooks(one)]
        return [
            *self._head(one),
            f"  ~{name}() override;",
            "  void clear() noexcept override;",
            "  std::size_t bytes() const noexcept override { return sizeof(*this); }",
            f'  [[maybe_unused]] static constexpr std::string_view name = "{cls.__module__}.{cls.__qualname__}";',
            f"  [[maybe_unused]] static constexpr bool identity_equal = {'false' if defines(cls, '__eq__') else 'true'};",
            f"  [[maybe_unused]] static constexpr bool identity_hash = {'false' if defines(cls, '__hash__') else 'true'};",
            *hooks,
            *self._exception(one),
            f"  static void copy_deeply(modelet::Call &call, py::Copied &copied, {both});" if "deepcopy" in one.copied else "",
            f"  static void copy_attributes({both});" if "copy" in one.copied else "",
            f"  static void encode(modelet::Call &call, py::Writer &writer, const py::Instance<{name}> &self);"
            if self._encoded(one)
            else "",
            f"  static bool decode(modelet::Call &call, const py::Reader &reader, py::Instance<{name}> &out);" if one.decoded else "",
            *members,
            "};",
        ]

    def _head(self, one: ClassInfo) -> list[str]:
        name = one.type.struct
        if is_exception(one.python):
            base, made = "py::ExceptionObject", "ExceptionObject(heap, &identity)"
        else:
            base, made = "py::Object", "Object(heap)"
        return [f"struct {name} final : {base} {{", f"  explicit {name}(py::Heap &heap) : {made} {{}}"]

    def _exception(self, one: ClassInfo) -> list[str]:
        if not is_exception(one.python):
            return []
        text = "  py::Str text(modelet::Call &call) override;" if "str" in one.hooks else ""
        return [
            text,
            f'  [[maybe_unused]] static constexpr std::string_view builtin_base = "{builtin_base(one.python).__name__}";',
            "  static constexpr char identity = 0;",
        ]

    def _stored(self, type_: Type) -> str:
        return cpp_type(self.settled(type_))

    def _encoded(self, one: ClassInfo) -> bool:
        return has_fields(one.python) or crosses_as_base(one) or one.python is plain_objects.object

    def _hooks(self, one: ClassInfo) -> list[tuple[str, str]]:
        """(signature, body) of each."""
        handle = f"py::Instance<{one.type.struct}>"
        made = []
        for hook, key in one.hooks.items():
            if hook in HOOKS:
                signature, hand_on, arguments = HOOKS[hook]
                call = f"{self.names[key]}(call, {arguments})"
                made.append((signature.format(handle), f"return {hand_on.format('', call)};"))
            elif hook == "next":
                item = cpp_type(self.settled(self.results[key]))
                made.append((f"{item} next_of(modelet::Call &call, const {handle} &self)", f"return {self.names[key]}(call, self);"))
        for other, key in one.mixed.items():
            arguments = f"modelet::Call &call, const {handle} &left, const {self._stored(other)} &right"
            made.append((f"bool equals_other({arguments})", f"return py::truth(call, {self.names[key]}(call, left, right));"))
        if is_exception(one.python):
            return made
        if not defines(one.python, "__repr__"):
            made.append((HOOKS["repr"][0].format(handle), "return py::default_repr(call, self);"))
        if ("repr" in one.hooks and not defines(one.python, "__str__")) or (not defines(one.python, "__repr__") and "str" not in one.hooks):
            made.append((HOOKS["str"][0].format(handle), "return repr_of(call, self);"))
        return made

    def definitions(self) -> list[str]:
        """What needs every struct to be complete."""
        lines: list[str] = []
        for one in self.classes:
            name = one.type.struct
            cleared = "".join(f" {field_name(attribute)} = {{}};" for attribute in one.fields)
            if is_exception(one.python):
                cleared += " ExceptionObject::clear();"
            lines += [f"{name}::~{name}() = default;", f"void {name}::clear() noexcept {{{cleared} }}"]
            lines += [f"{_qualified(signature, name)} {{ {body} }}" for signature, body in self._hooks(one)]
            if is_exception(one.python) and "str" in one.hooks:
                held = f"py::Instance<{name}>(py::Ref<{name}>(this))"
                lines.append(f"py::Str {name}::text(modelet::Call &call) {{ return str_of(call, {held}); }}")
            lines += self._copies(one)
            if self._encoded(one):
                lines += self._encode(one)
            if one.decoded:
                lines += self._decode(one)
        return lines

    def _copies(self, one: ClassInfo) -> list[str]:
        """What copy.copy and copy.deepcopy do; an instance without attributes has nothing to copy."""
        name, fields = one.type.struct, [field_name(attribute) for attribute in one.fields]
        both = f"[[maybe_unused]] const py::Instance<{name}> &from, [[maybe_unused]] const py::Instance<{name}> &to"
        deep = "".join(f" to->{field} = py::deep_attribute(call, copied, from->{field});" for field in fields)
        plain = "".join(f" to->{field} = from->{field};" for field in fields)
        state = "[[maybe_unused]] modelet::Call &call, [[maybe_unused]] py::Copied &copied"
        made = {"deepcopy": f"void {name}::copy_deeply({state}, {both}) {{{deep} }}",
                "copy": f"void {name}::copy_attributes({both}) {{{plain} }}"}  # fmt: skip
        return [text for kind, text in made.items() if kind in one.copied]

    def _encode(self, one: ClassInfo) -> list[str]:
        """A dataclass crosses as an object of its fields, a subclass of dict or list as its base (VALUES.md)."""
        name = one.type.struct
        lines = [f"void {name}::encode(modelet::Call &call, py::Writer &writer, const py::Instance<{name}> &self) {{"]
        if one.python is plain_objects.object:
            return [lines[0].replace("&writer", "&").replace("&self", "&"),
                    '  call.raise("TypeError", "an object() exists only inside of compiled code");', "}"]  # fmt: skip
        if crosses_as_base(one):
            return [*lines, "  const py::Depth depth(call);  // it may hold itself", "  if (call.failed()) return;",
                    f"  py::encode(call, writer, self->{field_name(HELD)}.value);", "}"]  # fmt: skip
        lines = [*lines,
                 "  writer.open(py::Reader::Kind::dict, true);"]  # fmt: skip
        for field in fields_of(one.python):
            if field.name in one.fields:
                lines += [f'  py::encode_field(call, writer, "{field.name}", self->{field_name(field.name)}, name);']
        return [*lines, "  writer.close();", "}"]

    def _decode(self, one: ClassInfo) -> list[str]:
        name = one.type.struct
        lines = [f"bool {name}::decode(modelet::Call &call, const py::Reader &reader, py::Instance<{name}> &out) {{",
                 f"  out = py::new_instance<py::Instance<{name}>>(call);",
                 "  if (call.failed() || reader.items(py::Reader::Kind::dict) < 0 || !reader.plain_dict()) return false;"]  # fmt: skip
        finished = one.arrives and "post_init" in one.hooks
        if one.arrives and "validate" in one.hooks:
            lines.insert(1, "  if (!reader.made()) return py::validate(call, reader, out);")
        elif one.arrives and not finished:
            lines.insert(1, f'  if (!reader.made()) return py::refuse_data(call, reader, "{one.python.__name__}");')
        fields = [field for field in fields_of(one.python) if field.name in one.fields]
        lines.append(f"  if (!py::known_fields(reader, {_names(fields)})) return false;")
        if finished:
            arguments = [field for field in fields if field.init]
            lines.append(f"  if (!reader.made() && !py::known_fields(reader, {_names(arguments)})) return false;")
        for field in fields:
            target = f"out->{field_name(field.name)}"
            lines.append(f'  if (!py::decode_field(call, reader, "{field.name}", {target})) return false;')
            lines += self._default(one, field, target)
            checks = array_checks(self.settled(one.fields[field.name]), f"{target}.value", one.python.__name__, field.name)
            lines += [f"  {check}" for check in checks] + ["  if (call.failed()) return false;"] * bool(checks)
        if finished:
            return [*lines, "  if (!reader.made()) post_init(call, out);", "  return !call.failed();", "}"]
        return [*lines, "  return true;", "}"]

    def _default(self, one: ClassInfo, field: Any, target: str) -> list[str]:
        """What a field holds that the caller did not give."""
        type_ = self.settled(one.fields[field.name])
        if field.default is not MISSING and is_plain(field.default):
            value = f"py::convert<{cpp_type(type_)}>({cpp_literal(field.default)})"
        elif (field.default_factory in EMPTY_FACTORIES or is_empty(field.default)) and cpp_type(type_).startswith("py::"):
            inside = cpp_type(type_).split("<", 1)[1].rsplit(">", 1)[0]
            kind = field.default_factory.__name__ if field.default is MISSING else type(field.default).__name__
            value = f"py::new_{kind}<{inside}>(call)"
        else:
            later = "reader.made() && " if finishes_itself(one.python) and not field.init else ""
            return [f'  if ({later}!{target}.bound) return py::wrong_field(call, "{field.name}");']
        return [f"  if (!{target}.bound) {target} = {{{value}, true}};"]


def _names(fields: Iterable[Any]) -> str:
    """A list of the fields' names in C++."""
    return "{" + ", ".join(f'"{field.name}"' for field in fields) + "}"


def crosses_as_base(one: ClassInfo) -> bool:
    """Whether this is a subclass of dict or list of which instances are made."""
    return extends_collection(one.python) and HELD in one.fields


def is_empty(default: Any) -> bool:
    """Whether a model's default is an empty container, which every instance gets anew."""
    return type(default) in EMPTY_FACTORIES and not default


def _qualified(signature: str, struct: str) -> str:
    """The signature as the definition of a member has it."""
    result, rest = signature.split("(", 1)
    kind, name = result.rsplit(" ", 1)
    return f"{kind} {struct}::{name}({rest}"


def may_call_user(type_: Type) -> bool:
    """Whether an operation on a value of this type may run a user's special method, which may raise."""
    from modelet_compiler.ir.classes import object_types

    return any(
        defines(found.python, name) for found in object_types(type_) for name in ("__eq__", "__hash__", "__lt__", "__repr__", "__str__")
    )


__all__ = ["ClassEmitter", "NoneType", "may_call_user"]
