"""Parts of numpy that are written in Python."""

import itertools


def key_like(key, first):
    if len(key) != len(first):
        raise ValueError("all keys need to be the same shape")
    return key


def ndenumerate(array, places):
    """numpy.ndenumerate."""
    values = array.ravel()
    for at, place in enumerate(places):
        yield place, values[at]


def places(shape):
    """numpy.ndindex of a shape whose length is known at run time only."""
    return itertools.product(*[range(extent) for extent in shape])
