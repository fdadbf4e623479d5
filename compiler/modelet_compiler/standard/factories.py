"""What a defaultdict calls for a missing key."""


def produced(factory, site):
    return factory()
