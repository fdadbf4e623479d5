from collections import defaultdict
from collections.abc import Callable

Handler = Callable[[str, int], None]


class Bus:
    def __init__(self) -> None:
        self.handlers: dict[str, list[Handler]] = defaultdict(list)
        self.errors: list[str] = []

    def on(self, name: str) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            self.handlers[name].append(handler)
            return handler

        return register

    def emit(self, name: str, value: int) -> int:
        count = 0
        for handler in list(self.handlers.get(name, [])):
            try:
                handler(name, value)
                count += 1
            except Exception as error:
                self.errors.append(f"{type(error).__name__}: {error}")
        return count


def event_bus(events: list[tuple[str, int]]) -> tuple[list[str], list[int], list[str]]:
    bus = Bus()
    log: list[str] = []

    @bus.on("add")
    def added(name: str, value: int) -> None:
        log.append(f"{name} {value}")
        if value > 5:
            bus.emit("big", value)

    @bus.on("big")
    def big(name: str, value: int) -> None:
        log.append(f"big {100 // (value - 7)}")

    bus.on("add")(lambda name, value: log.append("again"))
    counts = [bus.emit(*event) for event in events]
    return log, counts, bus.errors


ARGUMENTS = [([("add", 1), ("add", 6), ("none", 0), ("big", 7)],), ([],), ([("add", 7)],)]
