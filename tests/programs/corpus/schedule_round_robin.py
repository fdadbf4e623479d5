from collections import deque
from dataclasses import dataclass


@dataclass
class Job:
    name: str
    remaining: int
    waited: int = 0
    finished: int | None = None


def schedule_round_robin(jobs: list[tuple[str, int]], quantum: int) -> tuple[list[str], dict[str, tuple[int, int | None]], float]:
    if quantum <= 0:
        raise ValueError(f"{quantum=} must be positive")
    queue = deque(Job(n, r) for n, r in jobs)
    everyone = list(queue)
    clock = 0
    chart: list[str] = []
    while queue:
        job = queue.popleft()
        spent = min(quantum, job.remaining)
        clock += spent
        job.remaining -= spent
        chart.append(f"{job.name}:{clock}")
        for other in queue:
            other.waited += spent
        if job.remaining > 0:
            queue.append(job)
        else:
            job.finished = clock
        queue.rotate(0)
    mean = sum(j.waited for j in everyone) / len(everyone) if everyone else float("nan")
    return chart, {j.name: (j.waited, j.finished) for j in everyone}, mean


ARGUMENTS = [([("a", 5), ("b", 2), ("c", 1)], 2), ([], 1), ([("x", 0)], 3), ([("x", 1)], 0)]
