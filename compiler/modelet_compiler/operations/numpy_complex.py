"""Fourier transforms, and the operations that complex arrays have. Everything else refuses complex arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, ArrayType
from modelet_compiler.numpy_library import calculus
from modelet_compiler.operations.numpy_arguments import Bound, bound, integer
from modelet_compiler.operations.numpy_library import run
from modelet_compiler.operations.numpy_types import NUMBERS, STORED, Operand, broadcast_rank, compute, literal, operand, shallow
from modelet_compiler.operations.registry import REGISTRY

NAMES = STORED
BINARY = {"+": "Add", "-": "Subtract", "*": "Multiply", "/": "Divide"}
FUNCTIONS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}
UNARY = {
    "builtins.abs": "Size", "numpy.absolute": "Size", "numpy.angle": "Angle", "numpy.real": "RealPart", "numpy.imag": "ImaginaryPart",
    "attribute ndarray.real": "RealPart", "attribute ndarray.imag": "ImaginaryPart", "numpy.conjugate": "Conjugate",
    "ndarray.conj": "Conjugate", "unary -": "ComplexNegative", "numpy.square": "ComplexSquare",
}  # fmt: skip
REAL = {"complex64": "float32", "complex128": "float64"}


def is_complex(type_: Any) -> bool:
    """Whether this is an array of complex numbers."""
    return isinstance(type_, ArrayType) and type_.dtype in REAL


def _operand(context: Any, value: typed.Expression, span: Any) -> Operand | None:
    type_ = shallow(context, value)
    if isinstance(type_, ArrayType) and is_complex(type_):
        return Operand(value, type_, type_.dtype, type_.rank, False)
    return operand(context, value, span)


def binary(context: Any, call: Any) -> typed.Expression | None:
    """Arithmetic with at least one complex array."""
    if len(call.positional) != 2 or call.keywords or not any(is_complex(shallow(context, value)) for value in call.positional):
        return None
    items = [_operand(context, value, call.span) for value in call.positional]
    found = [item for item in items if item is not None]
    if len(found) != 2:
        return None
    symbol = FUNCTIONS.get(call.name.removeprefix("numpy."), call.name)
    dtype = np.result_type(*(float(0) if item.weak else np.dtype(item.dtype) for item in found)).name
    if symbol == "**":
        exponent, known = literal(call.positional[1], None)
        if not known or exponent != 2:
            raise Unsupported("this power of a complex array is not supported", instead="`** 2`, or `numpy.abs(a) ** …`")
        return _unary(context, found[0], "ComplexSquare", call.span)
    own = [NAMES[dtype] if item.weak else NAMES[item.dtype] for item in found]
    cpp = f"np::binary<np::Complex{BINARY[symbol]}, {NAMES[dtype]}, {NAMES[dtype]}, {own[0]}, {own[1]}>"
    return compute(context, ArrayType(dtype, broadcast_rank(found)), cpp, call.positional, call.span)


def _unary(context: Any, item: Operand, operation: str, span: Any) -> typed.Expression:
    dtype = item.dtype if operation in ("Conjugate", "ComplexNegative", "ComplexSquare") else REAL[item.dtype]
    name = NAMES[item.dtype]
    return compute(context, ArrayType(dtype, item.rank), f"np::unary<np::{operation}, {name}, {name}>", [item.value], span)


def unary(context: Any, call: Any) -> typed.Expression | None:
    """Of one complex array."""
    if len(call.positional) != 1 or call.keywords or not is_complex(shallow(context, call.positional[0])):
        return None
    item = _operand(context, call.positional[0], call.span)
    return _unary(context, item, UNARY[call.name], call.span) if item is not None else None


for _name in (*BINARY, "**", *(f"numpy.{name}" for name in FUNCTIONS)):
    REGISTRY.rules.setdefault(_name, []).insert(0, binary)
for _name in UNARY:
    REGISTRY.rules.setdefault(_name, []).insert(0, unary)


TRANSFORMS = {"fft": "fourier", "ifft": "fourier", "rfft": "real_fourier", "irfft": "inverse_real_fourier"}
NORMS = {None: 0, "backward": 0, "ortho": 1, "forward": 2}


@REGISTRY.rule(*(f"numpy.fft.{name}" for name in TRANSFORMS))
def transform(context: Any, call: Any) -> typed.Expression | None:
    """Along one axis."""
    given: Bound | None = bound(context, call, "a:any n:any=None axis:int=-1 norm:const=None out:none")
    item = _operand(context, given.a, call.span) if given is not None else None
    if given is None or item is None or item.weak or given.norm not in NORMS:
        return None
    name = call.name.rsplit(".", 1)[1]
    if name == "rfft" and item.dtype in REAL:
        return None
    size = typed.Literal(-1, INT) if given.n is None or given.n.type == NONE else integer(context, given.n, call.span)
    if size is None:
        return None
    wide = "complex128" if item.dtype in REAL else "float64"
    value = item.value
    if item.dtype != wide:
        value = compute(context, ArrayType(wide, item.rank), f"np::astype<{NAMES[wide]}, {NAMES[item.dtype]}>", [value], call.span)
    extra = [typed.Literal(name == "ifft", BOOL)] if name in ("fft", "ifft") else []
    result = "float64" if name == "irfft" else "complex128"
    values = [value, size, given.axis, *extra, typed.Literal(NORMS[given.norm], INT)]
    made = compute(context, ArrayType(result, item.rank), f"np::{TRANSFORMS[name]}", values, call.span)
    if item.dtype not in ("float32", "complex64"):
        return made
    narrow = "float32" if name == "irfft" else "complex64"
    return compute(context, ArrayType(narrow, item.rank), f"np::astype<{NAMES[narrow]}, {NAMES[result]}>", [made], call.span)


@REGISTRY.rule("numpy.fft.fftfreq", "numpy.fft.rfftfreq")
def frequencies(context: Any, call: Any) -> typed.Expression | None:
    """Of the results of a transform."""
    given = bound(context, call, "n:int d:float=1.0")
    if given is None:
        return None
    return run(context, calculus.rfftfreq if call.name.endswith("rfftfreq") else calculus.fftfreq, [given.n, given.d], call.span)


@REGISTRY.rule("numpy.fft.fftshift", "numpy.fft.ifftshift")
def shifted(context: Any, call: Any) -> typed.Expression | None:
    """The middle first, or back, along one axis."""
    given = bound(context, call, "x:any axes:any=None")
    type_ = shallow(context, given.x) if given is not None else None
    if given is None or not isinstance(type_, ArrayType):
        return None
    axis = given.axes if given.axes is not None and given.axes.type != NONE else typed.Literal(0, INT) if type_.rank == 1 else None
    if axis is None or shallow(context, axis) != INT:
        raise Unsupported(f"`{call.name}` needs a vector, or one axis", instead="`axes=0`")
    return compute(context, type_, "np::shifted", [given.x, axis, typed.Literal(call.name.endswith("ifftshift"), BOOL)], call.span)


__all__ = ["FLOAT", "NUMBERS"]
