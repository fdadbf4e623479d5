def factorial(n: int) -> int:
    return 1 if n <= 1 else n * factorial(n - 1)


def fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, (a + b) % 1_000_000_007
    return a


def collatz(n: int, limit: int = 200) -> list[int]:
    steps = [n]
    while n != 1 and len(steps) < limit:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps.append(n)
    return steps


def overflow_guard(n: int) -> dict[str, int | list[int] | float]:
    return {
        "factorial": factorial(min(n, 20)),
        "fib": fibonacci(n),
        "collatz": collatz(max(n, 1))[:12],
        "sqrt": n**0.5 if n >= 0 else -1,
        "power": 2 ** (n % 60),
        "inverse": 2**-n if n > 0 else 0,
        "sum": sum(range(n + 1)),
        "mixed": n * 1.5 // 1,
    }


ARGUMENTS = [(10,), (0,), (-3,), (20,), (61,)]
