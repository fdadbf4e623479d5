def f(mode: int, log: list[str]) -> int | str | None:
    x = 1
    for i in range(3):
        try:
            x += 1
            if mode == 0:
                return x
            if mode == 1 and i == 1:
                raise ValueError(i)
            if mode == 2:
                continue
            if mode == 3:
                break
            if mode == 6:
                [][1]
        except ValueError as e:
            log.append(f"v{e}")
            return "value"
        except (IndexError, KeyError):
            log.append("lookup")
            if i == 1:
                raise
        else:
            log.append(f"else{i}")
        finally:
            x += 10
            log.append(f"fin{x}")
            if mode == 4 and i == 1:
                break
            if mode == 5:
                return "override"
    else:
        log.append("loop else")
        return x * 100
    return x


def nested(n: int, log: list[str]) -> int:
    try:
        try:
            return 10 // n
        finally:
            log.append("a")
    except ZeroDivisionError:
        log.append("b")
        try:
            return int("x")
        except ValueError:
            log.append("c")
        finally:
            log.append("d")
    finally:
        log.append("e")
    return -1


def try_return_values(mode: int) -> list[object]:
    log: list[str] = []
    try:
        r = f(mode, log)
    except IndexError as e:
        r = f"escaped {e}"
    return [r, log, nested(mode, log)]


ARGUMENTS = [(0,), (1,), (2,), (3,), (4,), (5,), (6,), (7,)]
