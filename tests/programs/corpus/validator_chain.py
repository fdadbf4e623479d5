from dataclasses import dataclass, field


@dataclass(frozen=True)
class Issue:
    path: str
    message: str
    severity: int = 1

    def __str__(self) -> str:
        return f"{self.path}: {self.message} ({'!' * self.severity})"


@dataclass
class Report:
    issues: list[Issue] = field(default_factory=list)

    def __bool__(self) -> bool:
        return not self.issues

    def __iadd__(self, other: "Report") -> "Report":
        self.issues += other.issues
        return self

    def require(self, condition: bool, path: str, message: str, severity: int = 1) -> bool:
        if not condition:
            self.issues.append(Issue(path, message, severity))
        return condition


def check(record: dict[str, str]) -> Report:
    report = Report()
    if report.require("name" in record, "name", "missing", 3):
        report.require(record["name"].isidentifier(), "name", f"bad {record['name']!r}")
    age = record.get("age", "")
    if report.require(age.isdigit(), "age", "not a number", 2):
        report.require(0 < int(age) < 150, "age", f"out of range: {int(age):,}")
    return report


def validator_chain(records: list[dict[str, str]]) -> tuple[bool, list[str], list[Issue]]:
    total = Report()
    for record in records:
        total += check(record)
    worst = sorted(total.issues, key=lambda i: (-i.severity, i.path))
    return bool(total), [str(i) for i in worst], worst[:2]


ARGUMENTS = [
    ([{"name": "ann", "age": "30"}],),
    ([{}, {"name": "1x", "age": "1000000"}, {"name": "ok", "age": "-1"}],),
    ([],),
    ([{"name": "ñ", "age": "٣"}],),
]
