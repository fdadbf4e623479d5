from dataclasses import dataclass, field
from enum import Enum


class Level(Enum):
    LOW = 0
    HIGH = 1


@dataclass
class Reading:
    sensor: str
    values: list[float]
    level: Level = Level.LOW
    unit: str | None = None


@dataclass
class Report:
    sensor: str
    peak: float | None
    alerts: list[str] = field(default_factory=list)
    level: Level = Level.LOW


def dataclass_params(readings: list[Reading], limits: dict[str, float]) -> list[Report]:
    reports: list[Report] = []
    for r in readings:
        peak = max(r.values, default=None)
        report = Report(r.sensor, peak, level=r.level)
        limit = limits.get(r.sensor, 1.0)
        if peak is not None and peak > limit:
            report.alerts.append(f"{r.sensor}: {peak}{r.unit or ''} > {limit}")
            report.level = Level.HIGH
        reports.append(report)
    r0 = reports[0] if reports else None
    if r0 is not None and r0.level is Level.HIGH:
        reports.reverse()
    return reports


ARGUMENTS = [
    ([Reading("a", [0.5, 2.0], unit="C"), Reading("b", [], Level.HIGH)], {"b": 0.1}),
    ([], {}),
    ([Reading("n", [float("nan"), 1.0])], {"n": 0.0}),
]
