from collections.abc import Callable, Generator, Iterator


def scan(function: Callable[[float, float], float], values: Iterator[float], start: float) -> Iterator[float]:
    total = start
    yield total
    for v in values:
        total = function(total, v)
        yield total


def interleave(*iterators: Iterator[object]) -> Iterator[object]:
    active = list(iterators)
    while active:
        for it in list(active):
            try:
                yield next(it)
            except StopIteration:
                active.remove(it)


def primes() -> Generator[int, None, None]:
    found: list[int] = []
    n = 2
    while True:
        if all(n % p for p in found if p * p <= n):
            found.append(n)
            yield n
        n += 1


def take(n: int, it: Iterator[int]) -> list[int]:
    return [x for x, _ in zip(it, range(n))]


def partial_sums_gen(values: list[float], words: list[str], n: int) -> list[object]:
    sums = scan(lambda a, b: a + b, iter(values), 0.0)
    maxima = scan(max, iter(values), float("-inf"))
    p = primes()
    first, second = take(n, p), take(n, p)
    return [list(interleave(sums, iter(words), iter([]))), list(maxima), first, second]


ARGUMENTS = [([1.0, -2.0, 3.5], ["a", "b"], 3), ([], [], 0), ([float("nan"), 1.0], ["é"], 2)]
