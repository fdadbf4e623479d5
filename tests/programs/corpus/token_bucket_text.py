from collections import defaultdict
from dataclasses import dataclass, field
from typing import Iterable


@dataclass
class Bucket:
    low: int
    high: int
    items: list[list[int]] = field(default_factory=list)

    @property
    def waste(self) -> int:
        longest = max(map(len, self.items), default=0)
        return sum(longest - len(i) for i in self.items)


def buckets(sequences: Iterable[list[int]], edges: list[int]) -> list[Bucket]:
    table = {(a, b): Bucket(a, b) for a, b in zip([0, *edges], [*edges, 10**9])}
    for s in sequences:
        for (low, high), bucket in table.items():
            if low <= len(s) < high:
                bucket.items.append(s)
                break
        else:
            raise AssertionError("unreachable")
    return [b for b in table.values() if b.items]


def pack(sequences: list[list[int]], size: int) -> list[list[list[int]]]:
    bins: list[tuple[int, list[list[int]]]] = []
    for s in sorted(sequences, key=len, reverse=True):
        if len(s) > size:
            raise ValueError(f"sequence of {len(s)} does not fit {size}")
        for i, (used, items) in enumerate(bins):
            if used + len(s) <= size:
                items.append(s)
                bins[i] = (used + len(s), items)
                break
        else:
            bins.append((len(s), [s]))
    return [items for _, items in bins]


def token_bucket_text(
    sequences: list[list[int]], edges: list[int], size: int
) -> tuple[list[Bucket], int, list[list[list[int]]], dict[int, int]]:
    found = buckets(sequences, edges)
    lengths: dict[int, int] = defaultdict(int)
    for s in sequences:
        lengths[len(s)] += 1
    return found, sum(b.waste for b in found), pack(sequences, size), dict(sorted(lengths.items()))


ARGUMENTS = [([[1], [1, 2, 3], [1, 2], [], [4, 5, 6, 7]], [2, 4], 5), ([], [3], 1), ([[1, 2]], [], 1), ([[1], [2], [3]], [1], 2)]
