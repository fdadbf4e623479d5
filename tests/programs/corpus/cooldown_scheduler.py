from __future__ import annotations

from collections import Counter
import heapq
from datetime import datetime, timedelta


def arrange(tasks: str, cooldown: int) -> list[str]:
    heap = [(-n, t) for t, n in Counter(tasks).items()]
    heapq.heapify(heap)
    waiting: list[tuple[int, int, str]] = []
    timeline: list[str] = []
    while heap or waiting:
        now = len(timeline)
        while waiting and waiting[0][0] <= now:
            _, n, t = heapq.heappop(waiting)
            heapq.heappush(heap, (n, t))
        if heap:
            n, t = heapq.heappop(heap)
            timeline.append(t)
            if n + 1 < 0:
                heapq.heappush(waiting, (now + cooldown + 1, n + 1, t))
        else:
            timeline.append("_")
    return timeline


def cooldown_scheduler(tasks: str, cooldown: int, start: str, minutes: float) -> list[str]:
    clock = datetime.strptime(start, "%Y-%m-%d %H:%M")
    out: list[str] = []
    for slot, task in enumerate(arrange(tasks, cooldown)):
        at = clock + slot * timedelta(minutes=minutes)
        out.append(f"{at:%H:%M:%S} {task}" + (" *" if at.date() != clock.date() else ""))
    return out


ARGUMENTS = [
    ("AAABBC", 2, "2024-12-31 23:50", 2.5),
    ("", 1, "2024-01-01 00:00", 1.0),
    ("A", 0, "2024-01-01", 1.0),
    ("éé", 1, "2024-02-29 12:00", 0.5),
]
