import heapq


class RunningMedian:
    def __init__(self) -> None:
        self.low: list[float] = []
        self.high: list[float] = []

    def push(self, value: float) -> None:
        heapq.heappush(self.low, -heapq.heappushpop(self.high, value))
        if len(self.low) > len(self.high):
            heapq.heappush(self.high, -heapq.heappop(self.low))

    @property
    def median(self) -> float:
        if not self.high:
            raise LookupError("no values")
        if len(self.high) > len(self.low):
            return self.high[0]
        return (self.high[0] - self.low[0]) / 2


def heap_median(values: list[float]) -> tuple[list[float], list[float], list[float]]:
    running = RunningMedian()
    medians: list[float] = []
    for v in values:
        running.push(v)
        medians.append(running.median)
    if not values:
        _ = running.median
    return medians, heapq.nsmallest(2, values), list(heapq.merge(sorted(values), [0.0, 2.5]))


ARGUMENTS = [([5.0, 1.0, 4.0, 2.0, 3.0],), ([],), ([1.5],), ([-0.0, 0.0, -0.0],)]
