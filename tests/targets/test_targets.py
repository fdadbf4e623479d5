"""One compile for all targets: each library is what it should be, and where it can be run here, it answers as the host's own does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from modelet import sandbox
from modelet_compiler import build
from modelet_compiler.commands import load_functions
from modelet_compiler.toolchain import find_targets, host_target
from modelet_resolver.layout import Layout
from tests.targets import document
from tests.targets.runners import RUNNERS, Answer, ask, obstacle
from tests.targets.structure import NATIVE, check_structure

TEXTS = ["A short text.", "Ein längerer Text mit Umlauten, 漢字 und Zahlen wie 12345.", "word " * 40]
REQUEST = {"endpoint": "embeddings", "body": {"model": "minilm", "input": TEXTS, "encoding_format": "float"}}
WIDTH = 384
BOUND = 1e-5  # between instruction sets, of vectors of length 1: as between this library and torch

done: dict[str, set[str]] = {}  # what was done with each target, for docs/targets.md


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """MiniLM for every target, in one artifact."""
    functions, name = load_functions("examples/embeddings/minilm.py")
    artifact = build(functions, name=name, target="all", output=tmp_path_factory.mktemp("everywhere") / "layout")
    for triple in artifact.libraries:
        done.setdefault(triple, set()).add("built")
    return artifact


@pytest.fixture(scope="module")
def options(everywhere: Any) -> dict[str, Any]:
    """What a client passes: where the weights are."""
    (weights,) = everywhere.manifest["weights"]
    return {"weights": {weights["file"]: {"path": str(everywhere.layout / "blobs" / "sha256" / weights["sha256"])}}}


@pytest.fixture(scope="module")
def own(everywhere: Any, options: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Answer:
    """The host's library in a C program."""
    triple = host_target().triple
    return ask(triple, everywhere.libraries[triple], options, REQUEST, tmp_path_factory.mktemp("own"))


def test_one_artifact_has_a_variant_for_every_target_and_one_weights_file(everywhere: Any) -> None:
    layout = Layout(str(everywhere.layout), str(everywhere.layout / "blobs" / "sha256"))
    (entry,) = layout.entries()
    variants = layout.variants(entry)
    assert {variant.triple for variant in variants} == {target.triple for target in find_targets("all")}
    assert len({blob.digest for variant in variants for blob in layout.files(variant).weights}) == 1
    assert len({layout.files(variant).library.digest for variant in variants}) == len(variants)


@pytest.mark.parametrize("triple", NATIVE)
def test_a_library_exports_the_interface_alone_and_asks_for_no_newer_system(everywhere: Any, triple: str) -> None:
    check_structure(triple, everywhere.libraries[triple])
    done[triple].add("structure checked")


@pytest.mark.parametrize("triple", RUNNERS)
def test_a_program_of_a_target_gets_the_vectors_of_the_host(
    everywhere: Any, options: dict[str, Any], own: Answer, triple: str, tmp_path: Path
) -> None:
    if reason := obstacle(triple):
        pytest.skip(reason)
    answer = ask(triple, everywhere.libraries[triple], options, REQUEST, tmp_path)
    assert answer.messages == own.messages
    if RUNNERS[triple].same_instructions:
        assert answer.tensors == own.tensors
    assert float(np.abs(answer.vectors(WIDTH) - own.vectors(WIDTH)).max()) <= BOUND
    done[triple].add(f"executed {RUNNERS[triple].how}")


def test_on_arm_the_kernels_are_those_for_neon(everywhere: Any, options: dict[str, Any], tmp_path: Path) -> None:
    triple = "aarch64-linux-gnu"
    if reason := obstacle(triple):
        pytest.skip(reason)
    answer: Any = ask(triple, everywhere.libraries[triple], options, {"control": "explain"}, tmp_path)
    (explained,) = answer.messages
    assert explained["isa"] == "neon"
    chosen = {kernel["family"]: kernel["chosen"] for kernel in explained["kernels"]}
    assert {"linear", "attention", "layer_norm"} <= chosen.keys()
    assert all("neon" in chosen[family] for family in ("linear", "attention", "layer_norm")), chosen


def test_a_sandboxed_library_gets_the_vectors_of_the_host(everywhere: Any, options: dict[str, Any], own: Answer) -> None:
    triple = "wasm32-wasi"
    files = {name: source["path"] for name, source in options["weights"].items()}
    instance = sandbox.Instance(str(everywhere.libraries[triple]), files, {})
    message = instance.request(json.dumps(REQUEST).encode())
    assert float(np.abs(message.array(0) - own.vectors(WIDTH)).max()) <= BOUND
    done[triple].add("executed by wasmtime")


def test_the_page_of_targets_claims_nothing_that_was_not_done(everywhere: Any) -> None:
    for triple in RUNNERS:
        if reason := obstacle(triple):
            pytest.skip(f"the page says what is done where everything is installed: {reason}")
    document.check(done)
