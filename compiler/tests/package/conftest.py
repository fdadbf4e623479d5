from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import pytest

from modelet_compiler.lowering.adapter import WeightTensor
from modelet_compiler.package import Variant, build_manifest, weights_record, write_weights
from modelet_resolver.host import detect

FUNCTION = {"name": "embed", "description": "", "parameters": [], "returns": {}, "generator": False}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """An empty MODELET_HOME."""
    monkeypatch.setenv("MODELET_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("MODELET_REGISTRY", raising=False)
    return tmp_path / "home"


@pytest.fixture
def variant(tmp_path):
    """Makes a variant of this host: `variant(library bytes, weights values)`."""

    def make(library=b"library", weights=(1.0, 2.0), triple=None, **manifest):
        triple = triple or detect().triple
        files = []
        if weights is not None:
            tensor = WeightTensor("w", np.array(weights, np.float32))
            folder = Path(mkdtemp(dir=tmp_path))
            files = [write_weights([tensor], folder / "weights.safetensors")]
        records = [weights_record(item) for item in files]
        described = build_manifest(name="@local/model", functions=[FUNCTION], triple=triple, weights=records, **manifest)
        return Variant(triple, library, described, files)

    return make
