"""Names of the engine's clocks (operations/time_module.py), for the Python that calls them."""


def now_microseconds():
    raise NotImplementedError


def local_offset(seconds):
    raise NotImplementedError


def scaled(value, factor):
    raise NotImplementedError
