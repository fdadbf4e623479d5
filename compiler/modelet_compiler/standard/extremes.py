"""min and max of two values that may have no order, which is seen when they are compared."""


def smaller(best, item):
    return item if item < best else best


def larger(best, item):
    return item if item > best else best
