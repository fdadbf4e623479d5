from collections.abc import Generator


def averager() -> Generator[float, float, int]:
    total, count, mean = 0.0, 0, 0.0
    while True:
        try:
            value = yield mean
        except ValueError:
            total, count, mean = 0.0, 0, 0.0
            continue
        if value < 0:
            return count
        total += value
        count += 1
        mean = total / count


def generator_send_throw(values: list[float | None]) -> list[float | str]:
    out: list[float | str] = []
    g = averager()
    out.append(next(g))
    for v in values:
        try:
            out.append(g.throw(ValueError("reset")) if v is None else g.send(v))
        except StopIteration as stop:
            out.append(f"count {stop.value}")
            break
    else:
        g.close()
        out.append("closed")
    return out


ARGUMENTS = [([1.0, 2.0, 6.0, -1.0],), ([],), ([5.0, None, 3.0],), ([-1.0, 2.0],)]
