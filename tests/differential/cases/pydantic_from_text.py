from enum import Enum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationError, field_validator


class Kind(Enum):
    X = "x"


class Inner(BaseModel):
    a: Any = None


class Cat(BaseModel):
    type: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    type: Literal["dog"]
    name: str


class Outer(BaseModel):
    items: list[int]
    names: set[str] = set()
    pair: tuple[int, str] = (0, "")
    table: dict[str, float] = {}
    kind: Kind = Kind.X
    inner: Inner = Inner()
    either: int | list[int] = 0
    pet: Annotated[Cat | Dog, Field(discriminator="type")] = Cat(type="cat")

    @field_validator("items")
    @classmethod
    def some(cls, value: list[int]) -> list[int]:
        if not value:
            raise ValueError("no items")
        return value


def model_from_text(text: str) -> dict[str, Any]:
    try:
        made = Outer.model_validate_json(text)
    except ValidationError as error:
        return {
            "count": error.error_count(),
            "text": str(error),
            "all": [[list(one["loc"]), one["type"], one["msg"]] for one in error.errors()],
        }
    return {"text": made.model_dump_json(), "sum": sum(made.items)}


def anything_from_text(text: str) -> str:
    return repr(Inner.model_validate_json(text).a)


ARGUMENTS: dict[Any, list[tuple[Any, ...]]] = {
    model_from_text: [
        ('{"items": [1, "2"], "kind": "x", "pet": {"type": "dog", "name": "é"}}',), ('{"items": []}',), ("{}",), ("[1]",), ("not json",), ("",),
        ('{"items": 1, "names": 1, "pair": 1, "table": 1, "kind": 1, "inner": 1, "either": {}, "pet": 3}',), ('{"items": [1],}',),
        ('{"items": [1], "pet": {"type": "cow"}, "pair": [1], "table": {"a": "x"}}',), ("```json\n{}\n```",), ('{"items": [1]',), ("null",),
    ],
    anything_from_text: [
        ('{"a": [1, {"b": "\\ud83d\\ude00"}]}',), ('{"a": NaN}',), ('{"a": "\\ud800"}',), ('{"a" 1}',), ('{"a": 01}',), ("{'a': 1}",),
        ('{"a": "x\ny"}',), ('{"a": tru}',), ('{"é": ü}',), ('{"a": 1} x',), ("[1, 2",), ('{"a": 1.}',), ('"\\x"',),
    ],
}  # fmt: skip
