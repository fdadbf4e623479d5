def string_split_edges(s: str, sep: str) -> list[object]:
    out: list[object] = [
        s.split(),
        s.split(None, 1),
        s.rsplit(None, 1),
        s.split(" "),
        s.splitlines(),
        s.splitlines(True),
        s.strip(sep),
        s.lstrip(sep),
        s.rstrip(sep),
        s.removeprefix(sep),
        s.removesuffix(sep),
    ]
    for f in range(7):
        try:
            if f == 0:
                out.append(s.split(sep))
            elif f == 1:
                out.append(s.split(sep, 1))
            elif f == 2:
                out.append(s.rsplit(sep, 1))
            elif f == 3:
                out.append(s.partition(sep))
            elif f == 4:
                out.append(s.rpartition(sep))
            elif f == 5:
                out.append(s.index(sep))
            elif f == 6:
                out.append(s.rindex(sep, 1))
        except ValueError as e:
            out.append(f"{f}: {e}")
    out += [
        s.count(sep),
        s.find(sep, 1),
        s.find(sep, -2),
        s.find(sep, 100),
        s.replace(sep, "<>"),
        s.replace(sep, "", 1),
        s.startswith(sep),
        s.endswith(sep, 1),
        sep in s,
        s.split(sep or "x", 0),
        s.split(sep or "x", -1),
        s.zfill(8),
        s.ljust(6, ".") + "|",
        s.expandtabs(3),
        s.join([sep, sep]),
    ]
    return out


ARGUMENTS = [
    ("a,b,,c", ","),
    ("", ","),
    ("aXXbXX", "XX"),
    ("abc", ""),
    ("  a b\tc\n", " "),
    ("\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028z", "\n"),
    ("-5", "-"),
    ("aaa", "aa"),
]
