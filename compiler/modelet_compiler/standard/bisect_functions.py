"""bisect."""


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    high = len(a) if hi is None or hi == -1 else hi
    while lo < high:
        middle = (lo + high) // 2
        if x < (a[middle] if key is None else key(a[middle])):
            high = middle
        else:
            lo = middle + 1
    return lo


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    high = len(a) if hi is None or hi == -1 else hi
    while lo < high:
        middle = (lo + high) // 2
        if (a[middle] if key is None else key(a[middle])) < x:
            lo = middle + 1
        else:
            high = middle
    return lo


def insort_right(a, x, lo=0, hi=None, *, key=None):
    if key is None:
        a.insert(bisect_right(a, x, lo, hi), x)
    else:
        a.insert(bisect_right(a, key(x), lo, hi, key=key), x)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    if key is None:
        a.insert(bisect_left(a, x, lo, hi), x)
    else:
        a.insert(bisect_left(a, key(x), lo, hi, key=key), x)
