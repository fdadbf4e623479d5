"""Peak memory in a fresh process: of 2,048 texts at the limit of 256 tokens, and of a language model after a prompt of 1,000."""

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


_PROMPT = """
import json, re, sys
import modelet
layout = sys.argv[1]
client = modelet.OpenAI()
messages = [{"role": "user", "content": "word " * 970}]
usage = client.chat.completions.create(model=layout, messages=messages, max_tokens=8).usage
peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]) * 1024
[stats] = [json.loads(answer.text) for answer in [client._catalog.instance(layout).request(b'{"control": "stats"}')]]
[service] = stats["services"].values()
print(json.dumps({"peak_bytes": peak, "prompt_tokens": usage.prompt_tokens, "cache": service["cache"]}))
"""


def language_model() -> dict[str, Any]:
    """Peak resident bytes of SmolLM2, and what stays without its weights and the blocks of keys and values that the prompt fills."""
    from benchmarks.language_models import compiled
    from modelet_resolver import resolve

    layout = compiled()
    weights = sum(blob.size for blob in resolve(layout).files.weights)
    said = json.loads(python(_PROMPT, layout))
    cache = said["cache"]
    tokens = said["prompt_tokens"] + 8
    keys_values = -(-tokens // cache["block_tokens"]) * cache["block_bytes"]
    return {
        "prompt_tokens": said["prompt_tokens"],
        "peak_bytes": said["peak_bytes"],
        "weights_bytes": weights,
        "keys_values_bytes": keys_values,
        "above_both_bytes": said["peak_bytes"] - weights - keys_values,
    }


def run() -> dict[str, Any]:
    """Peak resident bytes (mapped weights included), and what stays when the weights file is subtracted."""
    artifact = compiled_minilm()
    weights = sum(file["bytes"] for file in artifact.manifest["weights"])
    peak = json.loads(python(_SCRIPT, str(artifact.layout)))["peak_bytes"]
    return {
        "texts": 2048,
        "tokens_each": 256,
        "peak_bytes": peak,
        "weights_bytes": weights,
        "above_weights_bytes": peak - weights,
        "language_model": language_model(),
    }
