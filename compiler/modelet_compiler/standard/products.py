"""math.prod where ints are followed by floats, points of both, and sums of objects that have an `__add__`."""


def float_product(iterable, start):
    total = start
    for item in iterable:
        total = total * item
    return total


def object_sum(iterable, start):
    total = start
    for item in iterable:
        total = total + item
    return total


def floats(iterable):
    return [float(item) for item in iterable]
