from functools import cache, lru_cache


@lru_cache(maxsize=2)
def _square(n):
    return n * n


@cache
def _fibonacci(n):
    return n if n < 2 else _fibonacci(n - 1) + _fibonacci(n - 2)


def _forget() -> None:
    _fibonacci.cache_clear()


def ca_local(n: int) -> list:
    @lru_cache(maxsize=None)
    def f(k):
        return 1 if k < 2 else f(k - 1) + f(k - 2)

    out = [f(n), f.cache_info().hits, str(f.cache_info())]
    f.cache_clear()
    out.append(f.cache_info())
    return out


def ca_sized(values: list[int]) -> list:
    calls = []

    @lru_cache(maxsize=2)
    def g(a, b=0):
        calls.append(a)
        return a + b

    total = sum([g(value) for value in values])
    info = g.cache_info()
    return [total, info.hits, info.misses, info.currsize, info.maxsize, calls]


def ca_module(n: int) -> list:
    _fibonacci.cache_clear()
    _square.cache_clear()
    return [_fibonacci(n), str(_fibonacci.cache_info()), _square(3), _square(3), _square(4), _square(5), repr(_square.cache_info())]


def ca_cleared_elsewhere(n: int) -> list:
    _forget()
    out = []
    for i in range(n):
        _fibonacci(i)
        out.append(_fibonacci.cache_info())
    _fibonacci.cache_clear()
    return [tuple(one) for one in out] + [_fibonacci.cache_info().misses, _fibonacci.cache_info().maxsize is None]


def ca_two(n: int) -> list:
    @cache
    def a(x):
        return x + 1

    @lru_cache
    def b(x, y):
        return [x, y]

    functions = [a]
    for i in range(n):
        a(i % 3)
        b(i % 2, 1)
    hits, misses, most, size = b.cache_info()
    return [a.cache_info().hits, hits, misses, most, size, b.cache_info()._asdict(), functions[0].cache_info()]


def ca_only_cleared(n: int) -> int:
    _square.cache_clear()
    return _square(n)


ARGUMENTS = {
    ca_local: [(10,), (1,)],
    ca_sized: [([1, 2, 1, 3, 2, 1],), ([],), ([4, 4],)],
    ca_module: [(12,), (0,)],
    ca_cleared_elsewhere: [(5,), (0,)],
    ca_two: [(7,), (0,)],
    ca_only_cleared: [(7,)],
}
