import heapq
from dataclasses import dataclass, field


@dataclass(order=True)
class Task:
    when: int
    priority: int
    name: str = field(compare=False)
    every: int | None = field(default=None, compare=False)


def event_scheduler(tasks: list[tuple[int, int, str, int | None]], until: int) -> list[str]:
    queue: list[Task] = []
    for when, priority, name, every in tasks:
        heapq.heappush(queue, Task(when, -priority, name, every))
    log: list[str] = []
    while queue and queue[0].when <= until:
        task = heapq.heappop(queue)
        log.append(f"{task.when:>3} {task.name:<6}|{task.priority:+d}")
        if task.every:
            heapq.heappush(queue, Task(task.when + task.every, task.priority, task.name, task.every))
        if len(log) >= 20:
            raise RuntimeError(f"too many events: {log[-1]!r}")
    return log + [repr(t) for t in queue]


ARGUMENTS = [
    ([(0, 1, "a", 3), (0, 2, "b", None), (5, 0, "c", 2)], 9),
    ([], 5),
    ([(1, 0, "loop", 1)], 100),
    ([(10, 0, "later", None)], 9),
]
