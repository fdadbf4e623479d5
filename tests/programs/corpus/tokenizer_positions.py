import re
from dataclasses import dataclass
from typing import Iterator

SPEC = [
    ("NUMBER", r"\d+(?:\.\d+)?"),
    ("NAME", r"[^\W\d]\w*"),
    ("OP", r"[+\-*/=()]"),
    ("SPACE", r"[ \t]+"),
    ("NEWLINE", r"\n"),
    ("BAD", r"."),
]
MASTER = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in SPEC))


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    line: int
    column: int


def tokenize(source: str) -> Iterator[Token]:
    line, start = 1, 0
    for m in MASTER.finditer(source):
        kind = m.lastgroup or ""
        if kind == "NEWLINE":
            line, start = line + 1, m.end()
        elif kind == "BAD":
            raise SyntaxError(f"unexpected {m.group()!r} at {line}:{m.start() - start + 1}")
        elif kind != "SPACE":
            yield Token(kind, m.group(), line, m.start() - start + 1)


def tokenizer_positions(source: str) -> Iterator[Token]:
    return tokenize(source)


ARGUMENTS = [("x = 3.5 * (y1 - 2)\nz=x",), ("",), ("a $ b",), ("größe = 1\n\n  é",)]
