"""Models on the meta device: their weights are named when compiling, fetched and packed when the modelet is first opened."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import LlamaForCausalLM

import modelet
from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.models.description import Writer
from modelet_compiler.lowering.models.families import describe
from modelet_compiler.lowering.models.origin import parameters_of
from modelet_resolver import hub as hub_client
from modelet_resolver import resolve
from modelet_resolver.errors import Malformed, ResolverError
from modelet_resolver.packing.recipe import Recipe, read_recipe
from modelet_resolver.packing.weights import write_weights
from tests.language_models.hub_server import Hub, serving
from tests.language_models.small_models import MODELS

ROOT = Path(__file__).parents[2]
PROMPT = [2, 17, 101, 33, 9]


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    hub = Hub()
    for name, model in {"llama": MODELS["llama"], "tied": MODELS["tied"], "gemma4": MODELS["gemma4"]}.items():
        folder = tmp_path_factory.mktemp(name)
        copy.deepcopy(model).to(torch.bfloat16).save_pretrained(folder)
        hub.add(f"tests/{name}", folder)
    folder = tmp_path_factory.mktemp("sharded")
    MODELS["llama"].save_pretrained(folder, max_shard_size="100KB")
    hub.add("tests/sharded", folder)
    folder = tmp_path_factory.mktemp("experts")
    MODELS["experts"].save_pretrained(folder)
    hub.add("tests/experts", folder)
    folder = tmp_path_factory.mktemp("pickled")
    (folder / "config.json").write_bytes((hub.repositories["tests/llama"] / "config.json").read_bytes())
    (folder / "pytorch_model.bin").write_bytes(b"x" * 9000)
    hub.add("tests/pickled", folder)
    with serving(hub):
        yield hub


@pytest.fixture(autouse=True)
def surroundings(published: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("HF_TOKEN", "HF_HUB_OFFLINE", "MODELET_OFFLINE", "HF_HUB_CACHE", "MODELET_REGISTRY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HF_ENDPOINT", published.endpoint)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("MODELET_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("no_proxy", "*")
    published.requests.clear()
    yield
    published.cut_after, published.corrupt, published.status, published.takes_ranges, published.elsewhere = [], False, 200, True, ""


def on_meta(hub: Hub, name: str, dtype: torch.dtype = torch.bfloat16) -> Any:
    """The model as `from_config` makes it under torch.device("meta")."""
    config = copy.deepcopy(MODELS[{"sharded": "llama", "pickled": "llama"}.get(name, name)].config)
    config._name_or_path, config._commit_hash = f"tests/{name}", hub.commits[f"tests/{name}"]
    kind = type(MODELS[{"sharded": "llama", "pickled": "llama"}.get(name, name)])
    with torch.device("meta"):
        return kind(config).to(dtype)


def tensors_of(model: Any, quantization: str | None) -> Any:
    writer = Writer("model")
    writer.write(describe(model, parameters_of(model, quantization)))
    return list(writer.weights.values())


@pytest.mark.parametrize("quantization", [None, "q8", "q4", "float16"])
@pytest.mark.parametrize("name", ["llama", "tied", "sharded", "gemma4"])
def test_what_is_packed_on_arrival_is_what_compiling_would_have_packed(
    published: Hub, tmp_path: Path, name: str, quantization: str | None
) -> None:
    dtype = torch.float32 if name == "sharded" else torch.bfloat16
    loaded = copy.deepcopy(MODELS["llama" if name == "sharded" else name]).to(dtype)
    here = write_weights(tensors_of(loaded, quantization), tmp_path / "here")
    promised = Recipe(tuple(tensors_of(on_meta(published, name, dtype), quantization)))
    recipe = read_recipe(promised.text(), "the recipe")
    assert recipe.text() == promised.text()
    files = {source: str(published.repositories[f"tests/{name}"] / source.parts()[2]) for source in recipe.sources}
    assert (len(files) > 1) == (name == "sharded")
    made = recipe.pack(files, str(tmp_path / "made"))
    assert (tmp_path / "made").read_bytes() == (tmp_path / "here").read_bytes()
    assert (made.sha256, made.entries) == (here.sha256, here.entries)
    assert json.loads(promised.text())["bytes"] == here.bytes


def test_the_type_is_the_models_and_not_the_files(published: Hub, tmp_path: Path) -> None:
    rounded = copy.deepcopy(MODELS["llama"]).to(torch.bfloat16).to(torch.float32)
    here = write_weights(tensors_of(rounded, None), tmp_path / "here")
    recipe = Recipe(tuple(tensors_of(on_meta(published, "llama", torch.float32), None)))
    files = {source: str(published.repositories["tests/llama"] / source.parts()[2]) for source in recipe.sources}
    assert recipe.pack(files, str(tmp_path / "made")).sha256 == here.sha256


def test_weights_are_not_read_when_compiling(published: Hub) -> None:
    tensors_of(on_meta(published, "llama"), "q8")
    ranges = [headers["range"] for _, _, headers in published.asked("model.safetensors")]
    header = int.from_bytes((published.repositories["tests/llama"] / "model.safetensors").read_bytes()[:8], "little")
    assert ranges == ["bytes=0-7", f"bytes=8-{7 + header}"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [("pickled", "has no model.safetensors; its weights are pytorch_model.bin"), ("experts", "they were converted when loading")],
)
def test_what_cannot_be_packed_is_refused_when_compiling(published: Hub, name: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        tensors_of(on_meta(published, name, torch.float32), None)


def test_a_model_of_nowhere_is_refused(published: Hub, tmp_path: Path) -> None:
    model = on_meta(published, "llama")
    for place, reason in (("", "no repository is said"), (str(tmp_path), "its weights are in a folder")):
        model.config._name_or_path = model.name_or_path = place
        with pytest.raises(Refused, match=reason):
            tensors_of(model, None)


def test_another_shape_is_refused(published: Hub) -> None:
    model = on_meta(published, "llama")
    model.config.vocab_size = 300
    with torch.device("meta"):
        wrong = LlamaForCausalLM(model.config)
    with pytest.raises(Refused, match="is published with the shape"):
        tensors_of(wrong, None)


COMPILE = """
import pathlib, sys
from modelet_compiler import build
from tests.language_models.published_chat import generate
build(generate, output=pathlib.Path(sys.argv[1]), name="@tests/published")
"""


def compiled(folder: Path, name: str, **environment: str) -> Path:
    """In a process of its own, as huggingface_hub reads its settings when it is imported."""
    settings = {**os.environ, "PUBLISHED_MODEL": f"tests/{name}", "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    command = [sys.executable, "-c", COMPILE, str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def layouts(published: Hub, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    base = tmp_path_factory.mktemp("compiled")
    settings = {"HF_ENDPOINT": published.endpoint, "HF_HOME": str(base / "hf"), "HF_HUB_OFFLINE": "0", "no_proxy": "*"}
    return {
        "llama": compiled(base / "llama", "llama", PUBLISHED_BY="from_pretrained", **settings),
        "sharded": compiled(base / "sharded", "sharded", PUBLISHED_FORMAT="q8", **settings),
    }


def expected(hub: Hub, name: str) -> list[int]:
    model = LlamaForCausalLM.from_pretrained(hub.repositories[f"tests/{name}"], dtype=torch.float32)
    ids = torch.tensor([PROMPT])
    out = model.generate(ids, do_sample=False, max_new_tokens=32, eos_token_id=1, attention_mask=torch.ones_like(ids))
    return out[0, len(PROMPT) :].tolist()


def without_end(tokens: list[int]) -> list[int]:
    return tokens[:-1] if tokens[-1:] == [1] else tokens


def test_it_generates_what_transformers_does(published: Hub, layouts: dict[str, Path]) -> None:
    answer = modelet.load(str(layouts["llama"])).call(PROMPT)
    assert without_end(answer)[:8] == without_end(expected(published, "llama"))[:8]
    published.status = 500  # later starts only map
    assert modelet.load(str(layouts["llama"])).call(PROMPT) == answer


def test_shards_and_a_format_chosen_when_compiling(published: Hub, layouts: dict[str, Path]) -> None:
    found = resolve(layouts["sharded"])
    [record] = found.manifest["weights"]
    assert len(record["sources"]) > 1
    assert all(source.startswith(f"hf://tests/sharded@{published.commits['tests/sharded']}/model-0") for source in record["sources"])
    assert Path(found.weights["weights.safetensors"]).stat().st_size == record["bytes"]
    assert len(modelet.load(str(layouts["sharded"])).call(PROMPT)) > 0


def weights_path(layout: Path, **options: Any) -> Path:
    return Path(resolve(layout, **options).weights["weights.safetensors"])


def leftovers(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "home/blobs").rglob("*") if path.is_file() and path.suffix != ".lock")


def test_a_download_goes_on_where_it_was_cut_off(published: Hub, layouts: dict[str, Path], tmp_path: Path) -> None:
    published.cut_after = [50_000, 20_000]
    told: list[tuple[int, int]] = []
    weights_path(layouts["llama"], progress=lambda _, done, total: told.append((done, total)))
    ranges = [headers.get("range") for _, _, headers in published.asked("model.safetensors")]
    assert ranges == [None, "bytes=50000-", "bytes=70000-"]
    assert told[-1][0] == told[-1][1]
    assert leftovers(tmp_path) == []  # what was packed is not kept twice


def test_a_part_of_an_earlier_process_is_used(published: Hub, layouts: dict[str, Path], tmp_path: Path) -> None:
    published.cut_after = [60_000] + [0] * 9
    with pytest.raises(ResolverError) as caught:
        weights_path(layouts["llama"])
    assert caught.value.code == "download_failed"
    assert len(leftovers(tmp_path)) == 1
    published.cut_after = []
    published.requests.clear()
    weights_path(layouts["llama"])
    assert [headers.get("range") for _, _, headers in published.asked("model.safetensors")] == ["bytes=60000-"]


def test_a_damaged_part_costs_a_second_download(published: Hub, layouts: dict[str, Path], tmp_path: Path) -> None:
    published.cut_after = [60_000] + [0] * 9
    with pytest.raises(ResolverError):
        weights_path(layouts["llama"])
    [part] = list((tmp_path / "home/blobs").rglob("*.part"))
    part.write_bytes(b"!" + part.read_bytes()[1:])
    published.cut_after = []
    published.requests.clear()
    weights_path(layouts["llama"])
    assert [headers.get("range") for _, _, headers in published.asked("model.safetensors")] == ["bytes=60000-", None]


def test_a_server_without_ranges(published: Hub, layouts: dict[str, Path]) -> None:
    published.takes_ranges = False
    published.cut_after = [50_000]
    weights_path(layouts["llama"])


def test_corrupt_bytes_are_never_packed(published: Hub, layouts: dict[str, Path], tmp_path: Path) -> None:
    published.corrupt = True
    with pytest.raises(modelet.APIStatusError, match="is not the file that the modelet was compiled against") as caught:
        modelet.load(str(layouts["llama"])).call(PROMPT)
    assert caught.value.code == "corrupt_artifact"
    assert leftovers(tmp_path) == []
    assert not list((tmp_path / "home/packed").glob("*/weights.safetensors"))
    published.corrupt = False
    assert modelet.load(str(layouts["llama"])).call(PROMPT)


@pytest.mark.parametrize(
    ("status", "code"), [(401, "download_refused"), (403, "download_refused"), (404, "source_not_found"), (500, "download_failed")]
)
def test_refusals_have_codes(published: Hub, layouts: dict[str, Path], status: int, code: str) -> None:
    published.status = status
    with pytest.raises(ResolverError) as caught:
        weights_path(layouts["llama"])
    assert caught.value.code == code
    assert str(status) in caught.value.message


@pytest.mark.parametrize("variable", ["MODELET_OFFLINE", "HF_HUB_OFFLINE"])
def test_offline_touches_no_network(published: Hub, layouts: dict[str, Path], monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "1")
    with pytest.raises(ResolverError) as caught:
        weights_path(layouts["llama"])
    assert caught.value.code == "offline"
    assert published.requests == []


def test_nobody_there(layouts: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(ResolverError, match="could not be reached") as caught:
        weights_path(layouts["llama"])
    assert caught.value.code == "download_failed"


def test_the_hubs_own_cache_is_used_and_verified(published: Hub, layouts: dict[str, Path], tmp_path: Path) -> None:
    commit, data = published.commits["tests/llama"], (published.repositories["tests/llama"] / "model.safetensors").read_bytes()
    snapshot = tmp_path / "hf/hub/models--tests--llama/snapshots" / commit / "model.safetensors"
    snapshot.parent.mkdir(parents=True)
    snapshot.write_bytes(data)
    weights_path(layouts["llama"])
    assert published.requests == []
    assert snapshot.read_bytes() == data
    for path in (tmp_path / "home/packed").rglob("*"):
        if path.is_file():
            path.unlink()
    snapshot.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    weights_path(layouts["llama"])
    assert len(published.asked("model.safetensors")) == 1


def test_the_token_stays_with_the_hub(published: Hub, layouts: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    other = Hub()
    other.repositories, other.commits = published.repositories, published.commits
    with serving(other):
        published.elsewhere = other.endpoint
        weights_path(layouts["llama"])
    assert published.asked("model.safetensors")[0][2]["authorization"] == "Bearer hf_secret"
    assert [headers.get("authorization") for _, _, headers in other.asked("model.safetensors")] == [None]


def test_many_at_once_fetch_once(published: Hub, layouts: dict[str, Path]) -> None:
    found: list[Path] = []
    threads = [threading.Thread(target=lambda: found.append(weights_path(layouts["llama"]))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert len(found) == 6
    assert len(published.asked("model.safetensors")) == 1


def test_damaged_packed_weights_are_packed_again(published: Hub, layouts: dict[str, Path]) -> None:
    path = weights_path(layouts["llama"])
    good = path.read_bytes()
    for bad in (good[:-1], good[:-1] + bytes([good[-1] ^ 1])):
        path.chmod(0o644)
        path.write_bytes(bad)
        assert weights_path(layouts["llama"]) == path
        assert path.read_bytes() == good
    assert modelet.load(str(layouts["llama"]), verify="always").call(PROMPT)


def test_addresses_are_checked() -> None:
    commit = "a" * 40
    assert hub_client.split(f"hf://owner/repo@{commit}/folder/file") == ("owner/repo", commit, "folder/file")
    for wrong in (
        "hf://owner/repo@main/file",
        f"hf://owner/repo@{commit}/../file",
        f"hf://owner/repo@{commit}//file",
        f"hf://a/b/c@{commit}/x",
        "x",
        None,
    ):
        with pytest.raises(Malformed):
            hub_client.split(wrong)  # type: ignore[arg-type]
