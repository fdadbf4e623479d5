"""A candidate from a model enters the library only when it is right: not when it is wrong, crashes, never ends, or does not compile."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

from modelet.cli import application
from modelet_compiler.operations import load_operations
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.synthesis.candidate import Candidate, Malformed, read_answer, resolve
from modelet_compiler.synthesis.examine import Verdict, examine
from modelet_compiler.synthesis.inputs import argument_sets
from modelet_compiler.synthesis.synthesize import synthesize

NAME = "colorsys.rgb_to_yiq"
HEAD = """#pragma once
#include "python/runtime.h"
namespace modelet_operations {
inline std::tuple<double, double, double> colorsys_rgb_to_yiq(modelet::Call &, double r, double g, double b) {
"""
REST = "  return {y, 0.74 * (r - y) - 0.27 * (b - y), 0.48 * (r - y) + 0.41 * (b - y)};\n}\n}\n"
WRONG = HEAD + "  const double y = 0.3 * r + 0.6 * g + 0.1 * b;\n" + REST
RIGHT = HEAD + "  const double y = 0.30 * r + 0.59 * g + 0.11 * b;\n" + REST
OUTSIDE = HEAD + "  double *at = new double[2];\n  const double y = at[2 + (r > g)];\n  delete[] at;\n" + REST
ENDLESS = HEAD + "  volatile bool on = true;\n  while (on) {\n  }\n  const double y = 0;\n" + REST
NO_CODE = HEAD + "  const double y = luma;\n" + REST


def answer(code: str) -> str:
    return f"Here it is.\n\nSIGNATURE: (r: float, g: float, b: float) -> tuple[float, float, float]\n```cpp\n{code}```\n"


class Model(BaseHTTPRequestHandler):
    """A chat endpoint that gives its answers in order."""

    answers: ClassVar[list[str]] = []
    asked: ClassVar[list[Any]] = []

    def do_POST(self) -> None:
        Model.asked.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        body = json.dumps({"choices": [{"message": {"role": "assistant", "content": Model.answers.pop(0)}}]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Quiet."""


@pytest.fixture(autouse=True)
def same_registry_after() -> Iterator[None]:
    """What a test admits is gone for the others; without the loading, this file being the first would leave them none at all."""
    load_operations()
    overloads, headers = dict(REGISTRY.overloads), dict(REGISTRY.headers)
    yield
    REGISTRY.overloads.clear()
    REGISTRY.overloads.update(overloads)
    REGISTRY.headers.clear()
    REGISTRY.headers.update(headers)


@pytest.fixture
def base_url() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Model.answers, Model.asked = [], []
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()


PROGRAM = """import colorsys


def luma(colours: list[tuple[float, float, float]]) -> list[float]:
    return [colorsys.rgb_to_yiq(r, g, b)[0] for r, g, b in colours]
"""


def test_a_wrong_candidate_is_told_its_counterexample_and_the_right_one_enters(
    base_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, folder = tmp_path / "luma.py", tmp_path / "operations"
    program.write_text(PROGRAM)
    runner = CliRunner()
    missing = runner.invoke(application(), ["ops", "missing", str(program), "--json"])
    assert json.loads(missing.stdout)["missing"] == [{"name": NAME, "places": ["luma.py:5"]}]
    Model.answers = [answer(WRONG), answer(RIGHT)]
    made = runner.invoke(application(), ["ops", "synthesize", NAME, "--model", "m", "--base-url", base_url, "--output", str(folder)])
    assert made.exit_code == 0, made.output
    assert "wrong: colorsys.rgb_to_yiq(" in Model.asked[1]["messages"][-1]["content"]
    assert sorted(path.name for path in folder.iterdir()) == ["colorsys_rgb_to_yiq.h", "colorsys_rgb_to_yiq.json"]
    monkeypatch.setenv("MODELET_OPERATIONS", str(folder))
    compiled = runner.invoke(application(), ["compile", str(program)])
    assert compiled.exit_code == 0, compiled.output
    called = runner.invoke(application(), ["call", "@local/luma", "--json", '{"colours": [{"$tuple": [1.0, 0.0, 0.5]}]}'])
    assert json.loads(called.stdout) == [0.355]


@pytest.mark.parametrize(
    ("code", "outcome"), [(OUTSIDE, "crashed"), (ENDLESS, "endless"), (NO_CODE, "does not compile")], ids=["outside", "endless", "no code"]
)
def test_what_crashes_never_ends_or_does_not_compile_is_reported_and_stays_out(code: str, outcome: str, tmp_path: Path) -> None:
    found = synthesize(
        NAME,
        lambda _: answer(code),
        tmp_path / "operations",
        attempts=1,
        judge=lambda one: examine(one, count=20, call_seconds=3),
    )
    assert found.admitted is None
    verdict = found.attempts[0][1]
    wild = code == OUTSIDE and not verdict.sanitizers  # without them what is read there is just wrong
    assert verdict.outcome == ("wrong" if wild else outcome), verdict
    assert not (tmp_path / "operations").exists()


def test_an_answer_without_signature_or_code_is_malformed() -> None:
    with pytest.raises(Malformed, match="no line `SIGNATURE"):
        read_answer(NAME, "```cpp\nx\n```")
    with pytest.raises(Malformed, match="no block of C\\+\\+"):
        read_answer(NAME, "SIGNATURE: (r: float) -> float")
    with pytest.raises(Malformed, match="types that are not fixed"):
        read_answer(NAME, answer(RIGHT).replace("r: float", "r: T"))
    with pytest.raises(LookupError, match=r"there is no Python function 'colorsys\.rgb_to_yip'"):
        resolve("colorsys.rgb_to_yip")


def test_every_attempt_is_counted_and_nothing_is_written_when_none_is_right(tmp_path: Path) -> None:
    refuse = Verdict("wrong", "colorsys.rgb_to_yiq(1.0, 1.0, 1.0) is another tuple", "")
    found = synthesize(NAME, lambda _: answer(WRONG), tmp_path / "operations", attempts=3, judge=lambda _: refuse)
    assert (found.admitted, len(found.attempts)) == (None, 3)
    assert not (tmp_path / "operations").exists()


def test_arguments_of_trials_hold_every_corner_and_are_the_same_each_time() -> None:
    parameters = Candidate("math.example", "(number: int, words: list[str]) -> int", "").overload().parameters
    sets = list(argument_sets(parameters, 50))
    assert sets == list(argument_sets(parameters, 50))
    assert {-(2**63), 0, 2**63 - 1} <= {one[0] for one in sets}
    assert [] in [one[1] for one in sets]
