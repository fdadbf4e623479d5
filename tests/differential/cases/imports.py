def import_inside(x: float) -> list[float]:
    import math
    from math import floor as down, ceil
    import re

    def inner(v):
        return math.sqrt(v)

    words = re.sub("b", lambda m: m.group().upper(), "abc")
    return [inner(x), down(x), ceil(x), float(len(words))]


def import_late(flag: bool) -> float:
    if flag:
        import math
    return math.floor(2.5)


def import_in_loop(n: int) -> list[str]:
    out = []
    for i in range(n):
        import json

        out.append(str(i))
    return out


STATE = 5


def global_read(n: int) -> int:
    global STATE
    return STATE + n


ARGUMENTS = {import_inside: [(2.5,)], import_late: [(True,), (False,)], import_in_loop: [(2,)], global_read: [(1,)]}
