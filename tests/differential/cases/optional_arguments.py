import json
import re
from collections import Counter, deque


def oa_last_group(text: str) -> list:
    m = re.match(r"(?P<w>[a-z]+)|(?P<n>\d+)|(?:!)", text)
    return [m[m.lastgroup], m.group(m.lastgroup), m.start(m.lastgroup), m.groupdict()[m.lastgroup]]


def oa_texts(texts: dict[str, str], key: str) -> list:
    return [re.sub("a", "b", texts.get(key)), re.sub("a", texts.get(key), "a"), json.loads(texts.get(key))]


def oa_loaded(texts: dict[str, str], key: str) -> int:
    return json.loads(texts.get(key))["a"]


def oa_rotated(numbers: dict[str, int], key: str) -> list:
    queue = deque([1, 2, 3])
    queue.rotate(numbers.get(key))
    return [list(queue), Counter("aab").most_common(numbers.get(key))]


def oa_named(numbers: dict[str, int], key: str) -> list:
    n = numbers.get(key)
    return ["a b c".split(maxsplit=n)]


def oa_rounded(numbers: dict[str, int], key: str) -> list:
    return [round(2.567, ndigits=numbers.get(key)), int("11", base=numbers.get(key))]


ARGUMENTS = {
    oa_last_group: [("abc",), ("12",), ("!",)],
    oa_texts: [({"a": "12"}, "a"), ({}, "b")],
    oa_loaded: [({"a": '{"a": 1}'}, "a"), ({}, "b")],
    oa_rotated: [({"a": 2}, "a"), ({}, "b")],
    oa_named: [({"a": 1}, "a"), ({}, "b")],
    oa_rounded: [({"a": 2}, "a"), ({}, "b")],
}
