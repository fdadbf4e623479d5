import re
from typing import NamedTuple


class Span(NamedTuple):
    start: int
    end: int
    label: str


def bio_to_spans(tags: list[str]) -> list[Span]:
    spans: list[Span] = []
    start, label = None, None
    for i, tag in enumerate([*tags, "O"]):
        prefix, _, kind = tag.partition("-")
        if start is not None and (prefix != "I" or kind != label):
            spans.append(Span(start, i, label or ""))
            start = label = None
        if prefix == "B" or (prefix == "I" and start is None):
            start, label = i, kind
    return spans


def offsets_mapping(text: str, tags: list[str]) -> dict[str, object]:
    offsets = [m.span() for m in re.finditer(r"\S+", text)]
    if len(offsets) != len(tags):
        raise ValueError(f"{len(offsets)} tokens but {len(tags)} tags")
    spans = bio_to_spans(tags)
    entities = [{"text": text[offsets[s.start][0] : offsets[s.end - 1][1]], "label": s.label, "tokens": s.end - s.start} for s in spans]
    byte_offsets = [(len(text[:a].encode()), len(text[:b].encode())) for a, b in offsets]
    return {"entities": entities, "bytes": byte_offsets, "spans": spans, "longest": max(spans, key=lambda s: s.end - s.start, default=None)}


ARGUMENTS = [
    ("Ann Müller lives in  New York", ["B-PER", "I-PER", "O", "O", "B-LOC", "I-LOC"]),
    ("", []),
    ("a b c", ["I-X", "I-Y", "B-Y"]),
    ("one", []),
]
