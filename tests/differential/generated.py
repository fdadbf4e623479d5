"""Random Python functions over ints, strings and lists, as source text."""

from __future__ import annotations

from hypothesis import strategies as st

NUMBERS = st.one_of(st.integers(-20, 20), st.sampled_from([2**31, -(2**40), 10**12]))


def integer(depth: int) -> st.SearchStrategy[str]:
    """An expression that is an int, or raises."""
    leaf = st.one_of(st.sampled_from(["a", "b"]), NUMBERS.map(lambda value: f"({value})"), st.just("len(s)"), st.just("len(xs)"))
    if depth == 0:
        return leaf
    inner, text, items = integer(depth - 1), string(depth - 1), integers(depth - 1)
    return st.one_of(
        leaf,
        st.tuples(inner, st.sampled_from(["+", "-", "*", "//", "%", "&", "|", "^"]), inner).map(lambda parts: f"({' '.join(parts)})"),
        st.tuples(inner, boolean(depth - 1), inner).map(lambda parts: f"({parts[0]} if {parts[1]} else {parts[2]})"),
        inner.map(lambda value: f"abs({value})"),
        inner.map(lambda value: f"-({value})"),
        st.tuples(inner, inner).map(lambda parts: f"max({parts[0]}, {parts[1]})"),
        st.tuples(inner, inner).map(lambda parts: f"({parts[0]} or {parts[1]})"),
        items.map(lambda value: f"sum({value})"),
        items.map(lambda value: f"len({value})"),
        st.tuples(items, inner).map(lambda parts: f"{parts[0]}[{parts[1]}]"),
        st.tuples(items, inner).map(lambda parts: f"{parts[0]}.count({parts[1]})"),
        st.tuples(text, text).map(lambda parts: f"{parts[0]}.find({parts[1]})"),
        st.tuples(text, text).map(lambda parts: f"{parts[0]}.count({parts[1]})"),
        text.map(lambda value: f"int({value} or '0')"),
    )


def boolean(depth: int) -> st.SearchStrategy[str]:
    """An expression that is a bool."""
    if depth == 0:
        return st.sampled_from(["a < b", "s == t", "a == len(s)", "not xs", "bool(a)"]).map(lambda text: f"({text})")
    number, text, items = integer(depth - 1), string(depth - 1), integers(depth - 1)
    return st.one_of(
        st.tuples(number, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]), number).map(lambda parts: f"({' '.join(parts)})"),
        st.tuples(number, number, number).map(lambda parts: f"({parts[0]} < {parts[1]} <= {parts[2]})"),
        st.tuples(text, st.sampled_from(["<", "==", "in", "not in"]), text).map(lambda parts: f"({' '.join(parts)})"),
        st.tuples(number, items).map(lambda parts: f"({parts[0]} in {parts[1]})"),
        st.tuples(boolean(depth - 1), st.sampled_from(["and", "or"]), boolean(depth - 1)).map(lambda parts: f"({' '.join(parts)})"),
        boolean(depth - 1).map(lambda value: f"(not {value})"),
        items.map(lambda value: f"any({value})"),
        st.tuples(text, text).map(lambda parts: f"{parts[0]}.startswith({parts[1]})"),
    )


def string(depth: int) -> st.SearchStrategy[str]:
    """An expression that is a str."""
    leaf = st.one_of(st.sampled_from(["s", "t"]), st.sampled_from(["", "a", "ab ", "é", "x,y", "\U0001f600", "12"]).map(repr))
    if depth == 0:
        return leaf
    number, text, items = integer(depth - 1), string(depth - 1), integers(depth - 1)
    bound = st.one_of(number, st.just(""))
    return st.one_of(
        leaf,
        st.tuples(text, text).map(lambda parts: f"({parts[0]} + {parts[1]})"),
        text.map(lambda value: f"{value}.upper()"),
        text.map(lambda value: f"{value}.strip()"),
        text.map(lambda value: f"repr({value})"),
        number.map(lambda value: f"str({value})"),
        st.tuples(text, text, text).map(lambda parts: f"{parts[0]}.replace({parts[1]}, {parts[2]}, 3)"),
        st.tuples(text, bound, bound, st.sampled_from(["1", "-1", "2"])).map(lambda parts: f"{parts[0]}[{parts[1]}:{parts[2]}:{parts[3]}]"),
        st.tuples(text, number).map(lambda parts: f"{parts[0]}[{parts[1]}]"),
        st.tuples(text, items).map(lambda parts: f"{parts[0]}.join(str(i) for i in {parts[1]})"),
        st.tuples(text, number)
        .map(lambda parts: '(f"{' + parts[0].replace('"', "'") + "!r:>12}|{" + parts[1].replace('"', "'") + ':+,}")')
        .filter(lambda value: "'" not in value.split('"')[1]),
        st.tuples(text, boolean(depth - 1), text).map(lambda parts: f"({parts[0]} if {parts[1]} else {parts[2]})"),
    )


def integers(depth: int) -> st.SearchStrategy[str]:
    """An expression that is a list of ints."""
    leaf = st.one_of(
        st.just("xs"), st.lists(st.integers(-5, 5).map(str), min_size=1, max_size=3).map(lambda parts: f"[{', '.join(parts)}]")
    )
    if depth == 0:
        return leaf
    number, items = integer(depth - 1), integers(depth - 1)
    return st.one_of(
        leaf,
        st.tuples(items, items).map(lambda parts: f"({parts[0]} + {parts[1]})"),
        items.map(lambda value: f"sorted({value})"),
        items.map(lambda value: f"{value}[::-1]"),
        st.tuples(items, number).map(lambda parts: f"{parts[0]}[{parts[1]}:]"),
        st.tuples(items, number).map(lambda parts: f"[i * 2 for i in {parts[0]} if i < {parts[1]}]"),
        string(depth - 1).map(lambda value: f"[ord(c) for c in {value}]"),
        items.map(lambda value: f"list(set({value}))"),
    )


@st.composite
def functions(draw: st.DrawFn, count: int) -> str:
    """A module of `count` functions named f0, f1, and so on."""
    kinds = [("int", integer(3)), ("str", string(3)), ("bool", boolean(3)), ("list[int]", integers(3))]
    texts = []
    for index in range(count):
        name, strategy = kinds[index % len(kinds)]
        texts.append(f"def f{index}(a: int, b: int, s: str, t: str, xs: list[int]) -> {name}:\n    return {draw(strategy)}\n")
    return "\n\n".join(texts)
