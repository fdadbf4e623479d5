"""dataclasses: what asdict and astuple do with what fields hold, and the fields themselves."""


def listed(part, value):
    return [part(item) for item in value]


def mapped(part, value):
    return {part(key): part(item) for key, item in value.items()}


def dict_part(value):
    raise AssertionError(value)  # operations/dataclass_functions.py


def present_part(value):
    raise AssertionError(value)  # like dict_part, but models in it leave out what is None


def plain_part(value):
    raise AssertionError(value)  # like dict_part, but of what JSON has


def present_plain_part(value):
    raise AssertionError(value)  # both


def tuple_part(value):
    raise AssertionError(value)  # operations/dataclass_functions.py


class Field:
    """dataclasses.Field, as far as it is known when compiling."""

    __slots__ = ("default", "init", "kw_only", "name", "repr", "type")

    def __init__(self, field):
        for name in self.__slots__:
            setattr(self, name, getattr(field, name))

    def __repr__(self):
        raise NotImplementedError("the text of a dataclass's field is not supported in compiled code")
