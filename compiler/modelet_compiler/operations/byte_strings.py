"""bytes. What it shares with str is done by str, each byte as the character of its number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, BYTES, INT, NONE, STR, ExceptionType, ListType, TupleType, Type
from modelet_compiler.operations.formatting import PERCENT
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import encodings

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

TESTS = ("isdigit", "isalpha", "isalnum", "isspace", "islower", "isupper", "istitle", "isascii")
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
        ("bytes.splitlines(self: bytes, keepends: bool = False) -> list[bytes]", "python::bytes_splitlines"),
        ("builtins.bytes.maketrans(frm: bytes, to: bytes, /) -> bytes", "python::bytes_maketrans"),
        ("builtins.bytearray.maketrans(frm: bytes, to: bytes, /) -> bytes", "python::bytes_maketrans"),
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
        ("bytes.swapcase(self: bytes) -> bytes", "python::bytes_swapcase"),
        ("bytes.title(self: bytes) -> bytes", "python::bytes_title"),
        ("bytes.capitalize(self: bytes) -> bytes", "python::bytes_capitalize"),
        *((f"bytes.{name}(self: bytes) -> bool", f"python::bytes_{name}") for name in TESTS),
    ],
    raises=False,
)

SHARED = (
    "find", "rfind", "count", "startswith", "endswith", "replace", "partition", "rpartition", "split", "rsplit", "strip", "lstrip",
    "rstrip", "removeprefix", "removesuffix", "center", "ljust", "rjust", "zfill", "expandtabs", "index", "rindex",
)  # fmt: skip
SEARCHES = ("find", "rfind", "count", "index", "rindex")
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
    if name in SEARCHES and len(call.positional) > 1 and context.solver.shallow(call.positional[1].type) != BYTES:
        return _single(context, call)
    if name in ("index", "rindex"):
        found = context.required(f"bytes.{name.replace('index', 'find')}", call.positional, call.keywords, call.span)
        return context.compute(INT, "python::found_or_raise", [(found, INT)], call.span)
    blank = len(call.positional) == 1 or getattr(call.positional[1], "value", "") is None
    if name == "split" and blank and "sep" not in call.keywords:
        limit = call.keywords.get("maxsplit", call.positional[2] if len(call.positional) == 3 else typed.Literal(-1, INT))
        return context.compute(ListType(BYTES), "python::split_bytes", [(call.positional[0], BYTES), (limit, INT)], call.span)
    if name == "rsplit" and blank and "sep" not in call.keywords:
        limit = call.keywords.get("maxsplit", call.positional[2] if len(call.positional) == 3 else typed.Literal(-1, INT))
        return context.compute(ListType(BYTES), "python::rsplit_bytes", [(call.positional[0], BYTES), (limit, INT)], call.span)
    positional = [widened(context, item, call) for item in call.positional]
    if name.endswith("strip") and blank:
        positional = [positional[0], typed.Literal(SPACES, STR)]
    keywords = {key: widened(context, item, call) for key, item in call.keywords.items()}
    result = context.apply(f"str.{name}", positional, keywords, call.span)
    return narrowed(context, result, call) if result is not None else None


def _single(context: Context, call: Call) -> typed.Expression | None:
    """A search for a byte that is given by its number."""
    if context.solver.shallow(call.positional[1].type) not in (INT, BOOL):
        return None
    byte = context.compute(BYTES, "python::single_byte", [(call.positional[1], INT)], call.span)
    return context.apply(call.name, [call.positional[0], byte, *call.positional[2:]], call.keywords, call.span)


@REGISTRY.rule("bytes.translate")
def translated(context: Context, call: Call) -> typed.Expression | None:
    """By a table of 256 bytes, or None; `delete` says which are left out."""
    given = dict(zip(("table", "delete"), call.positional[1:], strict=False)) | call.keywords
    if len(call.positional) > 3 or "table" not in given or set(given) - {"table", "delete"}:
        return None
    if given["table"].type == NONE:
        given["table"] = typed.Literal(b"", BYTES)
    elif isinstance(given["table"], typed.Literal) and not given["table"].value:
        return None
    arguments = [call.positional[0], given["table"], given.get("delete", typed.Literal(b"", BYTES))]
    if any(context.solver.shallow(value.type) != BYTES for value in arguments):
        return None
    return context.compute(BYTES, "python::bytes_translate", [(value, BYTES) for value in arguments], call.span)


@REGISTRY.rule("%")
def formatted(context: Context, call: Call) -> typed.Expression | None:
    """`b"…" % values`, by str: `%s` takes bytes only, `%r` and `%a` the ASCII text of any value."""
    left, right = call.positional
    if context.solver.shallow(left.type) != BYTES:
        return None
    if not isinstance(left, typed.Literal):
        raise Unsupported("the template of bytes must be known when compiling", instead="a constant")
    type_ = context.solver.shallow(right.type)
    values = [right]
    if isinstance(type_, TupleType):
        values = [context.tuple_item(right, type_, index, call.span) for index in range(len(type_.items))]
    template = left.value.decode("latin-1")
    fields = [match for match in PERCENT.finditer(template) if match["type"] != "%"]
    if len(fields) != len(values) or any(match["key"] is not None or "*" in match[0] for match in fields):
        return None
    for field, value in zip(fields, values, strict=True):
        if (field["type"] in "sb") != (context.solver.shallow(value.type) == BYTES) or field["type"] in "r":
            return None
    text = PERCENT.sub(lambda match: match[0][:-1] + "s" if match["type"] == "b" else match[0], template)
    texts = [widened(context, value, call) for value in values]
    kinds = TupleType(tuple(context.solver.shallow(value.type) for value in texts))
    packed = context.compute(kinds, "tuple", list(zip(texts, kinds.items, strict=True)), call.span, raises=False, plain=True)
    return narrowed(context, context.required("%", [typed.Literal(text, STR), packed], {}, call.span), call)


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
    if type_ == BYTES and len(call.positional) == 1 and not call.keywords:
        return call.positional[0] if isinstance(call.positional[0], typed.Read | typed.Temporary | typed.Literal) else None
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
    wide = WIDE.get(words["encoding"].lower().replace("_", "-"))
    if wide is not None and encode and words["errors"] == "strict":
        return context.helper(encodings.utf_16, call.name, [call.positional[0], *(typed.Literal(one, BOOL) for one in wide)], {}, call.span)
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


WIDE = {"utf-16": (False, True), "utf-16-le": (False, False), "utf-16-be": (True, False)}
"""Whether the larger byte of a unit is first, and whether a byte order mark is."""


def _word(value: typed.Expression, name: str) -> str:
    if isinstance(value, typed.Literal) and isinstance(value.value, str):
        return value.value
    raise Unsupported(f"the {name} must be known when compiling", instead="a constant")


PARTS = {"reason": (STR, True), "encoding": (STR, False), "start": (INT, False), "end": (INT, True)}


@REGISTRY.rule(*(f"attribute Exception.{name}" for name in PARTS))
def error_part(context: Context, call: Call) -> typed.Expression | None:
    """What a UnicodeEncodeError or UnicodeDecodeError knows."""
    type_ = context.solver.shallow(call.positional[0].type)
    if not isinstance(type_, ExceptionType) or not all(issubclass(cls, UnicodeEncodeError | UnicodeDecodeError) for cls in type_.classes):
        return None
    result, second = PARTS[call.name.rsplit(".", 1)[1]]
    arguments: list[tuple[typed.Expression, Type]] = [(call.positional[0], ExceptionType()), (typed.Literal(second, BOOL), BOOL)]
    return context.compute(result, f"python::unicode_error_{'text' if result == STR else 'place'}", arguments, call.span)
