"""model_dump that leaves out None, in models that hold models."""

from __future__ import annotations

from typing import Optional

from pydantic import BaseModel


class Inner(BaseModel):
    unit: Optional[int] = None
    name: str = "n"


class Outer(BaseModel):
    inner: Inner
    many: list[Inner] = []
    by_name: dict[str, Inner] = {}
    plain: dict[str, Optional[int]] = {}
    numbers: list[Optional[int]] = []
    note: Optional[str] = None
    maybe: Optional[Inner] = None


def dumps_without_none(outer: Outer) -> list[object]:
    return [outer.model_dump(exclude_none=True), outer.model_dump(exclude_none=True, exclude={"many"}), outer.model_dump()]


ARGUMENTS = {
    dumps_without_none: [
        (Outer(inner=Inner(), many=[Inner(), Inner(unit=2)], plain={"k": None, "q": 1}, numbers=[None, 1]),),
        (Outer(inner=Inner(unit=1), by_name={"x": Inner()}, note="", maybe=Inner()),),
    ]
}
