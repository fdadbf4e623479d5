"""What flags do in Python; `cls` and the numbers are constants of each class."""

from __future__ import annotations

from typing import Any


def member_of(cls: Any, value: int) -> Any:
    """The member that combines the flags in `value`."""
    raise NotImplementedError(cls, value)


def bits_of(value: int, most: int) -> str:
    """`0b0 0101`, as the module enum writes numbers."""
    ceiling = 1 << value.bit_length()
    text = bin(value + ceiling).replace("1", "0", 1) if value >= 0 else bin((~value ^ (ceiling - 1)) + ceiling)
    sign, digits = text[:3], text[3:]
    if len(digits) < most:
        digits = (sign[-1] * most + digits)[-most:]
    return f"{sign} {digits}"
