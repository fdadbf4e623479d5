"""string.Template, with its usual delimiter."""


def is_start(character):
    return character == "_" or (character.isascii() and character.isalpha())


def is_part(character):
    return character == "_" or (character.isascii() and character.isalnum())


def name_end(text, start):
    """The place behind the name that begins at `start`."""
    if start >= len(text) or not is_start(text[start]):
        return start
    end = start + 1
    while end < len(text) and is_part(text[end]):
        end += 1
    return end


class Template:
    def __init__(self, template):
        self.template = template

    def _invalid(self, at):
        behind = at + 1  # the "$": CPython counts from there
        lines = self.template[:behind].splitlines(keepends=True)
        column = behind - len("".join(lines[:-1]))
        raise ValueError(f"Invalid placeholder in string: line {len(lines)}, col {column}")

    def _fields(self):
        """(text before, name or None, the field's own text, place) for each field; None for the name of what is no field."""
        found = []
        text = self.template
        at = 0
        before = ""
        while at < len(text):
            if text[at] != "$":
                stop = text.find("$", at)
                stop = len(text) if stop < 0 else stop
                before += text[at:stop]
                at = stop
                continue
            if text[at + 1 : at + 2] == "$":
                found.append((before, "$", "$$", at))
                before = ""
                at += 2
                continue
            braced = text[at + 1 : at + 2] == "{"
            start = at + 2 if braced else at + 1
            end = name_end(text, start)
            if end == start or (braced and text[end : end + 1] != "}"):
                found.append((before, "", "$", at))
                before = ""
                at += 1
                continue
            stop = end + 1 if braced else end
            found.append((before, text[start:end], text[at:stop], at))
            before = ""
            at = stop
        found.append((before, "", "", len(text)))
        return found

    def _filled(self, mapping, more, safe):
        out = []
        for before, name, whole, at in self._fields():
            out.append(before)
            if name == "$":
                out.append("$")
            elif name == "":
                if whole != "" and not safe:
                    self._invalid(at)
                out.append(whole)
            elif safe:
                try:
                    out.append(text_of(name, mapping, more))
                except KeyError:
                    out.append(whole)
            else:
                out.append(text_of(name, mapping, more))
        return "".join(out)

    def is_valid(self):
        return not any(name == "" and whole != "" for _, name, whole, _ in self._fields())

    def get_identifiers(self):
        names = []
        for _, name, _, _ in self._fields():
            if name not in ("", "$") and name not in names:
                names.append(name)
        return names

    def substitute(self, mapping=None, /, **more):
        return self._filled(mapping, more, False)

    def safe_substitute(self, mapping=None, /, **more):
        return self._filled(mapping, more, True)


def text_of(name, mapping, more):
    """What a field is replaced by; keywords win."""
    if name in more:
        return str(more[name])
    if mapping is None:
        raise KeyError(name)
    return str(mapping[name])
