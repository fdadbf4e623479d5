"""Killed at every moment, and many processes at once: readers see the old artifact or the new, never less."""

import os
import signal
import sys
from pathlib import Path

import pytest

from modelet_compiler.package import publish, publish_layout, write_layout
from modelet_resolver import check_registry, list_names, remove, resolve
from modelet_resolver.errors import NotFound

CHANGES = ("open", "os.rename", "os.link", "os.remove", "os.chmod", "os.mkdir", "os.rmdir")


def run_and_die(work, moment):
    """Runs `work` in a child that is killed just before its change number `moment`. True if it was killed."""
    child = os.fork()
    if child == 0:
        count = 0

        def watch(event, _):
            nonlocal count
            if event in CHANGES:
                count += 1
                if count == moment:
                    os.kill(os.getpid(), signal.SIGKILL)

        try:
            sys.addaudithook(watch)
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def every_death(work):
    """Runs `work` with a death at its first change, then its second, and so on, until it survives."""
    moment = 1
    while run_and_die(work, moment):
        yield moment
        moment += 1


def library():
    return Path(resolve("model").library).read_bytes()


def test_a_publisher_killed_at_any_moment_leaves_the_old_state_or_the_new(home, variant):
    old, new = variant(b"old"), variant(b"new", (7.0,))
    registry = home / "registry"
    publish("model", [old])
    deaths = 0
    for _ in every_death(lambda: publish("model", [new])):
        deaths += 1
        assert check_registry(registry, leftovers=False) == []
        assert library() in (b"old", b"new")
        publish("model", [old])
        assert not list(registry.rglob("*.part"))
        assert library() == b"old"
    assert library() == b"new"
    assert deaths > 10


def test_a_first_publisher_killed_at_any_moment_leaves_nothing_or_all(home, variant):
    new = variant(b"new")
    for _ in every_death(lambda: publish("model", [new])):
        assert check_registry(home / "registry", leftovers=False) == []
        try:
            assert library() == b"new"
        except NotFound:
            assert list_names() == []
        publish("other", [new])
        remove("other")
        if list_names():
            remove("model")
        assert not list(home.rglob("*.part"))
    assert library() == b"new"
    assert check_registry(home / "registry") == []


def test_a_writer_of_a_layout_killed_at_any_moment_can_be_run_again(tmp_path, variant):
    old, new = variant(b"old"), variant(b"new", (7.0,))
    write_layout(tmp_path / "out", "model", [old])
    for _ in every_death(lambda: write_layout(tmp_path / "out", "model", [new])):
        assert check_registry(tmp_path / "out", leftovers=False) == []
        assert Path(resolve(tmp_path / "out").library).read_bytes() in (b"old", b"new")
        write_layout(tmp_path / "out", "model", [old])
        assert check_registry(tmp_path / "out") == []
    assert check_registry(tmp_path / "out") == []
    for _ in every_death(lambda: write_layout(tmp_path / "first", "model", [new])):
        write_layout(tmp_path / "first", "model", [old])
        assert check_registry(tmp_path / "first") == []
        for path in (tmp_path / "first/index.json", tmp_path / "first/oci-layout"):
            path.unlink()


def test_a_remover_killed_at_any_moment_can_be_run_again(home, variant):
    made, other = variant(b"code"), variant(b"other")
    publish("other", [other])
    publish("model", [made])
    for _ in every_death(lambda: remove("model")):
        assert check_registry(home / "registry", leftovers=False) == []
        assert resolve("other")
        publish("model", [made])
        assert check_registry(home / "registry") == []
    assert check_registry(home / "registry") == []
    assert [item.name for item in list_names()] == ["@local/other"]


def in_child(work):
    """Starts `work` in a child; its exit status tells whether it ended without an exception."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException as error:
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
        finally:
            os._exit(status)
    return child


def test_processes_publishing_and_resolving_one_name_at_once_all_succeed(tmp_path, home, variant):
    contents = [bytes([number]) * 50_000 for number in range(3)]
    made = [variant(content) for content in contents]
    for number, item in enumerate(made):
        write_layout(tmp_path / f"out{number}", "model", [item])
    publish("model", made[:1])

    def write(number):
        for _ in range(8):
            publish("model", [made[number]])
            publish_layout(tmp_path / f"out{number}")

    def read():
        for _ in range(150):
            assert library() in contents

    children = [in_child(lambda number=number: write(number)) for number in range(3)] + [in_child(read) for _ in range(2)]
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * len(children)
    assert check_registry(home / "registry", leftovers=False) == []


def test_a_name_removed_and_published_under_a_reader_is_there_or_not(home, variant):
    made = variant(b"code" * 10_000)

    def write():
        for _ in range(20):
            publish("model", [made])
            remove("model")

    def read():
        for _ in range(200):
            try:
                resolve("model")
            except NotFound:
                continue

    children = [in_child(write), in_child(read), in_child(read)]
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
    assert check_registry(home / "registry") == []


@pytest.mark.parametrize("patience", [0.05])
def test_a_writer_waits_for_the_lock_and_then_says_so(home, variant, monkeypatch, patience):
    from modelet_resolver import store
    from modelet_resolver.errors import Busy

    publish("model", [variant()])
    monkeypatch.setattr(store, "PATIENCE_SECONDS", patience)
    with store.Store(str(home / "registry")).locked():
        with pytest.raises(Busy, match=r"\.lock"):
            publish("model", [variant()])
        assert resolve("model")
