"""Weights files: good ones by every way in, and each kind of damage by name."""

from __future__ import annotations

import ctypes
import json
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .conftest import ERROR, MESSAGE, PENDING, Instance, ModeletError, WeightsCase

FILE = "weights.safetensors"


@pytest.fixture
def good(weights_case: WeightsCase, tmp_path: Path) -> Path:
    path = tmp_path / "grüße weights"
    path.write_bytes(weights_case.content)
    return path


def opened_with(case: WeightsCase, path: Path, **options: object) -> Instance:
    return Instance(case.library, {"weights": {FILE: {"path": str(path)}}, **options})


def refused(case: WeightsCase, path: Path, **options: object) -> ModeletError:
    with pytest.raises(ModeletError) as caught:
        opened_with(case, path, **options)
    return caught.value


@pytest.mark.parametrize("access", ["map", "read"])
def test_a_file_is_mapped_or_read(weights_case: WeightsCase, good: Path, access: str) -> None:
    instance = opened_with(weights_case, good, weights_access=access)
    [(stats, _)] = instance.ask({"control": "stats"})
    assert stats["weights"] == {"file": FILE, "bytes": len(weights_case.content), "access": access, "verified": False}
    assert stats["memory"]["used"] == (0 if access == "map" else len(weights_case.content))
    instance.close()


def test_weights_can_be_lent_by_address(weights_case: WeightsCase, good: Path) -> None:
    size = len(weights_case.content)
    instance = opened_with(weights_case, good)
    block = instance.library.modelet_memory(None, size)
    ctypes.memmove(block, weights_case.content, size)
    lent = Instance(weights_case.library, {"weights": {FILE: {"address": block, "bytes": size}}, "verify": "always"})
    assert lent.call("echo", a=1) == [{"a": 1}]
    wrong = ((block + 8, size, "weights_misaligned"), (block, size - 1, "weights_truncated"), (block, size + 1, "weights_replaced"))
    for address, count, code in wrong:
        with pytest.raises(ModeletError) as caught:
            Instance(weights_case.library, {"weights": {FILE: {"address": address, "bytes": count}}})
        assert caught.value.code == code
    lent.close()
    instance.library.modelet_memory(block, 0)


def test_linked_in_weights_need_no_option(embedded_library: Path) -> None:
    instance = Instance(embedded_library, {"verify": "always"})
    assert instance.call("echo", a=1) == [{"a": 1}]
    [(stats, _)] = instance.ask({"control": "stats"})
    assert (stats["weights"]["access"], stats["weights"]["verified"]) == ("embedded", True)
    instance.close()


def test_a_library_without_its_weights_says_which(weights_case: WeightsCase) -> None:
    with pytest.raises(ModeletError, match=FILE) as caught:
        Instance(weights_case.library)
    assert caught.value.code == "weights_missing"


def test_damage_is_told_at_open(weights_case: WeightsCase, tmp_path: Path) -> None:
    path, content = tmp_path / "file", weights_case.content
    assert refused(weights_case, path).code == "weights_not_found"
    assert refused(weights_case, tmp_path).code == "weights_not_found"
    for wrong, code in ((b"", "weights_truncated"), (content[:-1], "weights_truncated"), (content + b"x", "weights_replaced")):
        path.write_bytes(wrong)
        assert refused(weights_case, path).code == code
        assert refused(weights_case, path, weights_access="read").code == code
    path.write_bytes(struct.pack("<Q", 2**63) + content[8:])
    assert refused(weights_case, path).code == "weights_corrupt"


def with_header(case: WeightsCase, header: object) -> bytes:
    """A file of the same size and data with another header, if that fits."""
    length = struct.unpack("<Q", case.content[:8])[0]
    text = (header if isinstance(header, bytes) else json.dumps(header).encode()).ljust(length)
    return struct.pack("<Q", len(text)) + text + case.content[8 + len(text) :]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"first": None}, "weights_replaced"),
        ({"first": {"dtype": "F16"}}, "weights_replaced"),
        ({"first": {"data_offsets": [0, 128]}}, "weights_replaced"),
        ({"first": {"data_offsets": [64, 320]}}, "weights_replaced"),
        ({"first": {"data_offsets": [0, 2**60]}}, "weights_corrupt"),
        ({"first": {"data_offsets": [256, 0]}}, "weights_corrupt"),
        ({"first": {"data_offsets": [-1, 255]}}, "weights_corrupt"),
        ({"first": {"data_offsets": "x"}}, "weights_corrupt"),
    ],
)
def test_a_header_that_does_not_agree_is_refused(weights_case: WeightsCase, tmp_path: Path, change: dict[str, Any], code: str) -> None:
    header = {**weights_case.header, "__metadata__": {}}
    for name, fields in change.items():
        header[name] = {**header[name], **fields} if fields else fields
    path = tmp_path / "file"
    path.write_bytes(with_header(weights_case, header))
    assert refused(weights_case, path).code == code


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_header_crashes(weights_case: WeightsCase, scratch_file: Path, data: st.DataObject) -> None:
    length = struct.unpack("<Q", weights_case.content[:8])[0]
    head = bytearray(weights_case.content[: 8 + length])
    for _ in range(data.draw(st.integers(1, 4))):
        head[data.draw(st.integers(0, len(head) - 1))] = data.draw(st.integers(0, 255))
    scratch_file.write_bytes(bytes(head) + weights_case.content[len(head) :])
    try:
        opened_with(weights_case, scratch_file).close()
    except ModeletError as error:
        assert error.code in ("weights_corrupt", "weights_replaced")  # noqa: PT017 (either outcome is right)


@pytest.fixture(scope="module")
def scratch_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("weights") / "file"


def test_load_streams_progress_and_verifies(weights_case: WeightsCase, good: Path) -> None:
    instance = opened_with(weights_case, good)
    messages = [body for body, _ in instance.ask({"control": "load"})]
    total = len(weights_case.content)
    assert len(messages) >= 2
    assert [body["loaded"] for body in messages] == sorted({body["loaded"] for body in messages})
    assert messages[-1] == {"loaded": total, "total": total}
    assert instance.ask({"control": "stats"})[0][0]["weights"]["verified"] is True
    assert [body for body, _ in instance.ask({"control": "load"})] == [{"loaded": total, "total": total}]
    instance.close()


def test_load_can_be_cancelled_and_taken_up_again(weights_case: WeightsCase, good: Path) -> None:
    instance = opened_with(weights_case, good)
    call = instance.start({"control": "load"})
    assert call.step()[0] in (MESSAGE, PENDING)
    call.cancel()
    status, body, _ = call.step()
    assert (status, body["error"]["code"]) == (ERROR, "cancelled")
    call.finish()
    assert instance.ask({"control": "load"})[-1][0]["loaded"] == len(weights_case.content)
    instance.close()


@pytest.fixture
def flipped(weights_case: WeightsCase, tmp_path: Path) -> Path:
    content = bytearray(weights_case.content)
    content[-1000] ^= 4
    path = tmp_path / "flipped"
    path.write_bytes(content)
    return path


def test_a_flipped_bit_is_found_by_load_and_stops_all_calls(weights_case: WeightsCase, flipped: Path) -> None:
    instance = opened_with(weights_case, flipped)
    for request in ({"control": "load"}, {"call": {}}, {"endpoint": "embeddings", "body": {"model": "m", "input": "a"}}):
        with pytest.raises(ModeletError, match="SHA-256") as caught:
            instance.ask(request)
        assert caught.value.code == "weights_corrupt"
    assert instance.ask({"control": "stats"})
    instance.close()


def test_verify_always_runs_nothing_on_a_flipped_bit(weights_case: WeightsCase, flipped: Path) -> None:
    instance = opened_with(weights_case, flipped, verify="always")
    with pytest.raises(ModeletError) as caught:
        instance.call("echo", a=1)
    assert caught.value.code == "weights_corrupt"
    instance.close()


def test_verify_always_answers_pending_while_it_reads(weights_case: WeightsCase, good: Path) -> None:
    instance = opened_with(weights_case, good, verify="always")
    call = instance.start({"call": {"a": 1}})
    statuses = []
    while (status := call.step()[0]) == PENDING:
        statuses.append(status)
    assert status == MESSAGE
    assert statuses
    call.finish()
    assert instance.call("echo", a=2) == [{"a": 2}]
    instance.close()


def test_a_memory_limit_below_the_copy_is_refused(weights_case: WeightsCase, good: Path) -> None:
    assert refused(weights_case, good, weights_access="read", memory_limit=1000).code == "out_of_memory"


@pytest.mark.parametrize("new", [b"", b"other", None], ids=["emptied", "overwritten", "touched"])
def test_a_file_that_is_written_to_after_open_starts_no_call(weights_case: WeightsCase, good: Path, new: bytes | None) -> None:
    instance = opened_with(weights_case, good)
    assert instance.call("echo", a=1) == [{"a": 1}]
    good.write_bytes(weights_case.content[:-1] + b"!" if new is None else new)
    for request in ({"control": "load"}, {"call": {}}, {"endpoint": "embeddings", "body": {"model": "m", "input": "a"}}):
        with pytest.raises(ModeletError, match="was written to while it was in use") as caught:
            instance.ask(request)
        assert caught.value.code == "weights_replaced"
    assert instance.ask({"control": "stats"})
    instance.close()


def touch(path: Path, seconds: int) -> None:
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + seconds * 10**9))


def test_a_touched_file_is_read_once_and_goes_on(weights_case: WeightsCase, good: Path) -> None:
    instance = opened_with(weights_case, good)
    for seconds in (1, 2):
        touch(good, seconds)
        assert instance.call("echo", a=1) == [{"a": 1}]
        assert instance.ask({"control": "stats"})[0][0]["weights"]["verified"] is True
    call = instance.start({"call": {"a": 1}})
    assert call.step()[0] == MESSAGE  # nothing is read again
    call.finish()
    touch(good, 3)
    assert instance.ask({"control": "load"})[-1][0]["loaded"] == len(weights_case.content)
    good.write_bytes(weights_case.content[:-1] + b"!")
    with pytest.raises(ModeletError) as caught:
        instance.call("echo", a=1)
    assert caught.value.code == "weights_replaced"
    instance.close()


@pytest.mark.parametrize("request_", [{"call": {"a": 1}}, {"control": "load"}], ids=["call", "load"])
def test_truncation_while_the_digest_is_read_is_an_error(weights_case: WeightsCase, good: Path, request_: dict[str, Any]) -> None:
    instance = opened_with(weights_case, good, verify="always")
    call = instance.start(request_)
    assert call.step()[0] in (PENDING, MESSAGE)
    os.truncate(good, 4096)
    while (answer := call.step())[0] in (PENDING, MESSAGE):
        pass
    assert (answer[0], answer[1]["error"]["code"]) == (ERROR, "weights_replaced")
    call.finish()
    instance.close()


def test_truncation_between_the_look_and_the_read_is_an_error(weights_case: WeightsCase, good: Path, tmp_path: Path) -> None:
    """By its path another file is looked at, so that only reading finds out."""
    instance = opened_with(weights_case, good, verify="always")
    mapped = tmp_path / "mapped"
    good.rename(mapped)
    os.truncate(mapped, 4096)
    with pytest.raises(ModeletError) as caught:
        instance.ask({"control": "load"})
    assert caught.value.code == "weights_replaced"
    instance.close()


def test_a_file_that_is_replaced_after_open_stays_what_it_was(weights_case: WeightsCase, good: Path, tmp_path: Path) -> None:
    instance = opened_with(weights_case, good)
    other = tmp_path / "other"
    other.write_bytes(b"other")
    other.replace(good)
    assert instance.call("echo", a=1) == [{"a": 1}]
    assert instance.ask({"control": "load"})[-1][0]["loaded"] == len(weights_case.content)
    good.unlink()
    assert instance.call("echo", a=1) == [{"a": 1}]
    instance.close()


def test_truncation_after_open_does_not_hurt_a_copy(weights_case: WeightsCase, good: Path, build_fake: Callable[..., Path]) -> None:
    instance = opened_with(weights_case, good, weights_access="read")
    good.write_bytes(b"")
    assert instance.ask({"control": "load"})[-1][0]["loaded"] == len(weights_case.content)
    instance.close()
