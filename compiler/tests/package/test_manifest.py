"""The manifest fits its schema, and says the versions the rest of the project has."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from modelet_compiler.package import PackageError, WeightsFile, build_manifest, canonical_json, weights_record
from modelet_compiler.package.manifest import ENGINE_VERSION
from modelet_resolver.choice import ABI_VERSION
from modelet_resolver.errors import InvalidName

ROOT = Path(__file__).parents[3]
SCHEMA = json.loads((ROOT / "resolver/manifest.schema.json").read_text())
FUNCTION = {
    "name": "embed",
    "description": "Vectors of texts.",
    "parameters": [
        {"name": "texts", "schema": {"type": "array", "items": {"type": "string"}, "x-python-type": "list[str]"}, "required": True},
        {"name": "dimensions", "schema": {"type": "integer", "x-python-type": "int"}, "required": False, "default": 384},
    ],
    "returns": {"x-python-type": "numpy.ndarray"},
    "generator": False,
}


def weights(file, packed=False):
    return WeightsFile(Path("x"), file, "0" * 64, 7, "panel", packed=packed, sources=("hf://a/b@main/model.safetensors",))


def manifest(**changes):
    fields = {
        "name": "MiniLM",
        "functions": [FUNCTION],
        "endpoints": [{"name": "embeddings", "function": "embed", "input": "texts", "dimensions": None}],
        "triple": "x86_64-linux-gnu",
        "required": ["sse4.2", "avx2"],
        "kernels": ["linear", "attention", "linear"],
        "weights": [weights_record(weights("weights.safetensors"))],
        "licenses": ["Apache-2.0"],
        "build": {"compiler": "clang"},
    }
    return build_manifest(**{**fields, **changes})


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(SCHEMA)


def test_a_manifest_fits_the_schema():
    Draft202012Validator(SCHEMA).validate(manifest())
    Draft202012Validator(SCHEMA).validate(manifest(weights=[weights_record(weights("w", packed=True))]))
    Draft202012Validator(SCHEMA).validate(manifest(weights=[], endpoints=[], required=[]))


@pytest.mark.parametrize("field", SCHEMA["required"])
def test_the_schema_asks_for_every_field(field):
    broken = manifest()
    del broken[field]
    assert not Draft202012Validator(SCHEMA).is_valid(broken)


@pytest.mark.parametrize("file", ["../x", "a/b", "a\\b", "", "c:x"])
def test_the_schema_refuses_paths_as_file_names(file):
    assert not Draft202012Validator(SCHEMA).is_valid(manifest(weights=[weights_record(weights(file))]))


def test_the_order_of_sets_does_not_count():
    assert canonical_json(manifest(required=["avx2", "sse4.2"], kernels=["attention", "linear"])) == canonical_json(manifest())


def test_the_name_is_canonical():
    assert manifest()["name"] == "@local/minilm"
    with pytest.raises(InvalidName):
        manifest(name="not a name")


def test_a_library_has_a_function():
    with pytest.raises(PackageError):
        manifest(functions=[])


def test_the_text_is_ascii_and_keeps_every_text():
    odd = manifest(description="\u00fc \U0001f600 \ud800")
    assert canonical_json(odd).isascii()
    assert json.loads(canonical_json(odd)) == odd


def test_versions_agree_with_the_engine_and_the_distribution():
    header = (ROOT / "engine/include/modelet/modelet.h").read_text()
    found = re.search(r"#define MODELET_ABI_VERSION (\d+)", header)
    assert found is not None
    assert int(found[1]) == ABI_VERSION
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == ENGINE_VERSION
