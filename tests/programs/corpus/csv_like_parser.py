def parse_line(line: str, sep: str = ",") -> list[str]:
    fields: list[str] = []
    current: list[str] = []
    quoted = False
    i = 0
    while i < len(line):
        c = line[i]
        if quoted:
            if c == '"':
                if line[i + 1 : i + 2] == '"':
                    current.append('"')
                    i += 1
                else:
                    quoted = False
            else:
                current.append(c)
        elif c == '"':
            quoted = True
        elif c == sep:
            fields.append("".join(current))
            current = []
        else:
            current.append(c)
        i += 1
    if quoted:
        raise ValueError(f"unterminated quote in {line!r}")
    fields.append("".join(current))
    return fields


def convert(text: str) -> int | float | str | None:
    if text == "":
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def csv_like_parser(text: str, sep: str = ",") -> list[dict[str, int | float | str | None]]:
    header, *rows = [parse_line(line, sep) for line in text.split("\n") if line]
    return [dict(zip(header, map(convert, row), strict=True)) for row in rows]


ARGUMENTS = [
    ('a,b,c\n1,2.5,"x,""y"""\n,nan,inf',),
    ("a;b\n 7 ;1_000\n", ";"),
    ("a,b\n1",),
    ("",),
    ('a\n"open',),
]
