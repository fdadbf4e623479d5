"""Every pair of numpy's dtypes, and each with Python's numbers: values and dtypes of what an operator makes of them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

BOOL, I8, I16, I32, I64 = NDArray[np.bool_], NDArray[np.int8], NDArray[np.int16], NDArray[np.int32], NDArray[np.int64]
U8, U16, U32, U64, F32, F64 = (
    NDArray[np.uint8], NDArray[np.uint16], NDArray[np.uint32], NDArray[np.uint64], NDArray[np.float32], NDArray[np.float64]
)  # fmt: skip
Signed = tuple[BOOL, I8, I16, I32, I64]
Others = tuple[U8, U16, U32, U64, F32, F64]


def together(x, y):
    return x + y, x // y, x < y


def with_all(x, signed, others):
    b, i8, i16, i32, i64 = signed
    u8, u16, u32, u64, f32, f64 = others
    arrays = together(x, b), together(x, i8), together(x, i16), together(x, i32), together(x, i64), together(x, u8), together(x, u16)
    rest = together(x, u32), together(x, u64), together(x, f32), together(x, f64)
    return arrays, rest, (together(x, 3), together(x, 2.5), together(x, True), together(3, x), together(2.5, x), together(True, x))


def promotion_of_bool(x: BOOL, signed: Signed, others: Others) -> Any:
    return with_all(x, signed, others)


def promotion_of_int8(x: I8, signed: Signed, others: Others) -> Any:
    return with_all(x, signed, others)


def promotion_of_int16(x: I16, signed: Signed, others: Others) -> Any:
    return with_all(x, signed, others)


def promotion_of_int32(x: I32, signed: Signed, others: Others) -> Any:
    return with_all(x, signed, others)


def promotion_of_int64(x: I64, signed: Signed, others: Others) -> Any:
    return with_all(x, signed, others)


def promotion_of_uint8(x: U8, signed: Signed, others: Others) -> Any:
    return with_all(x, signed, others)


def promotion_of_uint16(x: U16, signed: Signed, others: Others) -> Any:
    return with_all(x, signed, others)


def promotion_of_uint32(x: U32, signed: Signed, others: Others) -> Any:
    return with_all(x, signed, others)


def promotion_of_uint64(x: U64, signed: Signed, others: Others) -> Any:
    return with_all(x, signed, others)


def promotion_of_float32(x: F32, signed: Signed, others: Others) -> Any:
    return with_all(x, signed, others)


def promotion_of_float64(x: F64, signed: Signed, others: Others) -> Any:
    return with_all(x, signed, others)


def values(dtype: Any) -> np.ndarray:
    """Zero, what is small, and what is largest and smallest."""
    kind = np.dtype(dtype)
    if kind.kind == "b":
        return np.array([False, True, True, False, True])
    if kind.kind == "f":
        return np.array([0.0, 2.5, -7.25, np.inf, np.nan], dtype)
    limits = np.iinfo(kind)
    return np.array([0, 3, limits.min + 1, limits.max, limits.min], dtype)


SIGNED = tuple(values(dtype)[::-1].copy() for dtype in (bool, np.int8, np.int16, np.int32, np.int64))
OTHERS = tuple(values(dtype)[::-1].copy() for dtype in (np.uint8, np.uint16, np.uint32, np.uint64, np.float32, np.float64))
OF = {
    promotion_of_bool: bool, promotion_of_int8: np.int8, promotion_of_int16: np.int16, promotion_of_int32: np.int32,
    promotion_of_int64: np.int64, promotion_of_uint8: np.uint8, promotion_of_uint16: np.uint16, promotion_of_uint32: np.uint32,
    promotion_of_uint64: np.uint64, promotion_of_float32: np.float32, promotion_of_float64: np.float64,
}  # fmt: skip
ARGUMENTS = {function: [(values(dtype), SIGNED, OTHERS)] for function, dtype in OF.items()}
