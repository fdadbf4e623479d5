"""Methods of one instance that meet in a table, a list, an attribute or a variable."""

from __future__ import annotations

from typing import Any


class Machine:
    def __init__(self, scale: int):
        self.scale = scale
        self.log: list[str] = []
        self.table = {"start": self.start, "stop": self.stop}
        self.current = self.start

    def start(self, x):
        self.log.append(f"start {x}")
        return x * self.scale

    def stop(self, x):
        self.log.append(f"stop {x}")
        return -x

    def run(self, names, x):
        local = {"start": self.start, "stop": self.stop, "double": lambda value: value * 2}
        return [local[name](x) for name in names if name in local]

    def next(self, name, x):
        self.current = self.table.get(name, self.current)
        return self.current(x)


def methods_in_tables(names: list[str], x: int) -> list[Any]:
    machine, other = Machine(2), Machine(10)
    out: list[Any] = [machine.run(names, x), [machine.next(name, x) for name in names]]
    for method in (machine.start, other.start, other.stop):
        out.append(method(1))
    chosen = machine.stop if x > 2 else other.start
    return [*out, chosen(5), list(map(machine.start, [1, 2])), machine.log, other.log, max([3, 1], key=machine.stop)]


class Equal:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return True

    def start(self, x):
        return x + self.value

    def stop(self, x):
        return -x


def methods_compared(x: int) -> list[Any]:
    left, right = Equal(1), Equal(1)
    first, second = left.start, left.stop
    chosen = first if x else second
    known = {left.start: "start"}
    return [first == left.start, first == second, first != right.start, chosen == first, first in [left.stop, left.start],
            first in [right.start, left.stop], left.start in known, right.start in known, chosen(3)]  # fmt: skip


def builtin_methods_in_tables(commands: list[tuple[str, int]]) -> list[Any]:
    held: set[int] = set()
    order: list[int] = []
    table = {"add": held.add, "drop": held.discard}
    ends = [order.append, order.remove]
    for name, value in commands:
        table[name](value)
        ends[name == "drop"](value)
    return [sorted(held), order]


ARGUMENTS = {
    methods_in_tables: [(["start", "stop", "zz", "double"], 3), ([], 1)],
    methods_compared: [(1,), (0,)],
    builtin_methods_in_tables: [([("add", 1), ("add", 2), ("drop", 1)],), ([],), ([("drop", 5)],)],
}
