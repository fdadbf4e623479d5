from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Span:
    start: int
    end: int
    label: str = ""

    def __post_init__(self) -> None:
        if self.end < self.start:
            raise ValueError(f"Span ends before it starts: {self}")

    def overlaps(self, other: "Span") -> bool:
        return self.start < other.end and other.start < self.end

    def __or__(self, other: "Span") -> "Span":
        labels = sorted({x for s in (self, other) for x in s.label.split("+") if x})
        return Span(min(self.start, other.start), max(self.end, other.end), "+".join(labels))

    def __len__(self) -> int:
        return self.end - self.start


def interval_merge(raw: list[tuple[int, int, str]]) -> tuple[list[Span], int, int]:
    spans = sorted(Span(*r) for r in raw)
    merged: list[Span] = []
    for span in spans:
        if merged and merged[-1].overlaps(span):
            merged[-1] |= span
        else:
            merged.append(span)
    return merged, sum(map(len, merged)), len({hash(s) for s in spans})


ARGUMENTS = [
    ([(5, 9, "b"), (0, 3, "a"), (2, 6, "c"), (9, 9, "d")],),
    ([],),
    ([(3, 1, "bad")],),
    ([(0, 1, ""), (0, 1, "")],),
]
