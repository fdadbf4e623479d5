from collections.abc import Callable
from enum import Enum


class State(Enum):
    CLOSED = "closed"
    OPEN = "open"
    HALF = "half-open"


class Open(Exception):
    """The circuit is open."""


class Breaker:
    def __init__(self, limit: int, cool: int) -> None:
        self.limit, self.cool = limit, cool
        self.failures = 0
        self.opened: int | None = None

    @property
    def state(self) -> State:
        return State.OPEN if self.opened is not None else (State.HALF if self.failures else State.CLOSED)

    def call(self, action: Callable[[], int], now: int) -> int:
        if self.opened is not None:
            if now - self.opened < self.cool:
                raise Open(f"open since {self.opened}")
            self.opened = None
        try:
            result = action()
        except Exception:
            self.failures += 1
            if self.failures >= self.limit:
                self.opened = now
            raise
        else:
            self.failures = 0
            return result


def circuit_breaker(plan: list[int], limit: int, cool: int) -> list[tuple[str, str]]:
    breaker = Breaker(limit, cool)
    out: list[tuple[str, str]] = []
    for now, divisor in enumerate(plan):
        try:
            outcome = str(breaker.call(lambda: 12 // divisor, now))
        except Open as e:
            outcome = f"refused: {e}"
        except ArithmeticError as e:
            outcome = f"failed: {e.__class__.__name__}"
        out.append((outcome, breaker.state.value))
    return out


ARGUMENTS = [([3, 0, 0, 1, 1, 0, 4], 2, 2), ([], 1, 1), ([0, 0, 0], 1, 0), ([0, 5], 3, 10)]
