"""Layout folders and publishing: OCI documents, the same bytes everywhere, links instead of copies, nothing half written."""

import errno
import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest

from modelet_compiler.package import PackageError, publish, publish_layout, write_layout
from modelet_resolver import check_registry, list_names, resolve
from modelet_resolver.errors import Corrupt, DiskFull, InvalidName, NotFound, ReadOnly, ResolverError

TRIPLE = "vnd.modelet.triple"


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()}


def document(folder, descriptor):
    return json.loads((folder / "blobs/sha256" / descriptor["digest"][7:]).read_bytes())


def test_a_layout_is_an_oci_image_layout(tmp_path, variant):
    packed = write_layout(tmp_path / "out", "model", [variant(b"\x7fELF", required=["avx2"], preferred=["fma", "avx512f"])])
    assert json.loads((packed.folder / "oci-layout").read_text()) == {"imageLayoutVersion": "1.0.0"}
    [entry] = json.loads((packed.folder / "index.json").read_text())["manifests"]
    assert entry["annotations"] == {"org.opencontainers.image.ref.name": "latest", "vnd.modelet.name": "@local/model"}
    index = document(packed.folder, entry)
    assert index["artifactType"] == "application/vnd.modelet.v1"
    [described] = index["manifests"]
    assert described["annotations"]["vnd.modelet.features.required"] == "avx2"
    assert described["annotations"]["vnd.modelet.features.preferred"] == "avx512f,fma"
    assert (described["annotations"]["vnd.modelet.priority"], described["annotations"]["vnd.modelet.abi"]) == ("0", "1")
    manifest = document(packed.folder, described)
    assert manifest["artifactType"] == "application/vnd.modelet.v1"
    assert [layer["mediaType"].split(".")[-2] for layer in manifest["layers"]] == ["library", "weights"]
    assert document(packed.folder, manifest["config"])["name"] == "@local/model"
    for path in (packed.folder / "blobs/sha256").iterdir():
        assert hashlib.sha256(path.read_bytes()).hexdigest() == path.name
        assert path.stat().st_mode & 0o777 == 0o444
    assert check_registry(packed.folder) == []


def test_the_same_input_gives_the_same_bytes(tmp_path, variant):
    made = [variant(b"one"), variant(b"two", triple="aarch64-macos")]
    first = write_layout(tmp_path / "a/deep/folder", "model:v1", made)
    second = write_layout(tmp_path / "b", "@Local/Model:v1", made[::-1])
    assert tree(first.folder) == tree(second.folder)
    assert first.reference == second.reference
    assert not any(str(tmp_path).encode() in data for data in tree(first.folder).values())


def test_writing_again_leaves_only_the_new_files(tmp_path, variant):
    write_layout(tmp_path / "out", "model", [variant(b"old", (9.0,))])
    write_layout(tmp_path / "out", "model", [variant(b"new")])
    assert check_registry(tmp_path / "out") == []
    fresh = write_layout(tmp_path / "fresh", "model", [variant(b"new")])
    assert tree(tmp_path / "out") == tree(fresh.folder)


def test_a_published_name_resolves_at_once(home, variant):
    packed = publish("model", [variant(b"code")])
    found = resolve("model")
    assert found.reference == packed.reference
    assert Path(found.library).read_bytes() == b"code"
    assert Path(found.library) == packed.libraries[found.variant.triple]
    assert found.manifest["name"] == "@local/model"
    assert resolve(str(packed.folder)).digest == found.digest
    assert check_registry(home / "registry") == []


def test_every_library_of_a_triple_is_named(home, variant):
    made = [variant(b"plain", triple="wasm32-wasi"), variant(b"relaxed", triple="wasm32-wasi", preferred=["relaxed-simd"])]
    found = {name: path.read_bytes() for name, path in publish("model", made).libraries.items()}
    assert found == {"wasm32-wasi": b"plain", "wasm32-wasi+relaxed-simd": b"relaxed"}


def test_a_layout_is_published_by_links(tmp_path, home, variant):
    layout = write_layout(tmp_path / "out", "model:v1", [variant()])
    packed = publish_layout(tmp_path / "out")
    assert (packed.name, packed.tag, packed.digest) == ("@local/model", "v1", layout.digest)
    for path in (home / "registry/blobs/sha256").iterdir():
        assert path.samefile(tmp_path / "out/blobs/sha256" / path.name)
    shutil.rmtree(tmp_path / "out")
    assert resolve("model:v1").digest == layout.digest
    assert check_registry(home / "registry") == []


def test_without_links_files_are_copied(tmp_path, monkeypatch, home, variant):
    made = variant()

    def refuse(*_, **__):
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    monkeypatch.setattr(os, "link", refuse)
    publish("model", [made])
    assert check_registry(home / "registry") == []
    assert not Path(resolve("model").weights["weights.safetensors"]).samefile(made.files[0].path)


def test_tags_live_side_by_side_and_share_blobs(home, variant):
    publish("model:v1", [variant(b"one")])
    publish("model:v2", [variant(b"two")])
    assert Path(resolve("model:v1").library).read_bytes() == b"one"
    assert Path(resolve("model:v2").library).read_bytes() == b"two"
    assert resolve("model:v1").weights == resolve("model:v2").weights
    assert [item.tag for item in list_names()] == ["v1", "v2"]
    with pytest.raises(NotFound, match="v1, v2") as caught:
        resolve("model")
    assert caught.value.near == ("@local/model:v1", "@local/model:v2")


def test_a_replaced_artifact_stays_readable_for_whoever_just_resolved_it(home, variant):
    publish("model", [variant(b"old")])
    before = resolve("model")
    publish("model", [variant(b"new")])
    assert Path(before.library).read_bytes() == b"old"
    assert Path(resolve("model").library).read_bytes() == b"new"
    assert check_registry(home / "registry", leftovers=False) == []


def test_publishing_repairs_a_damaged_blob(home, variant):
    publish("model", [variant(b"code")])
    path = Path(resolve("model").library)
    path.chmod(0o644)
    path.write_bytes(b"c0de")
    with pytest.raises(Corrupt):
        resolve("model")
    publish("model", [variant(b"code")])
    assert resolve("model").library == str(path)
    assert check_registry(home / "registry") == []


def test_publishing_replaces_a_broken_index(home, variant):
    packed = publish("model", [variant(b"code")])
    (packed.folder / "index.json").write_text("{")
    publish("model", [variant(b"code")])
    assert resolve("model")
    assert check_registry(home / "registry") == []


def test_weights_that_changed_since_they_were_written_are_refused(tmp_path, home, variant):
    made = variant()
    with made.files[0].path.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        file.write(b"\x01")
    with pytest.raises(Corrupt, match="changed"):
        publish("model", [made])
    assert not (home / "registry/local").exists()


def test_a_folder_of_other_things_is_left_alone(tmp_path, variant):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_text("important")
    with pytest.raises(ResolverError, match="notes"):
        write_layout(tmp_path / "mine", "model", [variant()])
    with pytest.raises(ResolverError, match="is a file"):
        write_layout(tmp_path / "mine/notes.txt", "model", [variant()])
    assert tree(tmp_path / "mine") == {"notes.txt": b"important"}


@pytest.mark.parametrize("name", ["", "no name", "../x", "@a/b@sha256:" + "0" * 64, "host.example/a/b", "./folder"])
def test_only_names_can_be_published(tmp_path, name, variant):
    with pytest.raises((InvalidName, PackageError)):
        publish(name, [variant()])


def test_bad_variants_are_refused(tmp_path, variant):
    made = variant()
    with pytest.raises(PackageError, match="at least one"):
        publish("model", [])
    with pytest.raises(PackageError, match="component"):
        publish("model", [type(made)(made.triple, b"", made.manifest, library_name="../x")])
    with pytest.raises(PackageError, match="manifest says"):
        publish("model", [type(made)("aarch64-macos", b"", made.manifest)])


@pytest.mark.parametrize(
    ("number", "kind"), [(errno.ENOSPC, DiskFull), (errno.EDQUOT, DiskFull), (errno.EROFS, ReadOnly), (errno.EACCES, ReadOnly)]
)
@pytest.mark.parametrize("function", ["fsync", "replace", "chmod", "makedirs"])
def test_a_failed_write_is_typed_and_leaves_the_old_state(home, monkeypatch, variant, number, kind, function):
    publish("model", [variant(b"old")])
    made = variant(b"new", (5.0,))

    def fail(*_, **__):
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, function, fail)
        with pytest.raises(kind, match="MODELET_HOME"):
            publish("model", [made])
    assert Path(resolve("model").library).read_bytes() == b"old"
    assert check_registry(home / "registry", leftovers=False) == []
    publish("model", [made])
    assert not list(home.rglob("*.part"))
