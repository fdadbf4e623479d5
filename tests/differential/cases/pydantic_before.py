"""pydantic: validators that change what a model is made of."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field, ValidationError, model_validator


class Started(BaseModel):
    temperature: float = Field(default=1.0, ge=0)
    stop: list[str] = []
    name: str

    @model_validator(mode="before")
    @classmethod
    def legacy(cls, data: Any) -> Any:
        if isinstance(data, dict) and "temp" in data:
            data = {**data, "temperature": data["temp"]}
        if isinstance(data, str):
            return {"name": data}
        return data

    @model_validator(mode="before")
    @classmethod
    def checked(cls, data: Any) -> Any:
        if isinstance(data, dict) and data.get("name") == "bad":
            raise ValueError("bad name")
        return data

    @model_validator(mode="after")
    def named(self) -> "Started":
        assert self.name != "never", "never"
        return self


class StartedRuns(BaseModel):
    sampling: Started
    others: list[Started] = []


def told(e: ValidationError) -> list[Any]:
    return [[str(x["loc"]), x["type"], x["msg"]] for x in e.errors()] + [str(e)]


def pydantic_before_text(text: str) -> list[Any]:
    try:
        r = StartedRuns.model_validate_json(text)
        return [repr(r), r.model_dump()]
    except ValidationError as e:
        return told(e)


def pydantic_before_dict(data: dict[str, Any]) -> list[Any]:
    out: list[Any] = []
    try:
        out.append(repr(Started.model_validate(data)))
        out.append(repr(Started(**data)))
    except ValidationError as e:
        out += told(e)
    return out


def pydantic_before_names(name: str, temp: float) -> list[Any]:
    try:
        return [
            repr(Started(name=name, temp=temp)),
            repr(Started(name=name, temperature=temp, stop=["x"])),
            repr(Started.model_validate({"name": name})),
        ]
    except ValidationError as e:
        return told(e)


ARGUMENTS = {
    pydantic_before_text: [
        ('{"sampling": {"name": "a", "temp": 0.5}, "others": ["b", {"name": "c", "stop": ["d"]}]}',),
        ('{"sampling": "x"}',),
        ('{"sampling": {"temp": -1}}',),
        ('{"sampling": {"name": "bad"}, "others": [3, null, "never"]}',),
        ('{"sampling": [1]}',),
        ("3",),
    ],
    pydantic_before_dict: [({"name": "a", "temp": 2},), ({"name": "bad"},), ({},), ({"name": 3},)],
    pydantic_before_names: [("a", 0.5), ("bad", 1.0), ("b", -1.0), ("never", 1.0)],
}
