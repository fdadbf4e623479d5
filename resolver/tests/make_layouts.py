"""Writes vectors/layouts.json: whole layout folders, good and hostile, each with what resolving its path on one host must give.

A file is a text, {"symlink": target} or {"zeros": bytes}. The expectation is the library's and the weights' contents, or
the code of the error. `home` holds files of MODELET_HOME. `weights_not_fetched` is the error of an implementation that fetches nothing;
one that does answers `offline` when it must not.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

INDEX = "application/vnd.oci.image.index.v1+json"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
LIBRARY = "application/vnd.modelet.library.v1"
WEIGHTS = "application/vnd.modelet.weights.v1"
RECIPE = "application/vnd.modelet.recipe.v1"
CONFIG = "application/vnd.modelet.manifest.v1+json"
TITLE = "org.opencontainers.image.title"
TAG = "org.opencontainers.image.ref.name"
HOST = {"triple": "x86_64-linux-gnu", "features": ["avx2"], "glibc": "2.36"}

Json = dict[str, Any]


class Folder:
    """Collects the files of one layout."""

    def __init__(self) -> None:
        self.files: Json = {"oci-layout": '{"imageLayoutVersion":"1.0.0"}'}

    def blob(self, content: str | Json, media_type: str, annotations: Json | None = None) -> Json:
        text = content if isinstance(content, str) else json.dumps(content, sort_keys=True, separators=(",", ":"))
        hexadecimal = hashlib.sha256(text.encode()).hexdigest()
        self.files[f"blobs/sha256/{hexadecimal}"] = text
        fields: Json = {"mediaType": media_type, "digest": f"sha256:{hexadecimal}", "size": len(text.encode())}
        return {**fields, "annotations": annotations} if annotations else fields

    def variant(self, library: str = "library", weights: str | None = None, layers: list[Json] | None = None, **choice: str) -> Json:
        made = [self.blob(library, LIBRARY, {TITLE: "library"})]
        if weights is not None:
            made.append(self.blob(weights, WEIGHTS, {TITLE: "weights.safetensors"}))
        return self.manifest(made if layers is None else layers, **choice)

    def manifest(self, layers: Any, config: Json | None = None, change: Json | None = None, **choice: str) -> Json:
        document = {"schemaVersion": 2, "mediaType": MANIFEST, "config": config or self.blob({"schema": 1}, CONFIG), "layers": layers}
        annotations = {"vnd.modelet.triple": "x86_64-linux-gnu", "vnd.modelet.abi": "1"}
        annotations |= {f"vnd.modelet.{key.replace('_', '.')}": text for key, text in choice.items()}
        return self.blob({**document, **(change or {})}, MANIFEST, annotations)

    def index(self, *variants: Any, tag: str | None = "latest", change: Json | None = None) -> Json:
        document = {"schemaVersion": 2, "mediaType": INDEX, "manifests": list(variants), **(change or {})}
        return self.blob(document, INDEX, {TAG: tag} if tag else None)

    def top(self, *entries: Any, **change: Any) -> "Folder":
        self.files["index.json"] = json.dumps({"schemaVersion": 2, "mediaType": INDEX, "manifests": list(entries), **change})
        return self

    def path(self, descriptor: Json) -> str:
        return f"blobs/sha256/{descriptor['digest'][7:]}"


def good(folder: Folder, **variant: Any) -> Folder:
    return folder.top(folder.index(folder.variant(**variant)))


def accepted() -> list[Json]:
    def case(name: str, folder: Folder, library: str = "library", weights: Json | None = None) -> Json:
        return {"name": name, "files": folder.files, "library": library, "weights": weights or {}}

    several, tags, single, unknown = Folder(), Folder(), Folder(), Folder()
    several.top(
        several.index(
            several.variant("plain"), several.variant("best", features_preferred="avx2"), several.variant("mac", triple="aarch64-macos")
        )
    )
    tags.top(tags.index(tags.variant("old"), tag="v1"), tags.index(tags.variant("new")))
    single.top(single.index(single.variant(), tag="v1"))
    layer = unknown.blob("signature", "application/vnd.example.other.v1")
    library = unknown.blob("library", LIBRARY, {TITLE: "library", "org.example.note": "x"})
    unknown.top(unknown.index(unknown.variant(layers=[layer, library]), change={"x": 1}), future=[1, {"a": None}])
    return [
        case("one variant", good(Folder())),
        case("with weights", good(Folder(), weights="weights"), weights={"weights.safetensors": "weights"}),
        case("the preferred of three", several, "best"),
        case("latest of two tags", tags, "new"),
        case("the only one, whatever its tag", single),
        case("unknown fields, annotations and layers", unknown),
        case("a byte of two", good(Folder(), library="\u00fc"), "\u00fc"),
    ]


def damaged() -> list[tuple[str, str, Folder]]:
    """Files that are not what the documents say: (name, code, folder)."""
    cases = []
    for name, replacement in {
        "a changed byte": "librarz",
        "a byte too few": "librar",
        "a byte too many": "libraryy",
        "empty": "",
        "a link": {"symlink": "../../oci-layout"},
        "a link to nowhere": {"symlink": "nowhere"},
        "a link to itself": {"symlink": "."},
        "gone": None,
    }.items():
        folder = good(Folder(), weights="weights")
        path = folder.path(folder.blob("library", LIBRARY))
        folder.files[path] = replacement
        cases.append((f"library: {name}", "corrupt_artifact", folder))
    for name, replacement in {
        "a changed byte": "weightz",
        "truncated": "wei",
        "gone": None,
        "a link": {"symlink": "../../oci-layout"},
    }.items():
        folder = good(Folder(), weights="weights")
        folder.files[folder.path(folder.blob("weights", WEIGHTS))] = replacement
        cases.append((f"weights: {name}", "corrupt_artifact", folder))
    for kind in ("index", "manifest"):
        folder = Folder()
        variant = folder.variant()
        index = folder.index(variant)
        folder.top(index)
        folder.files[folder.path(index if kind == "index" else variant)] += " "
        cases.append((f"{kind}: a space more", "corrupt_artifact", folder))
    return cases


def hostile() -> list[tuple[str, str, Folder]]:
    """Documents that ask for what must not happen: (name, code, folder)."""
    cases = []
    for title in ("../../../etc/passwd", "/etc/passwd", "..", "a/b", "a\\b", "", "nul", "C:x", "a\nb", "x" * 256):
        folder = Folder()
        layers = [folder.blob("library", LIBRARY, {TITLE: "library"}), folder.blob("weights", WEIGHTS, {TITLE: title})]
        cases.append((f"title {title[:20]!r}", "malformed_artifact", folder.top(folder.index(folder.variant(layers=layers)))))
    for digest in (
        "sha256:../../../../etc/passwd",
        "sha256:" + "A" * 64,
        "sha256:" + "0" * 63,
        "md5:" + "0" * 32,
        "",
        None,
        7,
        ["sha256:" + "0" * 64],
    ):
        for where in ("index.json", "index", "layer", "config"):
            cases.append((f"digest {str(digest)[:24]!r} in {where}", "malformed_artifact", _with(where, {"digest": digest})))
    for size in (-1, 1.0, "7", True, None, 1 << 62, 10**400):
        cases.append((f"size {str(size)[:20]}", "malformed_artifact", _with("layer", {"size": size})))
    for where in ("index.json", "index", "config"):
        cases.append((f"a document of 5 MB in {where}", "malformed_artifact", _with(where, {"size": 5 << 20})))
        cases.append((f"media type in {where}", "malformed_artifact", _with(where, {"mediaType": "text/plain"})))
    return cases


def _with(where: str, change: Json) -> Folder:
    folder = Folder()
    library = folder.blob("library", LIBRARY, {TITLE: "library"})
    config = folder.blob({"schema": 1}, CONFIG)
    variant = folder.manifest(
        [{**library, **change} if where == "layer" else library], config={**config, **change} if where == "config" else config
    )
    index = folder.index({**variant, **change} if where == "index" else variant)
    return folder.top({**index, **change} if where == "index.json" else index)


def malformed() -> list[tuple[str, str, Folder]]:
    """Documents that say nothing: (name, code, folder)."""
    cases = []
    for name, text in {
        "empty": "",
        "no JSON": "<html>",
        "cut off": '{"schemaVersion":2,',
        "two values": "{}{}",
        "a list": "[]",
        "null": "null",
        "NaN": '{"schemaVersion":2,"manifests":[],"x":NaN}',
        "schema version 1": '{"schemaVersion":1,"manifests":[]}',
        "no manifests": '{"schemaVersion":2}',
        "manifests is an object": '{"schemaVersion":2,"manifests":{}}',
        "an entry is a text": '{"schemaVersion":2,"manifests":["x"]}',
        "100,000 brackets": "[" * 100_000,
    }.items():
        folder = Folder()
        folder.files["index.json"] = text
        cases.append((f"index.json: {name}", "malformed_artifact", folder))
    large = Folder()
    large.files["index.json"] = {"zeros": 5 << 20}
    cases.append(("index.json: 5 MB", "malformed_artifact", large))
    for name, layers in {"no library": 0, "two libraries": 2}.items():
        folder = Folder()
        libraries = [folder.blob(f"library {number}", LIBRARY, {TITLE: f"library{number}"}) for number in range(layers)]
        cases.append((name, "malformed_artifact", folder.top(folder.index(folder.variant(layers=libraries)))))
    same = Folder()
    layers_ = [same.blob("a", LIBRARY, {TITLE: "Same"}), same.blob("b", WEIGHTS, {TITLE: "same"})]
    cases.append(("two files of one name", "malformed_artifact", same.top(same.index(same.variant(layers=layers_)))))
    same = Folder()
    layers_ = [same.blob("a", LIBRARY, {TITLE: "a"}), same.blob("b", WEIGHTS, {TITLE: "b"}), same.blob("c", RECIPE, {TITLE: "B"})]
    cases.append(("weights and a recipe of one name", "malformed_artifact", same.top(same.index(same.variant(layers=layers_)))))
    large = Folder()
    layers_ = [large.blob("a", LIBRARY, {TITLE: "a"}), {**large.blob("b", RECIPE, {TITLE: "b"}), "size": 5 << 20}]
    cases.append(("a recipe of 5 MB", "malformed_artifact", large.top(large.index(large.variant(layers=layers_)))))
    for key, text in {
        "triple": "../x",
        "abi": "one",
        "priority": "1e3",
        "features_required": "avx2,,fma",
        "features_preferred": "AVX2",
    }.items():
        cases.append((f"annotation {key} {text!r}", "malformed_artifact", good(Folder(), **{key: text})))
    return cases


def unmet() -> list[tuple[str, str, Folder]]:
    """Good artifacts from which nothing can be taken: (name, code, folder)."""
    tags, empty = Folder(), Folder()
    tags.top(tags.index(tags.variant("a"), tag="v1"), tags.index(tags.variant("b"), tag="v2"))
    return [
        ("no artifact tagged latest of two", "model_not_found", tags),
        ("no artifact", "model_not_found", empty.top()),
        ("no index.json", "model_not_found", Folder()),
        ("only for another system", "no_variant", good(Folder(), triple="aarch64-macos")),
        ("a feature is missing", "no_variant", good(Folder(), features_required="avx512f")),
        ("another version of the interface", "abi_mismatch", good(Folder(), abi="2")),
    ]


def fetched() -> list[Json]:
    """Weights that are had elsewhere, with what is in MODELET_HOME of them."""
    part = {"source": 0, "tensor": "w", "stored": "F32", "shape": [4], "kind": "F32", "index": None}
    tensor = {"name": "w", "dtype": "float32", "shape": [4], "make": "vector", "parts": [part]}
    source = {"address": f"hf://tests/none@{'a' * 40}/model.safetensors", "bytes": 99, "digest": f"sha256:{'b' * 64}"}
    settings: Json = {"quantization": None, "plus": 0.0, "times": 1.0}
    recipe = {"schema": 1, "layout": "panel", "bytes": 144, "sources": [source], "tensors": [{**tensor, **settings}]}
    digest = f"sha256:{hashlib.sha256(b'packed').hexdigest()}"
    cases = []
    for name, record, content in (
        ("packed weights", f"{digest} 6\n", "packed"),
        ("nothing packed", None, None),
        ("packed without a record", None, "packed"),
        ("a record without the file", f"{digest} 6\n", None),
        ("packed and truncated", f"{digest} 6\n", "pack"),
        ("packed and changed", f"{digest} 6\n", "packet"),
        ("packed, and a link", f"{digest} 6\n", {"symlink": "digest"}),
        ("a record of nothing", "", "packed"),
        ("a record without a digest", "sha256:../../x 6\n", "packed"),
        ("a record without a size", f"{digest} six\n", "packed"),
    ):
        folder = Folder()
        layers = [folder.blob("library", LIBRARY, {TITLE: "library"}), folder.blob(recipe, RECIPE, {TITLE: "weights.safetensors"})]
        place = f"packed/{layers[1]['digest'][7:]}"
        files = {f"{place}/digest": record, f"{place}/weights.safetensors": content}
        case = {"name": name, "files": folder.top(folder.index(folder.variant(layers=layers))).files}
        case["home"] = {path: text for path, text in files.items() if text is not None}
        good = {"library": "library", "weights": {"weights.safetensors": "packed"}}
        cases.append({**case, **(good if name == "packed weights" else {"error": "weights_not_fetched"})})
    return cases


def document() -> Json:
    """The whole of layouts.json."""
    errors = [*damaged(), *hostile(), *malformed(), *unmet()]
    cases = accepted() + fetched() + [{"name": name, "files": folder.files, "error": code} for name, code, folder in errors]
    for case in cases:
        case["files"] = {path: content for path, content in case["files"].items() if content is not None}
    return {"about": (__doc__ or "").partition("\n\n")[2].strip(), "host": HOST, "cases": cases}


if __name__ == "__main__":
    (Path(__file__).parent.parent / "vectors/layouts.json").write_text(json.dumps(document(), indent=1) + "\n")
