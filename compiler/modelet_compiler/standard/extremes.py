"""min and max of values that may have no order, which is seen when they are compared."""


def smaller(best, item):
    return item if item < best else best


def larger(best, item):
    return item if item > best else best


def smallest(items):
    iterator = iter(items)
    try:
        best = next(iterator)
    except StopIteration:
        raise ValueError("min() arg is an empty sequence") from None
    for item in iterator:
        best = smaller(best, item)
    return best


def largest(items):
    iterator = iter(items)
    try:
        best = next(iterator)
    except StopIteration:
        raise ValueError("max() arg is an empty sequence") from None
    for item in iterator:
        best = larger(best, item)
    return best


def smallest_or(items, default):
    listed = list(items)
    return smallest(listed) if listed else default


def largest_or(items, default):
    listed = list(items)
    return largest(listed) if listed else default
