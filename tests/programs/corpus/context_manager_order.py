class CM:
    def __init__(self, name: str, log: list[str], swallow: bool = False, fail: str = "") -> None:
        self.name, self.log, self.swallow, self.fail = name, log, swallow, fail

    def __enter__(self) -> str:
        self.log.append(f"enter {self.name}")
        if self.fail == "enter":
            raise OSError(f"enter {self.name}")
        return self.name

    def __exit__(self, t, e, tb) -> bool:
        self.log.append(f"exit {self.name} {e!r}")
        if self.fail == "exit":
            raise KeyError(f"exit {self.name}")
        return self.swallow


def run(mode: int, log: list[str]) -> str:
    with CM("a", log, swallow=mode == 1) as a:
        with CM("b", log, fail="enter" if mode == 2 else ("exit" if mode == 3 else "")) as b, CM("c", log, swallow=mode == 4):
            if mode in (1, 4):
                raise ValueError("inside")
            if mode == 5:
                return f"returned {a}{b}"
            log.append("body")
        log.append("after inner")
    return "end"


def context_manager_order(mode: int) -> list[object]:
    log: list[str] = []
    try:
        result = run(mode, log)
    except Exception as e:
        result = f"{type(e).__name__}: {e}"
    for i in range(2):
        with CM(f"l{i}", log):
            if i == 0:
                continue
            break
    return [result, log]


ARGUMENTS = [(0,), (1,), (2,), (3,), (4,), (5,)]
