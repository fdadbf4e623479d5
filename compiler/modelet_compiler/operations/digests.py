"""hashlib, base64, binascii and the checksums of zlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BYTES, INT, STR, EngineType
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.operations.standard_library import register
from modelet_compiler.standard import hmac_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

HASH = EngineType("_hashlib.HASH", "py::Hash")
ALGORITHMS = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")

REGISTRY.add(
    [
        ("_hashlib.HASH.update(self: hash, data: bytes, /) -> None", "python::update"),
        ("_hashlib.HASH.digest(self: hash) -> bytes", "python::digest"),
        ("_hashlib.HASH.hexdigest(self: hash) -> str", "python::hexdigest"),
        ("_hashlib.HASH.copy(self: hash) -> hash", "python::copy"),
        ("attribute _hashlib.HASH.name(self: hash) -> str", "python::hash_name"),
        ("attribute _hashlib.HASH.digest_size(self: hash) -> int", "python::digest_size"),
        ("attribute _hashlib.HASH.block_size(self: hash) -> int", "python::block_size"),
        ("zlib.crc32(data: bytes, value: int = 0, /) -> int", "python::crc32"),
        ("zlib.adler32(data: bytes, value: int = 1, /) -> int", "python::adler32"),
        ("binascii.crc32(data: bytes, crc: int = 0, /) -> int", "python::crc32"),
        ("binascii.hexlify(data: bytes) -> bytes", "python::encode_hex"),
        ("binascii.b2a_hex(data: bytes) -> bytes", "python::encode_hex"),
        ("base64.b64encode(s: bytes) -> bytes", "python::encode_base64"),
        ("base64.standard_b64encode(s: bytes) -> bytes", "python::encode_base64"),
        ("base64.urlsafe_b64encode(s: bytes) -> bytes", "python::encode_base64_url"),
    ]
)
register("hmac", hmac_functions, ["new", "digest", "compare_digest"])
register("_hashlib", hmac_functions, ["compare_digest"])
DECODERS = {
    "base64.b64decode": "decode_base64", "base64.standard_b64decode": "decode_base64", "base64.urlsafe_b64decode": "decode_base64_url",
    "binascii.unhexlify": "decode_hex", "binascii.a2b_hex": "decode_hex",
}  # fmt: skip


@REGISTRY.rule(*DECODERS)
def decoded(context: Context, call: Call) -> typed.Expression | None:
    """Of bytes or ASCII text."""
    if len(call.positional) != 1 or call.keywords:
        return None
    source = call.positional[0]
    type_ = context.solver.shallow(source.type)
    if type_ == STR:
        source = context.compute(BYTES, "python::ascii_bytes", [(source, STR)], call.span)
    elif type_ != BYTES:
        return None
    return context.compute(BYTES, f"python::{DECODERS[call.name]}", [(source, BYTES)], call.span)


@REGISTRY.rule(*(f"_hashlib.openssl_{name}" for name in ALGORITHMS), *(f"_{name}.{name}" for name in ALGORITHMS), "hashlib.__hash_new")
def new(context: Context, call: Call) -> typed.Expression | None:
    """A hash, of what was given so far."""
    given = list(call.positional)
    name = call.name.rsplit(".", 1)[1].removeprefix("openssl_")
    if call.name == "hashlib.__hash_new":
        word = given.pop(0) if given else None
        name = word.value.lower() if isinstance(word, typed.Literal) and isinstance(word.value, str) else ""
        if name not in ALGORITHMS:
            raise Unsupported("this hash is not supported", instead=f"one of {', '.join(ALGORITHMS)}")
    if len(given) > 1 or set(call.keywords) - {"usedforsecurity"}:
        return None
    if given and context.solver.shallow(given[0].type) == STR:
        raise Unsupported("Strings must be encoded before hashing", instead="`.encode()`")
    data = given[0] if given else typed.Literal(b"", BYTES)
    if context.solver.shallow(data.type) != BYTES:
        return None
    return context.compute(HASH, "python::new_hash", [(typed.Raw(f"py::Algorithm::{name}", INT), INT), (data, BYTES)], call.span)
