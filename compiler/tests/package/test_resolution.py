"""Resolving published names: what is checked at open, what is remembered, what each failure says."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import modelet_resolver
from modelet_compiler.package import publish, write_layout
from modelet_resolver import explain, home, list_names, remove, resolve, verify
from modelet_resolver.errors import AbiMismatch, Corrupt, InvalidName, NotFound, NoVariant, ResolverError, Unreadable, Unsupported
from modelet_resolver.host import Host, detect

WEIGHTS = "weights.safetensors"


def overwrite(path, data, offset=0):
    """Changes bytes in place, as no well-behaved program does."""
    Path(path).chmod(0o644)
    with Path(path).open("r+b") as file:
        file.seek(offset)
        file.write(data)


def test_a_flipped_bit_of_the_library_is_found_wherever_it_is(variant):
    data = bytes(range(256)) * 8
    publish("model", [variant(data)])
    path = resolve("model").library
    for position in [*range(0, len(data), 37), len(data) - 1]:
        for bit in (0, 7):
            overwrite(path, bytes([data[position] ^ 1 << bit]), position)
            with pytest.raises(Corrupt, match="was changed") as caught:
                resolve("model")
            assert caught.value.path == path
            overwrite(path, data[position : position + 1], position)
    assert resolve("model").library == path


def test_truncated_weights_are_found(variant):
    publish("model", [variant()])
    path = resolve("model").weights[WEIGHTS]
    Path(path).chmod(0o644)
    os.truncate(path, Path(path).stat().st_size - 1)
    with pytest.raises(Corrupt, match="truncated") as caught:
        resolve("model")
    assert caught.value.path == path


def test_replaced_weights_are_found_though_the_size_is_right(variant):
    publish("model", [variant()])
    path = Path(resolve("model").weights[WEIGHTS])
    size = path.stat().st_size
    path.unlink()
    path.write_bytes(b"x" * size)
    with pytest.raises(Corrupt, match="was changed"):
        resolve("model")


def test_a_flipped_bit_of_weights_is_found_by_its_time(variant):
    publish("model", [variant()])
    path = resolve("model").weights[WEIGHTS]
    overwrite(path, b"\xff", 100)
    with pytest.raises(Corrupt, match="was changed"):
        resolve("model")


def test_a_flipped_bit_of_weights_is_found_under_verify_always_in_any_case(variant):
    publish("model", [variant()])
    path = resolve("model").weights[WEIGHTS]
    before = Path(path).stat()
    overwrite(path, b"\xff", 100)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert resolve("model").weights[WEIGHTS] == path
    with pytest.raises(Corrupt, match="was changed"):
        resolve("model", verify="always")
    assert [finding.what for finding in verify("model") if finding.problem] == [f"{detect().triple} {WEIGHTS}"]


def test_missing_weights_are_named(variant):
    publish("model", [variant()])
    path = Path(resolve("model").weights[WEIGHTS])
    path.unlink()
    with pytest.raises(Corrupt, match=f"{path.name}.*missing"):
        resolve("model")


def test_verified_weights_are_read_once(tmp_path, home, variant, monkeypatch):
    write_layout(tmp_path / "out", "model", [variant()])
    shutil.copytree(tmp_path / "out", tmp_path / "copy")
    checked = []
    real = modelet_resolver.resolution.check_file
    monkeypatch.setattr(modelet_resolver.resolution, "check_file", lambda path, *rest: (checked.append(path), real(path, *rest))[1])
    for _ in range(2):
        found = resolve(tmp_path / "copy")
        resolve(tmp_path / "out")
    assert checked.count(found.weights[WEIGHTS]) == 1
    assert checked.count(found.library) == 2


def test_a_touched_but_equal_file_is_verified_again_and_accepted(variant):
    publish("model", [variant()])
    path = resolve("model").weights[WEIGHTS]
    os.utime(path)
    assert resolve("model").weights[WEIGHTS] == path


@pytest.mark.parametrize("record", [b"", b"garbage\n\xff", b"1 2 3\n" * 100_000])
def test_a_broken_record_costs_a_check_only(home, variant, record):
    publish("model", [variant()])
    for path in (home / "verified").iterdir():
        path.write_bytes(record)
    assert resolve("model")


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EACCES])
def test_a_read_only_or_full_home_still_resolves(home, variant, monkeypatch, number):
    publish("model", [variant()])
    shutil.rmtree(home / "verified")

    def fail(*_, **__):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "makedirs", fail)
    assert resolve("model")
    assert "cannot be remembered" in str([finding.problem for finding in verify("model")])


def test_an_unreadable_registry_is_a_typed_error(variant, monkeypatch):
    publish("model", [variant()])

    def fail(path, *_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr(os, "open", fail)
    with pytest.raises(Unreadable, match="Permission denied"):
        resolve("model")


def test_a_registry_that_cannot_be_listed_is_a_typed_error(variant, monkeypatch):
    publish("model", [variant()])

    def fail(path):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr(os, "listdir", fail)
    with pytest.raises(Unreadable, match="Cannot list"):
        list_names()
    assert resolve("model")


@pytest.mark.parametrize("follows", [False, True])
def test_links_in_the_place_of_files_are_refused_on_every_system(tmp_path, variant, monkeypatch, follows):
    publish("model", [variant(b"code")])
    path = Path(resolve("model").library)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    monkeypatch.setattr(modelet_resolver.files, "_FOLLOWS_LINKS", follows)
    with pytest.raises(Corrupt, match="symbolic link"):
        resolve("model")


def test_a_failing_disk_is_a_typed_error(variant, monkeypatch):
    publish("model", [variant()])

    def fail(*_):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "read", fail)
    with pytest.raises(Unreadable):
        resolve("model")


def test_a_pipe_in_the_place_of_a_file_does_not_block(variant):
    publish("model", [variant()])
    path = Path(resolve("model").library)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(Corrupt, match="not a regular file"):
        resolve("model")


def test_a_name_that_does_not_exist_comes_with_near_ones(variant):
    for name in ("minilm", "@google/embeddinggemma", "@local/other"):
        publish(name, [variant()])
    for asked, near in {
        "minilmm": "@local/minilm",
        "@google/embedinggema": "@google/embeddinggemma",
        "@acme/minilm": "@local/minilm",
    }.items():
        with pytest.raises(NotFound, match=f"Did you mean {near}") as caught:
            resolve(asked)
        assert caught.value.near[0] == near
        assert (caught.value.code, caught.value.status) == ("model_not_found", 404)
    with pytest.raises(NotFound, match="modelet ls") as caught:
        resolve("zzzzzz")
    assert caught.value.near == ()


def test_no_variant_lists_each_with_its_reason(variant):
    made = [variant(triple="aarch64-macos"), variant(required=["quantum", "avx2"]), variant(required=["flux"])]
    publish("model", made)
    with pytest.raises(NoVariant) as caught:
        resolve("model", host=Host("x86_64-linux-gnu", ["avx2"]) if detect().triple == "x86_64-linux-gnu" else None)
    message = caught.value.message
    assert "built for aarch64-macos" in message
    assert "needs quantum, which" in message
    assert "needs flux" in message
    assert [taken for _, taken, _ in explain("model")] == [False, False, False]


def test_another_version_of_the_interface_says_both(variant):
    made = variant()
    publish("model", [type(made)(made.triple, b"", {**made.manifest, "abi": 2})])
    with pytest.raises(AbiMismatch, match="version 2 of the C interface, and this client version 1"):
        resolve("model")


def test_the_better_variant_is_taken_and_explained(variant):
    publish("model", [variant(b"plain"), variant(b"fast", preferred=["avx2"])])
    host = Host(detect().triple, ["avx2"])
    assert Path(resolve("model", host=host).library).read_bytes() == b"fast"
    assert sorted(item.reason.partition(":")[0] for item in explain("model", host=host)) == [
        "it fits, and ranks behind the one taken",
        "the best of 2 that fit",
    ]


def test_a_digest_pins_an_artifact(variant):
    old = publish("model", [variant(b"old")])
    assert resolve(f"model@{old.digest}").digest == old.digest
    publish("model", [variant(b"new")])
    with pytest.raises(NotFound):
        resolve(f"model@{old.digest}")


def test_registries_are_asked_in_order(tmp_path, monkeypatch, variant):
    publish("model", [variant(b"local")])
    publish("only", [variant(b"local")])
    publish("model", [variant(b"shared")], tmp_path / "shared")
    publish("model", [variant(b"explicit")], tmp_path / "explicit")
    monkeypatch.setenv("MODELET_REGISTRY", str(tmp_path / "shared"))
    assert Path(resolve("model").library).read_bytes() == b"shared"
    assert Path(resolve("only").library).read_bytes() == b"local"
    assert Path(resolve("model", registry=tmp_path / "explicit").library).read_bytes() == b"explicit"
    with pytest.raises(NotFound):
        resolve("only", registry=tmp_path / "explicit")
    assert [item.registry.rpartition("/")[2] for item in list_names()] == ["shared", "registry"]


@pytest.mark.parametrize("registry", ["https://models.example", "http://localhost:5000", "oci://models.example"])
def test_remote_registries_are_refused_plainly(monkeypatch, registry):
    with pytest.raises(Unsupported, match="remote"):
        resolve("model", registry=registry)
    monkeypatch.setenv("MODELET_REGISTRY", registry)
    with pytest.raises(Unsupported, match="remote"):
        resolve("model")
    with pytest.raises(Unsupported):
        resolve("models.example/owner/name")


@pytest.mark.parametrize("name", [None, 7, b"model", ["model"], "\ud800", "a\0b", "x" * 100_000, "./a\0b"])
def test_what_is_no_name_is_a_typed_error(name):
    with pytest.raises((InvalidName, NotFound)):
        resolve(name)


def test_unknown_options_are_typed_errors(tmp_path):
    with pytest.raises(ResolverError, match="'once' or 'always'"):
        resolve("model", verify="sometimes")
    with pytest.raises(ResolverError, match="registry folder"):
        resolve("model", registry="")


def test_removing_frees_what_nothing_else_needs(home, variant):
    publish("model:v1", [variant(b"one" * 1000)])
    publish("model:v2", [variant(b"two" * 1000)])
    publish("other", [variant(b"other")])
    assert 3000 < remove("model:v1") < 6000
    assert modelet_resolver.check_registry(home / "registry") == []
    assert [item.reference.partition("@sha256")[0] for item in list_names()] == ["@local/model:v2", "@local/other:latest"]
    assert resolve("other").weights == resolve("model:v2").weights
    remove("model")
    assert modelet_resolver.check_registry(home / "registry") == []
    remove(f"other@{list_names()[0].digest}")
    assert modelet_resolver.check_registry(home / "registry") == []
    assert list_names() == []
    assert list((home / "registry/blobs/sha256").iterdir()) == list((home / "verified").iterdir()) == []
    assert sorted(path.name for path in (home / "registry").iterdir()) == [".lock", "blobs"]


def test_removing_what_is_not_there_is_typed(variant):
    publish("model", [variant()])
    for name in ("modell", "model:v9", "model@sha256:" + "0" * 64):
        with pytest.raises(NotFound):
            remove(name)
    with pytest.raises(Unsupported):
        remove("./model")
    assert len(list_names()) == 1


def test_a_broken_artifact_is_listed_and_can_be_removed(home, variant):
    publish("model", [variant()])
    publish("broken", [variant(b"x")])
    (home / "registry/local/broken/index.json").write_text("[")
    assert [(item.name, bool(item.problem)) for item in list_names()] == [("@local/broken", True), ("@local/model", False)]
    assert modelet_resolver.check_registry(home / "registry") != []
    remove("broken")
    publish("model", [variant()])
    assert modelet_resolver.check_registry(home / "registry", leftovers=False) == []


def test_removing_through_a_link_is_refused(tmp_path, home, variant):
    publish("model", [variant()])
    (tmp_path / "elsewhere").mkdir()
    shutil.copy(home / "registry/local/model/index.json", tmp_path / "elsewhere/index.json")
    (home / "registry/local/linked").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ResolverError, match="symbolic link"):
        remove("linked")
    assert (tmp_path / "elsewhere/index.json").exists()


def test_the_default_home_is_what_platformdirs_says(monkeypatch):
    from platformdirs import user_cache_dir

    monkeypatch.delenv("MODELET_HOME")
    for base in (None, "/somewhere/else"):
        monkeypatch.setenv("XDG_CACHE_HOME", base) if base else monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
        assert home.home() == user_cache_dir("modelet")


def test_resolving_imports_the_standard_library_only_and_little_of_it(home, variant):
    publish("model", [variant()])
    code = (
        "import sys; before = set(sys.modules)\nimport modelet_resolver\nmodelet_resolver.resolve('model')\n"
        "print(*sorted(name for name in set(sys.modules) - before if not name.startswith('modelet_resolver')))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(modelet_resolver.__file__).parents[1])}
    output = subprocess.run([sys.executable, "-S", "-c", code], env=environment, capture_output=True, text=True, check=True).stdout
    allowed = "__future__ _collections_abc _hashlib _json _stat errno genericpath os os.path posixpath stat"
    assert set(output.split()) <= set(allowed.split())
