"""bytes. What it shares with str is done by str, each byte as the character of its number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, BYTES, INT, STR, ListType, TupleType, Type
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add(
    [
        ("+(left: bytes, right: bytes) -> bytes", "python::add"),
        ("*(left: bytes, right: int) -> bytes", "python::multiply"),
        ("*(left: int, right: bytes) -> bytes", "python::multiply_left"),
        ("[](self: bytes, index: int) -> int", "python::index"),
        ("[](self: bytes, index: slice) -> bytes", "python::index"),
        ("in(part: bytes, items: bytes) -> bool", "python::contains"),
        ("in(part: int, items: bytes) -> bool", "python::contains"),
        ("bytes.hex(self: bytes, sep: str = '', bytes_per_sep: int = 1) -> str", "python::bytes_hex"),
        ("builtins.bytes.fromhex(text: str, /) -> bytes", "python::bytes_from_hex"),
        ("builtins.bytes(count: int, /) -> bytes", "python::zero_bytes"),
        ("int.to_bytes(self: int, length: int = 1, byteorder: str = 'big', *, signed: bool = False) -> bytes", "python::int_to_bytes"),
        ("builtins.int.from_bytes(bytes: bytes, byteorder: str = 'big', *, signed: bool = False) -> int", "python::int_from_bytes"),
    ]
)
REGISTRY.add(
    [
        ("builtins.len(value: bytes, /) -> int", "python::len"),
        ("bytes.lower(self: bytes) -> bytes", "python::bytes_lower"),
        ("bytes.upper(self: bytes) -> bytes", "python::bytes_upper"),
    ],
    raises=False,
)

SHARED = (
    "find", "rfind", "count", "startswith", "endswith", "replace", "partition", "rpartition", "split", "rsplit", "strip", "lstrip",
    "rstrip", "removeprefix", "removesuffix",
)  # fmt: skip
SPACES = " \t\n\r\x0b\x0c"


def widened(context: Context, value: typed.Expression, call: Call) -> typed.Expression:
    """Bytes as text; other values as they are."""
    type_ = context.solver.shallow(value.type)
    if isinstance(type_, TupleType) and type_.items and all(item == BYTES for item in type_.items):
        parts = [widened(context, context.tuple_item(value, type_, at, call.span), call) for at in range(len(type_.items))]
        made = TupleType((STR,) * len(parts))
        return context.compute(made, "tuple", [(part, STR) for part in parts], call.span, raises=False, plain=True)
    if isinstance(type_, ListType) and context.solver.shallow(type_.item) == BYTES:
        return context.compute(ListType(STR), "python::widened_list", [(value, type_)], call.span)
    return context.compute(STR, "python::widened_bytes", [(value, BYTES)], call.span) if type_ == BYTES else value


def narrowed(context: Context, value: typed.Expression, call: Call) -> typed.Expression:
    """The opposite, of a result."""
    type_ = context.solver.shallow(value.type)
    if type_ == STR:
        return context.compute(BYTES, "python::narrowed_bytes", [(value, STR)], call.span, raises=False)
    if isinstance(type_, ListType):
        return context.compute(ListType(BYTES), "python::narrowed_list", [(value, type_)], call.span)
    if isinstance(type_, TupleType):
        return context.compute(TupleType((BYTES,) * 3), "python::narrowed_three", [(value, type_)], call.span, raises=False)
    return value


@REGISTRY.rule(*(f"bytes.{name}" for name in SHARED))
def shared(context: Context, call: Call) -> typed.Expression | None:
    """Only of bytes: text and numbers where bytes are wanted are refused."""
    name = call.name.removeprefix("bytes.")
    given = [*call.positional, *call.keywords.values()]
    if any(context.solver.shallow(item.type) == STR for item in given):
        raise Unsupported("a bytes-like object is required, not 'str'")
    if name in ("find", "rfind", "count") and len(call.positional) > 1 and context.solver.shallow(call.positional[1].type) != BYTES:
        return None
    blank = len(call.positional) == 1 or getattr(call.positional[1], "value", "") is None
    if name == "split" and blank and "sep" not in call.keywords:
        limit = call.keywords.get("maxsplit", call.positional[2] if len(call.positional) == 3 else typed.Literal(-1, INT))
        return context.compute(ListType(BYTES), "python::split_bytes", [(call.positional[0], BYTES), (limit, INT)], call.span)
    if name == "rsplit" and blank and "sep" not in call.keywords:
        return None
    positional = [widened(context, item, call) for item in call.positional]
    if name.endswith("strip") and blank:
        positional = [positional[0], typed.Literal(SPACES, STR)]
    keywords = {key: widened(context, item, call) for key, item in call.keywords.items()}
    result = context.apply(f"str.{name}", positional, keywords, call.span)
    return narrowed(context, result, call) if result is not None else None


@REGISTRY.rule("bytes.join")
def joined(context: Context, call: Call) -> typed.Expression | None:
    """Of bytes."""
    if len(call.positional) != 2 or call.keywords:
        return None
    found = iteration_item(context.solver, context.solver.shallow(call.positional[1].type))
    if found is None or context.solver.shallow(found) != BYTES:
        return None
    parts = context.required("builtins.list", [call.positional[1]], {}, call.span)
    texts = [widened(context, call.positional[0], call), widened(context, parts, call)]
    return narrowed(context, context.required("str.join", texts, {}, call.span), call)


@REGISTRY.rule("builtins.bytes")
def new(context: Context, call: Call) -> typed.Expression | None:
    """Empty, of numbers, or of a text with its encoding."""
    if not call.positional and not call.keywords:
        return typed.Literal(b"", BYTES)
    if not call.positional:
        return None
    type_ = context.solver.shallow(call.positional[0].type)
    if type_ == STR:
        if len(call.positional) == 1 and not call.keywords:
            raise Unsupported("string argument without an encoding")
        return context.apply("str.encode", call.positional, call.keywords, call.span)
    found = iteration_item(context.solver, type_)
    if len(call.positional) != 1 or call.keywords or found is None or context.solver.shallow(found) not in (INT, BOOL):
        return None
    source = context.iterable(call.positional[0], call.span)
    return context.compute(BYTES, "python::to_bytes", [(source, context.solver.shallow(source.type))], call.span)


ENCODINGS = {"utf8": "utf8", "u8": "utf8", "utf": "utf8", "cp65001": "utf8", "ascii": "ascii", "usascii": "ascii", "latin1": "latin1",
             "iso88591": "latin1", "l1": "latin1", "latin": "latin1", "8859": "latin1"}  # fmt: skip
HANDLERS = ("strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace")


@REGISTRY.rule("str.encode", "bytes.decode", "builtins.str")
def coded(context: Context, call: Call) -> typed.Expression | None:
    """UTF-8, ASCII and Latin-1, which need no tables."""
    encode = call.name == "str.encode"
    if not call.positional or context.solver.shallow(call.positional[0].type) != (STR if encode else BYTES):
        return None
    if call.name == "builtins.str" and len(call.positional) == 1 and not call.keywords:
        return None
    given = dict(zip(("encoding", "errors"), call.positional[1:], strict=False)) | call.keywords
    if len(call.positional) > 3 or set(given) - {"encoding", "errors"}:
        return None
    words = {
        name: _word(given[name], name) if name in given else default for name, default in (("encoding", "utf-8"), ("errors", "strict"))
    }
    encoding = ENCODINGS.get(words["encoding"].lower().replace("-", "").replace("_", "").replace(" ", ""))
    if encoding is None:
        raise Unsupported(f"the encoding {words['encoding']!r} is not supported", instead="utf-8, ascii or latin-1")
    if words["errors"] not in HANDLERS or (words["errors"] == "xmlcharrefreplace" and not encode):
        raise Unsupported(f"errors={words['errors']!r} is not supported", instead="strict, ignore, replace or backslashreplace")
    choices = [typed.Raw(f"py::Encoding::{encoding}", INT), typed.Raw(f"py::OnError::{words['errors']}", INT)]
    arguments: list[tuple[typed.Expression, Type]] = [
        (call.positional[0], STR if encode else BYTES),
        *((choice, INT) for choice in choices),
    ]
    return context.compute(BYTES if encode else STR, f"python::{'encode_text' if encode else 'decode_bytes'}", arguments, call.span)


def _word(value: typed.Expression, name: str) -> str:
    if isinstance(value, typed.Literal) and isinstance(value.value, str):
        return value.value
    raise Unsupported(f"the {name} must be known when compiling", instead="a constant")
