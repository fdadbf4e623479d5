"""Marks for the text of instances, which may hold themselves (operations/instances.py says what they do), and `next` with a default."""


def begin_showing(instance):
    raise AssertionError(instance)


def end_showing(instance):
    raise AssertionError(instance)


def next_or(iterator, default):
    try:
        return next(iterator)
    except StopIteration:
        return default


def mapped(value):
    """dict(value) of an instance that has keys."""
    return {key: value[key] for key in value.keys()}  # noqa: SIM118


def shown_arguments(arguments, name, plain):
    """str() of an exception, or repr() where its class has a name here."""
    if len(arguments) == 0:
        return name + "()" if name else ""
    if len(arguments) > 1:
        return name + repr(arguments)
    text = str(arguments[0]) if plain else repr(arguments[0])
    return f"{name}({text})" if name else text


def backwards(value):
    """reversed(value) of an instance with a length and items by number."""
    for at in range(len(value) - 1, -1, -1):
        yield value[at]


def first_or_none(values):
    """The value of a StopIteration."""
    return values[0] if len(values) > 0 else None
