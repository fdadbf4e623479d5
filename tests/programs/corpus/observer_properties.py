class Observable:
    def __init__(self, value: float) -> None:
        self._value = value
        self._listeners: list = []
        self.changes = 0

    @property
    def value(self) -> float:
        return self._value

    @value.setter
    def value(self, new: float) -> None:
        if new != new:
            raise ValueError("NaN is not allowed")
        old, self._value = self._value, new
        if old != new:
            self.changes += 1
            for listener in self._listeners:
                listener(old, new)

    @staticmethod
    def clamp(x: float, low: float = 0.0, high: float = 1.0) -> float:
        return max(low, min(high, x))

    def watch(self, listener) -> None:
        self._listeners.append(listener)


def observer_properties(values: list[float]) -> tuple[list[str], int, float]:
    log: list[str] = []
    o = Observable(0.0)
    o.watch(lambda old, new: log.append(f"{old:.1f}->{new:.1f}"))
    o.watch(lambda old, new: log.append("up") if new > old else None)
    for v in values:
        try:
            o.value = v if v < 10 else Observable.clamp(v, high=10)
            o.value += 0.5
        except ValueError as e:
            log.append(str(e))
    return log, o.changes, o.value


ARGUMENTS = [([1.0, 1.5, float("nan"), 99.0],), ([],), ([-0.5, -0.5],)]
