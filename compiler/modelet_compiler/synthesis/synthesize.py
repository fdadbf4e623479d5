"""Asks a language model for an operation until a candidate withstands its trial, and admits that one."""

from __future__ import annotations

import inspect
import json
import os
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from modelet_compiler.synthesis.candidate import Candidate, Malformed, read_answer, resolve
from modelet_compiler.synthesis.examine import Verdict, examine

ANSWER_SECONDS = 300.0
RULES = """You write one operation for a compiler from Python to C++20: a C++ function that does exactly what a Python function does:
the same results to the last bit, the same exceptions with the same messages.

Answer with one line `SIGNATURE: (parameter: type, …) -> type` and one block of C++ between ``` and ```.
- Types: int (int64_t), float (double), bool, str (py::Str), None (py::None), list[T] (py::List<T>), tuple[A, B] (std::tuple<A, B>),
  dict[K, V] (py::Dict<K, V>), set[T] (py::Set<T>), A | B (std::variant with its members in alphabetical order of the Python names).
- The block starts with `#pragma once` and `#include "python/runtime.h"`, and defines in `namespace modelet_operations` (with
  `namespace py = modelet::python;` inside) `inline <result> <function>(modelet::Call &call, const <type> &parameter, …)`;
  int, float and bool come by value.
- Raise by `call.raise("ValueError", "text"); return {};`. An int that does not fit 64 bits raises OverflowError.
- py::Str: `.length()`, `[i]` (char32_t), `.view()` (std::u32string_view), `.part(first, last)`; `py::new_str(call, std::u32string_view)`.
- py::List<T>: `.size()`, `.at(i)`, `.push(call, value)`; `py::new_list<T>(call)`.
- After what may raise: `if (call.failed()) return {};`.
- No undefined behaviour, no recursion on the input's size, nothing global, no input or output."""


@dataclass
class Synthesis:
    """What became of it: the admitted candidate or None, and every attempt with its verdict."""

    admitted: Candidate | None = None
    attempts: list[tuple[Candidate | None, Verdict]] = field(default_factory=list)


def synthesize(
    name: str,
    ask: Callable[[list[dict[str, str]]], str],
    folder: Path,
    *,
    attempts: int = 4,
    report: Callable[[str], None] = lambda _: None,
    judge: Callable[[Candidate], Verdict] = examine,
) -> Synthesis:
    """Asks `ask` (messages → answer) for `name`; the first candidate that its trial finds right is written into `folder`.

    Every other one is reported with its counterexample, told to the model, and written nowhere. Raises LookupError for a name that
    Python does not know.
    """
    found = Synthesis()
    messages = _question(name)
    for number in range(1, attempts + 1):
        answer = ask(messages)
        candidate, verdict = _judged(name, answer, judge)
        found.attempts.append((candidate, verdict))
        report(f"attempt {number}: {verdict.outcome}: {verdict.detail}")
        if candidate is not None and verdict.admitted:
            candidate.save(folder)
            found.admitted = candidate
            return found
        messages += [
            {"role": "assistant", "content": answer},
            {"role": "user", "content": f"This is {verdict.outcome}: {verdict.detail}\nAnswer again, in the same form."},
        ]
    return found


def _judged(name: str, answer: str, judge: Callable[[Candidate], Verdict]) -> tuple[Candidate | None, Verdict]:
    try:
        candidate = read_answer(name, answer)
    except Malformed as error:
        return None, Verdict("malformed", str(error), "")
    return candidate, judge(candidate)


def _question(name: str) -> list[dict[str, str]]:
    function = resolve(name)
    try:
        signature = str(inspect.signature(function))
    except (TypeError, ValueError):
        signature = "(…)"
    described = inspect.getdoc(function) or "(no documentation)"
    text = f"The Python function: {name}{signature}\n\n{described[:4000]}\n\nThe C++ function: modelet_operations::{name.replace('.', '_')}"
    return [{"role": "system", "content": RULES}, {"role": "user", "content": text}]


def endpoint(base_url: str, model: str) -> Callable[[list[dict[str, str]]], str]:
    """Asks a chat model behind an OpenAI-compatible endpoint; the key, where one is needed, is in OPENAI_API_KEY."""

    def ask(messages: list[dict[str, str]]) -> str:
        body = json.dumps({"model": model, "messages": messages, "temperature": 0}).encode()
        headers = {"content-type": "application/json", "authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', 'none')}"}
        request = urllib.request.Request(base_url.rstrip("/") + "/chat/completions", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as response:
                answer: Any = json.load(response)
        except urllib.error.URLError as error:
            raise ConnectionError(f"the model at {base_url} did not answer: {error}") from error
        try:
            return str(answer["choices"][0]["message"]["content"])
        except (KeyError, IndexError, TypeError):
            raise ConnectionError(f"the answer of {base_url} is no chat completion") from None

    return ask
