def fill(target: list[int], count: int) -> None:
    for i in range(count):
        target.append(i)


def list_aliasing(n: int) -> list[list[int]]:
    a = [n]
    b = a
    b.append(2)
    c = [a, a, list(a)]
    c[0].append(3)
    grid = [[0] * 2] * 2
    grid[0][1] = 5
    fill(a, n)
    return c + grid + [b]


def list_identity(a: list[int]) -> list[bool]:
    b = a
    c = list(a)
    return [a is b, a is c, a == c, a is not c, b != c]


def list_self_extend(a: list[int]) -> list[int]:
    a.extend(a)
    a += a
    a[:] = a[1:]
    return a


ARGUMENTS = {list_aliasing: [(3,), (0,)], list_identity: [([1, 2],)], list_self_extend: [([1, 2],), ([],)]}
