"""numpy code compiled and interpreted, one thread each: the functions of numpy_functions.py; arrays are passed without a copy."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROUNDS = 9
# Read when numpy is loaded, so the comparison runs in a process of its own; on some machines OpenBLAS is told to take older kernels.
THREADS = {"OPENBLAS_NUM_THREADS": "1"}
LEFT_OUT = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")


def run() -> dict[str, Any]:
    """For each function the best round of each side, and how many times as fast the compiled one is."""
    import json

    environment = {name: value for name, value in os.environ.items() if name not in LEFT_OUT} | THREADS
    printed = subprocess.run(
        [sys.executable, "-m", "benchmarks.arrays"], check=True, capture_output=True, text=True, env=environment
    ).stdout
    found: dict[str, Any] = json.loads(printed.splitlines()[-1])
    return found


def arguments() -> dict[str, tuple[Any, ...]]:
    """What each function runs on."""
    import numpy as np

    chance = np.random.default_rng(0)
    count = 1_000_000
    x, y = chance.standard_normal(count), chance.standard_normal(count)
    square = chance.standard_normal((1000, 1000)).astype(np.float32)
    part = np.ascontiguousarray(square[:512, :512])
    return {
        "elementwise": (x, y),
        "standardised": (x.astype(np.float32), y.astype(np.float32)),
        "softmax": (square,),
        "product_float32": (part, part),
        "product_float64": (part.astype(np.float64), part.astype(np.float64)),
        "sort": (x,),
        "argsort": (x,),
        "masked": (x,),
        "gathered": (x, chance.integers(0, count, count)),
        "distances": (np.ascontiguousarray(square[:200, :64]), np.ascontiguousarray(square[200:400, :64])),
        "image": ((chance.random((512, 512, 3)) * 255).astype(np.uint8),),
        "distinct": (chance.integers(0, 1000, count),),
        "loop": (x[:100_000].copy(),),
    }


def compare() -> dict[str, Any]:
    """All functions, here."""
    import modelet
    from benchmarks import numpy_functions
    from benchmarks.measure import interleave
    from modelet_compiler import build

    given = arguments()
    functions = [getattr(numpy_functions, name) for name in given]
    with tempfile.TemporaryDirectory() as folder:
        library = modelet.load(str(build(functions, output=Path(folder) / "layout", name="@bench/arrays").layout), threads=1)
        found = {}
        for function in functions:
            values, compiled = given[function.__name__], library.function(function.__name__).call
            seconds = interleave({"numpy": lambda f=function, v=values: f(*v), "compiled": lambda c=compiled, v=values: c(*v)}, ROUNDS)
            found[function.__name__] = {"times": round(seconds["numpy"]["best"] / seconds["compiled"]["best"], 2), **seconds}
    return found


if __name__ == "__main__":
    import json

    print(json.dumps(compare()))
