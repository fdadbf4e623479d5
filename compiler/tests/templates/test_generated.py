"""Templates made at random from a grammar, against Jinja in transformers' sandbox."""

# ruff: noqa: E501

from __future__ import annotations

import random
from typing import Any

import pytest

from modelet_compiler.lowering.adapter import Refused

VARIABLES: dict[str, Any] = {
    "i": 3, "j": -2, "r": 1.5, "s": "Hello wörld", "e": "", "b": True, "v": None, "l": [2, 1, "x"], "k": [3, 1, 2], "o": [],
    "d": {"a": 1, "key": "v", "n": None}, "m": [{"role": "user", "content": " hi "}, {"role": "assistant", "content": "yo", "n": 2}],
}  # fmt: skip

NAMES = [*VARIABLES, "q", "ns.a", "ns.b", "m[0].role", "m[1]['content']", "m[-1]", "d.a", "d.key", "d.q", "loop.index", "loop"]  # fmt: skip
LITERALS = ["0", "1", "7", "-1", "2.5", "'a'", "'l'", "' '", "''", "none", "true", "false", "[]", "[1, 2]", "{'a': 1}", "(1,)"]  # fmt: skip
BINARY = [["+", "-", "*", "/", "//", "%", "~", "==", "!=", "<", "<=", ">", ">=", "and", "or", "in", "not in"]]  # fmt: skip
FILTERS = ["upper", "lower", "trim", "title", "capitalize", "length", "first", "last", "list", "string", "int", "float", "join", "join(', ')", "sort",
    "reverse", "reverse|list", "unique|list", "sum", "min", "max", "abs", "round", "round(1)", "tojson", "tojson(indent=2)", "items|list",
    "default('z')", "default('z', true)", "d('')", "replace('l', 'L')", "indent", "indent(2, true)", "wordcount", "e", "dictsort",
    "batch(2)|list", "slice(2)|list", "map('string')|list", "map('upper')|join('-')", "map(attribute='role')|list", "select|list",
    "reject('none')|list", "selectattr('role', 'equalto', 'user')|list", "rejectattr('n')|list", "selectattr('n', 'defined')|list|length",
    "groupby('role')|length", "center(9)", "truncate(5, true, '')", "urlencode", "attr('upper') is defined", "safe", "count", "map(attribute=0)|list",
    "sort(reverse=true)", "map('length')|list"]  # fmt: skip
TESTS = ["defined", "undefined", "none", "string", "number", "integer", "float", "boolean", "mapping", "sequence", "iterable", "true", "false",
    "odd", "even", "lower", "upper", "in [1, 2, 'a']", "divisibleby 2", "equalto 1", "gt 1", "callable", "escaped", "sameas none"]  # fmt: skip
METHODS = ["upper()", "strip()", "lstrip('H')", "split()", "split('l', 1)", "split('l')[-1]", "startswith('He')", "endswith('')", "replace('o', '0')",
    "items()|list", "keys()|list", "get('a')", "get('q', 5)", "title()", "find('l')", "join(['1', '2'])", "values()|list", "rstrip('d')",
    "count('l')", "index('l')", "append(1)", "format(1)", "zfill(4)", "isdigit()", "splitlines()", "partition('l')", "rsplit(none, 1)"]  # fmt: skip
TEXT = ["a", " ", "\n", " b\n  ", "é<", "\n\n"]  # fmt: skip


class Maker:
    """Makes expressions and templates."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def pick(self, items: list[str]) -> str:
        return self._random.choice(items)

    def expression(self, depth: int = 3) -> str:
        if depth == 0 or self._random.random() < 0.25:
            return self.pick(NAMES) if self._random.random() < 0.65 else self.pick(LITERALS)
        inner = [self.expression(depth - 1) for _ in range(3)]
        return self.pick([
            f"({inner[0]} {self.pick(BINARY)} {inner[1]})", f"({inner[0]} {self.pick(BINARY)} {inner[1]})",
            f"({inner[0]})|{self.pick(FILTERS)}", f"({inner[0]})|{self.pick(FILTERS)}", f"({inner[0]})|{self.pick(FILTERS)}",
            f"(({inner[0]}) {self.pick(['is', 'is not'])} {self.pick(TESTS)})",
            f"({inner[0]}).{self.pick(METHODS)}", f"({inner[0]}).{self.pick(METHODS)}",
            f"({inner[0]})[{inner[1]}]", f"({inner[0]})[{self.pick(['1:', ':2', '::-1', ':-1', '::2'])}]",
            f"({inner[0]} if {inner[1]} else {inner[2]})", f"({inner[0]} if {inner[1]})", f"({self.pick(['not ', '-', '+'])}{inner[0]})",
            f"[{', '.join(inner[: self._random.randrange(4)])}]", f"mac({inner[0]}, {inner[1]})", f"mac(b={inner[0]})",
        ])  # fmt: skip

    def tag(self, inside: str) -> str:
        return f"{self.pick(['{%', '{%-'])} {inside} {self.pick(['%}', '-%}'])}"

    def template(self, depth: int = 3) -> str:
        return "".join(self.piece(depth) for _ in range(self._random.randint(1, 3)))

    def piece(self, depth: int) -> str:
        if depth == 0 or self._random.random() < 0.5:
            return self.pick([self.pick(TEXT), f"{{{{ {self.expression()} }}}}", f"{{{{- {self.expression()} -}}}}"])
        body, other, value = self.template(depth - 1), self.template(depth - 1), self.expression(2)
        name, condition = self.pick(["i", "q", "x", "s"]), self.expression(2)
        target = self.pick(["i", "q", "x", "ns.a", "ns.b", "x, q", "l"])
        heads = self.pick(["filter upper", "filter trim", "filter indent(2)", "filter replace('a', 'b')", "call mac(1)", "generation"])
        macro = self.pick(["macro mac(a, b=1)", "macro mac(q)", "macro mac(a=i)"])
        turn = self.pick(["break", "continue"])
        return self.pick([
            self.tag(f"if {condition}") + body + self.tag("else") + other + self.tag("endif"),
            self.tag(f"if {condition}") + body + self.tag(f"elif {value}") + other + self.tag("endif"),
            self.tag(f"for {name} in {value}") + body + self.tag("endfor"),
            self.tag(f"for {name} in {value} if {condition}") + body + self.tag("else") + other + self.tag("endfor"),
            self.tag(f"for x, q in {value}") + body + self.tag("endfor"),
            self.tag("for i in k") + self.tag(f"if {condition}") + self.tag(turn) + self.tag("endif") + body + self.tag("endfor"),
            self.tag(f"set {name}") + body + self.tag("endset"),
            self.tag(f"set {target} = {value}"), self.tag(f"set {target} = {value}"),
            self.tag(f"with {name} = {value}") + body + self.tag("endwith"),
            self.tag(heads) + body + self.tag("end" + heads.split()[0]),
            self.tag(macro) + body + self.tag("endmacro"),
        ])  # fmt: skip


BEFORE = "{% set ns = namespace(a=1, b='x') %}{% macro mac(a, b=2) %}{{ a }}/{{ b }}{% if caller %}{{ caller() }}{% endif %}{% endmacro %}"


@pytest.mark.filterwarnings("ignore::SyntaxWarning")  # of the Python code that Jinja writes
@pytest.mark.parametrize("part", range(4))
def test_random_templates_render_as_jinja_does(part: int, renderer: Any, reference: Any, examples: int) -> None:
    for seed in range(part * examples, (part + 1) * examples):
        agrees(BEFORE + Maker(seed).template(), renderer, reference)


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_random_expressions_give_what_jinja_gives(renderer: Any, reference: Any, examples: int) -> None:
    for seed in range(4 * examples):
        agrees(f"{BEFORE}{{{{ {Maker(seed).expression(2)} }}}}", renderer, reference)


def agrees(template: str, renderer: Any, reference: Any) -> None:
    """Both give the same text, or the same class of exception."""
    wanted = reference(template, dict(VARIABLES))
    try:
        got = renderer.render(template, VARIABLES)
    except Refused:
        assert wanted.error in ("TemplateSyntaxError", "TemplateAssertionError", "SyntaxError")
        return
    if " object at 0x" in (wanted.text or "") or " at 0x" in (got.text or ""):
        return  # an address
    if got.error == "NotImplementedError" or got.error == "OverflowError" != wanted.error:
        return  # said aloud
    assert (got.text, got.error) == (wanted.text, wanted.error), f"{got.message!r} {wanted.message!r}"
