"""How types and constants are written in C++. `py` and `np` stand for modelet::python and modelet::numpy."""

from __future__ import annotations

import enum
import math

from modelet_compiler.ir.types import (
    ArrayType,
    BoolType,
    BoundMethodType,
    CellType,
    ClassType,
    ClosureType,
    DictType,
    EllipsisType,
    EngineType,
    EnumType,
    ErrorType,
    ExceptionType,
    FloatType,
    GeneratorType,
    IntType,
    IteratorType,
    JsonType,
    ListType,
    LiteralType,
    MatchType,
    NativeType,
    NeverType,
    NoneType,
    NotImplementedType,
    ObjectType,
    PatternType,
    RangeType,
    RecordType,
    SetType,
    SliceType,
    StaticType,
    StrType,
    SuperType,
    TupleType,
    Type,
    UnionType,
    enum_type,
)
from modelet_compiler.lowering.replaced import class_path

SIMPLE: dict[type[Type], str] = {
    NoneType: "py::None", BoolType: "bool", IntType: "int64_t", FloatType: "double", StrType: "py::Str", RangeType: "py::Range",
    SliceType: "py::Slice", ExceptionType: "py::Exception", ArrayType: "np::Array", NeverType: "py::None", StaticType: "py::None",
    EllipsisType: "py::Ellipsis", ClassType: "py::Class", ErrorType: "py::None", NotImplementedType: "py::NotImplemented",
    PatternType: "py::Pattern", MatchType: "py::Match", JsonType: "py::JsonValue",
}  # fmt: skip


def cpp_type(type_: Type) -> str:
    """The C++ type of a value."""
    match type_:
        case ListType(item):
            return f"py::List<{cpp_type(item)}>"
        case SetType(item):
            return f"py::Set<{cpp_type(item)}>"
        case DictType(key, value):
            return f"py::Dict<{cpp_type(key)}, {cpp_type(value)}>"
        case TupleType(items, cls) if cls is not None:
            label = " ".join([cls.__name__, *cls._fields])
            return f"py::NamedTuple<{narrow_literal(label)}{''.join(f', {cpp_type(item)}' for item in items)}>"
        case RecordType(_, items):
            return f"std::tuple<{', '.join(map(cpp_type, items))}>"
        case TupleType(items):
            return f"std::tuple<{', '.join(map(cpp_type, items))}>"
        case UnionType(members):
            return f"std::variant<{', '.join(map(cpp_type, members))}>"
        case GeneratorType(item):
            return f"py::Generator<{cpp_type(item)}>"
        case IteratorType(_, cpp, _, parameters) | EngineType(_, cpp, parameters):
            for position, parameter in enumerate(parameters):
                cpp = cpp.replace(f"{{{position}}}", cpp_type(parameter))
            return cpp
        case EnumType():
            return f"py::Member<{type_.struct}>"
        case ObjectType():
            return f"py::Instance<{type_.struct}>"
        case SuperType(_, owner):
            return cpp_type(owner)
        case BoundMethodType(name, _, owner):
            return f"py::MethodOf<{narrow_literal(name)}, {cpp_type(owner)}>"
        case CellType(item):
            return f"py::Cell<{cpp_type(item)}>"
        case ClosureType():
            return f"py::Ref<{type_.label}>"
        case StaticType(value=value) if type_.label:
            return f"{type_.label[:-1]}, {string_literal(class_path(value))}>" if isinstance(value, type) else type_.label
        case NativeType(_, cpp):
            return cpp if cpp.startswith("::") else f"::{cpp}"
        case LiteralType(values):
            from modelet_compiler.ir.solver import literal_base

            del values
            return cpp_type(literal_base(type_))
    return SIMPLE[type(type_)]


def cpp_literal(value: object) -> str:
    """A plain constant."""
    if value is None:
        return "py::None{}"
    if value is Ellipsis:
        return "py::Ellipsis{}"
    if value is NotImplemented:
        return "py::NotImplemented{}"
    if isinstance(value, enum.Enum):
        index = value.value if isinstance(value, enum.Flag) else list(type(value)).index(value)
        return f"py::Member<{enum_type(type(value)).struct}>{{{index}}}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return "INT64_MIN" if value == -(2**63) else f"int64_t{{{value}}}"
    if isinstance(value, float):
        return float_literal(value)
    if isinstance(value, complex):
        return f"py::Complex{{{float_literal(value.real)}, {float_literal(value.imag)}}}"
    if isinstance(value, bytes):
        letters = "".join(chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in value)
        return f'py::Bytes("{letters}", {len(value)})'
    if isinstance(value, str):
        return "py::Str()" if not value else f"py::Str({string_literal(value)})"
    if isinstance(value, tuple):
        return f"std::make_tuple({', '.join(map(cpp_literal, value))})"
    raise AssertionError(f"{type(value).__name__} is not a plain constant")


def float_literal(value: float) -> str:
    """The same bits."""
    if math.isnan(value):
        return "py::not_a_number"
    if math.isinf(value):
        return "py::infinity" if value > 0 else "-py::infinity"
    return repr(value)


def narrow_literal(text: str) -> str:
    """A C++ string literal of the text's UTF-8."""
    plain = (
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in text.encode("utf-8", "surrogatepass")
    )
    return f'"{"".join(plain)}"'


def string_literal(text: str) -> str:
    """A std::u32string_view; as UTF-32 literals cannot hold surrogates, such strings are written as numbers."""
    if not text:
        return "std::u32string_view()"
    if any(0xD800 <= ord(character) <= 0xDFFF for character in text):
        numbers = ", ".join(f"0x{ord(character):x}" for character in text)
        return f"py::points<{numbers}>"
    literal = f'U"{"".join(map(_escaped, text))}"'
    return literal if "\0" not in text else f"std::u32string_view({literal}, {len(text)})"


def _escaped(character: str) -> str:
    simple = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "?": "\\?"}
    if character in simple:
        return simple[character]
    if " " <= character < "\x7f":
        return character
    return (
        f"\\{ord(character):03o}"
        if ord(character) < 0x80
        else f"\\U{ord(character):08x}"
        if ord(character) >= 0xA0
        else f"\\{ord(character):03o}"
    )
