"""math.prod where ints are followed by floats."""


def float_product(iterable, start):
    total = start
    for item in iterable:
        total = total * item
    return total
