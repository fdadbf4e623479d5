"""Parts of json.loads and json.dumps that depend on what is known at run time only."""


def is_indented(indent):
    return indent is not None


def indentation(indent):
    if indent is None:
        return ""
    return indent if isinstance(indent, str) else " " * indent


def item_separator(indent):
    return ", " if indent is None else ","


def text_of(data):
    """The text that bytes of JSON are; UTF-16 and UTF-32 are told by their zeros."""
    if data[:3] == b"\xef\xbb\xbf":
        return data[3:].decode("utf-8")
    if 0 in data[:2] or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise NotImplementedError("json.loads of bytes in UTF-16 or UTF-32 is not supported in compiled code: decode them first")
    return data.decode("utf-8")


def converted(value, default):
    """A value with what json cannot write as `default` gives it."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, dict):
        return {key: converted(item, default) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [converted(item, default) for item in value]
    return converted(default(value), default)
