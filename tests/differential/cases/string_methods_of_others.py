"""Methods of strings that are called on values of several kinds."""


def keys_by_lower(n: int) -> object:
    out = []
    for items in (["b", "A"], ["a", n], [n]):
        try:
            out.append(sorted(items, key=str.lower))
        except TypeError as e:
            out.append(str(e))
    return out


def lower_of_several_kinds(n: int) -> object:
    out = []
    for x in ("B", n, (1, "x"), 2.5, None, [n]):
        try:
            out.append(str.lower(x))
        except TypeError as e:
            out.append(str(e))
        try:
            out.append(x.lower())
        except AttributeError as e:
            out.append(str(e))
        try:
            out.append(x.split(","))
        except AttributeError as e:
            out.append(str(e))
    return out


def upper_of_several_kinds(n: int) -> object:
    out = []
    for x in ("B", n, None):
        try:
            out.append(str.strip(x, "B"))
        except TypeError as e:
            out.append(str(e))
        try:
            out.append(list(map(str.upper, ["a", x])))
        except TypeError as e:
            out.append(str(e))
    return out


ARGUMENTS = {keys_by_lower: [(1,)], lower_of_several_kinds: [(1,), (-7,)], upper_of_several_kinds: [(1,)]}
