"""bytearray. What does not change it is done by bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, BYTEARRAY, BYTES, INT, NONE, ListType, SliceType, TupleType, Type, members_of
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import byte_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add(
    [
        ("[](self: bytearray, index: int) -> int", "python::index"),
        ("[](self: bytearray, index: slice) -> bytearray", "python::index"),
        ("[]=(self: bytearray, index: int, item: int) -> None", "python::store"),
        ("del [](self: bytearray, index: int) -> None", "python::remove_at"),
        ("del [](self: bytearray, index: slice) -> None", "python::remove_at"),
        ("*=(left: bytearray, right: int) -> bytearray", "python::multiply_in_place"),
        ("bytearray.append(self: bytearray, item: int, /) -> None", "python::append"),
        ("bytearray.insert(self: bytearray, index: int, item: int, /) -> None", "python::insert"),
        ("bytearray.pop(self: bytearray, index: int = -1, /) -> int", "python::pop"),
        ("bytearray.remove(self: bytearray, item: int, /) -> None", "python::remove"),
        ("bytearray.clear(self: bytearray) -> None", "python::clear"),
        ("bytearray.reverse(self: bytearray) -> None", "python::reverse"),
    ]
)
REGISTRY.add(
    [
        ("builtins.len(value: bytearray, /) -> int", "python::len"),
        ("is(left: bytearray, right: bytearray) -> bool", "python::identical"),
        ("is not(left: bytearray, right: bytearray) -> bool", "python::not_identical"),
    ],
    raises=False,
)
SAME = (
    "capitalize", "center", "count", "decode", "endswith", "expandtabs", "find", "hex", "index", "isalnum", "isalpha", "isascii", "isdigit",
    "islower", "isspace", "istitle", "isupper", "join", "ljust", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "replace",
    "rfind", "rindex", "rjust", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title",
    "translate", "upper", "zfill",
)  # fmt: skip
READERS = (
    "builtins.int.from_bytes", "builtins.int", "builtins.float", "builtins.str", "json.loads", "numpy.frombuffer", "binascii.crc32",
    "base64.b64encode", "base64.b64decode", "base64.urlsafe_b64encode", "base64.urlsafe_b64decode", "base64.standard_b64encode",
    "binascii.hexlify", "binascii.b2a_hex", "_hashlib.HASH.update", "_hashlib.openssl_md5", "_hashlib.openssl_sha1",
    "_hashlib.openssl_sha256", "_hashlib.openssl_sha384", "_hashlib.openssl_sha512", "_hashlib.openssl_sha224",
    "<", "<=", ">", ">=", "bytes.join", "bytes.startswith", "bytes.endswith", "bytes.find", "bytes.replace", "bytes.count",
)  # fmt: skip
"""Operations that only read the bytes of a buffer."""


def is_bytearray(context: Context, value: typed.Expression) -> bool:
    """Whether this is a bytearray."""
    return context.solver.shallow(value.type) == BYTEARRAY


def frozen(context: Context, value: typed.Expression, call: Call) -> typed.Expression:
    """A bytearray as bytes; every other value as it is."""
    if not is_bytearray(context, value):
        return value
    return context.compute(BYTES, "python::frozen_bytes", [(value, BYTEARRAY)], call.span, raises=False)


def melted(context: Context, value: typed.Expression, call: Call) -> typed.Expression:
    """Bytes in a result as bytearrays."""
    type_ = context.solver.shallow(value.type)
    if type_ == BYTES:
        return context.compute(BYTEARRAY, "python::to_bytearray", [(value, BYTES)], call.span)
    if isinstance(type_, ListType) and context.solver.shallow(type_.item) == BYTES:
        return context.compute(ListType(BYTEARRAY), "python::bytearray_list", [(value, type_)], call.span)
    if isinstance(type_, TupleType):
        return context.compute(TupleType((BYTEARRAY,) * 3), "python::bytearray_three", [(value, type_)], call.span)
    return value


@REGISTRY.rule(*(f"bytearray.{name}" for name in SAME))
def shared(context: Context, call: Call) -> typed.Expression | None:
    """As of bytes, with a bytearray as the result."""
    positional = [frozen(context, value, call) for value in call.positional]
    keywords = {name: frozen(context, value, call) for name, value in call.keywords.items()}
    found = context.apply(f"bytes.{call.name.removeprefix('bytearray.')}", positional, keywords, call.span)
    return melted(context, found, call) if found is not None else None


def read(context: Context, call: Call) -> typed.Expression | None:
    """What only reads takes a bytearray's bytes."""
    given = [*call.positional, *call.keywords.values()]
    if not any(is_bytearray(context, value) for value in given):
        return None
    positional = [frozen(context, value, call) for value in call.positional]
    return context.apply(call.name, positional, {name: frozen(context, value, call) for name, value in call.keywords.items()}, call.span)


for _name in READERS:
    REGISTRY.rules.setdefault(_name, []).insert(0, read)


@REGISTRY.rule("bytearray.copy")
def copied(context: Context, call: Call) -> typed.Expression | None:
    """A new one."""
    return melted(context, frozen(context, call.positional[0], call), call) if len(call.positional) == 1 and not call.keywords else None


@REGISTRY.rule("bytes.join", "bytearray.join")
def parts_joined(context: Context, call: Call) -> typed.Expression | None:
    """Of bytes and bytearrays; what they are joined by says what the result is."""
    if len(call.positional) != 2 or call.keywords:
        return None
    between, parts = call.positional
    found = iteration_item(context.solver, context.solver.shallow(parts.type))
    members = () if found is None else members_of(context.solver.shallow(found))
    if BYTEARRAY not in (*members, context.solver.shallow(between.type)) or any(one not in (BYTES, BYTEARRAY) for one in members):
        return None
    if BYTEARRAY in members:
        parts = context.helper(byte_functions.as_bytes, "join", [parts], {}, call.span)
    made = context.apply("bytes.join", [frozen(context, between, call), parts], {}, call.span)
    return made if made is None or context.solver.shallow(between.type) == BYTES else melted(context, made, call)


@REGISTRY.rule("+", "*")
def joined(context: Context, call: Call) -> typed.Expression | None:
    """The left operand says what the result is."""
    if not any(is_bytearray(context, value) for value in call.positional):
        return None
    found = context.apply(call.name, [frozen(context, value, call) for value in call.positional], {}, call.span)
    first = context.solver.shallow(call.positional[0].type)
    return found if found is None or first == BYTES else melted(context, found, call)


@REGISTRY.rule("in")
def contained(context: Context, call: Call) -> typed.Expression | None:
    """A byte or a part."""
    part, whole = call.positional
    if context.solver.shallow(whole.type) not in (BYTES, BYTEARRAY) or not any(is_bytearray(context, value) for value in (part, whole)):
        return None
    return context.apply("in", [frozen(context, part, call), frozen(context, whole, call)], {}, call.span)


def some_bytes(context: Context, value: typed.Expression, call: Call) -> typed.Expression | None:
    """Bytes, a bytearray, or whatever gives ints one by one, as bytes."""
    type_ = context.solver.shallow(value.type)
    if type_ in (BYTES, BYTEARRAY):
        return frozen(context, value, call)
    found = iteration_item(context.solver, type_)
    if found is None or context.solver.shallow(found) not in (INT, BOOL):
        return None
    source = context.iterable(value, call.span)
    return context.compute(BYTES, "python::to_byte_items", [(source, context.solver.shallow(source.type))], call.span)


@REGISTRY.rule("bytearray.extend", "+=")
def extended(context: Context, call: Call) -> typed.Expression | None:
    """In place."""
    if len(call.positional) != 2 or not is_bytearray(context, call.positional[0]):
        return None
    target, more = call.positional
    if call.name == "+=" and context.solver.shallow(more.type) not in (BYTES, BYTEARRAY):
        return None
    data = some_bytes(context, more, call)
    if data is None:
        return None
    made = context.compute(BYTEARRAY, "python::extended", [(target, BYTEARRAY), (data, BYTES)], call.span)
    return made if call.name == "+=" else typed.Literal(None, NONE)


@REGISTRY.rule("[]=")
def stored(context: Context, call: Call) -> typed.Expression | None:
    """Into a slice."""
    target, at, items = call.positional
    if not is_bytearray(context, target) or not isinstance(context.solver.shallow(at.type), SliceType):
        return None
    data = some_bytes(context, items, call)
    if data is None:
        return None
    arguments: list[tuple[typed.Expression, Type]] = [(target, BYTEARRAY), (at, SliceType()), (data, BYTES)]
    return context.compute(NONE, "python::store_slice", arguments, call.span)


@REGISTRY.rule("builtins.bytearray")
def new(context: Context, call: Call) -> typed.Expression | None:
    """Of what bytes are made of."""
    made = context.apply("builtins.bytes", [frozen(context, value, call) for value in call.positional], call.keywords, call.span)
    return melted(context, made, call) if made is not None else None


@REGISTRY.rule("builtins.bytearray.fromhex")
def from_hex(context: Context, call: Call) -> typed.Expression | None:
    """Of hexadecimal digits."""
    made = context.apply("builtins.bytes.fromhex", call.positional, call.keywords, call.span)
    return melted(context, made, call) if made is not None else None
