from collections.abc import Callable, Iterator


class Transient(Exception):
    pass


class GaveUp(RuntimeError):
    pass


def delays(base: float, factor: float, limit: float) -> Iterator[float]:
    delay = base
    while True:
        yield min(delay, limit)
        delay *= factor


def retry(action: Callable[[int], str], attempts: int, waits: Iterator[float], log: list[str]) -> str:
    for attempt in range(1, attempts + 1):
        try:
            return action(attempt)
        except Transient as error:
            log.append(f"try {attempt}: {error}; wait {next(waits):.2f}")
            last = error
    raise GaveUp(f"after {attempts} attempts") from last


def retry_backoff(failures: int, attempts: int, base: float) -> tuple[str, list[str]]:
    log: list[str] = []

    def action(attempt: int) -> str:
        if attempt <= failures:
            raise Transient(f"boom {attempt}")
        return f"done at {attempt}"

    try:
        result = retry(action, attempts, delays(base, 2.0, 1.5), log)
    except GaveUp as error:
        result = f"{error} because {error.__cause__}"
    return result, log


ARGUMENTS = [(2, 5, 0.25), (9, 3, 0.5), (0, 1, 1.0), (1, 0, 1.0)]
