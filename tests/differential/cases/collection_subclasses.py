"""Subclasses of dict, list, OrderedDict, defaultdict, UserDict and UserList."""

from __future__ import annotations

import string
from collections import Counter, OrderedDict, UserDict, UserList, defaultdict
from typing import Any


class Handlers(dict):
    def register(self, name):
        def keep(function):
            self[name] = function
            return function

        return keep

    def __missing__(self, key):
        raise KeyError(f"no handler {key!r}; have {sorted(self)}")


def handlers_by_name(names: list[str], x: int) -> list[Any]:
    handlers = Handlers()

    @handlers.register("double")
    def double(value):
        return value * 2

    @handlers.register("square")
    def square(value):
        return value * value

    out: list[Any] = []
    for name in names:
        try:
            out.append(handlers[name](x))
        except KeyError as error:
            out.append(str(error))
    return [out, len(handlers), sorted(handlers), "double" in handlers, isinstance(handlers, dict)]


class KeptFields(dict):
    def __missing__(self, key):
        return "{" + key + "}"


def missing_fields_stay(template: str, values: dict[str, str]) -> list[str]:
    fields = KeptFields(values)
    return [template.format_map(fields), template.format_map(KeptFields()), string.Template("$a $b").substitute(fields)]


class Tally(dict):
    def __init__(self, name, *given, **more):
        super().__init__(*given, **more)
        self.name = name

    def __getitem__(self, key):
        return super().get(key, 0)

    def add(self, key, by=1):
        self[key] = self[key] + by
        return self


def dict_methods_look_at_what_is_held(words: list[str]) -> list[Any]:
    tally = Tally("words", {"a": 1}, b=5)
    for word in words:
        tally.add(word)
    other = Tally("other", [("z", 1)])
    other.update(tally, q=7)
    merged = tally | {"m": 1}
    reflected = {"m": 1} | tally
    plain = {**tally}
    copied = tally.copy()
    copied["new"] = 1
    tally |= {"i": 2}
    return [
        tally, tally.name, dict(tally), tally.get("zz"), tally["zz"], tally.pop("a"), tally.pop("zz", None), tally.setdefault("s", 3),
        list(tally), list(reversed(tally)), sorted(tally.items()), other, merged, reflected, plain, copied, type(tally).__name__,
        type(merged).__name__, tally == dict(tally), {"x": 1} == tally, tally != other, repr(tally), f"{tally}", bool(Tally("e")),
        len(tally), max(tally, key=tally.get), [key for key in tally if key > "b"], tally.popitem(), tally,
    ]  # fmt: skip


class Bare(dict):
    def __init__(self, label: str):
        self.label = label


def dict_without_its_init(label: str) -> list[Any]:
    bare = Bare(label)
    bare["x"] = [label]
    bare["x"].append("y")
    return [bare, bare.label, len(bare), bare == {"x": [label, "y"]}]


class Stack(list):
    def push(self, item):
        self.append(item)

    def peek(self):
        return self[-1] if self else None

    @property
    def empty(self) -> bool:
        return not self


def stack_machine(tokens: list[str]) -> Any:
    stack = Stack()
    for token in tokens:
        if token in ("+", "-", "*"):
            right, left = stack.pop(), stack.pop()
            stack.push(left + right if token == "+" else left - right if token == "-" else left * right)
        else:
            stack.push(int(token))
    return [stack.peek(), stack.empty, len(stack), stack, repr(stack), isinstance(stack, list)]


class Series(list):
    def mean(self):
        return sum(self) / len(self)

    def __getitem__(self, index):
        found = super().__getitem__(index)
        return Series(found) if isinstance(index, slice) else found


def list_methods_of_subclasses(values: list[float]) -> list[Any]:
    series = Series(values)
    series.append(9.5)
    series += (1.0, 2.0)
    series.insert(0, -1.0)
    series[1:2] = [0.25, 0.5]
    middle = series[1:3]
    plain = [1.0]
    plain += series
    first, *rest = series
    out: list[Any] = [series.mean(), middle.mean(), middle, series + [1.0], [1.0] + series, series * 2, first, rest, plain, [*series, 7.0]]
    series.sort(reverse=True)
    out += [
        series,
        series.index(9.5),
        series.count(1.0),
        9.5 in series,
        min(series),
        sorted(series),
        list(map(str, series)),
        series == list(series),
    ]
    series.reverse()
    del series[0]
    out += [series.copy(), series < [100.0], [0.0] < series, tuple(series), ",".join(f"{x:g}" for x in series), series.pop(), series]
    try:
        series.remove(1e9)
    except ValueError as error:
        out.append(str(error))
    try:
        series + (1.0,)
    except TypeError as error:
        out.append(str(error))
    return out


class Recent(OrderedDict):
    def __init__(self, size=2):
        super().__init__()
        self.size = size

    def __getitem__(self, key):
        value = super().__getitem__(key)
        self.move_to_end(key)
        return value

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        if len(self) > self.size:
            oldest = next(iter(self))
            del self[oldest]


def recent_keys(keys: list[str], size: int) -> list[Any]:
    recent = Recent(size)
    for at, key in enumerate(keys):
        if key in recent:
            recent[key] += 1
        else:
            recent[key] = at
    recent.setdefault("s", 5)
    recent.update({"u": 6})
    return [list(recent.items()), repr(recent), recent.popitem(last=False), recent.get("nope"), len(recent)]


class Neighbours(defaultdict):
    def __init__(self):
        super().__init__(set)

    def join(self, left, right):
        self[left].add(right)
        self[right].add(left)


def edges_of_neighbours(edges: list[tuple[int, int]]) -> list[Any]:
    graph = Neighbours()
    for left, right in edges:
        graph.join(left, right)
    return [{key: sorted(value) for key, value in graph.items()}, 99 in graph, graph[99], graph.get(5), len(graph)]


class Ordered(OrderedDict):
    def first(self):
        return next(iter(self))


def ordered_compare_and_copy(pairs: list[tuple[str, int]]) -> list[Any]:
    ordered = Ordered(pairs)
    backwards = Ordered(reversed(pairs))
    copied = ordered.copy()
    copied["new"] = 1
    joined = ordered | {"m": 1}
    reflected = {"m": 1} | ordered
    return [
        ordered == backwards, ordered == dict(backwards), dict(backwards) == ordered, ordered != backwards, repr(copied), repr(joined),
        repr(reflected), type(reflected).__name__, joined.first(), ordered == OrderedDict(pairs), OrderedDict(pairs) == backwards,
    ]  # fmt: skip


class Inventory(Counter):
    def restock(self, item, count):
        self[item] += count
        return self


def inventory_of_counter(items: list[str]) -> list[Any]:
    inventory = Inventory(items)
    inventory.restock("a", 3)
    inventory.update(["a", "q"])
    inventory.subtract({"q": 5})
    other = Counter("ab")
    return [
        inventory, inventory["a"], inventory["zz"], "zz" in inventory, inventory.most_common(1), inventory.total(), repr(inventory),
        inventory + other, inventory - other, other + inventory, sorted(inventory.elements()), dict(inventory), inventory == Counter(inventory),
        repr(inventory.copy()), len(inventory),
    ]  # fmt: skip


class Attributes(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no attribute {name}") from None

    def __setattr__(self, name, value):
        self[name] = value


def attributes_are_items(given: dict[str, int], key: str) -> list[Any]:
    held = Attributes(given)
    held.extra = 5
    held.extra += 1
    setattr(held, key, 7)
    try:
        missing = held.nope
    except AttributeError as error:
        missing = str(error)
    return [held.extra, missing, held, "extra" in held, held == dict(held)]


class Lowered(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)

    def __getitem__(self, key):
        return super().__getitem__(key.lower())


def user_dict_lowered(pairs: list[tuple[str, int]]) -> list[Any]:
    lowered = Lowered({"Start": 0})
    for key, value in pairs:
        lowered[key] = value
    lowered.update({"UP": 1})
    return [lowered["START"], sorted(lowered.items()), len(lowered), lowered.get("zz"), "up" in lowered, dict(lowered), list(lowered)]


class Padded(UserList):
    def __getitem__(self, index):
        try:
            return self.data[index]
        except IndexError:
            return None


def user_list_padded(values: list[int]) -> list[Any]:
    padded = Padded(values)
    padded.append(7)
    padded.extend([8])
    return [padded[0], padded[99], len(padded), padded.data, 7 in padded, padded.index(7)]


SETTINGS = Tally("captured", {"depth": 3})


def captured_subclass(key: str) -> list[Any]:
    return [SETTINGS[key], SETTINGS.name, list(SETTINGS), {**SETTINGS}]


class Squares:
    def __init__(self, count):
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        if not 0 <= index < self.count:
            raise IndexError(index)
        return index * index


def items_by_number_spread(count: int) -> list[Any]:
    squares = Squares(count)
    plain = [7]
    plain += squares
    plain.extend(squares)
    return [[*squares], (*squares, 1), {*squares}, plain, "-".join(map(str, squares)), dict.fromkeys(squares, 0)]


ARGUMENTS = {
    handlers_by_name: [(["double", "square", "cube"], 7), ([], 1)],
    missing_fields_stay: [("{a} {b} {{x}} {a:>4}", {"a": "1", "b": "2"}), ("{c!r}", {"a": "", "b": "q"}), ("{a", {}), ("}", {"a": "1"})],
    dict_methods_look_at_what_is_held: [(["a", "c", "a"],), ([],)],
    dict_without_its_init: [("l",)],
    stack_machine: [(["1", "2", "+", "4", "*"],), ([],), (["+"],)],
    list_methods_of_subclasses: [([3.0, 4.0],), ([],)],
    recent_keys: [(["a", "b", "a", "c"], 2), (["a"], 3), ([], 1)],
    edges_of_neighbours: [([(1, 2), (2, 3)],), ([],)],
    ordered_compare_and_copy: [([("a", 1), ("b", 2)],), ([("a", 1)],)],
    inventory_of_counter: [(["a", "b", "a"],), ([],)],
    attributes_are_items: [({"a": 1}, "k"), ({"nope": 2}, "extra")],
    user_dict_lowered: [([("A", 1), ("b", 2)],), ([],)],
    user_list_padded: [([1, 2],), ([],)],
    captured_subclass: [("depth",), ("nope",)],
    items_by_number_spread: [(4,), (0,)],
}
