x = 5
data = [1, 2]


def shadow(x: int) -> int:
    return x + len(data)


def local_after(n: int) -> str:
    try:
        if n > 2:
            y = n
        return f"{y}"
    except UnboundLocalError as e:
        return str(e)


def loop_leak(n: int) -> list[object]:
    i = -1
    for i in range(n):
        pass
    squares = [i * i for i in range(3)]
    w = [last := v for v in squares]
    return [i, squares, last, w]


def nested() -> list[int]:
    x = 1

    def a() -> int:
        x = 2

        def b() -> int:
            return x

        return b()

    def c() -> int:
        nonlocal x
        x += 10
        return x

    first = a()
    return [first, c(), x]


def walrus(items: list[int]) -> list[object]:
    big = [y for v in items if (y := v * 2) > 4]
    return [big, y if items else None]


def scoping_rules(n: int) -> list[object]:
    if n:
        sum = [n]
    else:
        sum = [0]
    list_ = [*sum]
    return [shadow(n), x, local_after(n), loop_leak(n), nested(), walrus(list(range(n))), list_, sum]


ARGUMENTS = [(0,), (1,), (3,), (5,)]
