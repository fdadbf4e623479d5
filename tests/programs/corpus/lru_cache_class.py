from collections import OrderedDict


class LRU:
    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.data: OrderedDict[str, int] = OrderedDict()
        self.hits = self.misses = 0

    def get(self, key: str) -> int | None:
        if key not in self.data:
            self.misses += 1
            return None
        self.hits += 1
        self.data.move_to_end(key)
        return self.data[key]

    def put(self, key: str, value: int) -> tuple[str, int] | None:
        self.data[key] = value
        self.data.move_to_end(key)
        if len(self.data) > self.capacity:
            return self.data.popitem(last=False)
        return None

    def __len__(self) -> int:
        return len(self.data)

    def __contains__(self, key: str) -> bool:
        return key in self.data


def lru_cache_class(operations: list[tuple[str, int | None]], capacity: int) -> dict[str, object]:
    cache = LRU(capacity)
    out: list[int | None] = []
    evicted = []
    for key, value in operations:
        if value is None:
            out.append(cache.get(key))
        elif (gone := cache.put(key, value)) is not None:
            evicted.append(gone)
    return {
        "out": out,
        "evicted": evicted,
        "left": list(cache.data.items()),
        "hits": cache.hits,
        "misses": cache.misses,
        "size": len(cache),
        "has_a": "a" in cache,
    }


ARGUMENTS = [
    ([("a", 1), ("b", 2), ("a", None), ("c", 3), ("b", None)], 2),
    ([], 0),
    ([("a", 1)], 0),
    ([("k", 1), ("k", 2), ("k", None), ("j", None)], 1),
]
