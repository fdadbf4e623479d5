from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field


@dataclass
class Stats:
    served: int = 0
    waits: list[int] = field(default_factory=list)
    longest: int = 0

    @property
    def mean(self) -> float:
        return sum(self.waits) / len(self.waits) if self.waits else 0.0


class Server:
    def __init__(self, seed: int, rate: float) -> None:
        self.rng = random.Random(seed)
        self.rate = rate
        self.queue: deque[int] = deque()
        self.busy = 0
        self.stats = Stats()

    def tick(self, now: int) -> None:
        if self.rng.random() < self.rate:
            self.queue.append(now)
        self.stats.longest = max(self.stats.longest, len(self.queue))
        if self.busy:
            self.busy -= 1
        elif self.queue:
            self.stats.waits.append(now - self.queue.popleft())
            self.stats.served += 1
            self.busy = self.rng.randint(1, 3)


def queue_simulation(seed: int, rate: float, ticks: int) -> Stats:
    server = Server(seed, rate)
    for now in range(ticks):
        server.tick(now)
    assert server.stats.served == len(server.stats.waits)
    return server.stats


ARGUMENTS = [(1, 0.5, 40), (2, 0.0, 10), (3, 1.0, 0), (99, 0.9, 25)]
