class Recorder:
    def __init__(self, log: list[str], name: str, swallow: tuple[type[Exception], ...] = ()) -> None:
        self.log, self.name, self.swallow = log, name, swallow

    def __enter__(self) -> "Recorder":
        self.log.append(f"> {self.name}")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        self.log.append(f"< {self.name} {kind.__name__ if kind else None} {error}")
        return kind is not None and issubclass(kind, self.swallow)


def work(log: list[str], value: int) -> float:
    with Recorder(log, "outer", (KeyError,)), Recorder(log, "inner", (ZeroDivisionError,)) as inner:
        log.append(inner.name)
        if value == 7:
            raise KeyError("seven")
        if value == 13:
            return -1.0
        return 10 / value
    return 0.5


def context_timer(values: list[int]) -> tuple[list[float], list[str]]:
    log: list[str] = []
    return [work(log, v) for v in values], log


ARGUMENTS = [([2, 0, 7, 13],), ([],), ([5],)]
