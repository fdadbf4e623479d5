"""What is shipped, and how long it takes to make: bytes of the library, libraries it needs, seconds of a compilation."""

from __future__ import annotations

import re
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.compiled import compiled_minilm
from benchmarks.measure import python

_COMPILE = """
import sys, time
from pathlib import Path
folder = Path(sys.argv[1])
sys.path.insert(0, str(folder))
started = time.perf_counter()
import changed
imported = time.perf_counter()
from modelet_compiler import build
build(changed.embed, output=folder / "out")
print(time.perf_counter() - imported, imported - started)
"""


def run() -> dict[str, Any]:
    """Sizes from the file itself; compile times in fresh processes, with everything cached and after a change of the function."""
    artifact = compiled_minilm()
    library = artifact.library()
    dynamic = subprocess.run(["readelf", "-d", str(library)], capture_output=True, text=True, check=False).stdout
    needed = re.findall(r"NEEDED.*\[(.*)\]", dynamic)
    return {
        "library_bytes": library.stat().st_size,
        "needed": needed,
        "weights_bytes": sum(file["bytes"] for file in artifact.manifest["weights"]),
        "compile_changed_function_seconds": _compile_changed(),
    }


def _compile_changed() -> dict[str, float]:
    source = Path("examples/embeddings/minilm.py").read_text()
    stamp = time.time_ns() % 10**9
    with tempfile.TemporaryDirectory() as folder:
        changed = re.sub(r"return (.*)", rf"return \1 * {1 + stamp * 1e-12!r}", source)
        Path(folder, "changed.py").write_text(changed)
        helpers = str(Path("examples/embeddings").resolve())
        compile_seconds, import_seconds = map(float, python(_COMPILE, folder, PYTHONPATH=helpers).split())
    return {"beyond_module_import": compile_seconds, "module_import": import_seconds}
