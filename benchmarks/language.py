"""Compiled Python against CPython, the same functions on the same arguments; passing arguments and results is part of the time.

Some are also set beside the same in C++ (programs.cpp), whose arguments are in memory already. All run on one thread and wait for nothing:
what is counted is the processor's time, as other programs may keep the machine busy.
"""

from __future__ import annotations

import ctypes
import functools
import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import programs
from benchmarks.measure import interleave

ROUNDS = 7


def run() -> dict[str, Any]:
    """For each program the best round of each side, and how many times as fast the compiled one is."""
    import modelet
    from modelet_compiler import build

    cases, native = arguments(), in_cpp()
    with tempfile.TemporaryDirectory() as folder:
        library = modelet.load(str(build(list(cases), output=Path(folder) / "layout", name="@bench/language").layout))
        return {
            function.__name__: _compared(function, library.function(function.__name__).call, given, native.get(function))
            for function, given in cases.items()
        }


def _compared(
    function: Callable[..., Any], compiled: Callable[..., Any], given: tuple[Any, ...], native: Callable[[], object] | None
) -> dict[str, Any]:
    assert function(*given) == compiled(*given), f"{function.__name__} differs"
    contenders: dict[str, Callable[[], object]] = {"cpython": lambda: function(*given), "compiled": lambda: compiled(*given)}
    if native is not None:
        contenders["c++"] = native
    found = interleave(contenders, ROUNDS, time.thread_time)
    best = {name: seconds["best"] for name, seconds in found.items()}
    ratios = {"times": round(best["cpython"] / best["compiled"], 2)}
    if native is not None:
        ratios["of c++'s time"] = round(best["compiled"] / best["c++"], 2)
    return {**ratios, **found}


def in_cpp() -> dict[Callable[..., Any], Callable[[], object]]:
    """What programs.cpp has, with the arguments of `arguments`."""
    from modelet_compiler.toolchain import build_library

    source = Path(__file__).with_name("programs.cpp").read_text(encoding="utf-8")
    library = ctypes.CDLL(str(build_library({"programs.cpp": source}, name="programs")))
    given = {function.__name__: values for function, values in arguments().items()}
    boxes, scores = (np.array(values, np.float64) for values in given["nms"][:2])
    points = [np.frombuffer(text.encode("utf-32-le"), np.uint32) for text in given["levenshtein"]]
    text: bytes = given["chunk_text"][0].encode()
    number, threshold = ctypes.c_int64, ctypes.c_double(given["nms"][2])
    arrays: list[Any] = [boxes, scores, *points]
    pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in arrays]  # which keep them
    library.modelet_nbody.restype = ctypes.c_double
    passed: dict[Callable[..., Any], tuple[object, ...]] = {
        programs.nms: (pointers[0], pointers[1], number(len(scores)), threshold),
        programs.levenshtein: (pointers[2], number(len(points[0])), pointers[3], number(len(points[1]))),
        programs.chunk_text: (text, number(len(text)), *map(number, given["chunk_text"][1:])),
        programs.split_sentences: (text, number(len(text)), *map(number, given["split_sentences"][1:])),
        programs.count_words: (text, number(len(text))),
        programs.reshape_json: (given["reshape_json"][0].encode(), number(len(given["reshape_json"][0]))),
    }
    of_numbers = (programs.nbody, programs.collatz, programs.primes, programs.append_items, programs.build_string)
    passed |= {function: tuple(map(number, given[function.__name__])) for function in of_numbers}
    return {function: functools.partial(getattr(library, f"modelet_{function.__name__}"), *values) for function, values in passed.items()}


def arguments() -> dict[Callable[..., Any], tuple[Any, ...]]:
    """The programs and what they run on, the same each time."""
    chance = random.Random(1)
    text = " ".join("".join(chance.choice("abcdefghij.(!)?") for _ in range(chance.randint(1, 9))) for _ in range(60_000))
    corners = [(chance.random() * 300, chance.random() * 300) for _ in range(10_000)]
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
        programs.reshape_json: (json.dumps(records),),
    }
