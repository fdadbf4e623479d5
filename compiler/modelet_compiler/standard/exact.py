"""Names of the engine's exact sums (operations/statistics_module.py), for the Python that calls them."""


def mean_of(values, divisor):
    raise NotImplementedError


def variance_of(values, less):
    raise NotImplementedError


def deviation_of(values, less):
    raise NotImplementedError


def root_of(values, divisor):
    raise NotImplementedError


def harmonic_of(values):
    raise NotImplementedError
