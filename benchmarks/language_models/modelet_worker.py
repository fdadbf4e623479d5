"""SmolLM2 compiled, driven by lines of JSON on standard input: `{"task": …}` in, `{"seconds": …, "tokens": …}` out."""

from __future__ import annotations

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import modelet

layout, threads = sys.argv[1], int(sys.argv[2])
client = modelet.OpenAI(threads=threads)


def answer(text: str, tokens: int) -> tuple[float, float, int]:
    """Seconds to the first piece and to the last, and how many tokens were made."""
    started, first, made = time.perf_counter(), None, 0
    body: dict[str, Any] = {"model": layout, "messages": [{"role": "user", "content": text}], "max_tokens": tokens, "temperature": 0}
    for chunk in client.chat.completions.create(**body, stream=True, stream_options={"include_usage": True}):
        if first is None and chunk.choices and chunk.choices[0].delta.content:
            first = time.perf_counter()
        if chunk.usage is not None:
            made = chunk.usage.completion_tokens
    last = time.perf_counter()
    return (first or last) - started, last - started, made


def prefill(text: str) -> dict[str, float]:
    """Seconds of a prompt, to its first token."""
    return {"seconds": answer(text, 1)[1]}


def decode(text: str, tokens: int) -> dict[str, float]:
    """Seconds of the tokens behind the first piece."""
    first, last, made = answer(text, tokens)
    return {"seconds": last - first, "tokens": made - 1}


def many(texts: list[str], tokens: int) -> dict[str, float]:
    """Seconds of all requests at once."""
    started = time.perf_counter()
    with ThreadPoolExecutor(len(texts)) as pool:
        made = sum(item[2] for item in pool.map(lambda text: answer(text, tokens), texts))
    return {"seconds": time.perf_counter() - started, "tokens": made}


TASKS = {"prefill": prefill, "decode": decode, "many": many}
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps(TASKS[request.pop("task")](**request)), flush=True)
