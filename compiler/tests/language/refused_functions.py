"""Functions that are refused. Each line that is refused ends in a comment with a part of the message."""

# ruff: noqa
# mypy: ignore-errors
import re
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

TABLE = {"a": print, "b": re}
NAMES = np.array([1, 2])
WRITER = re
HUGE = 2**70


def several(text: str, n: int) -> int:
    total = text + n  # can only concatenate str (not "int") to str
    for item in n:  # 'int' object is not iterable
        total += item
    return text.shuffle()  # `str.shuffle` is not supported


def statements(n: int) -> int:
    with open("x") as f:  # `open` is not supported
        pass

    import no_such_module  # this import fails: No module named 'no_such_module'

    global WRITER
    WRITER = n  # belongs to an outer scope

    class Local:  # this class inside a function is not supported
        size = n

    return n


def expressions(n: int) -> int:
    items = [1, 2]
    print(hash(*items))  # `*` needs a tuple here
    n.value = 3  # assigning to an attribute is not supported
    x = missing + 1  # name 'missing' is not defined
    y = memoryview(b"a")  # `memoryview` is not supported
    return HUGE  # does not fit 64 bits


def captured_writes(n: int) -> int:
    TABLE["b"] = n  # `TABLE` cannot be changed
    NAMES[0] = n  # `NAMES` cannot be changed
    Counting.missing = n  # `Counting.missing` cannot be changed
    return n


class Counting:
    def __init__(self) -> None:
        self.count = 0


HISTORY: list[int] = []


def remembers(n: int) -> int:
    HISTORY.append(n)
    return len(HISTORY)


def remembered(n: int) -> int:
    return HISTORY[n]


def wrong_calls(n: int) -> int:
    helper(n, 1, 2)  # helper() takes 1 positional argument but 3 were given
    helper()  # helper() missing 1 required positional argument: 'value'
    helper(other=n)  # helper() got an unexpected keyword argument 'other'
    len(5)  # does not take (int)
    return n(5)  # 'int' object is not callable


def helper(value):
    return value


def no_annotation(n, m: list, k: Any, j: "Missing") -> int:  # the parameter `n` has no annotation
    return 1


def unhashable(n: int) -> int:
    table = {[n]: 1}  # unhashable type: 'list'
    return len(table)


def fixed_items(items: list[int]) -> list[int]:
    items.append("text")  # `list.append` does not take (list[int], str)
    return items


def maybe_none(items: dict[str, int]) -> int:
    value = items.get("a")
    return len(value)  # does not take


def unsortable(n: int) -> list[int]:
    return max({"a": n}, {"b": n})  # cannot be sorted


def too_many(pair: tuple[int, int]) -> int:
    a, b, c = pair  # not enough values to unpack (expected 3, got 2)
    return a


def star_parameters(*items: int) -> int:  # the parameter *items is not supported
    return 0


def in_a_helper(n: int) -> int:
    return bad_helper(n)


def bad_helper(value):
    return value.upper()  # `.upper` of int is not supported


def unknown_pattern(text: str, pattern: str) -> list[str]:
    return re.findall(pattern.encode(), text)  # `re.compile` does not take


def wrong_patterns(text: str) -> list[str]:
    found = re.findall("(", text)  # the pattern '(' is wrong
    found += re.findall(rb"a", text)  # a pattern must be a str here
    found += re.findall(r"(?:(a)|b)++", text)  # groups inside of a possessive repeat are not supported
    found.append(re.sub("(a)", r"\2", text))  # the replacement '\\2' is wrong for its pattern
    return found


def returns_a_function(n: int):  # returns_a_function returns a function
    return lambda x: x + n


def returns_functions(n: int):  # returns_functions returns a function
    return {"len": len, "inner": lambda x: x + n}


def returns_an_instance(n: int):  # returns_an_instance returns Counting
    return [Counting()]


def text_of_a_function(n: int) -> str:
    def inner():
        return n

    return str(inner)  # the text of a function is not supported


def any_array(values: ArrayLike) -> int:  # the annotation numpy.typing.ArrayLike is not supported
    return 1


REFUSED = [
    any_array,
    returns_an_instance,
    returns_a_function,
    returns_functions,
    text_of_a_function,
    several,
    statements,
    expressions,
    captured_writes,
    wrong_calls,
    no_annotation,
    unhashable,
    fixed_items,
    maybe_none,
    unsortable,
    too_many,
    star_parameters,
    in_a_helper,
    unknown_pattern,
    wrong_patterns,
]
