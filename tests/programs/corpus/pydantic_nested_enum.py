from enum import Enum
from typing import Literal

from pydantic import BaseModel, Field


class Kind(str, Enum):
    QUERY = "query"
    DOCUMENT = "document"


class Item(BaseModel):
    id: int
    kind: Kind = Kind.QUERY
    weights: list[float] = Field(default_factory=list)
    meta: dict[str, str] = {}


class Batch(BaseModel):
    items: list[Item]
    mode: Literal["fast", "slow"] = "fast"
    limit: int | None = Field(default=None, ge=0, le=10)

    def heavy(self, threshold: float) -> list[Item]:
        return [i for i in self.items if sum(i.weights) > threshold]

    @property
    def size(self) -> int:
        return len(self.items) if self.limit is None else min(len(self.items), self.limit)


def pydantic_nested_enum(batch: Batch, threshold: float) -> dict[str, object]:
    heavy = batch.heavy(threshold)
    return {
        "size": batch.size,
        "heavy": [h.id for h in heavy],
        "kinds": [i.kind.value for i in batch.items],
        "first": heavy[0] if heavy else None,
        "mode": batch.mode.upper(),
        "dump": [h.model_dump() for h in heavy],
    }


ARGUMENTS = [
    (Batch(items=[Item(id=1, weights=[0.5, 0.75]), Item(id=2, kind=Kind.DOCUMENT, meta={"a": "b"})], limit=1), 1.0),
    (Batch(items=[], mode="slow"), 0.0),
    (Batch(items=[Item(id=-1, weights=[float("inf")])]), 1.0),
]
