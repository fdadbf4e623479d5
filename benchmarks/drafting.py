"""SmolLM2's greedy text without guesses, with the prompt's own repetitions, and with a draft model; the texts must be equal.

The draft model is SmolLM2's first layers under its own head: there is no smaller model of the same vocabulary in the package, and a draft
that was trained to guess would do better.
"""

from __future__ import annotations

import os
import statistics
import time
from typing import Any

import modelet
from benchmarks import drafting_functions
from modelet_compiler import build

ROUNDS = 3
PASSAGE = (
    "def area(width, height):\n    return width * height\n\ndef perimeter(width, height):\n    return 2 * (width + height)\n\n"
    "def describe(width, height):\n    print('area', area(width, height))\n    print('perimeter', perimeter(width, height))\n"
)
TASKS = {
    "repeats its prompt": "Write this program again, exactly as it is:\n\n" + PASSAGE,
    "tells a story": "Write a long story about a lighthouse keeper and a storm.",
}
TOKENS = 128


def run() -> dict[str, Any]:
    """Tokens a second of every round, and a second of the processors; the share of guesses that were right, and the ratios to no guesses:
    at the best round, and of the processors at the middle one.
    """
    functions = {"none": drafting_functions.plain, "prompt lookup": drafting_functions.lookup, "draft model": drafting_functions.drafted}
    loaded = {name: str(build(function, name=f"@local/{function.__name__}").layout) for name, function in functions.items()}
    client = modelet.OpenAI()
    found: dict[str, Any] = {"load_average": os.getloadavg()}
    for task, question in TASKS.items():
        rates: dict[str, list[float]] = {name: [] for name in loaded}
        worked: dict[str, list[float]] = {name: [] for name in loaded}
        texts: dict[str, str] = {}
        for round_ in range(ROUNDS + 1):
            for name, layout in loaded.items():
                began = time.process_time()
                seconds, made, texts[name] = _answer(client, layout, question)
                if round_:  # the first round warms up
                    rates[name].append(made / seconds)
                    worked[name].append(made / (time.process_time() - began))
        best = {name: max(values) for name, values in rates.items()}
        middle = {name: statistics.median(values) for name, values in worked.items()}
        found[task] = {
            "tokens_per_second": rates,
            "tokens_per_processor_second": worked,
            "ratio": {name: best[name] / best["none"] for name in best if name != "none"},
            "processor_ratio": {name: middle[name] / middle["none"] for name in middle if name != "none"},
            "equal_texts": len(set(texts.values())) == 1,
        }
    found["accepted"] = {name: _accepted(client, layout) for name, layout in loaded.items() if name != "none"}
    return found


def _answer(client: modelet.OpenAI, layout: str, question: str) -> tuple[float, int, str]:
    """Seconds behind the first piece, tokens, text."""
    first, made, text = None, 0, ""
    messages = [{"role": "user", "content": question}]
    options: dict[str, Any] = {"stream": True, "stream_options": {"include_usage": True}, "temperature": 0, "max_tokens": TOKENS}
    for chunk in client.chat.completions.create(model=layout, messages=messages, **options):
        if chunk.choices and chunk.choices[0].delta.content:
            first = first or time.perf_counter()
            text += chunk.choices[0].delta.content
        if chunk.usage is not None:
            made = chunk.usage.completion_tokens
    return time.perf_counter() - (first or 0.0), made - 1, text


def _accepted(client: modelet.OpenAI, layout: str) -> float:
    """Of all tokens that were guessed."""
    import json

    stats = json.loads(client._catalog.instance(layout).request(b'{"control": "stats"}').text)
    [service] = stats["services"].values()
    return float(service["accepted_tokens"] / max(service["drafted_tokens"], 1))
