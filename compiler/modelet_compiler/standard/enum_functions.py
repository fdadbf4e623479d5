"""What members of an Enum are besides."""


def texts(members):
    """The strings that they are."""
    return ["" + member for member in members]


def numbers(members):
    """The ints or floats that they are."""
    return [+member for member in members]
