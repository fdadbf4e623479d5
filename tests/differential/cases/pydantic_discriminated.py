"""Unions of models, told apart by a field."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationError


class Unit(str, Enum):
    C = "celsius"
    F = "fahrenheit"


class WeatherArguments(BaseModel):
    kind: Literal["weather"] = "weather"
    city: str = Field(min_length=2, max_length=20)
    unit: Unit = Unit.C
    days: int = Field(1, gt=0, le=7)


class SumArguments(BaseModel):
    kind: Literal["sum", "mean"] = "sum"
    numbers: list[float]

    def run(self) -> float:
        total = sum(self.numbers)
        return total if self.kind == "sum" else total / len(self.numbers)


class Call(BaseModel):
    id: str
    arguments: Annotated[WeatherArguments | SumArguments, Field(discriminator="kind")]


class Calls(BaseModel):
    calls: list[Call] = []


def discriminated_calls(raw: dict[str, Any]) -> list[Any]:
    try:
        made = Calls.model_validate(raw)
    except ValidationError as error:
        return [[list(one["loc"]), one["type"], one["msg"]] for one in error.errors()]
    out: list[Any] = []
    for call in made.calls:
        if isinstance(call.arguments, SumArguments):
            out.append([call.id, call.arguments.run()])
        else:
            out.append([call.id, call.arguments.city, call.arguments.unit.value, call.arguments.days])
    return out


ARGUMENTS = {
    discriminated_calls: [
        ({"calls": [{"id": "1", "arguments": {"kind": "weather", "city": "Oslo", "unit": "fahrenheit"}}]},),
        ({"calls": [{"id": "2", "arguments": {"kind": "mean", "numbers": [1, 2.5]}}]},),
        ({"calls": [{"id": "3", "arguments": {"kind": "weather", "city": "x", "days": 9}}]},),
        ({"calls": [{"id": "4", "arguments": {"kind": "zzz"}}]},),
        ({"calls": [{"id": "5", "arguments": {"city": "Rome"}}, {"id": "6", "arguments": 5}]},),
        ({},),
    ],
}
