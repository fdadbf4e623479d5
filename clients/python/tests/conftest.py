"""A registry with hand-made modelets, so that the client is tested without the compiler and the engine."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FAKE = Path(__file__).parent / "fake" / "fake.c"
TRIPLE = f"{platform.machine()}-linux-gnu"


def build_fake(output: Path, **definitions: str) -> Path:
    """Compiles the hand-made modelet."""
    compiler = [shutil.which("cc")] if shutil.which("cc") else [sys.executable, "-m", "ziglang", "cc"]
    defined = [f'-DFAKE_{key.upper()}="{value}"' for key, value in definitions.items()]
    flags = ["-O1", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror", "-I", str(ROOT / "engine" / "include"), *defined]
    subprocess.run([*compiler, *flags, str(FAKE), "-o", str(output)], check=True)
    return output


class Publisher:
    """Writes an artifact as resolver/SPEC.md has it, straight into a registry folder."""

    def __init__(self, registry: Path) -> None:
        self.registry = registry
        (registry / "blobs" / "sha256").mkdir(parents=True)

    def blob(self, data: bytes, media_type: str, **annotations: str) -> dict[str, object]:
        digest = hashlib.sha256(data).hexdigest()
        path = self.registry / "blobs" / "sha256" / digest
        if not path.exists():
            path.write_bytes(data)
            path.chmod(0o444)
        named = {"annotations": {key.replace("_", "."): value for key, value in annotations.items()}} if annotations else {}
        return {"mediaType": media_type, "digest": f"sha256:{digest}", "size": len(data), **named}

    def publish(self, name: str, library: bytes, *, triple: str = TRIPLE, abi: int = 1) -> Path:
        oci, own = "application/vnd.oci.image", "application/vnd.modelet"
        config = self.blob(json.dumps({"name": name, "abi": abi, "weights": []}).encode(), f"{own}.manifest.v1+json")
        layer = self.blob(library, f"{own}.library.v1", org_opencontainers_image_title="modelet.so")
        manifest = {
            "schemaVersion": 2,
            "mediaType": f"{oci}.manifest.v1+json",
            "artifactType": f"{own}.v1",
            "config": config,
            "layers": [layer],
        }
        variant = self.blob(json.dumps(manifest).encode(), f"{oci}.manifest.v1+json")
        variant["annotations"] = {"vnd.modelet.triple": triple, "vnd.modelet.abi": str(abi), "vnd.modelet.priority": "0"}
        index = self.blob(json.dumps({"schemaVersion": 2, "manifests": [variant]}).encode(), f"{oci}.index.v1+json")
        index["annotations"] = {"org.opencontainers.image.ref.name": "latest", "vnd.modelet.name": name}
        folder = self.registry.joinpath(*name[1:].split("/"))
        folder.mkdir(parents=True)
        (folder / "oci-layout").write_text('{"imageLayoutVersion":"1.0.0"}')
        (folder / "index.json").write_text(json.dumps({"schemaVersion": 2, "manifests": [index]}))
        return folder


@pytest.fixture(scope="session")
def fakes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The hand-made modelet twice under two names, and one of another ABI version."""
    folder = tmp_path_factory.mktemp("fakes")
    return {
        "fake": build_fake(folder / "fake.so"),
        "other": build_fake(folder / "other.so", name="other"),
        "future": build_fake(folder / "future.so", name="future", abi="7"),
    }


def make_home(folder: Path, libraries: dict[str, Path]) -> Path:
    """A MODELET_HOME whose registry holds the libraries, one for another host, and two that are none here."""
    publisher = Publisher(folder / "registry")
    for name, path in libraries.items():
        publisher.publish(f"@local/{name}", path.read_bytes())
    publisher.publish("@local/elsewhere", libraries["fake"].read_bytes(), triple="riscv64-linux-gnu")
    publisher.publish("@local/broken", b"not a library")
    publisher.publish("@local/foreign", for_another_processor(libraries["fake"].read_bytes()))
    return folder


def for_another_processor(library: bytes) -> bytes:
    """The library as if its ELF header named RISC-V: published under this host's name by mistake."""
    machine = 18  # e_machine
    return library[:machine] + b"\xf3\x00" + library[machine + 2 :]


@pytest.fixture(scope="session")
def home(fakes: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A MODELET_HOME whose registry holds them."""
    return make_home(tmp_path_factory.mktemp("home"), fakes)


@pytest.fixture(autouse=True)
def _environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODELET_HOME", str(home))
    monkeypatch.delenv("MODELET_REGISTRY", raising=False)


@pytest.fixture
def run_python(home: Path):
    """Runs a program in a fresh process and returns what it printed."""

    def run(program: str, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "MODELET_HOME": str(home)}
        command = [sys.executable, "-c", program, *arguments]
        return subprocess.run(command, check=check, env=environment, capture_output=True, text=True, timeout=60)

    return run
