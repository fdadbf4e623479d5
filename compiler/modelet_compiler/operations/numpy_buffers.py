"""Arrays from bytes, and bytes of arrays."""

from __future__ import annotations

from typing import Any

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BYTES, ArrayType
from modelet_compiler.operations.numpy_arguments import bound
from modelet_compiler.operations.numpy_types import CPP, compute, shallow
from modelet_compiler.operations.registry import REGISTRY


@REGISTRY.rule("numpy.frombuffer")
def from_buffer(context: Any, call: Any) -> typed.Expression | None:
    """The numbers that bytes hold; such an array cannot be written to."""
    given = bound(context, call, "buffer:any dtype:dtype count:int=-1 offset:int=0")
    if given is None or shallow(context, given.buffer) != BYTES:
        return None
    dtype = given.dtype or "float64"
    return compute(context, ArrayType(dtype, 1), f"np::from_buffer<{CPP[dtype]}>", [given.buffer, given.count, given.offset], call.span)


@REGISTRY.rule("ndarray.tobytes")
def to_bytes(context: Any, call: Any) -> typed.Expression | None:
    """The elements in C order, little-endian."""
    given = bound(context, call, "a:array")
    return compute(context, BYTES, "np::to_bytes", [given.a.value], call.span) if given is not None else None
