class ParseError(ValueError):
    def __init__(self, line: int, text: str) -> None:
        super().__init__(line, text)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: cannot parse {self.args[1]!r}"


def coerce(value: str) -> str | int | float | bool | list[str]:
    low = value.lower()
    if low in {"true", "yes", "on"}:
        return True
    if low in {"false", "no", "off"}:
        return False
    if value.lstrip("+-").isdecimal():
        return int(value)
    try:
        return float(value)
    except ValueError:
        pass
    return [v.strip() for v in value.split(",")] if "," in value else value


def ini_parser(text: str) -> dict[str, dict[str, str | int | float | bool | list[str]]]:
    sections: dict[str, dict[str, str | int | float | bool | list[str]]] = {}
    current = sections.setdefault("", {})
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        if line[0] == "[" and line[-1] == "]":
            current = sections.setdefault(line[1:-1].strip(), {})
        elif "=" in line:
            key, value = map(str.strip, line.split("=", 1))
            current[key] = coerce(value)
        else:
            raise ParseError(number, line)
    return {k: v for k, v in sections.items() if v or k}


ARGUMENTS = [
    ("a = 1\n[x]\nb = yes # c\nc=1.5e3\nd = p, q\n[ y ]\n[x]\ne==z",),
    ("",),
    ("[a]\nnope",),
    ("k = -007\nn = nan\nm=+-1\n[é]\nß = １２",),
]
