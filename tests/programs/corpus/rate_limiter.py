from dataclasses import dataclass


class LimitExceeded(Exception):
    def __init__(self, key: str, wait: float):
        super().__init__(f"{key}: retry in {wait:.3f}s")
        self.key = key
        self.wait = wait


@dataclass
class Bucket:
    capacity: float
    rate: float
    level: float = 0.0
    last: float = 0.0

    def __post_init__(self) -> None:
        self.level = self.capacity

    def take(self, key: str, now: float, cost: float = 1.0) -> float:
        self.level = min(self.capacity, self.level + (now - self.last) * self.rate)
        self.last = now
        if self.level < cost:
            raise LimitExceeded(key, (cost - self.level) / self.rate)
        self.level -= cost
        return self.level


def rate_limiter(events: list[tuple[str, float]], capacity: float, rate: float) -> list[str]:
    buckets: dict[str, Bucket] = {}
    log: list[str] = []
    for key, now in events:
        bucket = buckets.setdefault(key, Bucket(capacity, rate, last=now))
        try:
            left = bucket.take(key, now)
        except LimitExceeded as error:
            log.append(f"deny {error} key={error.key} wait={error.wait}")
        except ZeroDivisionError as error:
            log.append(f"zero {error}")
        else:
            log.append(f"allow {key} {left:g}")
        finally:
            if len(log) > 50:
                log.clear()
    return log


ARGUMENTS = [
    ([("a", 0.0), ("a", 0.1), ("a", 0.2), ("b", 0.2), ("a", 1.7)], 2.0, 1.0),
    ([("x", 5.0), ("x", 4.0), ("x", 9.5)], 1.5, 0.3),
    ([("z", 0.0), ("z", 0.0)], 1.0, 0.0),
    ([], 1.0, 1.0),
]
