from collections import defaultdict
from typing import Callable


class Emitter:
    def __init__(self):
        self._handlers = defaultdict(list)
        self._once = set()

    def on(self, event, handler, once=False):
        self._handlers[event].append(handler)
        if once:
            self._once.add((event, len(self._handlers[event]) - 1))

    def emit(self, event, *args, **kwargs):
        results = []
        for i, h in enumerate(self._handlers.get(event, [])):
            results.append(h(*args, **kwargs))
        return results


def event_emitter(values: list[int]) -> list[str]:
    e = Emitter()
    log: list[str] = []
    total = 0

    def add(v, scale=1):
        nonlocal total
        total += v * scale
        return total

    e.on("value", add)
    e.on("value", lambda v, scale=1: log.append(f"{v}*{scale}") or v)
    for i, v in enumerate(values):
        log.append(str(e.emit("value", v, scale=i + 1)))
    log.append(str(e.emit("nothing")))
    log.append(str(total))
    return log


ARGUMENTS = [([1, 2, 3],), ([],)]
