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


def real_numbers(iterable):
    result = []
    for item in iterable:
        if not isinstance(item, (int, float)):
            raise TypeError(f"must be real number, not {type(item).__name__}")
        result.append(float(item))
    return result
