from collections.abc import Generator, Iterable, Iterator
from itertools import islice


def numbers(limit: int) -> Generator[int, None, str]:
    n = 0
    while n < limit:
        yield n
        n += 1
    return f"stopped at {n}"


def tagged(limit: int) -> Iterator[str]:
    reason = yield from (numbers(limit))
    yield reason


def batched(items: Iterable[object], size: int) -> Iterator[list[object]]:
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch


def generator_pipeline(limit: int, size: int) -> Iterator[list[str]]:
    trace: list[str] = []
    try:
        for batch in batched(tagged(limit), size):
            trace.append(str(len(batch)))
            yield [repr(x) for x in batch]
    finally:
        trace.append("closed")
    yield trace


ARGUMENTS = [(7, 3), (0, 2), (4, 5), (3, 0), (2, -1)]
