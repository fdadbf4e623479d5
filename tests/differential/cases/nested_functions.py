def nested_adder(n: int) -> int:
    def add(x):
        return x + n

    return add(5)


def nested_late(n: int) -> list[int]:
    fs = []
    for i in range(n):
        fs.append(lambda x: x * i)
    return [f(10) for f in fs]


def nested_counter(n: int) -> list[int]:
    count = 0

    def step():
        nonlocal count
        count += 1
        return count

    out = []
    for _ in range(n):
        out.append(step())
    return [*out, count]


def nested_fact(n: int) -> int:
    def f(k):
        return 1 if k <= 1 else k * f(k - 1)

    return f(n)


def nested_mutual(n: int) -> bool:
    def even(k):
        return True if k == 0 else odd(k - 1)

    def odd(k):
        return False if k == 0 else even(k - 1)

    return even(n)


def nested_defaults(n: int) -> list[int]:
    fs = [lambda x, i=i: x * i for i in range(n)]
    return [f(3) for f in fs]


def nested_table(op: str, a: int, b: int) -> int:
    ops = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b}
    return ops[op](a, b)


def make_adder(n):
    def add(x):
        return x + n

    return add


def nested_returned(n: int) -> list[int]:
    a, b = make_adder(1), make_adder(n)
    return [a(1), b(2), a(b(3))]


def nested_choice(flag: bool, x: int) -> int:
    def one(v):
        return v + 1

    two = lambda v: v * 2
    f = one if flag else two
    return f(x)


def nested_unbound(flag: bool) -> int:
    def f():
        return late_one

    if flag:
        late_one = 3
    return f()


ARGUMENTS = {
    nested_adder: [(3,)],
    nested_late: [(3,), (0,)],
    nested_counter: [(3,), (0,)],
    nested_fact: [(5,)],
    nested_mutual: [(7,), (6,)],
    nested_defaults: [(3,)],
    nested_table: [("add", 1, 2), ("sub", 5, 3), ("x", 1, 1)],
    nested_returned: [(5,)],
    nested_choice: [(True, 4), (False, 4)],
    nested_unbound: [(True,), (False,)],
}
