"""Compiled Python against CPython, the same functions on the same arguments; passing arguments and results is part of the time."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import programs
from benchmarks.measure import interleave

ROUNDS = 5


def run() -> dict[str, Any]:
    """For each program the best round of each side, and how many times as fast the compiled one is."""
    import modelet
    from modelet_compiler import build

    cases = arguments()
    with tempfile.TemporaryDirectory() as folder:
        library = modelet.load(str(build(list(cases), output=Path(folder) / "layout", name="@bench/language").layout))
        return {
            function.__name__: _compared(function, library.function(function.__name__).call, given) for function, given in cases.items()
        }


def _compared(function: Callable[..., Any], compiled: Callable[..., Any], given: tuple[Any, ...]) -> dict[str, Any]:
    assert function(*given) == compiled(*given), f"{function.__name__} differs"
    found = interleave({"cpython": lambda: function(*given), "compiled": lambda: compiled(*given)}, ROUNDS)
    return {"times": round(found["cpython"]["best"] / found["compiled"]["best"], 2), **found}


def arguments() -> dict[Callable[..., Any], tuple[Any, ...]]:
    """The programs and what they run on, the same each time."""
    chance = random.Random(1)
    text = " ".join("".join(chance.choice("abcdefghij.(!)?") for _ in range(chance.randint(1, 9))) for _ in range(60_000))
    corners = [(chance.random() * 300, chance.random() * 300) for _ in range(1500)]
    boxes = [[x, y, x + 10 + chance.random() * 30, y + 10 + chance.random() * 30] for x, y in corners]
    scores = [chance.random() for _ in boxes]
    words = ["".join(chance.choice("abcd") for _ in range(900)) for _ in range(2)]
    records = [
        {f"Key{at}": f" v{chance.randint(0, 99)} " for at in range(8)} | {"group": f"g{chance.randint(0, 20)}"} for _ in range(20_000)
    ]
    return {
        programs.nbody: (10_000,),
        programs.nbody_of_classes: (10_000,),
        programs.levenshtein: (words[0], words[1]),
        programs.nms: (boxes, scores, 0.5),
        programs.collatz: (30_000,),
        programs.primes: (1_500_000,),
        programs.append_items: (2_000_000,),
        programs.build_string: (400_000,),
        programs.split_sentences: (text, 80),
        programs.chunk_text: (text, 200, 40),
        programs.count_words: (text,),
        programs.reshape_records: (records,),
    }
