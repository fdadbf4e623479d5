"""docs/errors.md lists the codes there are, and only those."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENTED = set(
    re.findall(r"`([a-z]+(?:_[a-z]+)*)`", "\n".join(re.findall(r"^\| (`.*?) \| \d", (ROOT / "docs" / "errors.md").read_text(), re.M)))
)


def sources(*folders: str) -> str:
    files = (
        path
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".cpp", ".h", ".py") and "tests" not in path.parts
    )
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def test_every_documented_code_exists():
    text = sources("engine", "resolver/modelet_resolver", "clients/python/modelet")
    assert len(DOCUMENTED) > 40
    assert {code for code in DOCUMENTED if f'"{code}"' not in text} == set()


def test_every_code_of_the_resolver_is_documented():
    text = sources("resolver/modelet_resolver")
    codes = set(re.findall(r'^    code = "(\w+)"', text, re.M)) | set(re.findall(r'ResolverError\(.*, "(\w+)", \d+\)', text))
    assert codes - DOCUMENTED == set()


def test_every_code_of_the_engine_and_the_client_is_documented():
    engine = re.findall(
        r'(?:invalid_request|server_error|refuse|not_found)\((?:[^;]|\n)*?"([a-z]+_[a-z_]+)"(?:, (?:"\w*"|\w+))?\)',
        sources("engine/abi", "engine/openai", "engine/weights"),
    )
    client = re.findall(r'"(?:invalid_request_error|server_error)", "(\w+)"', sources("clients/python/modelet"))
    assert (set(engine) | set(client)) - DOCUMENTED == set()
