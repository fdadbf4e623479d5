"""Loops over a value of several types, instances of users' classes among them."""


class Loc:
    def __init__(self, p):
        self.p = p

    def __iter__(self):
        return iter(self.p)


class Seq:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i


def pick(n):
    if n == 0:
        return Loc([1, "a"])
    if n == 1:
        return "xyz"
    if n == 2:
        return [1.5]
    if n == 3:
        return Seq()
    return None


def loops_over_unions(n: int) -> list[object]:
    out = []
    v = pick(n)
    for x in v:
        out.append(x)
    return [out, [y for y in v], ".".join(str(x) for x in v), list(v)]


ARGUMENTS = {loops_over_unions: [(0,), (1,), (2,), (3,), (4,)]}
