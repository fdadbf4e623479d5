"""The documents of an artifact: `index.json` → index → one manifest per variant → files (resolver/SPEC.md, "Artifact").

Whatever a document says is checked here before anybody uses it; nothing it names becomes a path unchecked.
"""

from __future__ import annotations

import os

from modelet_resolver.errors import Malformed, NotFound
from modelet_resolver.files import LARGEST_DOCUMENT, LARGEST_LIBRARY, LARGEST_WEIGHTS, parse_json, read_blob, read_document
from modelet_resolver.names import DEFAULT_TAG, is_digest, is_file_name, is_tag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Json = dict[str, Any]

INDEX_TYPE = "application/vnd.oci.image.index.v1+json"
MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json"
ARTIFACT_TYPE = "application/vnd.modelet.v1"
CONFIG_TYPE = "application/vnd.modelet.manifest.v1+json"
LIBRARY_TYPE = "application/vnd.modelet.library.v1"
WEIGHTS_TYPE = "application/vnd.modelet.weights.v1"
RECIPE_TYPE = "application/vnd.modelet.recipe.v1"

TAG = "org.opencontainers.image.ref.name"
TITLE = "org.opencontainers.image.title"
NAME = "vnd.modelet.name"
TRIPLE = "vnd.modelet.triple"
REQUIRED = "vnd.modelet.features.required"
PREFERRED = "vnd.modelet.features.preferred"
PRIORITY = "vnd.modelet.priority"
ABI = "vnd.modelet.abi"

_FEATURE_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789_.:-"
_SIZE_LIMITS = {LIBRARY_TYPE: LARGEST_LIBRARY, WEIGHTS_TYPE: LARGEST_WEIGHTS, RECIPE_TYPE: LARGEST_DOCUMENT}


class Blob:
    """A descriptor: what a file's bytes must be. `title` is the file's name, for layers."""

    __slots__ = ("annotations", "digest", "media_type", "size")

    def __init__(self, media_type: str, digest: str, size: int, annotations: Json) -> None:
        self.media_type = media_type
        self.digest = digest
        self.size = size
        self.annotations = annotations

    @property
    def title(self) -> str:
        """The file's name: one path component, checked for library and weights layers."""
        return str(self.annotations[TITLE])


class Variant:
    """One entry of an index: a build for one kind of host."""

    __slots__ = ("abi", "blob", "preferred", "priority", "required", "triple")

    def __init__(self, blob: Blob, triple: str, required: tuple[str, ...], preferred: tuple[str, ...], priority: int, abi: int) -> None:
        self.blob = blob
        self.triple = triple
        self.required = required
        self.preferred = preferred
        self.priority = priority
        self.abi = abi

    @property
    def digest(self) -> str:
        """Of the variant's manifest."""
        return self.blob.digest

    def __repr__(self) -> str:
        return f"Variant({self.triple!r}, required={self.required!r}, preferred={self.preferred!r}, priority={self.priority})"


class Files:
    """What a variant's manifest names: the config blob, the library, the weights, recipes of weights that are had elsewhere, and layers
    of types yet unknown.
    """

    __slots__ = ("config", "library", "others", "recipes", "weights")

    def __init__(self, config: Blob, library: Blob, weights: list[Blob], recipes: list[Blob], others: list[Blob]) -> None:
        self.config = config
        self.library = library
        self.weights = weights
        self.recipes = recipes
        self.others = others


class Layout:
    """A folder with an `index.json`, and the folder of its blobs: its own, or that of the registry it stands in."""

    __slots__ = ("blobs", "folder")

    def __init__(self, folder: str, blobs: str) -> None:
        self.folder = folder
        self.blobs = blobs

    def path(self, digest: str) -> str:
        """Where the bytes of a digest are; the digest has been checked."""
        return os.path.join(self.blobs, digest[7:])

    def entries(self) -> list[Blob]:
        """The indexes that `index.json` names. Raises FileNotFoundError, Malformed, Corrupt or Unreadable."""
        path = os.path.join(self.folder, "index.json")
        document = _document(parse_json(read_document(path), path), INDEX_TYPE, path)
        return [_blob(item, path, INDEX_TYPE, LARGEST_DOCUMENT) for item in _list(document, "manifests", path)]

    def read(self, blob: Blob) -> Json:
        """The checked bytes of a document blob, parsed. Raises Malformed, Corrupt or Unreadable."""
        path = self.path(blob.digest)
        value = parse_json(read_blob(path, blob.digest, blob.size), path)
        if not isinstance(value, dict):
            raise Malformed(f"{path} is not a JSON object.")
        return value

    def variants(self, index: Blob) -> list[Variant]:
        """What an index offers, in its order. Raises Malformed, Corrupt or Unreadable."""
        path = self.path(index.digest)
        document = _document(self.read(index), INDEX_TYPE, path)
        return [_variant(item, path) for item in _list(document, "manifests", path)]

    def files(self, variant: Variant) -> Files:
        """What a variant consists of. Raises Malformed, Corrupt or Unreadable."""
        path = self.path(variant.digest)
        document = _document(self.read(variant.blob), MANIFEST_TYPE, path)
        config = _blob(document.get("config"), path, CONFIG_TYPE, LARGEST_DOCUMENT)
        layers = [_layer(item, path) for item in _list(document, "layers", path)]
        libraries = [layer for layer in layers if layer.media_type == LIBRARY_TYPE]
        weights = [layer for layer in layers if layer.media_type == WEIGHTS_TYPE]
        if len(libraries) != 1:
            raise Malformed(f"{path} names {len(libraries)} libraries; a variant has one.")
        recipes = [layer for layer in layers if layer.media_type == RECIPE_TYPE]
        titles = {blob.title.lower() for blob in (*libraries, *weights, *recipes)}
        if len(titles) != 1 + len(weights) + len(recipes):
            raise Malformed(f"{path} gives two files the same name.")
        return Files(config, libraries[0], weights, recipes, [layer for layer in layers if layer.media_type not in _SIZE_LIMITS])


def open_folder(path: str) -> Layout:
    """The layout at a path that a user named. Raises NotFound."""
    folder = os.path.abspath(os.path.expanduser(path))
    if not os.path.isfile(os.path.join(folder, "index.json")):
        raise NotFound(f"There is no modelet layout at {path!r}: the folder has no index.json. A name without a folder is @owner/name.")
    return Layout(folder, _blobs_of(folder))


def _blobs_of(folder: str) -> str:
    own = os.path.join(folder, "blobs", "sha256")
    shared = os.path.join(os.path.dirname(os.path.dirname(folder)), "blobs", "sha256")  # <registry>/<owner>/<name>
    return shared if not os.path.isdir(own) and os.path.isdir(shared) else own


def in_registry(registry: str, owner: str, name: str) -> Layout:
    """Where a registry folder keeps a name, whether it is there or not."""
    return Layout(os.path.join(registry, owner, name), os.path.join(registry, "blobs", "sha256"))


def select(entries: list[Blob], tag: str | None, digest: str | None) -> Blob | None:
    """The entry that a reference means: by digest first, by tag else; without either the only one, or the one tagged latest."""
    if digest is not None:
        return next((entry for entry in entries if entry.digest == digest), None)
    if tag is None and len(entries) == 1:
        return entries[0]
    return next((entry for entry in entries if tag_of(entry) == (tag or DEFAULT_TAG)), None)


def tag_of(entry: Blob) -> str | None:
    """The tag under which `index.json` names an index."""
    tag = entry.annotations.get(TAG)
    return tag if is_tag(tag or "") else None


def _document(value: Any, media_type: str, path: str) -> Json:
    if not isinstance(value, dict) or value.get("schemaVersion") != 2:
        raise Malformed(f"{path} is not an OCI document: schemaVersion is not 2.")
    if value.get("mediaType", media_type) != media_type:
        raise Malformed(f"{path}: mediaType is {_shown(value['mediaType'])}, not {media_type}.")
    return value


def _list(document: Json, key: str, path: str) -> list[Any]:
    value = document.get(key)
    if not isinstance(value, list):
        raise Malformed(f"{path}: {key} is {_shown(value)}, not a list.")
    return value


def _blob(value: Any, path: str, media_type: str | None, limit: int) -> Blob:
    if not isinstance(value, dict):
        raise Malformed(f"{path}: a descriptor is {_shown(value)}, not an object.")
    found, digest, size, annotations = (value.get(key) for key in ("mediaType", "digest", "size", "annotations"))
    if not isinstance(found, str) or (media_type is not None and found != media_type):
        raise Malformed(f"{path}: a descriptor's mediaType is {_shown(found)}, not {media_type or 'a text'}.")
    if not isinstance(digest, str) or not is_digest(digest):
        raise Malformed(f"{path}: the digest {_shown(digest)} is not sha256: and 64 lower-case hexadecimal digits.")
    if type(size) is not int or not 0 <= size <= limit:
        raise Malformed(f"{path}: the size {_shown(size)} of {digest} is not a whole number from 0 to {limit}.")
    if annotations is None:
        annotations = {}
    if not isinstance(annotations, dict) or not all(isinstance(text, str) for text in annotations.values()):
        raise Malformed(f"{path}: annotations of {digest} are not texts.")
    return Blob(found, digest, size, annotations)


def _layer(value: Any, path: str) -> Blob:
    media_type = value.get("mediaType") if isinstance(value, dict) else None
    limit = _SIZE_LIMITS.get(media_type, LARGEST_WEIGHTS) if isinstance(media_type, str) else LARGEST_WEIGHTS
    blob = _blob(value, path, None, limit)
    if media_type in _SIZE_LIMITS and not is_file_name(blob.annotations.get(TITLE)):
        raise Malformed(f"{path}: the file name {_shown(blob.annotations.get(TITLE))} is not one plain path component.")
    return blob


def _variant(value: Any, path: str) -> Variant:
    blob = _blob(value, path, MANIFEST_TYPE, LARGEST_DOCUMENT)
    triple = blob.annotations.get(TRIPLE)
    if not isinstance(triple, str) or len(triple.split("-")) not in (2, 3) or triple.strip(_FEATURE_CHARACTERS) or len(triple) > 64:
        hint = " A triple is architecture-system or architecture-system-libc."
        raise Malformed(f"{path}: the annotation {TRIPLE} of {blob.digest} is {_shown(triple)}.{hint}")
    required, preferred = (_features(blob, key, path) for key in (REQUIRED, PREFERRED))
    return Variant(blob, triple, required, preferred, _number(blob, PRIORITY, "0", path), _number(blob, ABI, None, path))


def _features(blob: Blob, key: str, path: str) -> tuple[str, ...]:
    text = blob.annotations.get(key, "")
    features = tuple(text.split(",")) if text else ()
    for feature in features:
        if not 0 < len(feature) <= 64 or feature.strip(_FEATURE_CHARACTERS):
            raise Malformed(f"{path}: the annotation {key} of {blob.digest} names the feature {_shown(feature)}.")
    return features


def _number(blob: Blob, key: str, default: str | None, path: str) -> int:
    text = blob.annotations.get(key, default)
    digits = text[1:] if text is not None and text[:1] == "-" else text
    if text is None or digits is None or not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
        raise Malformed(f"{path}: the annotation {key} of {blob.digest} is {_shown(text)}, not a whole number.")
    return int(text)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:80] + "…"
