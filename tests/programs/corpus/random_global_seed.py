import random


def noise(n: int) -> list[float]:
    return [round(random.gauss(0.0, 2.0), 9) for _ in range(n)]


def bootstrap(values: list[float], rounds: int) -> list[float]:
    means: list[float] = []
    for _ in range(rounds):
        sample = [random.choice(values) for _ in values]
        means.append(sum(sample) / len(sample))
    return sorted(means)


def random_global_seed(values: list[float], seed: int, rounds: int = 5) -> tuple[list[float], list[float], float, list[int]]:
    random.seed(seed)
    order = list(range(len(values)))
    random.shuffle(order)
    return bootstrap(values, rounds), noise(3), random.triangular(0, 10, 3), order


ARGUMENTS = [([1.0, 2.0, 3.5, 8.0], 123), ([5.0], 0, 2), ([], 1), ([1.0, -1.0], 2**40, 3)]
