"""Functions whose parameters are pydantic models, for callers that have plain data only."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator


class Part(BaseModel):
    name: str = Field(min_length=1)
    count: int = Field(default=1, ge=1)
    kind: Literal["a", "b"] = "a"

    @field_validator("name")
    @classmethod
    def marked(cls, name: str) -> str:
        if name == "bad":
            raise ValueError("no bad names")
        return name + "!"  # a second time would be seen


class Order(BaseModel):
    model_config = ConfigDict(extra="forbid")
    parts: list[Part]
    by_name: dict[str, Part] = {}
    place: tuple[int, str] = (0, "")
    marks: set[str] = set()
    ratio: float = Field(default=0.5, alias="share")

    @model_validator(mode="after")
    def some(self) -> Order:
        if not self.parts:
            raise ValueError("an order of nothing")
        return self


class Words(BaseModel):
    words: list[str]

    @field_validator("words", mode="before")
    @classmethod
    def split(cls, words: Any) -> Any:
        return words.split(",") if isinstance(words, str) else words


class Point(BaseModel):
    x: int
    y: int


class Circle(BaseModel):
    radius: int = Field(gt=0)


@dataclass
class Request:
    part: Part
    others: list[Part] = field(default_factory=list)


@dataclass
class Square:
    side: int
    area: int = field(init=False)
    notes: list[str] = field(default_factory=list)
    scale: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        if self.side < 0:
            raise ValueError(f"a side of {self.side}")
        self.area = self.side**2
        self.notes.append("made")


@dataclass
class Scaled:
    size: int
    factor: InitVar[int] = 2

    def __post_init__(self, factor: int) -> None:
        self.size *= factor


class Measured(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)
    values: NDArray[np.float64]


def shown_part(part: Part) -> str:
    return repr(part)


def shown_parts(parts: list[Part], first: Part | None = None) -> str:
    return f"{parts} {first}"


def shown_order(order: Order) -> str:
    return f"{order.parts} {order.by_name} {order.place} {sorted(order.marks)} {order.ratio}"


def shown_words(words: Words) -> str:
    return repr(words)


def shown_shape(shape: Point | Circle) -> str:
    return repr(shape)


def shown_request(request: Request) -> str:
    return f"{request.part} {request.others}"


def shown_squares(squares: list[Square]) -> str:
    return repr(squares)


def shown_scaled(scaled: Scaled) -> str:
    return repr(scaled)


def summed(measured: Measured) -> float:
    return float(measured.values.sum())
