"""pydantic: JSON text on its way into a model, with the words of pydantic's own parser for what is wrong with it."""

import json

from modelet_compiler.standard.pydantic_parts import Invalid, shown, width

VALUE = "EOF while parsing a value"
STRING = "EOF while parsing a string"
AS_JSON = {
    "list_type": "Input should be a valid array",
    "set_type": "Input should be a valid array",
    "tuple_type": "Input should be a valid array",
    "dict_type": "Input should be an object",
    "model_type": "Input should be an object",
}


class Fault(Exception):
    """What is wrong, and at which character."""

    def __init__(self, message, at):
        self.message = message
        self.at = at


def parsed(text):
    """The value. Raises Invalid."""
    message = fault(text)
    if message:
        raise Invalid([([], "json_invalid", "Invalid JSON: " + message, shown(text), "str")])
    return json.loads(text)


def as_json(entries):
    """Entries as they read when the input was JSON."""
    found = []
    for location, kind, message, text, name in entries:
        known = "dict_type" if kind == "model_attributes_type" else kind
        found.append((location, known, AS_JSON.get(known, message), text, name))
    return found


def fault(text):
    """What is wrong with a text; empty when it is JSON."""
    try:
        at = skipped(text, value(text, skipped(text, 0)))
        if at < len(text):
            raise Fault("trailing characters", at)
    except Fault as found:
        return described(text, found.message, found.at)
    return ""


def described(text, message, at):
    """Columns count bytes."""
    before = text[: at + 1]
    line = before.count("\n") + 1
    start = before.rfind("\n") + 1
    column = sum([width(letter) for letter in before[start:]])
    if start <= at < len(text):
        column += 1 - width(text[at])
    return f"{message} at line {line} column {column}"


def skipped(text, at):
    while at < len(text) and text[at] in " \t\n\r":
        at += 1
    return at


def value(text, at):
    """Each of these gives the place behind what it read."""
    if at >= len(text):
        raise Fault(VALUE, len(text))
    first = text[at]
    if first == '"':
        return string(text, at + 1)
    if first == "{":
        return members(text, at + 1)
    if first == "[":
        return items(text, at + 1)
    if first == "-" or first in "0123456789":
        return number(text, at)
    for word in ("true", "false", "null", "NaN", "Infinity"):
        if word[0] == first:
            return literal(text, at, word)
    raise Fault("expected value", at)


def literal(text, at, word):
    for letter in word:
        if at >= len(text):
            raise Fault(VALUE, len(text))
        if text[at] != letter:
            raise Fault("expected ident", at)
        at += 1
    return at


def number(text, at):
    if text[at] == "-":
        at += 1
        if text[at : at + 1] == "I":
            return literal(text, at, "Infinity")
    zero = text[at : at + 1] == "0"
    start = at
    at = digits(text, at)
    if zero and at > start + 1:
        raise Fault("invalid number", start + 1)
    if text[at : at + 1] == ".":
        at = digits(text, at + 1)
    if at < len(text) and text[at] in "eE":
        at += 1
        if at < len(text) and text[at] in "+-":
            at += 1
        at = digits(text, at)
    return at


def digits(text, at):
    """At least one."""
    if at >= len(text):
        raise Fault(VALUE, len(text))
    if text[at] not in "0123456789":
        raise Fault("invalid number", at)
    while at < len(text) and text[at] in "0123456789":
        at += 1
    return at


def string(text, at):
    while at < len(text):
        letter = text[at]
        if letter == '"':
            return at + 1
        if letter < " ":
            raise Fault("control character (\\u0000-\\u001F) found while parsing a string", at)
        at += 1
        if letter == "\\":
            at = escape(text, at)
    raise Fault(STRING, len(text))


def escape(text, at):
    if at >= len(text):
        raise Fault(STRING, len(text))
    if text[at] != "u":
        if text[at] not in '"\\/bfnrt':
            raise Fault("invalid escape", at)
        return at + 1
    unit = unit_at(text, at + 1)
    at += 5
    if 0xDC00 <= unit <= 0xDFFF:
        raise Fault("lone leading surrogate in hex escape", at - 1)
    if not 0xD800 <= unit <= 0xDBFF:
        return at
    for letter in "\\u":
        if at >= len(text):
            raise Fault(STRING, len(text))
        if text[at] != letter:
            raise Fault("unexpected end of hex escape", at)
        at += 1
    if not 0xDC00 <= unit_at(text, at) <= 0xDFFF:
        raise Fault("lone leading surrogate in hex escape", at + 3)
    return at + 4


def unit_at(text, at):
    unit = 0
    if at + 4 > len(text):
        raise Fault(STRING, len(text))
    for place in range(at, at + 4):
        if text[place] not in "0123456789abcdefABCDEF":
            raise Fault("invalid escape", place)
        unit = unit * 16 + int(text[place], 16)
    return unit


def members(text, at):
    at = skipped(text, at)
    if text[at : at + 1] == "}":
        return at + 1
    first = True
    while True:
        if at >= len(text):
            raise Fault("EOF while parsing an object" if first else VALUE, len(text))
        if text[at] == "}" and not first:
            raise Fault("trailing comma", at)
        if text[at] != '"':
            raise Fault("key must be a string", at)
        first = False
        at = skipped(text, string(text, at + 1))
        if at >= len(text):
            raise Fault("EOF while parsing an object", len(text))
        if text[at] != ":":
            raise Fault("expected `:`", at)
        at = skipped(text, value(text, skipped(text, at + 1)))
        if at >= len(text):
            raise Fault("EOF while parsing an object", len(text))
        if text[at] == "}":
            return at + 1
        if text[at] != ",":
            raise Fault("expected `,` or `}`", at)
        at = skipped(text, at + 1)


def items(text, at):
    at = skipped(text, at)
    if at >= len(text):
        raise Fault("EOF while parsing a list", len(text))
    if text[at] == "]":
        return at + 1
    while True:
        at = skipped(text, value(text, at))
        if at >= len(text):
            raise Fault("EOF while parsing a list", len(text))
        if text[at] == "]":
            return at + 1
        if text[at] != ",":
            raise Fault("expected `,` or `]`", at)
        at = skipped(text, at + 1)
        if text[at : at + 1] == "]":
            raise Fault("trailing comma", at)
