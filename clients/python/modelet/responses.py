"""Answers of endpoints as light classes with the official SDK's names, fields and methods; no pydantic behind them."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, ClassVar, Self

    import numpy as np

    from modelet.seam import Message


class BaseModel:
    """An object of an answer: its JSON fields are attributes; fields that the class does not know are kept."""

    _optional: ClassVar[tuple[str, ...]] = ()  # fields that read as None when the answer lacks them
    _parts: ClassVar[tuple[tuple[str, Any], ...]] = ()  # fields that hold an object or a list of objects, and what builds one

    @classmethod
    def build(cls, fields: dict[str, Any]) -> Self:
        """The object of a JSON object, which becomes its own."""
        for name, kind in cls._parts:
            value = fields.get(name)
            if isinstance(value, dict):
                fields[name] = kind.build(value)
            elif isinstance(value, list):
                fields[name] = [kind.build(item) for item in value]
        made = cls.__new__(cls)
        made.__dict__ = fields
        return made

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    def __getattr__(self, name: str) -> Any:
        if name in self._optional:
            return None
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _fields(self) -> dict[str, Any]:
        """What the answer had: declared fields in their order, then the others."""
        given = self.__dict__
        names = [*(name for name in type(self).__annotations__ if name in given), *given]
        return {name: given[name] for name in names if not name.startswith("_")}

    def to_dict(self) -> dict[str, Any]:
        """The fields that the answer had, as plain dicts and lists."""
        return {name: _plain(value) for name, value in self._fields().items()}

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as JSON."""
        return _dumps(self.to_dict(), indent)

    def model_dump(self, *, exclude_unset: bool = False, exclude_none: bool = False) -> dict[str, Any]:
        """The fields as plain dicts and lists; those that the answer lacked are None unless `exclude_unset`."""
        fields = self._fields() if exclude_unset else {**self._fields(), **{name: getattr(self, name) for name in self._optional}}
        dumped = {name: _plain(value, exclude_unset=exclude_unset, exclude_none=exclude_none) for name, value in fields.items()}
        return {name: value for name, value in dumped.items() if value is not None} if exclude_none else dumped

    def model_dump_json(self, *, indent: int | None = None, exclude_unset: bool = False, exclude_none: bool = False) -> str:
        """`model_dump` as JSON."""
        return _dumps(self.model_dump(exclude_unset=exclude_unset, exclude_none=exclude_none), indent)

    def __eq__(self, other: object) -> bool:
        """Equal to an object of the same class name and content: the official SDK's too."""
        dump = getattr(other, "model_dump", None)
        if dump is None or type(other).__name__.partition("[")[0] != type(self).__name__:
            return NotImplemented
        return bool(self.model_dump() == dump())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._fields().items())})"


def _plain(value: Any, **options: bool) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(**options) if options else value.to_dict()
    if isinstance(value, list) and value and isinstance(value[0], BaseModel):
        return [_plain(item, **options) for item in value]
    return value


def _dumps(value: object, indent: int | None) -> str:
    return json.dumps(value, indent=indent, ensure_ascii=False, separators=None if indent else (",", ":"))


class Embedding(BaseModel):
    """One vector: `embedding` (floats, or base64 text when that was asked for), `index`, `object`."""

    embedding: list[float]
    index: int
    object: str

    def __getattr__(self, name: str) -> Any:
        if name == "embedding" and "_source" in self.__dict__:
            message, tensor, row = self.__dict__.pop("_source")
            self.embedding = message.floats(tensor, row)
            return self.embedding
        return super().__getattr__(name)

    def _fields(self) -> dict[str, Any]:
        _ = self.embedding  # now at the latest
        return super()._fields()


class Usage(BaseModel):
    """Tokens counted: `prompt_tokens`, without padding, and `total_tokens`."""

    prompt_tokens: int
    total_tokens: int


class CreateEmbeddingResponse(BaseModel):
    """An embeddings answer: `data` in the order of the input, `model` as asked for, `object` and `usage`."""

    data: list[Embedding]
    model: str
    object: str
    usage: Usage

    def to_numpy(self) -> np.ndarray:
        """All vectors as float32 [items, dimensions], over the answer's own memory. ValueError for a base64 answer."""
        message: Message | None = self.__dict__.get("_message")
        if message is None or message.tensor_count() == 0:
            raise ValueError("the vectors were asked for as base64")
        return message.array(0)


class Model(BaseModel):
    """A modelet by name: `id`, `created` (Unix time), `object`, `owned_by`."""

    id: str
    created: int
    object: str
    owned_by: str
    shutdown_date: str | None
    _optional = ("shutdown_date",)


class SyncPage(BaseModel):
    """A whole list: `data`, and iteration over it."""

    data: list[Model]
    object: str  # "list"

    def __iter__(self) -> Iterator[Model]:
        return iter(self.data)

    def has_next_page(self) -> bool:
        """Always False: a page is the whole list."""
        return False


class AsyncPage(SyncPage):
    """A whole list for the async client: also `async for`."""

    async def __aiter__(self) -> Any:
        for item in self.data:
            yield item


def embedding_response(message: Message) -> CreateEmbeddingResponse:
    """The response for an answer of the endpoint `embeddings`. Vectors become lists when they are first read."""
    answer = message.json()
    fields = {name: value for name, value in answer.items() if name not in ("data", "usage")}
    data = [_embedding(message, item) for item in answer["data"]]
    return CreateEmbeddingResponse(data=data, **fields, usage=Usage(**answer["usage"]), _message=message)


def _embedding(message: Message, item: dict[str, Any]) -> Embedding:
    vector = item.pop("embedding")
    if isinstance(vector, dict):
        return Embedding(**item, _source=(message, vector["$tensor"], vector.get("row", 0)))
    return Embedding(embedding=vector, **item)


def inline_vectors(message: Message) -> dict[str, Any]:
    """The answer as an HTTP server gives it: tensors as lists of floats."""
    answer: dict[str, Any] = message.json()
    for item in answer.get("data", ()):
        vector = item.get("embedding")
        if isinstance(vector, dict):
            item["embedding"] = message.floats(vector["$tensor"], vector.get("row", 0))
    return answer
