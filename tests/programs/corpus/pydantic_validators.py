from pydantic import BaseModel, field_validator, model_validator, ValidationError


class Range(BaseModel):
    low: float
    high: float
    unit: str = "m"

    @field_validator("unit")
    @classmethod
    def known(cls, value: str) -> str:
        if value not in ("m", "s", "kg"):
            raise ValueError(f"unknown unit {value!r}")
        return value.lower()

    @model_validator(mode="after")
    def ordered(self) -> "Range":
        if self.low > self.high:
            raise ValueError("low > high")
        return self


def pydantic_validators(rows: list[tuple[float, float, str]]) -> list[str]:
    out: list[str] = []
    for low, high, unit in rows:
        try:
            r = Range(low=low, high=high, unit=unit)
        except ValidationError as e:
            out.append(f"{e.error_count()}: {e.errors()[0]['msg']}")
        else:
            out.append(f"{r.high - r.low:g}{r.unit}")
    return out


ARGUMENTS = [([(1.0, 2.5, "m"), (3.0, 1.0, "s"), (0.0, 1.0, "mile")],), ([],)]
