from collections.abc import Callable


def make_counter(start: int, step: int = 1) -> tuple[Callable[[], int], Callable[[int], None]]:
    value = start

    def advance() -> int:
        nonlocal value
        value += step
        return value

    def reset(to: int) -> None:
        nonlocal value
        value = to

    return advance, reset


def closure_counter(start: int, steps: list[int]) -> list[int]:
    out: list[int] = []
    counters = [make_counter(start, s) for s in steps]
    for advance, _ in counters:
        out.append(advance())
        out.append(advance())
    for i, (advance, reset) in enumerate(counters):
        if i % 2:
            reset(-i)
        out.append(advance())
    makers = [lambda k=k: k * start for k in range(3)]
    late = [lambda: k for k in range(3)]
    out += [f() for f in makers] + [f() for f in late]
    return out


ARGUMENTS = [(10, [1, 2, 3]), (0, []), (-5, [0, -1])]
