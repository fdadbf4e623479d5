from enum import Enum
from typing import Any

from pydantic import BaseModel, ValidationError


class Kind(str, Enum):
    A = "a"
    B = "b"


class Inner(BaseModel):
    n: int | None = None
    k: Kind = Kind.A


class Open(BaseModel):
    x: list[str] | str | None = None
    y: int | list[int] = 0
    z: dict[str, Any] | list[float] | bool = False
    w: Inner | str = "w"


class Numbers(BaseModel):
    a: int | str = 0
    b: bool | float | None = None
    c: str | bool = ""
    d: int | float = 0


def model_of_numbers(value: Any) -> list[Any]:
    found: list[Any] = []
    for name in "abcd":
        try:
            found.append(repr(Numbers.model_validate({name: value})))
        except ValidationError as error:
            found.append([one["type"] for one in error.errors()])
    return found


class Whole(BaseModel):
    f: float = 1.5
    i: Inner = Inner()
    l: list[Inner] = []
    d: dict[str, int] = {}
    t: tuple[int, str] = (1, "é")
    k: Kind | None = None


def model_of_unions(data: dict[str, Any]) -> dict[str, Any]:
    try:
        made = Open(**data)
    except ValidationError as error:
        return {"errors": [[list(one["loc"]), one["type"], one["msg"]] for one in error.errors()], "text": str(error)}
    return made.model_dump()


def texts_of_unions(data: dict[str, Any]) -> list[str]:
    made = Open(**data)
    dumped = str(made.model_dump(mode="json"))
    return [made.model_dump_json(), made.model_dump_json(exclude_none=True), made.model_dump_json(indent=2), dumped]


def modes_of_dumps(whole: Whole) -> list[Any]:
    plain = whole.model_dump(mode="json", exclude_none=True)
    python = whole.model_dump(mode="python", exclude={"i"})
    return [str(whole.model_dump(mode="json")), str(plain), whole.model_dump_json(indent=1, exclude_none=True), str(python)]


ARGUMENTS: dict[Any, list[tuple[Any, ...]]] = {
    model_of_unions: [
        ({},), ({"x": ["a", 1]},), ({"x": 3},), ({"x": "q", "y": "5"},), ({"y": "q"},), ({"y": [1, "z"]},), ({"z": {"a": [1, {}]}},),
        ({"z": "yes"},), ({"z": "maybe"},), ({"z": 3.5},), ({"y": 2.0},), ({"y": True},), ({"w": {"n": 4}},), ({"w": {"n": "x"}},), ({"w": 4},),
        ({"x": ["a", "b"]},),
    ],
    model_of_numbers: [(True,), (1,), (0,), (2.0,), (1.5,), ("x",), ("1",), (None,), ([],)],
    texts_of_unions: [({},), ({"z": {"a": [1, {}], "b": []}},), ({"w": {"k": "b"}},)],
    modes_of_dumps: [(Whole(),), (Whole(l=[Inner(n=1, k=Kind.B)], d={'a"[': 1}, k=Kind.B),)],
}  # fmt: skip
