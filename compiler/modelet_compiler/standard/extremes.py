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


def place_of_smallest(keys):
    """The first place of the least key."""
    best = 0
    for at in range(1, len(keys)):
        if keys[at] < keys[best]:
            best = at
    return best


def place_of_largest(keys):
    """The first place of the greatest key."""
    best = 0
    for at in range(1, len(keys)):
        if keys[at] > keys[best]:
            best = at
    return best


def smallest_by(items, keys):
    if len(keys) == 0:
        raise ValueError("min() arg is an empty sequence")
    return items[place_of_smallest(keys)]


def largest_by(items, keys):
    if len(keys) == 0:
        raise ValueError("max() arg is an empty sequence")
    return items[place_of_largest(keys)]


def smallest_by_or(items, keys, default):
    return items[place_of_smallest(keys)] if len(keys) > 0 else default


def largest_by_or(items, keys, default):
    return items[place_of_largest(keys)] if len(keys) > 0 else default
