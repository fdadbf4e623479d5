"""The module struct: the format says what the values are, so `unpack` needs it when compiling."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.classes import mixed_in
from modelet_compiler.ir.types import (
    BOOL,
    BYTEARRAY,
    BYTES,
    FLOAT,
    INT,
    NONE,
    STR,
    EnumType,
    ListType,
    ObjectType,
    TupleType,
    Type,
    UnionType,
    is_tuple_of,
    static,
    tuple_of,
    type_name,
)
from modelet_compiler.operations.byte_arrays import frozen
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add([("_struct.calcsize(format: str, /) -> int", "python::struct_calcsize")])
KINDS: dict[str, Type] = {
    **dict.fromkeys("bBhHiIlLqQnNP", INT), **dict.fromkeys("efd", FLOAT), **dict.fromkeys("csp", BYTES), "?": BOOL,
}  # fmt: skip
MOST = 64  # values of one tuple; more of one kind make a tuple of any length
ANY = UnionType((BOOL, BYTES, FLOAT, INT))


def format_text(value: typed.Expression) -> str | None:
    """The format, when it is known."""
    found = value.value if isinstance(value, typed.Literal) else None
    return found.decode("latin-1") if isinstance(found, bytes) else found if isinstance(found, str) else None


def kinds_of(text: str) -> list[Type]:
    """The types of what a format describes. An invalid one is struct.error when it is used."""
    out: list[Type] = []
    count = ""
    for letter in text.lstrip("@=<>!"):
        if letter.isdigit():
            count += letter
            continue
        if letter in KINDS:
            out += [KINDS[letter]] * (1 if letter in "sp" else int(count or 1))
        count = ""
    return out


def result_of(text: str) -> Type:
    """The type of what `unpack` gives."""
    try:
        struct.calcsize(text)
    except struct.error:
        return TupleType(())
    kinds = kinds_of(text)
    return tuple_of(kinds[0]) if len(kinds) > MOST and len(set(kinds)) == 1 else TupleType(tuple(kinds))


def as_format(context: Context, value: typed.Expression) -> typed.Expression | None:
    """The format as a str."""
    text = format_text(value)
    if text is not None:
        return typed.Literal(text, STR)
    return value if context.solver.shallow(value.type) == STR else None


@REGISTRY.rule("_struct.unpack", "_struct.unpack_from", "_struct.iter_unpack")
def unpacked(context: Context, call: Call) -> typed.Expression | None:
    """Bytes to values."""
    name = call.name.removeprefix("_struct.")
    given = dict(zip(("format", "buffer", "offset"), call.positional, strict=False)) | call.keywords
    if "format" not in given or "buffer" not in given or set(given) - {"format", "buffer", "offset"}:
        return None
    data = frozen(context, given["buffer"], call)
    form = as_format(context, given["format"])
    if form is None or context.solver.shallow(data.type) != BYTES or ("offset" in given and name != "unpack_from"):
        return None
    text = format_text(form)
    result = result_of(text) if text is not None else tuple_of(ANY)
    arguments: list[tuple[typed.Expression, Type | None]] = [(form, STR), (data, BYTES)]
    if name == "unpack_from":
        arguments.append((given.get("offset", typed.Literal(0, INT)), INT))
    if name != "iter_unpack":
        return context.compute_template(result, f"python::struct_{name}<{{R}}>", {"R": result}, arguments, call.span)
    rows = context.compute_template(ListType(result), "python::struct_iter_unpack<{R}>", {"R": result}, arguments, call.span)
    return context.required("builtins.iter", [rows], {}, call.span)


@REGISTRY.rule("_struct.Struct")
def made(context: Context, call: Call) -> typed.Expression | None:
    """A format that is known when compiling."""
    text = format_text(call.positional[0]) if len(call.positional) == 1 and not call.keywords else None
    if text is None:
        raise Unsupported("the format of struct.Struct is not known when compiling", instead="struct.pack and struct.unpack")
    try:
        kept = context.program.memo.setdefault((context.key, call.span, "Struct"), struct.Struct(text))
    except struct.error:
        raise Unsupported(f"{text!r} is a bad format of struct.Struct") from None
    return typed.Literal(kept, static("Struct", kept), "Struct")


@REGISTRY.rule("_struct.pack")
def packed(context: Context, call: Call) -> typed.Expression | None:
    """Values to bytes."""
    form = as_format(context, call.positional[0]) if call.positional and not call.keywords else None
    if form is None:
        return None
    values = packed_values(context, call.positional[1:], call)
    type_ = context.solver.shallow(values.type)
    return context.compute(BYTES, "python::struct_pack", [(form, STR), (values, type_)], call.span)


@REGISTRY.rule("_struct.pack_into")
def packed_into(context: Context, call: Call) -> typed.Expression | None:
    """Values into a bytearray."""
    if len(call.positional) < 3 or call.keywords:
        return None
    form, (target, offset) = as_format(context, call.positional[0]), call.positional[1:3]
    if form is None or context.solver.shallow(target.type) != BYTEARRAY or context.solver.shallow(offset.type) not in (INT, BOOL):
        return None
    values = packed_values(context, call.positional[3:], call)
    arguments: list[tuple[typed.Expression, Type]] = [
        (form, STR), (target, BYTEARRAY), (offset, INT), (values, context.solver.shallow(values.type)),
    ]  # fmt: skip
    return context.compute(NONE, "python::struct_pack_into", arguments, call.span)


def packed_values(context: Context, values: list[typed.Expression], call: Call) -> typed.Expression:
    """All values as one tuple, or the list that `*values` gives."""
    if len(values) == 1 and isinstance(values[0], typed.Spread):
        spread = values[0].value
        type_ = context.solver.shallow(spread.type)
        return spread if isinstance(type_, ListType) or is_tuple_of(type_) else context.required("builtins.list", [spread], {}, call.span)
    if any(isinstance(value, typed.Spread) for value in values):
        raise Unsupported("`*` beside other values is not supported here", instead="one list of all values")
    values = [plain_value(context, value, call) for value in values]
    type_ = TupleType(tuple(context.solver.shallow(value.type) for value in values))
    return context.compute(type_, "tuple", list(zip(values, type_.items, strict=True)), call.span, raises=False, plain=True)


def plain_value(context: Context, value: typed.Expression, call: Call) -> typed.Expression:
    """A member of an IntEnum as the int that it is."""
    type_ = context.solver.shallow(value.type)
    if isinstance(type_, EnumType) and mixed_in(type_.python) in (int, float):
        return context.underlying_value(value, type_, call.span)
    members = type_.members if isinstance(type_, UnionType) else (type_,)
    if any(isinstance(member, EnumType | ObjectType) for member in members):
        raise Unsupported(f"struct.pack of {type_name(context.solver.resolve(type_))} is not supported", instead="`int(…)` of it")
    return value
