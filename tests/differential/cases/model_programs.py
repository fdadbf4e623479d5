"""Programs of the sort people write around a model."""

from __future__ import annotations

from abc import ABC
from abc import abstractmethod
from collections import Counter
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import field
from enum import Enum
from typing import Any
from typing import Callable
from typing import Generic
from typing import Iterable
from typing import Iterator
from typing import Literal
from typing import NamedTuple
from typing import Protocol
from typing import Sequence
from typing import TypeVar
import dataclasses
import enum
import functools
import itertools
import math
import re
import statistics
import string
import textwrap


T = TypeVar("T")


def chunk_recursive(text: str, size: int, separators: list[str]) -> list[str]:

    def split(part: str, level: int) -> list[str]:
        if len(part) <= size or level >= len(separators):
            return [part[i : i + size] for i in range(0, len(part), size)] or [part]
        out: list[str] = []
        buf = ""
        for piece in part.split(separators[level]):
            cand = piece if not buf else buf + separators[level] + piece
            if len(cand) <= size:
                buf = cand
            else:
                if buf:
                    out.append(buf)
                if len(piece) > size:
                    out.extend(split(piece, level + 1))
                    buf = ""
                else:
                    buf = piece
        if buf:
            out.append(buf)
        return out

    return split(text, 0)


def rerank(query: str, docs: list[dict[str, Any]], k: int = 3) -> list[dict[str, Any]]:
    q = set(re.findall("\\w+", query.lower()))
    scored = []
    for i, d in enumerate(docs):
        words = re.findall("\\w+", d["text"].lower())
        c = Counter(words)
        score = sum((c[w] for w in q)) / (1 + math.log1p(len(words)))
        scored.append({**d, "score": round(score, 4), "rank": i})
    scored.sort(key=lambda d: (-d["score"], d["rank"]))
    return scored[:k]


@dataclass
class Doc:
    id: str
    text: str
    meta: dict[str, Any] = field(default_factory=dict)
    score: float = 0.0


def rag_prompt(question: str, docs: list[Doc], budget: int) -> str:
    used = 0
    parts: list[str] = []
    for n, d in enumerate(sorted(docs, key=lambda d: d.score, reverse=True), 1):
        cost = len(d.text.split())
        if used + cost > budget:
            continue
        used += cost
        src = d.meta.get("source", "unknown")
        parts.append(f"[{n}] ({src}, score={d.score:.2f})\n{d.text.strip()}")
    ctx = "\n\n".join(parts) or "(no context)"
    return textwrap.dedent(
        "        Answer using the context.\n\n        Context:\n        {ctx}\n\n        Question: {q}\n        Answer:"
    ).format(ctx=ctx, q=question)


class Schema:
    def __init__(self, spec: dict[str, Any]):
        self.spec = spec
        self.errors: list[str] = []

    def validate(self, value: Any, path: str = "$") -> bool:
        self.errors = []
        self._check(self.spec, value, path)
        return not self.errors

    def _check(self, spec: dict[str, Any], value: Any, path: str) -> None:
        t = spec.get("type")
        if t == "object":
            if not isinstance(value, dict):
                self.errors.append(f"{path}: expected object, got {type(value).__name__}")
                return
            for name in spec.get("required", []):
                if name not in value:
                    self.errors.append(f"{path}.{name}: missing")
            for name, sub in spec.get("properties", {}).items():
                if name in value:
                    self._check(sub, value[name], f"{path}.{name}")
        elif t == "array":
            if not isinstance(value, list):
                self.errors.append(f"{path}: expected array")
                return
            for i, item in enumerate(value):
                self._check(spec.get("items", {}), item, f"{path}[{i}]")
        elif t == "string":
            if not isinstance(value, str):
                self.errors.append(f"{path}: expected string")
            elif "enum" in spec and value not in spec["enum"]:
                self.errors.append(f"{path}: {value!r} not in {spec['enum']}")
        elif t == "integer":
            if not isinstance(value, int) or isinstance(value, bool):
                self.errors.append(f"{path}: expected integer")
            elif "minimum" in spec and value < spec["minimum"]:
                self.errors.append(f"{path}: {value} < {spec['minimum']}")


def schema_check(spec: dict[str, Any], value: Any) -> tuple[bool, list[str]]:
    s = Schema(spec)
    return (s.validate(value), s.errors)


class RetryError(Exception):
    def __init__(self, attempts: int, last: Exception):
        super().__init__(f"failed after {attempts} attempts: {last}")
        self.attempts = attempts
        self.last = last


def retry(times: int, base: float = 0.5):

    def deco(fn):

        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            delays = []
            err: Exception | None = None
            for attempt in range(times):
                try:
                    return (fn(*args, attempt=attempt, **kwargs), delays)
                except (ValueError, KeyError) as e:
                    err = e
                    delays.append(min(base * 2**attempt, 3.0))
            raise RetryError(times, err) from err

        return wrapper

    return deco


class TrieNode:
    __slots__ = ("children", "end", "count")

    def __init__(self):
        self.children: dict[str, TrieNode] = {}
        self.end = False
        self.count = 0


class Trie:
    def __init__(self, words: Iterable[str] = ()):
        self.root = TrieNode()
        for w in words:
            self.add(w)

    def add(self, word: str) -> None:
        node = self.root
        for ch in word:
            node = node.children.setdefault(ch, TrieNode())
            node.count += 1
        node.end = True

    def __contains__(self, word: str) -> bool:
        node = self._find(word)
        return node is not None and node.end

    def _find(self, prefix: str) -> TrieNode | None:
        node = self.root
        for ch in prefix:
            if ch not in node.children:
                return None
            node = node.children[ch]
        return node

    def complete(self, prefix: str) -> Iterator[str]:
        node = self._find(prefix)
        if node is None:
            return
        stack = [(prefix, node)]
        while stack:
            text, n = stack.pop()
            if n.end:
                yield text
            for ch in sorted(n.children, reverse=True):
                stack.append((text + ch, n.children[ch]))


def trie_complete(words: list[str], prefix: str) -> tuple[list[str], bool, int]:
    t = Trie(words)
    node = t._find(prefix)
    return (list(t.complete(prefix)), prefix in t, node.count if node else 0)


class State(Enum):
    IDLE = "idle"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Machine:
    TRANSITIONS: dict[State, dict[str, State]] = {
        State.IDLE: {"start": State.RUNNING},
        State.RUNNING: {"finish": State.DONE, "fail": State.FAILED, "pause": State.IDLE},
        State.FAILED: {"retry": State.RUNNING},
    }

    def __init__(self) -> None:
        self.state = State.IDLE
        self.history: list[tuple[State, str, State]] = []
        self._hooks: dict[State, list[Callable[[str], None]]] = defaultdict(list)

    def on(self, state: State, fn: Callable[[str], None]) -> None:
        self._hooks[state].append(fn)

    def fire(self, event: str) -> State:
        try:
            new = self.TRANSITIONS[self.state][event]
        except KeyError:
            raise ValueError(f"no {event!r} from {self.state.name}") from None
        self.history.append((self.state, event, new))
        self.state = new
        for h in self._hooks[new]:
            h(event)
        return new


def state_machine(events: list[str]) -> dict[str, Any]:
    m = Machine()
    seen: list[str] = []
    m.on(State.RUNNING, lambda e: seen.append(f"running:{e}"))
    m.on(State.DONE, lambda e: seen.append(f"done:{e}"))
    errors = []
    for e in events:
        try:
            m.fire(e)
        except ValueError as err:
            errors.append(str(err))
    return {"state": m.state.value, "history": [f"{a.name}-{e}->{b.name}" for a, e, b in m.history], "seen": seen, "errors": errors}


class Shape(ABC):
    registry: dict[str, int] = {}

    def __init__(self, name: str):
        self.name = name

    @abstractmethod
    def area(self) -> float: ...

    def describe(self) -> str:
        return f"{type(self).__name__}({self.name}) area={self.area():.3f}"

    def __lt__(self, other: Shape) -> bool:
        return self.area() < other.area()


class Circle(Shape):
    def __init__(self, r: float):
        super().__init__("circle")
        self.r = r

    def area(self) -> float:
        return math.pi * self.r**2


class Rect(Shape):
    def __init__(self, w: float, h: float):
        super().__init__("rect")
        self.w, self.h = (w, h)

    def area(self) -> float:
        return self.w * self.h

    @classmethod
    def square(cls, s: float) -> Rect:
        return cls(s, s)

    @property
    def diagonal(self) -> float:
        return math.hypot(self.w, self.h)


def sorted_shapes(sizes: list[float]) -> list[str]:
    items: list[Shape] = []
    for i, s in enumerate(sizes):
        items.append(Circle(s) if i % 3 == 0 else Rect(s, s + 1) if i % 3 == 1 else Rect.square(s))
    items.sort()
    out = [s.describe() for s in items]
    out += [f"{s.diagonal:.2f}" for s in items if isinstance(s, Rect)]
    return out


class Stack(Generic[T]):
    def __init__(self) -> None:
        self._items: list[T] = []

    def push(self, item: T) -> Stack[T]:
        self._items.append(item)
        return self

    def pop(self) -> T:
        if not self._items:
            raise IndexError("empty stack")
        return self._items.pop()

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return reversed(self._items)

    def __getitem__(self, i: int) -> T:
        return self._items[i]

    def __bool__(self) -> bool:
        return bool(self._items)

    def __repr__(self) -> str:
        return f"Stack({self._items!r})"


def generic_stack2(items: list[int], words: list[str]) -> dict[str, Any]:
    s: Stack[int] = Stack()
    for i in items:
        s.push(i).push(i * i)
    w = Stack[str]()
    for x in words:
        w.push(x)
    out: dict[str, Any] = {"len": len(s), "iter": list(s), "repr": repr(w), "bool": bool(w), "first": s[0] if s else None}
    try:
        while True:
            w.pop()
    except IndexError as e:
        out["err"] = str(e)
    return out


class Greeter(Protocol):
    def greet(self, name: str) -> str: ...


class English:
    def greet(self, name: str) -> str:
        return f"Hello, {name}"


class German:
    formal = True

    def greet(self, name: str) -> str:
        return ("Guten Tag" if self.formal else "Hallo") + f", {name}"


def protocol_use(names: list[str]) -> list[str]:
    greeters: list[Greeter] = [English(), German()]
    return [g.greet(n) for n, g in zip(names, itertools.cycle(greeters))]


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int = 0
    patch: int = 0
    tag: str = field(default="", compare=False)

    @classmethod
    def parse(cls, text: str) -> Version:
        m = re.fullmatch("v?(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?(?:-(\\w+))?", text)
        if m is None:
            raise ValueError(f"bad version: {text!r}")
        a, b, c, tag = m.groups(default="0")
        return cls(int(a), int(b), int(c), "" if tag == "0" else tag)

    def bump(self, part: Literal["major", "minor", "patch"]) -> Version:
        match part:
            case "major":
                return dataclasses.replace(self, major=self.major + 1, minor=0, patch=0)
            case "minor":
                return dataclasses.replace(self, minor=self.minor + 1, patch=0)
            case _:
                return dataclasses.replace(self, patch=self.patch + 1)

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}" + (f"-{self.tag}" if self.tag else "")


def version_order(texts: list[str]) -> dict[str, Any]:
    good: list[Version] = []
    bad: list[str] = []
    for t in texts:
        try:
            good.append(Version.parse(t))
        except ValueError as e:
            bad.append(str(e))
    good.sort()
    return {
        "sorted": [str(v) for v in good],
        "bad": bad,
        "bumped": [str(v.bump("minor")) for v in good],
        "max": repr(max(good)) if good else None,
        "uniq": len(set(good)),
        "eq": good[:1] == good[-1:],
    }


class Op(NamedTuple):
    name: str
    args: tuple[float, ...] = ()


def stack_operations(ops: list[Op]) -> float:
    stack: list[float] = []
    for op in ops:
        match op:
            case Op("push", [x]):
                stack.append(x)
            case Op("add"):
                stack.append(stack.pop() + stack.pop())
            case Op(name="mul", args=[]):
                stack.append(stack.pop() * stack.pop())
            case Op("neg"):
                stack.append(-stack.pop())
            case _:
                raise ValueError(f"unknown {op}")
    return stack[-1]


def match_dicts(event: dict[str, Any]) -> str:
    match event:
        case {"type": "click", "pos": [x, y]}:
            return f"click {x},{y}"
        case {"type": "key", "key": str(k), **rest} if len(k) == 1:
            return f"key {k} {sorted(rest)}"
        case {"type": "key", "key": "enter" | "esc" as k}:
            return f"special {k}"
        case {"type": "scroll", "delta": int(d) | float(d)}:
            return f"scroll {d}"
        case {"type": t}:
            return f"other {t}"
        case {}:
            return "none"


class Matrix:
    def __init__(self, rows: Sequence[Sequence[float]]):
        self.rows = [list(r) for r in rows]
        self.shape = (len(rows), len(rows[0]) if rows else 0)

    @classmethod
    def identity(cls, n: int) -> Matrix:
        return cls([[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)])

    def __matmul__(self, other: Matrix) -> Matrix:
        if self.shape[1] != other.shape[0]:
            raise ValueError(f"shapes {self.shape} and {other.shape} not aligned")
        return Matrix([[sum((a * b for a, b in zip(r, c))) for c in zip(*other.rows)] for r in self.rows])

    def __getitem__(self, key: tuple[int, int]) -> float:
        i, j = key
        return self.rows[i][j]

    def __setitem__(self, key: tuple[int, int], v: float) -> None:
        self.rows[key[0]][key[1]] = v

    def __eq__(self, o: object) -> bool:
        return isinstance(o, Matrix) and self.rows == o.rows

    def __pow__(self, n: int) -> Matrix:
        out = Matrix.identity(self.shape[0])
        base = self
        while n:
            if n & 1:
                out = out @ base
            base = base @ base
            n >>= 1
        return out

    @property
    def T(self) -> Matrix:
        return Matrix([list(c) for c in zip(*self.rows)])

    def __repr__(self) -> str:
        return "\n".join((" ".join((f"{v:6.2f}" for v in r)) for r in self.rows))


def matrix_program(rows: list[list[float]], n: int) -> list[str]:
    m = Matrix(rows)
    out = [repr(m @ m.T), str(m.shape)]
    try:
        out.append(repr(m**n))
    except ValueError as e:
        out.append(f"error: {e}")
    m[0, 0] = -1.5
    out.append(f"{m[0, 0]:+.1f} {m == m.T} {m == Matrix(m.rows)}")
    return out


LOG = re.compile('(?P<ip>\\S+) - - \\[(?P<ts>[^\\]]+)\\] "(?P<method>GET|POST|PUT) (?P<path>\\S+)" (?P<status>\\d{3}) (?P<size>\\d+|-)')


def log_stats(lines: list[str]) -> dict[str, Any]:
    by_status: Counter[str] = Counter()
    by_path: defaultdict[str, list[int]] = defaultdict(list)
    bad = 0
    ips = set()
    for line in lines:
        if not (m := LOG.match(line)):
            bad += 1
            continue
        d = m.groupdict()
        by_status[d["status"][0] + "xx"] += 1
        by_path[d["path"].split("?", 1)[0]].append(0 if d["size"] == "-" else int(d["size"]))
        ips.add(d["ip"])
    return {
        "status": dict(by_status.most_common()),
        "paths": {p: {"n": len(s), "avg": round(statistics.fmean(s), 1), "max": max(s)} for p, s in sorted(by_path.items())},
        "bad": bad,
        "ips": sorted(ips),
    }


@contextmanager
def section(log: list[str], name: str):
    log.append(f"<{name}>")
    try:
        yield len(log)
    except ZeroDivisionError as e:
        log.append(f"!{e}")
    finally:
        log.append(f"</{name}>")


def ctx_sections(values: list[int]) -> list[str]:
    log: list[str] = []
    for v in values:
        with section(log, f"s{v}") as depth, section(log, "inner"):
            log.append(f"{depth}:{10 // v}")
    return log


class Pipeline:
    def __init__(self, *steps: Callable[[str], str]):
        self.steps = list(steps)

    def __or__(self, step: Callable[[str], str]) -> Pipeline:
        return Pipeline(*self.steps, step)

    def __call__(self, text: str) -> str:
        return functools.reduce(lambda acc, f: f(acc), self.steps, text)


def pipeline_or(texts: list[str]) -> list[str]:
    p = Pipeline(str.strip, str.lower) | (lambda s: re.sub("\\s+", " ", s)) | (lambda s: s.replace("'", ""))
    return [p(t) for t in texts]


ARGUMENTS = {
    chunk_recursive: [
        ("para one.\n\npara two is longer than that. yes it is.\n\nx", 20, ["\n\n", ". ", " "]),
        ("", 5, [" "]),
        ("abcdefghij", 3, []),
    ],
    rerank: [("cat food", [{"id": 1, "text": "Cat eats cat food"}, {"id": 2, "text": "dog"}, {"id": 3, "text": "food food"}], 2)],
    rag_prompt: [
        ("why?", [Doc("a", " text one ", {"source": "w"}, 0.5), Doc("b", "text two three", {}, 0.9), Doc("c", "x " * 50)], 10),
        ("q", [], 3),
    ],
    schema_check: [
        (
            {
                "type": "object",
                "required": ["a", "b"],
                "properties": {
                    "a": {"type": "integer", "minimum": 3},
                    "c": {"type": "array", "items": {"type": "string", "enum": ["x", "y"]}},
                },
            },
            {"a": 1, "c": ["x", "z", 3]},
        ),
        ({"type": "array", "items": {"type": "integer"}}, [1, True, "a"]),
        ({"type": "object"}, [1]),
    ],
    trie_complete: [(["car", "cart", "cat", "dog"], "ca"), (["a"], "b"), (["a"], "")],
    state_machine: [(["start", "fail", "retry", "finish", "start"],), ([],)],
    sorted_shapes: [([1.0, 2.0, 3.0, 0.5],), ([],)],
    generic_stack2: [([1, 2, 3], ["a", "b"]), ([], [])],
    protocol_use: [(["A", "B", "C"],)],
    version_order: [(["1.2.3", "v1.2", "2", "x.y", "1.2.3-beta"],), ([],)],
    stack_operations: [([Op("push", (2.0,)), Op("push", (3.0,)), Op("add"), Op("neg")],), ([Op("pop")],)],
    match_dicts: [
        ({"type": "click", "pos": [1, 2]},),
        ({"type": "key", "key": "a", "mod": 1},),
        ({"type": "key", "key": "esc"},),
        ({"type": "scroll", "delta": 1.5},),
        ({"type": "zz"},),
        ({},),
    ],
    matrix_program: [([[1.0, 2.0], [3.0, 4.0]], 5), ([[1.0, 2.0, 3.0]], 2)],
    log_stats: [(['1.1.1.1 - - [x] "GET /a?b=1 " 200 12', '1.1.1.1 - - [x] "GET /a?b=1" 200 12', '2.1.1.1 - - [x] "POST /b" 404 -'],)],
    ctx_sections: [([1, 0, 3],)],
    pipeline_or: [(["  It's  A   test "],)],
}
