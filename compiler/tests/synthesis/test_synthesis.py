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
from modelet_compiler.synthesis.candidate import Candidate, Malformed, read_answer, resolve
from modelet_compiler.synthesis.examine import Verdict, examine
from modelet_compiler.synthesis.inputs import argument_sets
from modelet_compiler.synthesis.synthesize import synthesize

HEAD = """#pragma once
#include "python/runtime.h"
namespace modelet_operations {
inline bool calendar_isleap(modelet::Call &, int64_t year) {
"""
WRONG = HEAD + "  return year % 4 == 0 && year % 100 != 0;\n}\n}\n"
RIGHT = HEAD + "  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);\n}\n}\n"
OUTSIDE = HEAD + "  char *at = new char[4];\n  const bool result = at[4 + (year & 3)] == 3;\n  delete[] at;\n  return result;\n}\n}\n"
ENDLESS = HEAD + "  volatile int64_t at = year;\n  while (at == year) {\n  }\n  return true;\n}\n}\n"
NO_CODE = HEAD + "  return yeer;\n}\n}\n"


def answer(code: str) -> str:
    return f"Here it is.\n\nSIGNATURE: (year: int) -> bool\n```cpp\n{code}```\n"


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


@pytest.fixture
def base_url() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Model.answers, Model.asked = [], []
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()


PROGRAM = """import calendar


def leap_years(years: list[int]) -> list[bool]:
    return [calendar.isleap(year) for year in years]
"""


def test_a_wrong_candidate_is_told_its_counterexample_and_the_right_one_enters(
    base_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, folder = tmp_path / "leap.py", tmp_path / "operations"
    program.write_text(PROGRAM)
    runner = CliRunner()
    missing = runner.invoke(application(), ["ops", "missing", str(program), "--json"])
    assert json.loads(missing.stdout)["missing"] == [{"name": "calendar.isleap", "places": ["leap.py:5"]}]
    Model.answers = [answer(WRONG), answer(RIGHT)]
    made = runner.invoke(
        application(), ["ops", "synthesize", "calendar.isleap", "--model", "m", "--base-url", base_url, "--output", str(folder)]
    )
    assert made.exit_code == 0, made.output
    assert "wrong: calendar.isleap(0) is bool False, and bool True in Python" in Model.asked[1]["messages"][-1]["content"]
    assert sorted(path.name for path in folder.iterdir()) == ["calendar_isleap.h", "calendar_isleap.json"]
    monkeypatch.setenv("MODELET_OPERATIONS", str(folder))
    compiled = runner.invoke(application(), ["compile", str(program)])
    assert compiled.exit_code == 0, compiled.output
    called = runner.invoke(application(), ["call", "@local/leap", "--json", '{"years": [1900, 2000, 2024, 2023]}'])
    assert json.loads(called.stdout) == [False, True, True, False]


@pytest.mark.parametrize(
    ("code", "outcome"), [(OUTSIDE, "crashed"), (ENDLESS, "endless"), (NO_CODE, "does not compile")], ids=["outside", "endless", "no code"]
)
def test_what_crashes_never_ends_or_does_not_compile_is_reported_and_stays_out(code: str, outcome: str, tmp_path: Path) -> None:
    found = synthesize(
        "calendar.isleap",
        lambda _: answer(code),
        tmp_path / "operations",
        attempts=1,
        judge=lambda one: examine(one, count=20, call_seconds=3),
    )
    assert found.admitted is None
    assert found.attempts[0][1].outcome == outcome, found.attempts[0][1]
    assert not (tmp_path / "operations").exists()


def test_an_answer_without_signature_or_code_is_malformed() -> None:
    with pytest.raises(Malformed, match="no line `SIGNATURE"):
        read_answer("calendar.isleap", "```cpp\nx\n```")
    with pytest.raises(Malformed, match="no block of C\\+\\+"):
        read_answer("calendar.isleap", "SIGNATURE: (year: int) -> bool")
    with pytest.raises(Malformed, match="types that are not fixed"):
        read_answer("calendar.isleap", answer(RIGHT).replace("year: int", "year: T"))
    with pytest.raises(LookupError, match=r"there is no Python function 'calendar\.isleep'"):
        resolve("calendar.isleep")


def test_every_attempt_is_counted_and_nothing_is_written_when_none_is_right(tmp_path: Path) -> None:
    refuse = Verdict("wrong", "calendar.isleap(0) is bool False, and bool True in Python", "")
    found = synthesize("calendar.isleap", lambda _: answer(WRONG), tmp_path / "operations", attempts=3, judge=lambda _: refuse)
    assert (found.admitted, len(found.attempts)) == (None, 3)
    assert not (tmp_path / "operations").exists()


def test_arguments_of_trials_hold_every_corner_and_are_the_same_each_time() -> None:
    parameters = Candidate("math.example", "(number: int, words: list[str]) -> int", "").overload().parameters
    sets = list(argument_sets(parameters, 50))
    assert sets == list(argument_sets(parameters, 50))
    assert {-(2**63), 0, 2**63 - 1} <= {one[0] for one in sets}
    assert [] in [one[1] for one in sets]
