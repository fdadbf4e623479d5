def while_loop(n: int) -> list[int]:
    out = []
    while n > 1:
        out.append(n)
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        if len(out) > 100:
            break
    else:
        out.append(-1)
    return out


def while_continue(n: int) -> int:
    total = 0
    while True:
        n -= 1
        if n < 0:
            break
        if n % 3 == 0:
            continue
        total += n
    return total


def while_walrus(items: list[int]) -> int:
    total = 0
    while items and (last := items.pop()) != 0:
        total += last
    return total


ARGUMENTS = {
    while_loop: [(6,), (1,), (0,), (27,)],
    while_continue: [(10,), (0,)],
    while_walrus: [([1, 2, 3],), ([1, 0, 3],), ([],)],
}
