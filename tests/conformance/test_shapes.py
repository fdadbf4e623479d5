"""Requests of tests/shapes over the transport, which every language's client answers alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import modelet
from modelet_compiler import build
from tests.registry import module_at

SHAPES = Path(__file__).parents[1] / "shapes"
CASES = [case for name in ("endpoints", "chat") for case in json.loads((SHAPES / f"{name}.json").read_text(encoding="utf-8"))["cases"]]


@pytest.fixture(scope="module", autouse=True)
def _words(home, monkeypatch_module):
    """The compiled function that the vectors ask for."""
    monkeypatch_module.setenv("MODELET_HOME", str(home))
    build([module_at("tests/conformance/chat_functions.py").words], name="@local/words")


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


IDENTITY = ("id", "created", "system_fingerprint")


def without_identity(value):
    """Ids and times differ between two requests, fingerprints between two builds."""
    if isinstance(value, dict):
        return {name: "" if name in IDENTITY and item else without_identity(item) for name, item in value.items()}
    return [without_identity(item) for item in value] if isinstance(value, list) else value


def error_of(answer):
    return {name: answer["error"][name] for name in ("type", "code", "param")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['endpoint']}: {case['name']}")
def test_a_shared_request_gives_what_every_language_gets(case):
    path = case["endpoint"].replace(".", "/")
    answer = modelet.http_client().post(f"http://modelet/v1/{path}", json=case["body"])
    assert answer.status_code == case.get("status", 200)
    if "steps" in case:
        events = [event.removeprefix("data: ") for event in answer.text.split("\n\n") if event]
        steps = [json.loads(event) for event in events if event != "[DONE]"]
        assert [without_identity(step) for step in steps if "error" not in step] == case["steps"]
        assert [error_of(step) for step in steps if "error" in step] == ([case["error"]] if "error" in case else [])
    elif "error" in case:
        assert error_of(answer.json()) == case["error"]
    else:
        assert json.dumps(without_identity(answer.json())) == json.dumps(case["answer"])
