import random


def random_sampling(seed: int, population: list[str], k: int) -> dict[str, object]:
    rng = random.Random(seed)
    deck = list(population)
    rng.shuffle(deck)
    return {
        "deck": deck,
        "random": [rng.random() for _ in range(3)],
        "ints": [rng.randint(-5, 5) for _ in range(6)],
        "range": [rng.randrange(0, 100, 7) for _ in range(3)],
        "choice": rng.choice(population),
        "choices": rng.choices(population, weights=range(1, len(population) + 1), k=4),
        "sample": rng.sample(population, k),
        "uniform": rng.uniform(-1, 1),
        "gauss": [rng.gauss(0, 1) for _ in range(3)],
        "bits": rng.getrandbits(40),
    }


ARGUMENTS = [(42, ["a", "b", "c", "d", "e"], 3), (0, ["x"], 1), (7, ["p", "q"], 3), (1, [], 0), (-3, ["z", "y", "w"], 2)]
