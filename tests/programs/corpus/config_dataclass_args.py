from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum


class Strategy(str, Enum):
    GREEDY = "greedy"
    SAMPLE = "sample"


@dataclass(kw_only=True)
class SamplingConfig:
    temperature: float = 1.0
    top_k: int | None = None
    stop: list[str] = field(default_factory=lambda: ["</s>"])
    strategy: Strategy = Strategy.GREEDY

    def __post_init__(self) -> None:
        if self.temperature < 0:
            raise ValueError(f"temperature must be >= 0, got {self.temperature}")
        if self.temperature == 0:
            self.strategy = Strategy.GREEDY
            self.top_k = 1

    @property
    def deterministic(self) -> bool:
        return self.strategy == "greedy" or self.top_k == 1


def cut(text: str, stops: list[str]) -> str:
    positions = [p for s in stops if s and (p := text.find(s)) >= 0]
    return text[: min(positions)] if positions else text


def config_dataclass_args(text: str, config: SamplingConfig) -> dict[str, object]:
    other = SamplingConfig(stop=["x"], temperature=config.temperature)
    other.stop.append("y")
    fresh = SamplingConfig()
    return {
        "text": cut(text, config.stop),
        "det": config.deterministic,
        "config": config,
        "other": other,
        "fresh": fresh.stop,
        "eq": config == SamplingConfig(),
        "names": [f.name for f in fields(config)],
        "strategy": config.strategy.value,
        "repr": repr(fresh),
    }


ARGUMENTS = [
    ("hello </s> world", SamplingConfig()),
    ("abc", SamplingConfig(temperature=0.0, strategy=Strategy.SAMPLE, stop=[])),
    ("", SamplingConfig(top_k=1, stop=["", "q"], strategy=Strategy.SAMPLE)),
]
