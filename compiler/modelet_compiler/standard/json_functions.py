"""What json.dumps makes of an indentation whose kind is only known at run time."""


def is_indented(indent):
    return indent is not None


def indentation(indent):
    if indent is None:
        return ""
    return indent if isinstance(indent, str) else " " * indent


def item_separator(indent):
    return ", " if indent is None else ","
