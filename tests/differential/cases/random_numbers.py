"""random."""

import random
from random import Random


def random_all(seed: int, xs: list[int]):
    r = Random(seed)
    a = (
        [r.random() for _ in range(3)],
        r.randint(1, 6),
        r.randrange(10),
        r.randrange(5, 50, 5),
        r.randrange(10, 0, -3),
        r.getrandbits(5),
        r.getrandbits(40),
        r.getrandbits(0),
        r.uniform(1, 5),
        r.uniform(0.5, -2.5),
    )
    ys = list(xs)
    r.shuffle(ys)
    b = (
        r.sample(range(1000), 10),
        r.sample("abcdef", 3),
        r.choices([1, 2, 3], k=5),
        r.choices("ab", weights=[1, 9], k=6),
        r.choices("abc", cum_weights=[1, 3, 10], k=3),
        r.sample(["x", "y"], counts=[3, 4], k=5),
        r.sample(list(range(100)), 30),
        r.triangular(),
        r.triangular(1, 5, 2),
    )
    return a, ys, b


def random_floats(seed: int):
    r = Random(seed)
    return (
        r.gauss(0, 1),
        r.gauss(5, 2),
        r.gauss(),
        r.normalvariate(1.5, 0.5),
        r.expovariate(0.2),
        r.betavariate(2, 3),
        r.gammavariate(0.5, 2),
        r.gammavariate(3, 1),
        r.lognormvariate(0, 1),
        r.paretovariate(3),
        r.weibullvariate(1, 2),
        r.vonmisesvariate(0, 4),
    )


def random_module(seed: int, xs: list[str]):
    random.seed(seed)
    a = random.random(), random.randint(0, 100), random.choice(xs), random.sample(xs, 2), random.getrandbits(16)
    random.shuffle(xs)
    random.seed(seed)
    return a, random.random(), xs, random.gauss(0, 1), random.choices(xs, k=2)


def random_text_seed(text: str):
    r = Random(text)
    random.seed(text)
    return r.random(), random.randrange(1000)


def random_errors(n: int):
    r = Random(1)
    e: list[int] = []
    if n == 0:
        return r.choice(e)
    if n == 1:
        return r.randint(5, 1)
    if n == 2:
        return r.sample([1, 2], 3)
    if n == 3:
        return r.choices([1, 2], weights=[0, 0])
    if n == 4:
        return r.choices([1, 2], weights=[1])
    if n == 5:
        return r.randrange(0)
    if n == 6:
        return r.randrange(1, 5, 0)
    return r.choices(e, k=1)


def random_unseeded():
    x = random.random()
    r = Random()
    return 0 <= x < 1, r.randint(3, 3), x != random.random()


def random_split(n: int, ratio: float):
    rng = random.Random(0)
    idx = list(range(n))
    rng.shuffle(idx)
    cut = int(n * ratio)
    return idx[:cut], idx[cut:]


ARGUMENTS = {
    random_all: [(0, [1, 2, 3, 4]), (42, []), (-7, [5]), (2**40 + 5, list(range(20)))],
    random_floats: [(0,), (1,), (123456789,)],
    random_module: [(7, ["a", "b", "c"]), (0, ["q", "r"])],
    random_text_seed: [("hello",), ("",), ("ü語" * 60,), ("a",)],
    random_errors: [(i,) for i in range(8)],
    random_unseeded: [()],
    random_split: [(10, 0.7)],
}
