"""pydantic: unions of models without a discriminator, of which the one that sets the most fields takes a dict."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationError


class Cat(BaseModel):
    kind: Literal["cat"] = "cat"
    lives: int


class Dog(BaseModel):
    breed: str
    age: int = 3


class Address(BaseModel):
    url: str
    detail: str = "auto"


class TextPart(BaseModel):
    type: Literal["text"]
    text: str


class ImagePart(BaseModel):
    type: Literal["image_url"]
    image_url: Address


class Message(BaseModel):
    role: str
    content: str | list[TextPart | ImagePart]


class Owner(BaseModel):
    pet: Cat | Dog | None = None


class Whole(BaseModel):
    x: int
    y: int = 0


class Real(BaseModel):
    x: float
    z: int = Field(default=0, alias="zed")


class Inner(BaseModel):
    a: int = 0
    b: int = 0


class Flat(BaseModel):
    x: int = 0
    y: int = 0


class Deep(BaseModel):
    parts: list[Inner] = []
    one: Inner = Inner()


class Chosen(BaseModel):
    first: Whole | Real
    others: list[Real | Whole] = []
    nested: Flat | Deep = Flat()


def chosen_pet(data: dict[str, Any]) -> str:
    try:
        owner = Owner.model_validate(data)
    except ValidationError as error:
        return str(error)
    return f"{owner!r} {type(owner.pet).__name__}"


def chosen_part(data: dict[str, Any]) -> str:
    try:
        return repr(Message.model_validate(data))
    except ValidationError as error:
        return str(error)


def chosen_fields(data: dict[str, Any]) -> str:
    try:
        return repr(Chosen(**data))
    except ValidationError as error:
        return str(error)


def chosen_instances(lives: int) -> list[str]:
    image = ImagePart(type="image_url", image_url=Address(url="u"))
    return [repr(Owner(pet=Dog(breed="b"))), repr(Owner(pet=Cat(lives=lives))), repr(Message(role="u", content=[image]))]


ARGUMENTS = {
    chosen_pet: [({"pet": {"lives": 3}},), ({"pet": {"breed": "x", "age": 4}},), ({"pet": {"breed": "x", "lives": 4}},),
                 ({"pet": None},), ({},), ({"pet": {}},), ({"pet": 4},)],
    chosen_part: [({"role": "u", "content": "hi"},),
                  ({"role": "u", "content": [{"type": "text", "text": "x"}, {"type": "image_url", "image_url": {"url": "q"}}]},),
                  ({"role": "u", "content": [{"type": "other"}]},)],
    chosen_fields: [({"first": {"x": 1}},), ({"first": {"x": 1.5}},), ({"first": {"x": 1.0}},), ({"first": {"x": "1"}},),
                    ({"first": {"x": 1, "zed": 2}},), ({"first": {"x": 1, "zed": 2, "y": 1}},), ({"first": {"x": True}},),
                    ({"first": {"x": 1}, "others": [{"x": 1}, {"x": 1, "y": 1}, {"x": "2", "y": "3"}]},), ({"first": 3},),
                    ({"first": {"x": 1}, "nested": {"x": 1, "y": 2, "one": {"a": 1, "b": 2}}},),
                    ({"first": {"x": 1}, "nested": {"x": 1, "y": 2, "one": {"a": 1}}},),
                    ({"first": {"x": 1}, "nested": {"x": 1, "y": 1, "parts": [{"a": 1}, {"b": 2}]}},)],
    chosen_instances: [(4,)],
}  # fmt: skip
