"""Classes as programs use them: trees, matrices, event buses, tokenizers, windows."""

from __future__ import annotations
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Optional


@dataclass
class Node:
    name: str
    children: list["Node"] = field(default_factory=list)

    def walk(self, depth: int = 0) -> Iterator[tuple[int, str]]:
        yield depth, self.name
        for c in self.children:
            yield from c.walk(depth + 1)

    def find(self, name: str) -> Optional[Node]:
        if self.name == name:
            return self
        for c in self.children:
            if (hit := c.find(name)) is not None:
                return hit
        return None


class Matrix:
    def __init__(self, rows: list[list[float]]):
        self.rows = [list(r) for r in rows]

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    def __matmul__(self, o):
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])

    def __getitem__(self, key):
        i, j = key
        return self.rows[i][j]

    def __setitem__(self, key, v):
        i, j = key
        self.rows[i][j] = v

    def __eq__(self, o):
        return isinstance(o, Matrix) and self.rows == o.rows

    def __repr__(self):
        return f"Matrix({self.rows})"

    def __iter__(self):
        return iter(self.rows)


class Bus:
    def __init__(self):
        self.handlers: dict[str, list[Callable]] = {}
        self.log: list[str] = []

    def on(self, e, h):
        self.handlers.setdefault(e, []).append(h)

    def emit(self, e, *args):
        for h in self.handlers.get(e, []):
            h(*args)


class Acc:
    total = 0
    history: list[int] = []

    def add(self, x):
        self.total += x
        return self

    @classmethod
    def make(cls, *xs):
        a = cls()
        for x in xs:
            a.add(x)
        return a


@dataclass
class Window:
    size: int
    items: list[float] = field(default_factory=list)

    def push(self, v: float) -> None:
        self.items.append(v)
        if len(self.items) > self.size:
            self.items.pop(0)

    @property
    def mean(self) -> float:
        return sum(self.items) / len(self.items) if self.items else 0.0


class Tok:
    SPECIAL = {"[PAD]": 0, "[UNK]": 1}

    def __init__(self, vocab):
        self.vocab = {**self.SPECIAL, **{w: i + len(self.SPECIAL) for i, w in enumerate(vocab)}}
        self.inv = {i: w for w, i in self.vocab.items()}

    def encode(self, text, *, max_len=None, pad=False):
        ids = [self.vocab.get(w, self.vocab["[UNK]"]) for w in text.lower().split()]
        if max_len is not None:
            ids = ids[:max_len]
            if pad:
                ids += [0] * (max_len - len(ids))
        return ids

    def decode(self, ids):
        return " ".join(self.inv[i] for i in ids if i not in self.SPECIAL.values())


TOK = Tok(["the", "cat", "sat"])


def class_uses_tree(names: list[str]) -> list[Any]:
    root = Node("root")
    cur = root
    for n in names:
        cur.children.append(Node(n))
        cur = cur.children[-1]
    f = root.find(names[-1]) if names else None
    return [list(root.walk()), f.name if f else None, root.find("zz") is None]


def class_uses_matrix(n: int) -> list[Any]:
    m = Matrix([[1.0, 2.0], [3.0, float(n)]])
    p = m @ m
    p[0, 1] = -1.0
    return [repr(p), p[1, 1], m.shape, m == Matrix(m.rows), [r for r in m], m != p]


def class_uses_bus(n: int) -> list[str]:
    bus = Bus()
    bus.on("a", lambda x: bus.log.append(f"first {x}"))
    bus.on("a", lambda x: bus.log.append(f"second {x * 2}"))
    bus.emit("a", n)
    bus.emit("b", n)
    return bus.log


def class_uses_acc(n: int) -> list[Any]:
    a, b = Acc.make(1, 2, n), Acc()
    return [a.total, b.total, Acc.total, len(Acc.history)]


def class_uses_window(xs: list[float], k: int) -> list[float]:
    w = Window(k)
    out = []
    for x in xs:
        w.push(x)
        out.append(w.mean)
    return out


def class_uses_tok(text: str) -> list[Any]:
    ids = TOK.encode(text, max_len=5, pad=True)
    return [ids, TOK.decode(ids), TOK.encode(text)]


ARGUMENTS = {
    class_uses_tree: [(["a", "b"],), ([],)],
    class_uses_matrix: [(2,)],
    class_uses_bus: [(3,)],
    class_uses_acc: [(4,)],
    class_uses_window: [([1.0, 2.0, 4.0], 2)],
    class_uses_tok: [("The cat ran",), ("",)],
}
