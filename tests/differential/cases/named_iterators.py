"""Iterators that have a name are shared; views of a dict are not consumed."""


def shared_zip(xs: list[int]):
    z = zip(xs, xs)
    out = []
    for a, b in z:
        out.append(a)
        if len(out) == 2:
            break
    for a, b in z:
        out.append(a + 100)
    return out


def view_twice(xs: dict[str, int]):
    k = xs.keys()
    xs["new"] = 1
    out = []
    for a in k:
        out.append(a)
    for a in k:
        out.append(a)
    return out


def view_length(xs: dict[str, int]):
    k = xs.values()
    return len(k), list(k), sorted(xs.keys()), 3 in k


def take(it):
    for x in it:
        return x
    return None


def passed(xs: list[int]):
    z = enumerate(xs)
    return [take(z), take(z)]


ARGUMENTS = {shared_zip: [([1, 2, 3, 4],)], view_twice: [({"a": 1},)], view_length: [({"a": 1},)], passed: [([1, 2, 3],)]}
