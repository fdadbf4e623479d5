def neighbours(cell: tuple[int, int]) -> set[tuple[int, int]]:
    x, y = cell
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)}


def step(alive: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    candidates = alive | {n for c in alive for n in neighbours(c)}
    return frozenset(c for c in candidates if (k := len(neighbours(c) & alive)) == 3 or (k == 2 and c in alive))


def game_of_life(cells: list[tuple[int, int]], rounds: int) -> tuple[list[tuple[int, int]], int | None, str]:
    state = frozenset(cells)
    seen: dict[frozenset[tuple[int, int]], int] = {}
    period = None
    for n in range(rounds):
        if state in seen:
            period = n - seen[state]
            break
        seen[state] = n
        state = step(state)
    if not state:
        return [], period, ""
    xs = [x for x, _ in state]
    ys = [y for _, y in state]
    picture = "\n".join("".join("#" if (x, y) in state else "." for x in range(min(xs), max(xs) + 1)) for y in range(min(ys), max(ys) + 1))
    return sorted(state), period, picture


ARGUMENTS = [([(0, 0), (1, 0), (2, 0)], 10), ([], 3), ([(0, 0)], 5), ([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)], 4)]
