"""Grammars against the references: `re` for patterns, the jsonschema package for JSON Schema."""

from __future__ import annotations

import datetime
import enum
import json
import operator
import random
import re
import subprocess
import uuid
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Literal

import jsonschema
import pydantic
import pytest
from openai.lib._pydantic import to_strict_json_schema

from modelet_compiler.toolchain import build_program
from modelet_compiler.toolchain.paths import engine_folder

Ask = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]


@pytest.fixture(scope="module")
def ask() -> Ask:
    program = build_program([engine_folder() / "grammar/tests/drive.cpp"])

    def run(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
        lines = "".join(json.dumps({"texts": [], "samples": 0, "seed": 1, **question}) + "\n" for question in questions)
        done = subprocess.run([program], input=lines, capture_output=True, text=True, check=True, timeout=120)
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


PATTERNS = [
    r"abc",
    r"a*b+c?",
    r"(ab|cd)*e",
    r"a{2}",
    r"a{2,}",
    r"a{0,3}b",
    r"[a-c]+",
    r"[^a-c]",
    r"\d{3}-\d{2}",
    r"[\w.]+@[\w]+\.com",
    r"a|b|",
    r"(a(b(c)?)?)?",
    r"\s*x\s*",
    r"[-a]",
    r"[a-]",
    r"[\]a]",
    r"a.c",
    r"(?:ab)+",
    r"x{1,2}?y",
    r"\x41\u0042",
    r"é+",
    r"[é-ü]",
    r"{",
    r"[.*+?]",
    r"\D\W\S",
    r"(?<name>ab)c",
]


def candidates(pattern: str) -> list[str]:
    """Random texts of the characters that the pattern knows, most of them short."""
    generator = random.Random(pattern)
    letters = sorted(set("abcdexyABé \n-.1") | {character for character in pattern if character not in "\\(){}"})
    return ["".join(generator.choices(letters, k=generator.randrange(7))) for _ in range(300)] + [
        "ab",
        "abe",
        "12-345",
        "123-45",
        "a@b.com",
        "AB",
    ]


def test_patterns_accept_what_re_accepts(ask: Ask) -> None:
    texts = {pattern: candidates(pattern) for pattern in PATTERNS}
    questions = [{"kind": "pattern", "source": pattern, "texts": texts[pattern], "samples": 30} for pattern in PATTERNS]
    for pattern, found in zip(PATTERNS, ask(questions), strict=True):
        reference = re.compile(pattern.replace("(?<", "(?P<"), re.ASCII if r"\w" in pattern.lower() or r"\d" in pattern.lower() else 0)
        assert "why" not in found, (pattern, found)
        for text, accepted in zip(texts[pattern], found["accepted"], strict=True):
            assert accepted == bool(reference.fullmatch(text)), (pattern, text)
        for text in found["samples"]:
            assert reference.fullmatch(text.replace("\ufeff", " ")), (pattern, text)  # a space in ECMAScript


@pytest.mark.parametrize(
    "pattern",
    [
        "(",
        ")",
        "a)",
        "[a",
        "*a",
        "a**",
        "(?=a)",
        "(?!a)",
        "(?<=a)b",
        r"\b",
        r"(a)\1",
        "a^b",
        "a$b",
        "a{5,2}",
        "a{100000}",
        r"\p{L}",
        "\\",
        "[b-a]",
        "((((a{9}){9}){9}){9}){9}",
        r"a[^\s\S]",
    ],
)
def test_patterns_that_cannot_be_checked_are_refused_with_the_reason(pattern: str, ask: Ask) -> None:
    [found] = ask([{"kind": "pattern", "source": pattern}])
    assert found.get("why"), (pattern, found)


SCHEMAS: list[dict[str, Any]] = [
    {"type": "string"},
    {"type": "string", "minLength": 2, "maxLength": 4},
    {"type": "string", "pattern": "^[a-z]{2}\\d$"},
    {"type": "string", "pattern": "b"},
    {"type": "string", "format": "date"},
    {"type": "string", "pattern": "^[a-z]+\\d*$", "minLength": 3, "maxLength": 4},
    {"type": "string", "pattern": "x", "maxLength": 63},
    {"type": "string", "format": "date", "pattern": "-13|-02"},
    {"type": "integer"},
    {"type": "integer", "minimum": -13, "maximum": 250},
    {"type": "integer", "minimum": 7, "maximum": 7},
    {"type": "integer", "minimum": 95, "maximum": 1203},
    {"type": "integer", "maximum": -5},
    {"type": "number"},
    {"type": ["boolean", "null"]},
    {"enum": ["a", 1, None, 'ü"', {"b": [1]}]},
    {"const": [1, "x"]},
    {"type": "array", "items": {"type": "integer"}},
    {"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 3},
    {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False, "minItems": 2},
    {
        "type": "object",
        "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
        "required": ["name", "age"],
        "additionalProperties": False,
    },
    {
        "type": "object",
        "properties": {"a": {"type": "null"}, "b": {"type": "null"}, "c": {"type": "null"}},
        "required": ["b"],
        "additionalProperties": False,
    },
    {"type": "object", "properties": {"a": {"type": "null"}, "ab": {"type": "null"}}, "additionalProperties": {"type": "boolean"}},
    {"type": "object", "properties": {}, "required": ["x"]},
    {"type": "object"},
    {},
    {
        "anyOf": [
            {"type": "integer"},
            {"type": "object", "properties": {"v": {"type": "integer"}}, "required": ["v"], "additionalProperties": False},
        ]
    },
    {
        "allOf": [
            {"properties": {"a": {"type": "integer"}}, "required": ["a"]},
            {"properties": {"b": {"type": "string"}}, "required": ["b"]},
        ],
        "type": "object",
    },
    {
        "$ref": "#/$defs/node",
        "$defs": {
            "node": {
                "type": "object",
                "properties": {"value": {"type": "integer"}, "next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]}},
                "required": ["value", "next"],
                "additionalProperties": False,
            }
        },
    },
    {"type": "array", "items": {"$ref": "#"}},
    {"const": "ab", "type": "string"},
    {"enum": ["a", 1, None], "type": ["string", "null"]},
    {"type": "integer", "exclusiveMinimum": 7, "exclusiveMaximum": 99},
    {"type": "integer", "exclusiveMinimum": -4.5, "maximum": 7.5},
    {"type": "integer", "multipleOf": 5},
    {"type": "array", "items": {"enum": ["a", True, "s"]}, "uniqueItems": True},
    {"type": "array", "items": {"enum": ["s"]}, "uniqueItems": True, "minItems": 1},
    {"type": "integer", "multipleOf": 7, "minimum": 0},
    {"type": "number", "minimum": 0, "maximum": 1},
    {"type": "number", "exclusiveMinimum": 0.5, "exclusiveMaximum": 2.25},
    {"type": "number", "minimum": -2.5},
    {"type": "number", "exclusiveMaximum": 0},
    {"type": "string", "minLength": 1, "maxLength": 5000},
    {"type": "string", "format": "something of my own", "maxLength": 3},
    {"type": "integer", "format": "int64", "x-order": 1},
    {"oneOf": [{"type": "integer"}, {"type": "string", "maxLength": 2}]},
    {
        "discriminator": {"propertyName": "a"},
        "oneOf": [
            {"type": "object", "properties": {"a": {"const": 1}, "b": {"type": "string"}}, "required": ["a"]},
            {"type": "object", "properties": {"a": {"enum": [2, 3]}, "v": {"type": "integer"}}, "required": ["a"]},
            {"type": "object", "properties": {"v": {"type": "integer"}}, "required": ["v"], "additionalProperties": False},
        ],
    },
    {"type": "object", "propertyNames": {"enum": ["a", "b", "x"]}, "additionalProperties": {"type": ["integer", "null"]}},
]

VALUES: list[Any] = [
    "",
    "ab",
    "abc",
    "abcde",
    "xy7",
    "abc7",
    "aba",
    "2024-02-30",
    "2024-13-01",
    0,
    7,
    -13,
    -14,
    95,
    250,
    251,
    1203,
    1204,
    99,
    100,
    999,
    1000,
    -5,
    -4,
    -500,
    12345,
    1.5,
    -2e10,
    True,
    False,
    None,
    "a",
    'ü"',
    {"b": [1]},
    [1, "x"],
    [1],
    [],
    [True],
    ["a"],
    ["a", "s"],
    ["s", "s"],
    [True, False, True],
    [True] * 4,
    ["s", 1],
    ["s"],
    ["s", 1, 2],
    {"name": "x", "age": 3},
    {"age": 3, "name": "x"},
    {"name": "x"},
    {"b": None},
    {"a": None, "b": None},
    {"a": None, "b": None, "c": None},
    {"a": None},
    {"a": None, "ab": None, "abc": True},
    {"b": True, "": False},
    {"ab": None},
    {"x": 1},
    {},
    {"v": 1},
    {"a": 1, "b": "s"},
    {"value": 1, "next": None},
    {"value": 1, "next": {"value": 2, "next": None}},
    [[], [[]]],
    {"deep": [{"er": [1, {"x": None}]}]},
    'tab\t"quoted"\\ ü 𝄞',
    0.0,
    0.5,
    0.51,
    1.0,
    1.01,
    2.25,
    2.2499,
    2.0,
    -2.5,
    -2.51,
    -0.001,
    8,
    98,
    -4,
    14,
    49,
    {"a": 1, "b": "s"},
    {"a": 2, "v": 3},
    {"a": 2, "v": "s"},
    "x" * 63,
    "x" * 64,
    "x" * 4999,
    "x" * 5001,
]


def in_order(schema: dict[str, Any], value: Any) -> bool:
    """Properties in the order of the schema; others after them."""
    if not isinstance(value, dict) or "properties" not in schema:
        return True
    known = list(schema["properties"])
    return [name for name in value if name in known] == [name for name in known if name in value] and not any(
        name in known for name in list(value)[sum(name in known for name in value) :]
    )


def test_schemas_accept_the_values_that_fit(ask: Ask) -> None:
    texts = [
        text
        for value in VALUES
        for text in (json.dumps(value), json.dumps(value, indent=2, ensure_ascii=False), json.dumps(value, separators=(",", ":")))
    ]
    questions = [{"kind": "schema", "source": json.dumps(schema), "texts": texts} for schema in SCHEMAS]
    checker = jsonschema.FormatChecker(["date"])
    for schema, found in zip(SCHEMAS, ask(questions), strict=True):
        assert "why" not in found, (schema, found)
        for text, accepted in zip(texts, found["accepted"], strict=True):
            value = json.loads(text)
            fits = jsonschema.Draft202012Validator(schema, format_checker=checker).is_valid(value)
            if ("pattern" in schema or "enum" in schema) and "\\u" in text:
                continue  # of patterns and constants, characters are written as themselves
            if isinstance(value, float) and value.is_integer() and any(word in str(schema) for word in ("integer", "const", "enum")):
                continue  # 1.0 is an integer for JSON Schema; it is written 1 here
            assert accepted == (fits and in_order(schema, value)), (schema, text)


def test_random_texts_of_a_schema_fit_it(ask: Ask) -> None:
    questions = [{"kind": "schema", "source": json.dumps(schema), "samples": 60, "seed": index} for index, schema in enumerate(SCHEMAS)]
    questions.append({"kind": "object", "source": "", "samples": 60})
    for schema, found in zip([*SCHEMAS, {"type": "object"}], ask(questions), strict=True):
        texts = [text for text in found["samples"] if text]
        assert len(texts) > 20
        for text in texts:
            jsonschema.Draft202012Validator(schema).validate(json.loads(text))


def test_numbers_between_bounds_are_those_that_compare_so(ask: Ask) -> None:
    generator = random.Random(5)

    def number() -> str:
        text = f"{generator.choice(['', '-'])}{generator.choice([0, 1, 9, 10, 12, 99, 100, 123, 4567])}"
        return text + generator.choice(["", "", ".5", ".05", ".25", ".250", ".0", ".99", ".1234567"])

    questions, bounds = [], []
    for _ in range(150):
        schema: dict[str, Any] = {"type": "number"}
        low, high = sorted((number(), number()), key=Decimal)
        if generator.random() < 0.8:
            schema[generator.choice(["minimum", "exclusiveMinimum"])] = json.loads(low)
        if generator.random() < 0.8:
            schema[generator.choice(["maximum", "exclusiveMaximum"])] = json.loads(high)
        texts = [low, high, *(number() for _ in range(60))]
        questions.append({"kind": "schema", "source": json.dumps(schema), "texts": texts, "samples": 20})
        bounds.append(schema)
    compare = {"minimum": operator.ge, "exclusiveMinimum": operator.gt, "maximum": operator.le, "exclusiveMaximum": operator.lt}
    for schema, question, found in zip(bounds, questions, ask(questions), strict=True):
        limits = [(compare[key], Decimal(str(limit))) for key, limit in schema.items() if key != "type"]
        if "why" in found:
            assert len(limits) == 2, (schema, found)
            assert limits[0][1] == limits[1][1], (schema, found)
            continue
        for text, accepted in zip(question["texts"], found["accepted"], strict=True):
            fits = all(does(Decimal(text), limit) for does, limit in limits)
            assert accepted == fits or (fits and text.startswith("-0") and Decimal(text) == 0), (schema, text)
        for text in found["samples"]:
            assert all(does(Decimal(text), limit) for does, limit in limits), (schema, text)


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Cat(pydantic.BaseModel):
    kind: Literal["cat"]
    lives: int = pydantic.Field(gt=0, le=9)
    color: Color = Color.RED


class Dog(pydantic.BaseModel):
    kind: Literal["dog"]
    weight: float = pydantic.Field(gt=0, lt=99.5)


class Shelter(pydantic.BaseModel):
    """What people write for `response_format`."""

    confidence: float = pydantic.Field(ge=0, le=1)
    pet: Cat | Dog = pydantic.Field(discriminator="kind")
    others: list[list[Cat | Dog | None]] = pydantic.Field(max_length=2)
    opened: datetime.date
    closes: datetime.time
    created: datetime.datetime
    stay: datetime.timedelta
    id: uuid.UUID
    page: pydantic.HttpUrl
    counts: dict[Color, int]
    colors: set[Color]
    pair: tuple[int, str]
    step: int = pydantic.Field(multiple_of=5)
    code: str = pydantic.Field(pattern=r"^[A-Z]{2}\d+$", max_length=12)
    note: str | None = pydantic.Field(default=None, max_length=3000)


@pytest.mark.parametrize("strict", [False, True])
def test_texts_for_a_pydantic_model_are_read_by_it(strict: bool, ask: Ask) -> None:
    schema = to_strict_json_schema(Shelter) if strict else Shelter.model_json_schema()
    [found] = ask([{"kind": "schema", "source": json.dumps(schema), "samples": 200}])
    assert "why" not in found, found
    for text in found["samples"]:
        Shelter.model_validate_json(text)


def test_texts_of_a_format_are_of_it(ask: Ask) -> None:
    """`jsonschema` checks these of the formats itself."""
    checked = ["date", "email", "ipv4", "ipv6", "uuid"]
    questions = [{"kind": "schema", "source": json.dumps({"type": "string", "format": name}), "samples": 300} for name in checked]
    for name, found in zip(checked, ask(questions), strict=True):
        for text in found["samples"]:
            jsonschema.FormatChecker([name]).check(json.loads(text), name)


@pytest.mark.parametrize(
    "schema",
    [
        False,
        {"type": "integer", "exclusiveMinimum": 4, "maximum": 4},
        {"type": "number", "exclusiveMinimum": 4, "maximum": 4},
        {"type": "number", "minimum": 1e300},
        {"type": "number", "minimum": 0, "exclusiveMinimum": 1},
        {"type": "integer", "multipleOf": 2, "maximum": 7},
        {"const": 1, "type": "string"},
        {"oneOf": [{"type": "string", "minLength": 2}, {"type": "string", "maxLength": 4}]},
        {"oneOf": [{"type": "integer"}, {"type": "number"}]},
        {"oneOf": [{"const": 1}, {"const": 1.0}]},
        {"type": "string", "format": "date", "minLength": 12},
        {"type": "string", "pattern": "^a+$", "format": "date"},
        {"type": "string", "pattern": "^[a-z]*x[a-z]{500}y[a-z]*$", "maxLength": 5000},
        {"type": "object", "propertyNames": {"pattern": "a"}},
        {"type": "text"},
        {"type": "integer", "minimum": 5, "maximum": 4},
        {"enum": []},
        {"$ref": "#/nowhere"},
        {"$ref": "#"},
        {"anyOf": [{"$ref": "#"}]},
        {"type": "object", "required": ["a"], "additionalProperties": False},
        {"not": {}},
        {"type": "string", "minLength": 5, "maxLength": 2},
        {"type": "array", "uniqueItems": True},
        {"type": "array", "minItems": 3, "maxItems": 2},
        {"type": "array", "items": {"$ref": "#"}, "minItems": 1},
        {"type": "object", "properties": {"a": False}, "required": ["a"]},
        {"type": "string", "pattern": "("},
        {"type": "number", "multipleOf": 3},
        {"type": "object", "allOf": [{"properties": {"a": {}}}], "additionalProperties": False},
        {"type": "object", "patternProperties": {}},
        {"if": {}},
        {"properties": 3},
        {"type": 3},
        {"required": [1], "type": "object"},
        7,
        "x",
        None,
    ],
)
def test_schemas_that_cannot_be_enforced_are_refused_with_the_reason(schema: Any, ask: Ask) -> None:
    [found] = ask([{"kind": "schema", "source": json.dumps(schema)}])
    assert found.get("why"), (schema, found)


def test_nothing_leads_to_where_no_text_ends(ask: Ask) -> None:
    endless = {"$defs": {"list": {"type": "array", "items": {"$ref": "#/$defs/list"}, "minItems": 1}}}
    either = {**endless, "anyOf": [{"$ref": "#/$defs/list"}, {"type": "null"}]}
    properties = {"a": {"$ref": "#/$defs/list"}, "b": {"type": "null"}}
    optional = {**endless, "type": "object", "properties": properties, "additionalProperties": False}
    for schema, said in ((either, {"null"}), (optional, {"{}", '{"b": null}'})):
        [found] = ask([{"kind": "schema", "source": json.dumps(schema), "samples": 30}])
        assert {json.dumps(json.loads(text)) for text in found["samples"]} == said


def test_mutated_schemas_are_answered(ask: Ask) -> None:
    """Foreign bytes: a grammar or a reason, whatever the schema says."""
    generator = random.Random(3)
    words = [
        "type",
        "object",
        "string",
        "properties",
        "$ref",
        "#",
        "anyOf",
        "items",
        "enum",
        "required",
        "minItems",
        "pattern",
        "additionalProperties",
        0,
        -1,
        10**9,
        1.5,
        None,
        True,
        False,
        "",
        "(",
    ]

    def made(depth: int) -> Any:
        kind = generator.randrange(5 if depth else 2)
        if kind < 2:
            return generator.choice(words)
        if kind == 2:
            return [made(depth - 1) for _ in range(generator.randrange(3))]
        return {str(generator.choice(words)): made(depth - 1) for _ in range(generator.randrange(4))}

    questions = [{"kind": "schema", "source": json.dumps(made(4)), "samples": 1} for _ in range(1500)]
    assert len(ask(questions)) == len(questions)
