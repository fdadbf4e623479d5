"""Templates that want too much, and messages of any shape: an error for that call alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from compiler.tests.templates.test_families import CONVERSATIONS, FAMILIES, TOOL

MEGABYTE = 1 << 20


@pytest.mark.parametrize(
    ("template", "error"),
    [
        ("{% macro m(n) %}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}", "RecursionError"),
        ("{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}", "RecursionError"),
        ("{% set ns = namespace(x=[]) %}{% for i in range(20000) %}{% set ns.x = [ns.x] %}{% endfor %}{{ ns.x }}", "RecursionError"),
        ("{% set ns = namespace(x=[]) %}{% for i in range(20000) %}{% set ns.x = [ns.x] %}{% endfor %}{{ ns.x|tojson }}", "RecursionError"),
        ("{% set ns = namespace(x=[], y=[]) %}{% for i in range(5000) %}{% set ns.x = [ns.x] %}{% set ns.y = [ns.y] %}{% endfor %}"
         "{{ ns.x == ns.y }}", "RecursionError"),
        ("{% set ns = namespace(x={}, y={}) %}{% for i in range(2000) %}{% set ns.x = {1: ns.x} %}{% set ns.y = {1: ns.y} %}{% endfor %}"
         "{{ ns.x == ns.y }}", "RecursionError"),
        ("{% set ns = namespace(x=()) %}{% for i in range(20000) %}{% set ns.x = (ns.x,) %}{% endfor %}{{ {ns.x: 1} }}", "RecursionError"),
        ("{% for i in range(100000) %}{{ 'abcdefghijklmnopqrstuvwxyz' }}{% endfor %}", "MemoryError"),
        ("{{ 'x' * n }}", "MemoryError"),
        ("{{ [1] * n }}", "MemoryError"),
        ("{% set x = 'ab' * 100000 %}{{ x.replace('a', x) }}", "MemoryError"),
        ("{% for a in range(99999) %}{% for b in range(99999) %}{{ b }}{% endfor %}{% endfor %}", "MemoryError"),
        ("{{ [[1]]|batch(n, 0)|list }}", "MemoryError"),
        ("{{ 9223372036854775807 + i }}", "OverflowError"),
        ("{{ range(100001)|list }}", "OverflowError"),
    ],
)  # fmt: skip
def test_what_is_too_much_is_an_error_and_the_next_call_is_fine(template: str, error: str, renderer: Any) -> None:
    assert renderer.render(template, {"n": 10**9, "i": 1}, limit=4 * MEGABYTE).error == error
    assert renderer.render("{{ n }}", {"n": 1}).text == "1"


def test_messages_of_any_shape_never_end_the_interpreter(renderer: Any) -> None:
    chance = random.Random(3)
    for _ in range(1500):
        template = FAMILIES[chance.choice(sorted(FAMILIES))]
        messages = broken(CONVERSATIONS[chance.choice(sorted(CONVERSATIONS))], chance)
        answer = renderer.render(template, {"bos_token": scrap(chance, 0)}, messages=messages, tools=broken([TOOL], chance))
        assert answer.text is not None or answer.error


def scrap(chance: random.Random, depth: int = 2) -> Any:
    if depth and chance.random() < 0.4:
        items = [scrap(chance, depth - 1) for _ in range(chance.randrange(4))]
        return items if chance.random() < 0.5 else {chance.choice(["role", "content", "type", "text", "x"]): one for one in items}
    return chance.choice([None, True, 0, -1, 2.5, float("nan"), float("inf"), "", "user", "assistant", "\ud800\x00", "😀", 2**63 - 1])


def broken(value: Any, chance: random.Random) -> Any:
    """The same with some parts exchanged, left out or added."""
    if isinstance(value, list):
        return [broken(one, chance) for one in value if chance.random() < 0.95]
    if isinstance(value, dict):
        return {
            key: scrap(chance) if chance.random() < 0.1 else broken(one, chance) for key, one in value.items() if chance.random() < 0.95
        }
    return value
