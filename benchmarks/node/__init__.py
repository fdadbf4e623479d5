"""The Node.js client beside its peers: a call in C, the Python client, a bare process.

Needs `make test-node` once, which builds the client and the modelets.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.measure import interleave, python

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CLIENT = ROOT / "clients/node/dist/index.js"
HOME = ROOT / "build/clients-home"
ROUNDS = 9
TEXTS = 1000

_PYTHON = """
import sys, time
import modelet
client = modelet.OpenAI()
texts = [f"a text of some words, and the number {number} in it" for number in range(int(sys.argv[1]))]
client.embeddings.create(model="minilm", input=texts[:1])
started = time.perf_counter()
vectors = [item.embedding for item in client.embeddings.create(model="minilm", input=texts).data]
print(time.perf_counter() - started)
"""


def run() -> dict[str, Any]:
    """Every comparison; seconds, and the figures that follow from the best rounds."""
    from modelet_resolver import resolve

    os.environ["MODELET_HOME"] = str(HOME)
    library = resolve("fake").library
    with tempfile.TemporaryDirectory() as folder:
        program = compiled_caller(Path(folder))
        calls = rounds({"c": lambda: number([program, library]), "node": lambda: number(node("call.mjs"))}, 5)
    texts = rounds({"python": lambda: float(python(_PYTHON, str(TEXTS))), "node": lambda: number(node("embed.mjs", str(TEXTS)))}, 3)
    bare = ["node", "-e", "console.log(0)"]
    start = interleave({"bare": lambda: number(bare), "first vector": lambda: number(node("start.mjs"))}, ROUNDS)
    processor = rounds({"bare": lambda: processor_seconds(bare), "first vector": lambda: processor_seconds(node("start.mjs"))}, ROUNDS)
    return {
        "seconds": {"one call": calls, f"{TEXTS} texts": texts, "start": start, "start, processor": processor},
        "milliseconds_of_a_call_over_c": (min(calls["node"]) - min(calls["c"])) * 1e3,
        "share_of_pythons_time_for_1000_texts": min(texts["node"]) / min(texts["python"]),
        "milliseconds_to_first_vector_over_bare_node": (start["first vector"]["best"] - start["bare"]["best"]) * 1e3,
        "processor_milliseconds_to_first_vector_over_bare_node": (min(processor["first vector"]) - min(processor["bare"])) * 1e3,
    }


def rounds(contenders: dict[str, Any], count: int) -> dict[str, list[float]]:
    """What each contender says of itself, interleaved."""
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(count):
        for name, measure in contenders.items():
            found[name].append(measure())
    return found


def processor_seconds(command: list[str]) -> float:
    """What a command takes of the processors, however busy the machine is."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    number(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compiled_caller(folder: Path) -> str:
    """The C program that calls a modelet in a loop."""
    program = str(folder / "call")
    command = [sys.executable, "-m", "ziglang", "cc", "-O2", "-I", str(ROOT / "engine/include"), str(HERE / "call.c"), "-o", program]
    subprocess.run(command, check=True)
    return program


def node(script: str, *arguments: str) -> list[str]:
    """The command for a script of this folder."""
    return ["node", str(HERE / script), str(CLIENT), *arguments]


def number(command: list[str]) -> float:
    """The number that a command prints."""
    return float(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
