"""Whole layout folders of the shared vectors, good and hostile."""

import importlib.util
import json
import os
from pathlib import Path

import pytest

from modelet_resolver import check_registry, resolve, verify
from modelet_resolver.errors import ResolverError
from modelet_resolver.host import Host

VECTORS = Path(__file__).parent.parent / "vectors"
LAYOUTS = json.loads((VECTORS / "layouts.json").read_text())
HOST = Host(LAYOUTS["host"]["triple"], LAYOUTS["host"]["features"], (2, 36))


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("MODELET_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MODELET_OFFLINE", "1")


def unfold(files, folder):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            path.write_bytes(content.encode())
        elif "symlink" in content:
            path.symlink_to(content["symlink"])
        else:
            with path.open("wb") as file:
                file.truncate(content["zeros"])
    return folder


@pytest.mark.parametrize("case", LAYOUTS["cases"], ids=lambda case: case["name"])
def test_a_layout_gives_its_files_or_one_typed_error(case, tmp_path):
    folder = unfold(case["files"], tmp_path / "layout")
    unfold(case.get("home", {}), tmp_path / "home")
    if "error" in case:
        with pytest.raises(ResolverError) as caught:
            resolve(folder, host=HOST)
        assert caught.value.code == {"weights_not_fetched": "offline"}.get(case["error"], case["error"])
        assert caught.value.message
        assert len(caught.value.message) < 2000
    else:
        found = resolve(folder, host=HOST)
        assert Path(found.library).read_text() == case["library"]
        assert {name: Path(path).read_text() for name, path in found.weights.items()} == case["weights"]
        assert found.manifest == {"schema": 1}


@pytest.mark.parametrize("case", [case for case in LAYOUTS["cases"] if "error" in case], ids=lambda case: case["name"])
def test_checks_report_and_never_raise_otherwise(case, tmp_path):
    folder = unfold(case["files"], tmp_path / "layout")
    wrong = case["error"] in ("corrupt_artifact", "malformed_artifact")
    assert bool(check_registry(folder)) >= wrong or not os.path.exists(folder / "index.json")  # noqa: PTH110
    try:
        findings = verify(folder)
    except ResolverError:
        return
    assert any(finding.problem for finding in findings) or not wrong


def test_layouts_json_is_what_make_layouts_writes():
    spec = importlib.util.spec_from_file_location("make_layouts", Path(__file__).with_name("make_layouts.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert json.loads(json.dumps(module.document())) == LAYOUTS
