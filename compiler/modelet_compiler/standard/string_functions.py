"""str.join of what may not be strings, which is seen when it is joined."""


def join(separator, iterable):
    texts = []
    for position, item in enumerate(list(iterable)):
        if not isinstance(item, str):
            raise TypeError(f"sequence item {position}: expected str instance, {type(item).__name__} found")
        texts.append("" + item)  # a member of an Enum, too
    return separator.join(texts)


def field_end(template, start):
    """The place behind the field whose brace stands at `start`; -1 when it is not closed."""
    depth = 0
    at = start
    while at < len(template):
        letter = template[at]
        if letter == "{":
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                return at + 1
        elif letter == "[" and depth == 1:
            closed = template.find("]", at)
            if closed >= 0:
                at = closed
        at += 1
    return -1


def names_in(field):
    """The keys that a field asks for, in the order of CPython, and whether there is nothing but keys."""
    names = []
    at = 0
    while at < len(field):
        if field[at] == "{":
            end = at + 1
            while end < len(field) and field[end] not in ".[!:{}":
                end += 1
            name = field[at + 1 : end]
            if name == "" or name.isdecimal() or field[end : end + 1] == "{":
                return names, False
            names.append(name)
        at += 1
    return names, True


def format_map(template, mapping):
    """str.format_map of a mapping that is no dict: each field by itself."""
    out = []
    at = 0
    while at < len(template):
        opened = template.find("{", at)
        closed = template.find("}", at)
        stop = min(opened if opened >= 0 else len(template), closed if closed >= 0 else len(template))
        out.append(template[at:stop])
        if template[stop : stop + 2] in ("{{", "}}"):
            out.append(template[stop])
            at = stop + 2
            continue
        end = field_end(template, stop) if template[stop : stop + 1] == "{" else -1
        if end < 0:
            out.append(template[stop:].format_map({}))
            break
        names, proper = names_in(template[stop:end])
        found = {name: mapping[name] for name in names}
        at = end if proper else len(template)  # what is malformed raises
        out.append(template[stop:at].format_map(found))
    return "".join(out)
