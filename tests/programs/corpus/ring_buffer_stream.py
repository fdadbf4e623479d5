from collections.abc import Iterator


class Ring:
    def __init__(self, size: int) -> None:
        if size < 1:
            raise ValueError("size must be at least 1")
        self.data: list[float | None] = [None] * size
        self.next = 0
        self.count = 0

    def push(self, value: float) -> float | None:
        old = self.data[self.next]
        self.data[self.next] = value
        self.next = (self.next + 1) % len(self.data)
        self.count = min(self.count + 1, len(self.data))
        return old

    def __iter__(self) -> Iterator[float]:
        start = (self.next - self.count) % len(self.data)
        for i in range(self.count):
            value = self.data[(start + i) % len(self.data)]
            if value is not None:
                yield value


def ring_buffer_stream(values: list[float], size: int) -> Iterator[dict[str, float | None | list[float]]]:
    ring = Ring(size)
    total = 0.0
    for v in values:
        old = ring.push(v)
        total += v - (old or 0.0)
        yield {"dropped": old, "mean": total / ring.count, "held": list(ring)}


ARGUMENTS = [([1.0, 2.0, 3.0, 4.0], 3), ([], 1), ([0.0, -0.0, 5.0], 1), ([1.0], 0)]
