"""The methods of random.Random, each as CPython makes it from `random` and `getrandbits`."""

from bisect import bisect
from itertools import accumulate
from math import acos, ceil, cos, e, exp, floor, isfinite, log, pi, sin, sqrt

KINDERMAN = 4 * exp(-0.5) / sqrt(2.0)
LOG4 = log(4.0)
CHENG = 1.0 + log(4.5)
TURN = 2.0 * pi


def below(self, n):
    bits = n.bit_length()
    value = self.getrandbits(bits)
    while value >= n:
        value = self.getrandbits(bits)
    return value


def randrange(self, start, stop=None, step=1):
    if stop is None:
        if start > 0:
            return below(self, start)
        raise ValueError("empty range for randrange()")
    width = stop - start
    if step == 1:
        if width > 0:
            return start + below(self, width)
        raise ValueError(f"empty range for randrange() ({start}, {stop}, {width})")
    if step > 0:
        n = (width + step - 1) // step
    elif step < 0:
        n = (width + step + 1) // step
    else:
        raise ValueError("zero step for randrange()")
    if n <= 0:
        raise ValueError("empty range for randrange()")
    return start + step * below(self, n)


def randint(self, a, b):
    return randrange(self, a, b + 1)


def choice(self, seq):
    if not len(seq):
        raise IndexError("Cannot choose from an empty sequence")
    return seq[below(self, len(seq))]


def shuffle(self, x):
    for i in reversed(range(1, len(x))):
        j = below(self, i + 1)
        x[i], x[j] = x[j], x[i]


def sample(self, population, k, *, counts=None):
    if counts is not None:
        cumulated = list(accumulate(counts))
        if len(cumulated) != len(population):
            raise ValueError("The number of counts does not match the population")
        total = cumulated.pop()
        if total <= 0:
            raise ValueError("Total of counts must be greater than zero")
        return [population[bisect(cumulated, place)] for place in picked(self, total, k)]
    return [population[place] for place in picked(self, len(population), k)]


def picked(self, n, k):
    if not 0 <= k <= n:
        raise ValueError("Sample larger than population or is negative")
    places = []
    size = 21
    if k > 5:
        size += 4 ** ceil(log(k * 3, 4))
    if n <= size:
        pool = list(range(n))
        for i in range(k):
            j = below(self, n - i)
            places.append(pool[j])
            pool[j] = pool[n - i - 1]
    else:
        selected = set()
        for _ in range(k):
            j = below(self, n)
            while j in selected:
                j = below(self, n)
            selected.add(j)
            places.append(j)
    return places


def choices(self, population, weights=None, *, cum_weights=None, k=1):
    n = len(population)
    if cum_weights is None:
        if weights is None:
            return [population[floor(self.random() * float(n))] for _ in range(k)]
        return weighted(self, population, list(accumulate(weights)), k)
    if weights is not None:
        raise TypeError("Cannot specify both weights and cumulative weights")
    return weighted(self, population, cum_weights, k)


def weighted(self, population, cumulated, k):
    n = len(population)
    if len(cumulated) != n:
        raise ValueError("The number of weights does not match the population")
    total = cumulated[-1] + 0.0
    if total <= 0.0:
        raise ValueError("Total of weights must be greater than zero")
    if not isfinite(total):
        raise ValueError("Total of weights must be finite")
    return [population[bisect(cumulated, self.random() * total, 0, n - 1)] for _ in range(k)]


def uniform(self, a, b):
    return a + (b - a) * self.random()


def triangular(self, low=0.0, high=1.0, mode=None):
    u = self.random()
    if mode is None:
        c = 0.5
    else:
        if high - low == 0:
            return low
        c = (mode - low) / (high - low)
    if u > c:
        return high + (low - high) * sqrt((1.0 - u) * (1.0 - c))
    return low + (high - low) * sqrt(u * c)


def normalvariate(self, mu=0.0, sigma=1.0):
    while True:
        u1 = self.random()
        u2 = 1.0 - self.random()
        z = KINDERMAN * (u1 - 0.5) / u2
        if z * z / 4.0 <= -log(u2):
            break
    return mu + z * sigma


def gauss(self, mu=0.0, sigma=1.0):
    kept = self.take_gauss()
    if kept is not None:
        return mu + kept * sigma
    turn = self.random() * TURN
    radius = sqrt(-2.0 * log(1.0 - self.random()))
    self.keep_gauss(sin(turn) * radius)
    return mu + cos(turn) * radius * sigma


def lognormvariate(self, mu, sigma):
    return exp(normalvariate(self, mu, sigma))


def expovariate(self, lambd):
    return -log(1.0 - self.random()) / lambd


def vonmisesvariate(self, mu, kappa):
    if kappa <= 1e-6:
        return TURN * self.random()
    s = 0.5 / kappa
    r = s + sqrt(1.0 + s * s)
    while True:
        z = cos(pi * self.random())
        d = z / (r + z)
        u2 = self.random()
        if u2 < 1.0 - d * d or u2 <= (1.0 - d) * exp(d):
            break
    q = 1.0 / r
    f = (q + z) / (1.0 + q * z)
    if self.random() > 0.5:
        return (mu + acos(f)) % TURN
    return (mu - acos(f)) % TURN


def gammavariate(self, alpha, beta):
    if alpha <= 0.0 or beta <= 0.0:
        raise ValueError("gammavariate: alpha and beta must be > 0.0")
    if alpha > 1.0:
        inverse = sqrt(2.0 * alpha - 1.0)
        b = alpha - LOG4
        c = alpha + inverse
        while True:
            u1 = self.random()
            if not 1e-7 < u1 < 0.9999999:
                continue
            u2 = 1.0 - self.random()
            v = log(u1 / (1.0 - u1)) / inverse
            x = alpha * exp(v)
            z = u1 * u1 * u2
            r = b + c * v - x
            if r + CHENG - 4.5 * z >= 0.0 or r >= log(z):
                return x * beta
    if alpha == 1.0:
        return -log(1.0 - self.random()) * beta
    while True:
        b = (e + alpha) / e
        p = b * self.random()
        x = p ** (1.0 / alpha) if p <= 1.0 else -log((b - p) / alpha)
        u1 = self.random()
        if p > 1.0:
            if u1 <= x ** (alpha - 1.0):
                break
        elif u1 <= exp(-x):
            break
    return x * beta


def betavariate(self, alpha, beta):
    y = gammavariate(self, alpha, 1.0)
    if y:
        return y / (y + gammavariate(self, beta, 1.0))
    return 0.0


def paretovariate(self, alpha):
    u = 1.0 - self.random()
    return u ** (-1.0 / alpha)


def weibullvariate(self, alpha, beta):
    u = 1.0 - self.random()
    return alpha * (-log(u)) ** (1.0 / beta)
