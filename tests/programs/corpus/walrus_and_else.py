def find_factor(n: int) -> int | None:
    for d in range(2, int(n**0.5) + 1):
        if n % d == 0:
            return d
    else:
        return None


def chunk_until(values: list[int], limit: int) -> list[list[int]]:
    out: list[list[int]] = []
    i = 0
    while (piece := values[i : i + 3]) and (total := sum(piece)) < limit:
        out.append([*piece, total])
        i += len(piece)
    else:
        out.append([-1])
    return out


def walrus_and_else(values: list[int], limit: int) -> list[object]:
    primes = [v for v in values if v > 1 and find_factor(v) is None]
    first_big = next((v for v in values if v > limit), None)
    seen: set[int] = set()
    repeats = [v for v in values if v in seen or seen.add(v)]
    if any((hit := v) % 5 == 0 for v in values):
        found = hit
    else:
        found = -1
    while values:
        if values[0] < 0:
            break
        values = values[1:]
    else:
        values = [99]
    return [primes, chunk_until(list(range(limit)), limit * 2), first_big, repeats, found, values, 0 <= limit < 10 != limit]


ARGUMENTS = [([2, 4, 7, 7, 9, 10, 2], 8), ([], 0), ([-1, 13, 13], 20), ([1, 0, -5, 3], 3)]
