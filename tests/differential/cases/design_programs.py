"""Programs made of classes, protocols and decorators."""

from __future__ import annotations

from abc import ABC
from abc import abstractmethod
from collections import Counter
from collections import defaultdict
from collections import deque
from collections.abc import Iterator
from collections.abc import MutableMapping
from collections.abc import Sequence
from dataclasses import asdict
from dataclasses import dataclass
from dataclasses import field
from enum import IntEnum
from enum import StrEnum
from enum import auto
from functools import cached_property
from functools import singledispatch
from functools import total_ordering
from typing import Any
from typing import ClassVar
from typing import Literal
from typing import Optional
from typing import cast
import abc
import heapq
import json
import operator
import random
import re


LIMIT: Final = 3


@dataclass
class Message:
    role: Literal["system", "user", "assistant"]
    content: str
    tokens: int = field(init=False)

    def __post_init__(self) -> None:
        self.tokens = max(1, len(self.content) // 4)


class Budget:
    LIMITS: ClassVar[dict[str, int]] = {"small": 10, "large": 100}

    def __init__(self, size: str) -> None:
        self.limit = self.LIMITS[size]
        self.kept: deque[Message] = deque()
        self.total = 0

    def add(self, m: Message) -> list[str]:
        dropped = []
        self.kept.append(m)
        self.total += m.tokens
        while self.total > self.limit and len(self.kept) > 1:
            i = next((i for i, x in enumerate(self.kept) if x.role != "system"), None)
            if i is None:
                break
            gone = self.kept[i]
            del self.kept[i]
            self.total -= gone.tokens
            dropped.append(gone.content[:5])
        return dropped


def token_budget(messages: list[tuple[str, str]], size: str) -> dict[str, Any]:
    b = Budget(size)
    dropped = [d for role, text in messages for d in b.add(Message(role, text))]
    return {"kept": [asdict(m) for m in b.kept], "total": b.total, "dropped": dropped}


@singledispatch
def render(value) -> str:
    return f"<{type(value).__name__}>"


@render.register
def _(value: list) -> str:
    return "[" + ", ".join((render(v) for v in value)) + "]"


def dispatching(x: int, s: str) -> list[str]:
    return [render(x), render(s), render([x, x]), render(1.5)]


@total_ordering
class Ver:
    def __init__(self, s: str):
        self.parts = tuple((int(p) for p in s.split(".")))

    def __eq__(self, o):
        return self.parts == o.parts

    def __lt__(self, o):
        return self.parts < o.parts

    def __hash__(self):
        return hash(self.parts)


def total_order(a: str, b: str) -> list[Any]:
    x, y = (Ver(a), Ver(b))
    return [x < y, x <= y, x > y, x >= y, x == y, x != y, max(x, y).parts, sorted([y, x])[0].parts, len({x, y})]


class Stats:
    def __init__(self, data: Sequence[float]):
        self._data = tuple(data)
        self.calls = 0

    @cached_property
    def mean(self) -> float:
        self.calls += 1
        return sum(self._data) / len(self._data)

    @property
    def var(self) -> float:
        return sum(((x - self.mean) ** 2 for x in self._data)) / len(self._data)


def cached_stats(xs: list[float]) -> list[Any]:
    s = Stats(xs)
    return [s.mean, s.var, s.mean, s.calls]


class CaseDict(MutableMapping):
    def __init__(self, data=()):
        self._d: dict[str, tuple[str, int]] = {}
        self.update(data)

    def __getitem__(self, k):
        return self._d[k.lower()][1]

    def __setitem__(self, k, v):
        self._d[k.lower()] = (k, v)

    def __delitem__(self, k):
        del self._d[k.lower()]

    def __iter__(self):
        return (k for k, _ in self._d.values())

    def __len__(self):
        return len(self._d)


def case_dict(pairs: list[tuple[str, int]]) -> list[Any]:
    d = CaseDict(pairs)
    d["New"] = 5
    return [d["NEW"], "new" in d, d.get("zz", -1), list(d), len(d), sorted(d.items()), d.pop("new"), list(d.values())]


class CycleError(Exception):
    def __init__(self, path: list[str]):
        super().__init__(" -> ".join(path))
        self.path = path


def topological_order(graph: dict[str, list[str]]) -> Any:
    state: dict[str, int] = {}
    out: list[str] = []

    def visit(n: str, path: tuple[str, ...] = ()) -> None:
        if state.get(n) == 2:
            return
        if n in path:
            raise CycleError([*path[path.index(n) :], n])
        for m in graph.get(n, []):
            visit(m, (*path, n))
        state[n] = 2
        out.append(n)

    try:
        for n in sorted(graph):
            visit(n)
    except CycleError as e:
        return {"cycle": e.path, "msg": str(e)}
    return out[::-1]


def render_template(tpl: str, ctx: dict[str, Any]) -> str:

    def lookup(path: str) -> Any:
        cur: Any = ctx
        for part in path.split("."):
            if isinstance(cur, dict):
                cur = cur.get(part, "")
            elif isinstance(cur, list):
                cur = cur[int(part)]
            else:
                return ""
        return cur

    def repl(m: re.Match[str]) -> str:
        v = lookup(m[1])
        if m[2] == "upper":
            return str(v).upper()
        if m[2] == "json":
            return json.dumps(v)
        return str(v)

    return re.sub("\\{\\{\\s*([\\w.]+)\\s*(?:\\|\\s*(\\w+)\\s*)?\\}\\}", repl, tpl)


class Priority(IntEnum):
    LOW = 3
    MID = 2
    HIGH = 1


@dataclass(order=True)
class Task:
    priority: Priority
    seq: int
    name: str = field(compare=False)
    deps: list[str] = field(default_factory=list, compare=False, repr=False)


def task_schedule(tasks: list[tuple[str, str, list[str]]]) -> list[str]:
    heap: list[Task] = []
    done: set[str] = set()
    for i, (n, p, d) in enumerate(tasks):
        heapq.heappush(heap, Task(Priority[p], i, n, d))
    out, waiting = ([], [])
    while heap:
        t = heapq.heappop(heap)
        if all((x in done for x in t.deps)):
            out.append(f"{t.name}:{t.priority.name}")
            done.add(t.name)
            for w in waiting:
                heapq.heappush(heap, w)
            waiting = []
        else:
            waiting.append(t)
    return out + [f"blocked {repr(t)}" for t in waiting]


class RateLimiter:
    def __init__(self, limit: int, window: float):
        self.limit, self.window = (limit, window)
        self.hits: defaultdict[str, deque[float]] = defaultdict(deque)

    def allow(self, key: str, now: float) -> bool:
        q = self.hits[key]
        while q and now - q[0] >= self.window:
            q.popleft()
        if len(q) >= self.limit:
            return False
        q.append(now)
        return True


def rate_limiter(events: list[tuple[str, float]]) -> list[bool]:
    r = RateLimiter(limit=2, window=1.0)
    return [r.allow(k, t) for k, t in events]


def text_table(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return "(empty)"
    cols = list(dict.fromkeys((k for r in rows for k in r)))
    cells = [[str(r.get(c, "")) for c in cols] for r in rows]
    w = [max(len(c), *(len(row[i]) for row in cells)) for i, c in enumerate(cols)]

    def line(xs):
        return "| " + " | ".join((x.ljust(n) for x, n in zip(xs, w))) + " |"

    sep = "|" + "|".join(("-" * (n + 2) for n in w)) + "|"
    return "\n".join([line(cols), sep, *map(line, cells)])


def walk(value: Any, path: str = "$") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for k, v in value.items():
            yield from walk(v, f"{path}.{k}")
    elif isinstance(value, list):
        for i, v in enumerate(value):
            yield from walk(v, f"{path}[{i}]")
    else:
        yield (path, value)


def flat_paths(value: Any) -> dict[str, Any]:
    return dict(walk(value))


def line_diff(a: list[str], b: list[str]) -> list[str]:
    n, m = (len(a), len(b))
    dp = [[0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            dp[i][j] = dp[i + 1][j + 1] + 1 if a[i] == b[j] else max(dp[i + 1][j], dp[i][j + 1])
    i = j = 0
    out = []
    while i < n or j < m:
        if i < n and j < m and (a[i] == b[j]):
            out.append(" " + a[i])
            i += 1
            j += 1
        elif j < m and (i == n or dp[i][j + 1] >= dp[i + 1][j]):
            out.append("+" + b[j])
            j += 1
        else:
            out.append("-" + a[i])
            i += 1
    return out


class Expr(ABC):
    @abstractmethod
    def eval(self, env: dict[str, float]) -> float: ...


@dataclass(frozen=True)
class Num(Expr):
    v: float

    def eval(self, env):
        return self.v


@dataclass(frozen=True)
class Var(Expr):
    name: str

    def eval(self, env):
        try:
            return env[self.name]
        except KeyError:
            raise NameError(f"name {self.name!r} is not defined") from None


@dataclass(frozen=True)
class Bin(Expr):
    op: str
    l: Expr
    r: Expr
    OPS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}

    def eval(self, env):
        return self.OPS[self.op](self.l.eval(env), self.r.eval(env))


def simplify(e: Expr) -> Expr:
    match e:
        case Bin("+", Num(0), x) | Bin("+", x, Num(0)):
            return simplify(x)
        case Bin("*", Num(0), _) | Bin("*", _, Num(0)):
            return Num(0)
        case Bin("*", Num(1), x) | Bin("*", x, Num(1)):
            return simplify(x)
        case Bin(op, l, r):
            return Bin(op, simplify(l), simplify(r))
        case _:
            return e


def interpret(x: float) -> list[Any]:
    e = Bin("+", Bin("*", Num(1), Var("x")), Bin("*", Num(0), Var("y")))
    out: list[Any] = [repr(simplify(e)), simplify(e).eval({"x": x}), simplify(e) == Var("x"), hash(Num(1.0)) == hash(Num(1.0))]
    try:
        e.eval({"x": x})
    except NameError as err:
        out.append(str(err))
    try:
        Bin("/", Num(1.0), Num(0)).eval({})
    except ZeroDivisionError as err:
        out.append(str(err))
    return out


def kmeans(points: list[tuple[float, float]], k: int, seed: int) -> list[Any]:
    rng = random.Random(seed)
    cents = rng.sample(points, k)
    assign: list[int] = []
    for _ in range(10):
        new = [min(range(k), key=lambda c: (p[0] - cents[c][0]) ** 2 + (p[1] - cents[c][1]) ** 2) for p in points]
        if new == assign:
            break
        assign = new
        for c in range(k):
            mem = [p for p, a in zip(points, assign) if a == c]
            if mem:
                cents[c] = tuple((round(sum(x) / len(mem), 6) for x in zip(*mem)))
    return [assign, cents]


class Role(StrEnum):
    ADMIN = auto()
    USER = auto()

    @property
    def level(self) -> int:
        return {"admin": 10, "user": 1}[self.value]

    @classmethod
    def parse(cls, s: str) -> Role:
        try:
            return cls(s.lower())
        except ValueError:
            return cls.USER


def text_roles(names: list[str]) -> list[Any]:
    rs = [Role.parse(n) for n in names]
    return [
        [r.level for r in rs],
        [f"{r}" for r in rs],
        rs[0] == "admin" if rs else None,
        sorted(rs),
        Counter(rs).most_common(1),
        [r.upper() for r in rs],
        json.dumps({"r": rs[0]}) if rs else "",
    ]


def parse_numbers(lines: list[str]) -> dict[str, Any]:
    good, bad = ([], {})
    for n, line in enumerate(map(str.strip, lines), start=1):
        if not line or line.startswith("#"):
            continue
        try:
            value = int(line, 0) if line[:2] in ("0x", "0b") else float(line)
        except ValueError as e:
            bad[n] = str(e)
        else:
            good.append(value)
        finally:
            pass
    return {"good": good, "bad": bad, "sum": sum(good)}


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Range2:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(self.n))]
        if i < 0:
            i += self.n
        if not 0 <= i < self.n:
            raise IndexError(i)
        return i * i


def own_protocols(n: int) -> list[Any]:
    c = Countdown(n)
    r = Range2(n)
    a, b, *rest = r
    return [
        list(c),
        list(c),
        sum(Countdown(n)),
        list(r),
        r[-1],
        r[1:3],
        4 in r,
        list(reversed(r)),
        a,
        b,
        rest,
        max(r),
        dict(enumerate(r)),
        list(zip(r, Countdown(n))),
    ]


def take(x):
    return x * 2


def typing_bits(x: int) -> list[Any]:
    y = cast(int, x)
    z: Optional[int] = y if y > LIMIT else None
    return [take(y), take("a"), z, LIMIT]


ARGUMENTS = {
    token_budget: [([("system", "be nice"), ("user", "x" * 30), ("user", "y" * 30)], "small")],
    dispatching: [(1, "a")],
    total_order: [("1.2", "1.10"), ("1", "1")],
    cached_stats: [([1.0, 2.0],)],
    case_dict: [([("A", 1), ("b", 2)],)],
    topological_order: [({"a": ["b"], "b": ["c"]},), ({"a": ["b"], "b": ["a"]},)],
    render_template: [("Hi {{ user.name | upper }} {{x.1}} {{ d|json }}", {"user": {"name": "bo"}, "x": [1, 2], "d": {"k": [1]}})],
    task_schedule: [([("a", "LOW", ["b"]), ("b", "HIGH", []), ("c", "MID", ["zz"])],)],
    rate_limiter: [([("a", 0.0), ("a", 0.5), ("a", 0.9), ("a", 1.0), ("b", 1.0)],)],
    text_table: [([{"a": 1, "b": "xx"}, {"a": 22, "c": None}],), ([],)],
    flat_paths: [({"a": [1, {"b": None}], "c": {"d": "x"}},)],
    line_diff: [(["a", "b", "c"], ["a", "c", "d"])],
    interpret: [(3.0,)],
    kmeans: [([(0.0, 0.0), (0.1, 0.0), (5.0, 5.0), (5.1, 5.0)], 2, 1)],
    text_roles: [(["ADMIN", "x"],), ([],)],
    parse_numbers: [(["1", "0x1f", "abc", "# c", "2.5", ""],)],
    own_protocols: [(4,)],
    typing_bits: [(5,), (1,)],
}
