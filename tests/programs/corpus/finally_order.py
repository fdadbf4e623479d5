def inner(log: list[str], mode: int) -> int:
    try:
        log.append("try")
        if mode == 1:
            return 1
        if mode == 2:
            raise ValueError("two")
        if mode == 3:
            raise KeyError("three")
    except ValueError as e:
        log.append(f"except {e}")
        return 2
    else:
        log.append("else")
    finally:
        log.append("finally")
        if mode == 4:
            return 40
    return 0


def loop(log: list[str], n: int) -> int:
    total = 0
    for i in range(n):
        try:
            if i == 1:
                continue
            if i == 4:
                break
            total += i
        finally:
            log.append(f"f{i}")
    else:
        log.append("no break")
    return total


def reraise(log: list[str]) -> str:
    try:
        try:
            raise TypeError("first")
        except TypeError:
            try:
                raise OSError("second")
            except OSError as e:
                log.append(f"context {e.__context__!r}")
                raise
            finally:
                log.append("inner finally")
    except Exception as e:
        return f"{type(e).__name__}: {e} / {e.__context__!r} / {e.__cause__}"
    return "none"


def finally_order(mode: int) -> tuple[int, int, str, list[str]]:
    log: list[str] = []
    text = reraise(log)
    total = loop(log, mode + 2)
    return inner(log, mode), total, text, log


ARGUMENTS = [(0,), (1,), (2,), (3,), (4,)]
