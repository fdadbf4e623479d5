"""`match`: every kind of pattern, what it binds, what it narrows."""

from collections import deque
from dataclasses import dataclass


class Settings:
    limit = 10
    name = "auto"


@dataclass
class Circle:
    radius: float


@dataclass
class Square:
    side: float
    label: str | None = None


@dataclass(frozen=True)
class Group:
    parts: list


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x: int, y: int):
        self.x = x
        self.y = y

    @property
    def total(self) -> int:
        return self.x + self.y


class Point3(Point):
    def __init__(self, x: int, y: int, z: int):
        super().__init__(x, y)
        self.z = z


def match_literals(value: int | float | str | bool | None) -> str:
    match value:
        case None:
            return "none"
        case True:
            return "true"
        case False:
            return "false"
        case 0 | -1:
            return "zero or minus one"
        case 2.5:
            return "two and a half"
        case "a" | "b" as letter:
            return letter.upper()
        case int(n) if n < 0:
            return f"negative {n}"
        case int() | float():
            return f"number {value + 1}"
        case "":
            return "empty"
        case str() as text:
            return f"text {text[::-1]} {len(value)}"
    return "unreachable"


def match_words(command: str) -> list[str]:
    out = []
    match command.split():
        case []:
            out.append("nothing")
        case ["go", ("north" | "south") as direction]:
            out.append("go " + direction)
        case ["go", other]:
            out.append("no way " + other)
        case ["take", *things] if things:
            out.extend(things)
        case [single]:
            out.append("single " + single)
        case [first, *middle, last]:
            out += [first, str(middle), last]
    return out


def match_no_case(number: int) -> int:
    result = -1
    match number:
        case 1:
            result = 10
        case 2 | 3:
            result = 20
    return result


def match_binds_on_failed_guard(pair: tuple[int, int]) -> list[int]:
    x = y = 0
    match pair:
        case (x, 5):
            pass
        case (x, y) if x > y:
            return [x, y, 1]
        case (7, _):
            return [x, y, 2]
    return [x, y, 3]


def match_unbound_name(number: int) -> str:
    match number:
        case 1:
            name = "one"
        case 2 as found:
            name = f"two {found}"
    return name


def match_two(left: int | str | None, right: int | str | None) -> str:
    match left, right:
        case None, None:
            return "none"
        case int(), int():
            return str(left * right)
        case (str() as text, int(times)) | (int(times), str() as text):
            return text * times
        case (None, one) | (one, None):
            return f"one {one!r}"
        case [_, *rest]:
            return f"rest {rest}"


def match_shapes(kind: str, size: float) -> str:
    shape = Circle(size) if kind == "circle" else Square(size) if kind == "square" else Square(size, kind)
    match shape:
        case Circle(radius=0) | Square(0):
            return "point"
        case Circle(r):
            return f"circle {r} {shape.radius}"
        case Square(side, None) if side > 100:
            return "large"
        case Square(side=s, label=None):
            return f"square {s}"
        case Square(label=str(label)):
            return f"{label} {shape.side}"
    return "?"


def match_nested(depth: int, leaf: str) -> str:
    parts = [Circle(1.5), Square(2.0, leaf)]
    shape = Group(parts[:depth])
    match shape:
        case Group(parts=[]):
            return "empty"
        case Group(parts=[Circle(radius=r)]):
            return f"one circle {r}"
        case Group(parts=[Circle(), Square(label="x" | "y" as label)]):
            return f"both {label}"
        case Group([first, *rest]):
            return f"first {first} then {rest}"
    return "?"


def match_points(which: int, x: int, y: int) -> str:
    p = Point(x, y) if which == 0 else Point3(x, y, 7)
    match p:
        case Point3(0, 0, z=z):
            return f"origin {z}"
        case Point3(z=z, total=t) if t > 10:
            return f"far {z} {t}"
        case Point(x=0, y=b) | Point(x=b, y=0):
            return f"axis {b}"
        case Point(a, total=t):
            return f"{a} of {t}"
    return "?"


def match_mapping(event: dict[str, int | str | list[int]]) -> str:
    match event:
        case {"type": "point", "x": int(x), "y": int(y)}:
            return f"point {x + y}"
        case {"type": str(kind), "values": [first, *_]}:
            return f"{kind} {first}"
        case {"type": kind, **rest}:
            return f"{kind!r} {rest} {len(event)}"
        case {"x": _}:
            return "only x"
        case {}:
            return f"other {sorted(event)}"


def match_value_patterns(number: int, name: str) -> str:
    match (number, name):
        case (Settings.limit, Settings.name):
            return "both"
        case (Settings.limit, other):
            return f"limit {other}"
        case (n, Settings.name):
            return f"name {n}"
    return "none"


def match_sequences(kind: int, values: list[int]) -> str:
    subject = values if kind == 0 else (values[0], values[0]) if kind == 1 else (values[0], "x", None)
    match subject:
        case (a, "x", None):
            return f"mixed {a}"
        case [a, b]:
            return f"two {a} {b}"
        case [a, *_, b] if a == b:
            return f"ends {a}"
        case [*head, 9]:
            head.append(0)
            return f"head {head} {values}"
        case list():
            return f"list {subject}"
    return "no"


def match_engine_sequences(n: int) -> list[str]:
    out = []
    queue = deque(range(n), 3)
    match queue:
        case [a]:
            out.append(f"one {a}")
        case [a, *rest]:
            out.append(f"{a} {rest}")
        case _:
            out.append("empty")
    match range(n):
        case [0, 1, *rest]:
            out.append(f"range {rest}")
        case [x]:
            out.append(f"single {x}")
    match "ab":
        case [a, b]:
            out.append("never")
        case str(s):
            out.append(s)
    return out


def match_narrows_rest(value: int | str | list[int]) -> int:
    match value:
        case str():
            return len(value)
        case [a, b]:
            return a * b
        case list():
            return sum(value)
        case other:
            return other + 1


def match_in_loop(items: list[int | str]) -> list[str]:
    out: list[str] = []
    for item in items:
        match item:
            case 0:
                continue
            case "stop":
                break
            case int(n) if n % 2 == 0:
                out.append(f"even {n}")
            case int():
                out.append("odd")
            case s:
                out.append(s)
    else:
        out.append("end")
    return out


def match_rebinds_subject(x: int | str) -> str:
    match x:
        case int(x) if x > 5:
            return f"large {x}"
        case int(y):
            x = y * 2
        case str(x):
            x = len(x)
    return f"{x}"


def match_deep(data: list[tuple[str, list[int]]]) -> list[int]:
    found = []
    for row in data:
        match row:
            case ("sum", [a, b, *_]):
                found.append(a + b)
            case (("max" | "top"), [a, *rest]):
                found.append(max([a, *rest]))
            case (_, []):
                found.append(0)
            case (name, values):
                found.append(len(name) + len(values))
    return found


def match_closure(kind: str, n: int) -> int:
    match kind:
        case "twice":
            factor = 2

            def apply(v: int) -> int:
                return v * factor

        case "add":

            def apply(v: int) -> int:
                return v + n

        case other:

            def apply(v: int) -> int:
                return v + len(other)

    return apply(n)


ARGUMENTS = {
    match_literals: [(value,) for value in (None, True, False, 0, 1, -1, -7, 5, 0.0, 2.5, 3.5, "a", "b", "", "xyz", 1.0)],
    match_words: [(text,) for text in ("", "go north", "go up", "take", "take a b", "x", "x y", "x y z w", "go")],
    match_no_case: [(1,), (2,), (3,), (4,)],
    match_binds_on_failed_guard: [((1, 5),), ((3, 2),), ((7, 9),), ((2, 9),)],
    match_unbound_name: [(1,), (2,), (3,)],
    match_two: [(None, None), (2, 3), ("ab", 2), (2, "ab"), (None, 4), ("x", None), ("a", "b")],
    match_shapes: [("circle", 0.0), ("circle", 2.0), ("square", 0.0), ("square", 200.0), ("square", 2.0), ("box", 3.0)],
    match_nested: [(0, "x"), (1, "x"), (2, "x"), (2, "z")],
    match_points: [(0, 0, 5), (0, 5, 0), (0, 3, 4), (1, 0, 0), (1, 8, 9), (1, 0, 2), (1, 1, 2)],
    match_mapping: [
        ({"type": "point", "x": 1, "y": 2},),
        ({"type": "point", "x": "a"},),
        ({"type": "list", "values": [4, 5]},),
        ({"type": "list", "values": []},),
        ({"x": 1},),
        ({},),
        ({"q": 1, "a": "b"},),
        ({"type": 3},),
    ],
    match_value_patterns: [(10, "auto"), (10, "x"), (1, "auto"), (1, "x")],
    match_sequences: [(0, [1, 2]), (1, [4]), (2, [4]), (0, [1, 5, 1]), (0, [1, 5, 9]), (0, [1, 5, 8]), (0, []), (0, [9])],
    match_engine_sequences: [(0,), (1,), (2,), (5,)],
    match_narrows_rest: [("abc",), ([2, 3],), ([1, 2, 3],), ([],), (41,)],
    match_in_loop: [([1, 2, 0, "x"],), ([4, "stop", 3],), ([],)],
    match_rebinds_subject: [(9,), (3,), ("abcd",)],
    match_deep: [([("sum", [1, 2, 3]), ("max", [4, 9]), ("top", [1]), ("q", []), ("name", [1]), ("sum", [1])],)],
    match_closure: [("twice", 5), ("add", 5), ("abc", 5)],
}
