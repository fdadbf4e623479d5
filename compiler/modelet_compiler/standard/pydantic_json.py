"""pydantic: the text of values in model_dump_json()."""

import json
import math


def float_text(value):
    """As Rust writes it: small numbers have fewer digits in their exponent, and stay plain a little longer."""
    if not math.isfinite(value):
        return "null"
    text = repr(value)
    mantissa, mark, exponent = text.partition("e-")
    if not mark:
        return text
    sign = "-" if mantissa[0] == "-" else ""
    digits = mantissa.lstrip("-").replace(".", "")
    places = 1 - int(exponent)
    if places > -5:
        return sign + "0." + "0" * -places + digits
    return sign + digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + "e" + str(places - 1)


def str_text(value):
    return json.dumps(value, ensure_ascii=False)


def listed(part, value):
    return "[" + ",".join([part(item) for item in value]) + "]"


def mapped(part, value):
    return "{" + ",".join([str_text(key) + ":" + part(item) for key, item in value.items()]) + "}"


def indented(text, size):
    """Compact JSON with each item on a line of its own."""
    out = []
    depth = 0
    inside = escaped = False
    before = ""
    for letter in text:
        empty = before in ("[", "{")
        opened = empty and letter not in ("]", "}") and not inside
        before = letter if not inside else ""
        if opened:
            depth += 1
            out.append("\n" + " " * (size * depth))
        if inside:
            out.append(letter)
            inside = escaped or letter != '"'
            escaped = letter == "\\" and not escaped
        elif letter in ("]", "}"):
            if not empty:
                depth -= 1
                out.append("\n" + " " * (size * depth))
            out.append(letter)
        elif letter == ",":
            out.append(",\n" + " " * (size * depth))
        elif letter == ":":
            out.append(": ")
        else:
            out.append(letter)
            inside = letter == '"'
    return "".join(out)


def json_part(value):
    raise AssertionError(value)  # operations/model_functions.py


def shown_float(value):
    """What a computed field of floats gives, in JSON."""
    return float(value) if isinstance(value, int) else value


def shown_int(value):
    """What a computed field of ints gives, in JSON."""
    return int(value) if isinstance(value, bool) else value
