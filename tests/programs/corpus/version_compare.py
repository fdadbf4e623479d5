from __future__ import annotations

import re
from functools import total_ordering


@total_ordering
class Version:
    PATTERN = re.compile(r"v?(\d+)\.(\d+)(?:\.(\d+))?(?:-([a-z]+)(\d*))?$")
    ORDER = {"alpha": 0, "beta": 1, "rc": 2}

    def __init__(self, text: str) -> None:
        m = self.PATTERN.match(text.strip())
        if not m:
            raise ValueError(f"invalid version: {text!r}")
        major, minor, patch, tag, number = m.groups()
        self.parts = (int(major), int(minor), int(patch or 0))
        self.pre = (self.ORDER.get(tag, -1), int(number or 0)) if tag else (99, 0)

    @property
    def key(self) -> tuple[tuple[int, int, int], tuple[int, int]]:
        return self.parts, self.pre

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and self.key == other.key

    def __lt__(self, other: Version) -> bool:
        return self.key < other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return ".".join(map(str, self.parts)) + ("" if self.pre[0] == 99 else f"-{self.pre}")


def version_compare(texts: list[str], minimum: str) -> dict[str, object]:
    versions = [Version(t) for t in texts]
    low = Version(minimum)
    return {
        "sorted": [str(v) for v in sorted(versions)],
        "ok": [v >= low for v in versions],
        "unique": len(set(versions)),
        "best": str(max(versions)) if versions else None,
        "eq": versions[:1] == [low],
    }


ARGUMENTS = [
    (["1.2.3", "v1.10", "1.2.3-rc2", "1.2.3-beta", "1.2.3-rc10"], "1.2.3"),
    ([], "0.1"),
    (["1"], "0.1"),
    (["1.0", "1.0.0"], "1.0-dev3"),
]
