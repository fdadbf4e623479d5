"""Dataclasses whole, and what classes of users do besides: reflection, ordering, sequences, generics, nesting, registries."""

from __future__ import annotations
import functools
from dataclasses import dataclass, field, replace, asdict, astuple, fields, is_dataclass, InitVar, KW_ONLY
from typing import Any, ClassVar, Generic, TypeVar, Protocol, Optional
from abc import ABC, abstractmethod


@dataclass
class A:
    x: int
    y: float = 1.5
    tags: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class F:
    a: int
    b: str = "q"


@dataclass
class N:
    a: A
    items: list[A] = field(default_factory=list)
    by: dict[str, F] = field(default_factory=dict)
    pair: tuple[int, F] | None = None


def dataclasses_replace(n: int) -> list[object]:
    f = F(n)
    g = replace(f, b="z")
    a = A(n, tags=["k"])
    c = replace(a, x=n + 1)
    c.tags.append("m")
    return [repr(f), repr(g), repr(a), repr(c), f == g, replace(f) == f]


def dataclasses_asdict(n: int) -> list[object]:
    v = N(A(n), [A(1, 2.0, ["t"])], {"f": F(2)}, (n, F(3)))
    d = asdict(v)
    v.items[0].tags.append("later")
    return [d, asdict(F(n)), astuple(F(n)), list(asdict(A(n)).items())]


def dataclasses_astuple(n: int) -> list[object]:
    v = N(A(n), [A(1, 2.0, ["t"])], {"f": F(2)}, (n, F(3)))
    return [astuple(v), astuple(A(n))]


def dataclasses_fields(n: int) -> list[object]:
    a = A(n)
    names = [f.name for f in fields(a)]
    vals = {f.name: getattr(a, f.name) for f in fields(a)}
    return [names, vals, [f.name for f in fields(F)], is_dataclass(a), is_dataclass(A), is_dataclass(n), len(fields(A))]


@dataclass(kw_only=True)
class K:
    a: int = 1
    stop: list[str] = field(default_factory=lambda: ["</s>"])
    hid: int = field(default=3, repr=False, compare=False)


@dataclass
class KO:
    a: int
    _: KW_ONLY
    b: int = 2
    c: int = field(kw_only=False, default=9)


def dataclasses_kw(n: int) -> list[object]:
    k = K(a=n)
    k.stop.append("x")
    return [repr(k), repr(K()), K(hid=1) == K(hid=2), K(stop=["q"]).stop, repr(KO(n, b=4)), repr(KO(n))]


@dataclass
class Iv:
    base: int
    scale: InitVar[int] = 2
    total: int = field(init=False, default=0)

    def __post_init__(self, scale: int) -> None:
        self.total = self.base * scale


@dataclass
class Iv2(Iv):
    extra: str = "e"

    def __post_init__(self, scale: int) -> None:
        super().__post_init__(scale)
        self.extra = self.extra * 2


def dataclasses_initvar(n: int) -> list[object]:
    return [repr(Iv(n)), repr(Iv(n, 5)), repr(Iv2(n, 3, extra="z")), Iv(n).total]


@dataclass(slots=True)
class S:
    x: int
    y: int = 2


@dataclass(eq=False)
class E:
    x: int


@dataclass(unsafe_hash=True)
class U:
    x: int
    z: str = field(default="s", hash=False)


@dataclass(order=True)
class O:
    key: int
    name: str = field(compare=False, default="")


def dataclasses_flags(n: int) -> list[object]:
    s = S(n)
    s.y = 5
    out = [
        repr(s),
        S(1) == S(1),
        E(1) == E(1),
        len({U(1), U(1, "t"), U(2)}),
        repr(sorted([O(2, "a"), O(1, "b")])),
        O(1) < O(2),
        O(1, "a") == O(1, "b"),
        max(O(3), O(4)).key,
    ]
    try:
        s.z = 1
    except AttributeError as e:
        out.append(str(e))
    return out


@functools.total_ordering
class V:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __eq__(self, o):
        if not isinstance(o, V):
            return NotImplemented
        return (self.a, self.b) == (o.a, o.b)

    def __lt__(self, o):
        if not isinstance(o, V):
            return NotImplemented
        return (self.a, self.b) < (o.a, o.b)

    def __repr__(self):
        return f"{self.__class__.__name__}({self.a}, {self.b})"

    def __hash__(self):
        return hash((self.a, self.b))

    def __format__(self, spec):
        return f"<{self.a:{spec}}>" if spec else str(self)

    def __call__(self, k=1):
        return self.a * k

    def __index__(self):
        return self.a

    def bigger(self, k):
        return type(self)(self.a + k, self.b)

    def copy(self):
        return self.__class__(self.a, self.b)


def dataclasses_order(n: int) -> list[object]:
    v, w = V(n, 1), V(2, 0)
    out = [
        v < w,
        v <= w,
        v > w,
        v >= w,
        repr(max(v, w)),
        repr(sorted([w, v])),
        v(),
        v(3),
        f"{v:>4}",
        f"{v}",
        repr(v.bigger(2)),
        [10, 20, 30][V(1, 1)],
        repr(v.copy()),
        type(v).__name__,
        type(v) is V,
    ]
    try:
        v < 3
    except TypeError as e:
        out.append(str(e))
    return out


def dataclasses_attrs(n: int) -> list[object]:
    a = A(n)
    out = [hasattr(a, "x"), hasattr(a, "nope"), getattr(a, "x"), getattr(a, "nope", -1), getattr(a, "y", None)]
    setattr(a, "x", n + 1)
    out.append(a.x)
    return out


class Seq:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        return i * i

    def __len__(self):
        return self.n


def dataclasses_seq(n: int) -> list[object]:
    s = Seq(n)
    return [list(s), [x + 1 for x in s], 4 in s, sum(s), bool(s), max(s, default=-1)]


T = TypeVar("T")


@dataclass
class Box(Generic[T]):
    item: T
    more: list[T] = field(default_factory=list)

    def map(self, f):
        return Box(f(self.item), [f(m) for m in self.more])


class Sized(Protocol):
    def area(self) -> float: ...


class Sq:
    def __init__(self, s):
        self.s = s

    def area(self):
        return self.s * self.s


@dataclass
class Rect:
    w: float
    h: float

    def area(self) -> float:
        return self.w * self.h


def total(shapes: list[Sized]) -> float:
    return sum(s.area() for s in shapes)


def dataclasses_generic(n: int) -> list[object]:
    b = Box[int](n, [1, 2])
    return [repr(b.map(lambda x: x + 1)), total([Sq(n), Rect(1.0, 2.5)]), Box(n).item]


class Outer:
    limit = 3

    class Inner:
        def __init__(self, v):
            self.v = v

        def get(self):
            return self.v + Outer.limit

    @dataclass
    class Conf:
        k: int = 1

    def make(self, v):
        return Outer.Inner(v)

    def conf(self):
        return self.Conf(5)


def dataclasses_nested(n: int) -> list[object]:
    o = Outer()
    return [o.make(n).get(), repr(o.conf()), repr(Outer.Conf()), Outer.Conf.__name__, Outer.Conf.__qualname__]


@dataclass
class Tree:
    v: int
    kids: list[Tree] = field(default_factory=list)
    parent: Optional[Tree] = field(default=None, repr=False, compare=False)

    def add(self, k: Tree) -> Tree:
        k.parent = self
        self.kids.append(k)
        return self

    def depth(self) -> int:
        return 1 + max((k.depth() for k in self.kids), default=0)


@dataclass
class Cyc:
    v: int
    other: Cyc | None = None


def dataclasses_tree(n: int) -> list[object]:
    t = Tree(1).add(Tree(2).add(Tree(n))).add(Tree(4))
    c = Cyc(n)
    c.other = c
    return [repr(t), t.depth(), t.kids[0].parent is t, repr(c), t == Tree(1)]


class Plug:
    registry: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls, **kw: Any) -> None:
        super().__init_subclass__(**kw)
        Plug.registry[cls.__name__.lower()] = cls.__name__


class PA(Plug):
    def run(self, x):
        return x + 1


class PB(Plug):
    def run(self, x):
        return x * 2


KINDS = {"a": PA, "b": PB}


def dataclasses_registry(n: int) -> list[object]:
    return [
        sorted(Plug.registry.items()),
        Plug.registry.get("pa"),
        KINDS["b" if n else "a"]().run(n),
        [KINDS[k]().run(n) for k in ("a", "b")],
    ]


class Base(ABC):
    def __init__(self, name):
        self.name = name

    @abstractmethod
    def f(self, x): ...
    @property
    @abstractmethod
    def q(self): ...
    def g(self, x):
        return self.f(x) + 1


class Im(Base):
    def f(self, x):
        return x * 2

    @property
    def q(self):
        return self.name + "!"


def apply(b: Base, x: int) -> int:
    return b.g(x)


def dataclasses_abc(n: int) -> list[object]:
    i = Im("k")
    return [apply(i, n), i.q, isinstance(i, Base), issubclass(Im, Base)]


def dataclasses_params(a: A, n: Optional[N], fs: list[F], u: A | F) -> list[object]:
    return [repr(a), repr(n), fs, repr(u), isinstance(u, A), a]


def dataclasses_result(n: int) -> dict[str, N]:
    return {"k": N(A(n), [A(1, 2.0, ["t"])], {"f": F(2)}, (n, F(3)))}


class Temp:
    def __init__(self, c):
        self._c = c

    @property
    def c(self):
        return self._c

    @c.setter
    def c(self, v):
        if v < -273:
            raise ValueError("too cold")
        self._c = v

    @classmethod
    def from_f(cls, f):
        return cls((f - 32) / 1.8)

    @staticmethod
    def check(v):
        return v > 0

    def __iadd__(self, o):
        self._c += o
        return self

    def __str__(self):
        return f"{self.c:.1f}C"

    def __bool__(self):
        return self._c != 0


def dataclasses_props(n: int) -> list[object]:
    t = Temp(n)
    t.c = n + 1
    t += 2
    out = [str(t), t.c, Temp.check(n), str(Temp.from_f(50.0)), bool(Temp(0)), "y" if Temp(1) else "n", not t]
    try:
        t.c = -300
    except ValueError as e:
        out.append(str(e))
    return out


ARGUMENTS = {
    f: [(3,), (0,)]
    for f in [
        dataclasses_replace,
        dataclasses_asdict,
        dataclasses_astuple,
        dataclasses_fields,
        dataclasses_kw,
        dataclasses_initvar,
        dataclasses_flags,
        dataclasses_order,
        dataclasses_attrs,
        dataclasses_seq,
        dataclasses_generic,
        dataclasses_nested,
        dataclasses_tree,
        dataclasses_registry,
        dataclasses_abc,
        dataclasses_result,
        dataclasses_props,
    ]
}
ARGUMENTS[dataclasses_params] = [(A(1), None, [F(1)], F(3)), (A(2, 2.5, ["q"]), N(A(1), [A(5)], {"s": F(9, "w")}, (4, F(1))), [], A(3))]
