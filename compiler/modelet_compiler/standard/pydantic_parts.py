"""pydantic: what values become on their way into a model, in lax mode, and the error that says what is wrong with them.

ir/models.py writes the validators of each model, which call these.
"""

import math

TRUE = ("1", "on", "t", "true", "y", "yes")
FALSE = ("0", "off", "f", "false", "n", "no")


class Invalid(Exception):
    """Inside of a validation. An entry is (location, type, message, text of the input, class of the input)."""

    def __init__(self, entries):
        self.entries = entries


class ErrorDetails:
    """One item of ValidationError.errors(), as far as it can be read in compiled code."""

    def __init__(self, location, kind, message):
        self.location = location
        self.kind = kind
        self.message = message

    def __getitem__(self, key):
        if key == "msg":
            return self.message
        if key == "type":
            return self.kind
        if key == "loc":
            return self.location
        raise NotImplementedError(f"errors()[…][{key!r}] is not supported in compiled code")

    def __repr__(self):
        raise NotImplementedError("the text of errors() is not supported in compiled code")


class Location:
    """A tuple of names and positions."""

    def __init__(self, parts):
        self.parts = parts

    def __iter__(self):
        return iter(self.parts)

    def __len__(self):
        return len(self.parts)

    def __getitem__(self, index):
        try:
            return self.parts[index]
        except IndexError:
            raise IndexError("tuple index out of range") from None

    def __repr__(self):
        inside = ", ".join([repr(part) for part in self.parts])
        return f"({inside},)" if len(self.parts) == 1 else f"({inside})"


class ValidationError(ValueError):
    """pydantic_core.ValidationError."""

    def __init__(self, title, entries, version):
        self.title = title
        self.entries = entries
        self.version = version

    def error_count(self):
        return len(self.entries)

    def errors(self):
        return [ErrorDetails(Location(location), kind, message) for location, kind, message, _, _ in self.entries]

    def __str__(self):
        count = len(self.entries)
        lines = [f"{count} validation error{'' if count == 1 else 's'} for {self.title}"]
        for location, kind, message, text, name in self.entries:
            if len(location) > 0:
                lines.append(".".join([str(part) for part in location]))
            lines.append(f"  {message} [type={kind}, input_value={text}, input_type={name}]")
            lines.append(f"    For further information visit https://errors.pydantic.dev/{self.version}/v/{kind}")
        return "\n".join(lines)

    def __repr__(self):
        return str(self)


def new(cls):
    raise AssertionError(cls)  # operations/model_functions.py


def start_of(text, size):
    """The longest start that has at most `size` bytes in UTF-8."""
    used = 0
    for position, letter in enumerate(text):
        used += width(letter)
        if used > size:
            return position
    return len(text)


def width(letter):
    point = ord(letter)
    return 1 if point < 0x80 else 2 if point < 0x800 else 3 if point < 0x10000 else 4


def shown(value):
    """repr(value), with its middle left out when it is long."""
    text = repr(value)
    if len(text) <= 50 and text.isascii():
        return text
    size = 0
    for letter in text:
        size += width(letter)
    if size <= 50:
        return text
    end = start_of(text, size - 24)
    if start_of(text, size - 24) != start_of(text, size - 25) or text.isascii():
        return text[: start_of(text, 25)] + "..." + text[end:]
    return text[: start_of(text, 25)] + "..." + text[end + 1 :]


def failed(kind, message, value):
    return Invalid([entry(kind, message, value)])


def entry(kind, message, value):
    location = []
    return (location, kind, message, shown(value), type(value).__name__)


def prefixed(entries, part, found):
    """Appends what is wrong with a part."""
    for location, kind, message, text, name in found:
        place = [part]
        place.extend(location)
        entries.append((place, kind, message, text, name))


def digits_of(text):
    """The digits of an integer's text; empty when it is none."""
    text = text.strip()
    sign = ""
    if text[:1] in ("+", "-"):
        sign = "-" if text[0] == "-" else ""
        text = text[1:]
    whole, dot, fraction = text.partition(".")
    if dot and (fraction == "" or fraction.strip("0")):
        return ""
    if whole[:1] == "_" or whole[-1:] == "_" or "__" in whole:
        return ""
    whole = whole.replace("_", "")
    if not (whole.isascii() and whole.isdigit()):
        return ""
    return sign + whole


def as_int(value):
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise failed("finite_number", "Input should be a finite number", value)
        if value != math.floor(value):
            raise failed("int_from_float", "Input should be a valid integer, got a number with a fractional part", value)
        return int(value)
    if isinstance(value, str):
        digits = digits_of(value)
        if not digits:
            raise failed("int_parsing", "Input should be a valid integer, unable to parse string as an integer", value)
        return int(digits)
    raise failed("int_type", "Input should be a valid integer", value)


def as_float(value):
    if isinstance(value, float):
        return value
    if isinstance(value, (bool, int)):
        return float(value)
    if isinstance(value, str):
        try:
            return float(value if value.strip().isascii() else "")
        except ValueError:
            raise failed("float_parsing", "Input should be a valid number, unable to parse string as a number", value) from None
    raise failed("float_type", "Input should be a valid number", value)


def as_bool(value):
    if isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        if value == 0 or value == 1:
            return value == 1
        if isinstance(value, float) and not (math.isfinite(value) and value == math.floor(value)):
            raise failed("bool_type", "Input should be a valid boolean", value)
        raise failed("bool_parsing", "Input should be a valid boolean, unable to interpret input", value)
    if isinstance(value, str):
        word = value.lower()
        if word in TRUE:
            return True
        if word in FALSE:
            return False
        raise failed("bool_parsing", "Input should be a valid boolean, unable to interpret input", value)
    raise failed("bool_type", "Input should be a valid boolean", value)


def as_str(value):
    if isinstance(value, str):
        return value
    raise failed("string_type", "Input should be a valid string", value)


def as_none(value):
    if value is None:
        return
    raise failed("none_required", "Input should be None", value)


def as_list(value, part):
    if not isinstance(value, (list, tuple, set, frozenset)):
        raise failed("list_type", "Input should be a valid list", value)
    return parts_of(value, part)


def parts_of(value, part):
    out = []
    entries = []
    for position, item in enumerate(value):
        try:
            out.append(part(item))
        except Invalid as invalid:
            prefixed(entries, position, invalid.entries)
    if entries:
        raise Invalid(entries)
    return out


def as_set(value, part):
    if not isinstance(value, (list, tuple, set, frozenset)):
        raise failed("set_type", "Input should be a valid set", value)
    return set(parts_of(value, part))


def as_dict(value, key_part, item_part):
    if not isinstance(value, dict):
        raise failed("dict_type", "Input should be a valid dictionary", value)
    out = {}
    entries = []
    for key, item in value.items():
        good = True
        try:
            made = key_part(key)
        except Invalid as invalid:
            good = False
            inner = []
            prefixed(inner, "[key]", invalid.entries)
            prefixed(entries, key if isinstance(key, (int, str)) else repr(key), inner)
        try:
            content = item_part(item)
        except Invalid as invalid:
            good = False
            prefixed(entries, key if isinstance(key, (int, str)) else repr(key), invalid.entries)
        if good:
            out[made] = content
    if entries:
        raise Invalid(entries)
    return out
