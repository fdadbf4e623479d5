"""Peak memory of 2,048 texts at the limit of 256 tokens, in a fresh process."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.compiled import compiled_minilm
from benchmarks.measure import python

_SCRIPT = """
import json, re, sys
import modelet
texts = [f"{index} " + "word " * 300 for index in range(2048)]
vectors = modelet.load(sys.argv[1]).call(texts=texts)
assert vectors.shape == (2048, 384)
peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]) * 1024  # ru_maxrss would be the parent's
print(json.dumps({"peak_bytes": peak}))
"""


def run() -> dict[str, Any]:
    """Peak resident bytes (mapped weights included), and what stays when the weights file is subtracted."""
    artifact = compiled_minilm()
    weights = sum(file["bytes"] for file in artifact.manifest["weights"])
    peak = json.loads(python(_SCRIPT, str(artifact.layout)))["peak_bytes"]
    return {"texts": 2048, "tokens_each": 256, "peak_bytes": peak, "weights_bytes": weights, "above_weights_bytes": peak - weights}
