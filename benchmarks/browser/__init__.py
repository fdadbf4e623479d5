"""MiniLM in Chromium: the browser client beside transformers.js on its WebAssembly backend, each on one thread, from one web server.

Needs `make test-browser` once, which builds the client and fetches what drives the browser.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from benchmarks.corpus import mixed_lengths
from benchmarks.peers import model_folder, onnx_file

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CLIENT = ROOT / "clients/wasm"
PEER = "@huggingface/transformers@4.3.2"
WORK = ROOT / "build/benchmarks/browser"
ROUNDS = 5
TEXTS = 128


def run() -> dict[str, Any]:
    """Seconds to the first vector of a fresh page, texts a second, and sizes over the wire."""
    from modelet_compiler import build
    from modelet_compiler.commands import load_functions

    functions, _ = load_functions("examples/embeddings/minilm.py")
    artifact = build(functions, output=WORK / "models/local/minilm", target="wasm32-wasi", name="@local/minilm")
    peer_folder()
    (WORK / "texts.json").write_text(json.dumps(mixed_lengths(TEXTS)))
    command = ["node", str(HERE / "compare.mjs"), str(WORK), str(CLIENT), str(ROUNDS)]
    seen = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    best = {who: {"first": min(seen[who]["first"]), "rate": TEXTS / min(seen[who]["texts"])} for who in ("modelet", "transformers.js")}
    return {
        "seconds": seen,
        "texts_per_second": {who: figures["rate"] for who, figures in best.items()},
        "rate_over_transformers_js": best["modelet"]["rate"] / best["transformers.js"]["rate"],
        "first_vector_of_transformers_js": best["modelet"]["first"] / best["transformers.js"]["first"],
        "least_cosine": seen["least_cosine"],
        "gzip_bytes": {
            "library": compressed(artifact.library("wasm32-wasi")),
            "client": sum(compressed(path) for path in (CLIENT / "dist").glob("*.js")),
        },
    }


def peer_folder() -> None:
    """transformers.js, and the model in the form it reads."""
    if not (WORK / "node_modules").exists():
        WORK.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--prefix", str(WORK), "--ignore-scripts", "--no-audit", "--loglevel=error", PEER]
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
    folder = WORK / "hub/minilm"
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
        shutil.copy(model_folder() / name, folder / name)
    name_output(onnx_file(), folder / "onnx/model.onnx")


def name_output(model: Path, named: Path) -> None:
    """Gives the model's first output the name that transformers.js looks for."""
    import onnx

    graph = onnx.load(model)
    (before, *_), after = [output.name for output in graph.graph.output], "last_hidden_state"
    for node in graph.graph.node:
        node.input[:] = [after if name == before else name for name in node.input]
        node.output[:] = [after if name == before else name for name in node.output]
    graph.graph.output[0].name = after
    onnx.save(graph, named)


def compressed(path: Path) -> int:
    """Bytes as a web server sends them."""
    return len(gzip.compress(path.read_bytes(), 9))
