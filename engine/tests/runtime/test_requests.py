"""Malformed requests: a typed error each, and the instance goes on."""

from __future__ import annotations

import ctypes
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .conftest import ERROR, OK, Instance, Message, ModeletError, Tensor, empty_message, make_request, read_message

CALL = {"call": {}, "function": "echo"}


@pytest.mark.parametrize(
    ("request_text", "code", "said"),
    [
        (b"", "invalid_json", "empty"),
        (b"{", "invalid_json", "end of input"),
        (b'{"call": {}} trailing', "invalid_json", "expected end of input"),
        (b'{"call": {"x": NaN}}', "invalid_json", "invalid literal"),
        (b'{"call": {"x": "\\ud800"}}', "invalid_json", "surrogate"),
        (b'{"call": {"x": "\xed\xa0\x80"}}', "invalid_json", "UTF-8"),
        (b'{"call": {"x": 1e999}}', "invalid_json", "overflow"),
        (b'{"call": {"x": ' + b"[" * 700 + b"]" * 700 + b"}}", "invalid_json", "deeper than 608"),
        (b"[" * 5_000_000, "invalid_json", "deeper than 608"),
        (b"[]", "invalid_request", "must be a JSON object"),
        (b"{}", "invalid_request", "call, endpoint, control"),
        (b'{"call": []}', "invalid_request", "must be an object"),
        (b'{"call": {}, "colour": 1, "size": 2}', "unknown_key", "'colour', 'size'"),
        (b'{"call": {}, "endpoint": "embeddings"}', "unknown_key", "'endpoint'"),
        (b'{"call": {}, "function": "ecko"}', "unknown_function", "echo, count, slow, embed"),
        (b'{"call": {}, "function": 3}', "unknown_function", "no function 3"),
        (b'{"endpoint": "chat.completions", "body": {}}', "unknown_endpoint", "there are: embeddings, models"),
        (b'{"endpoint": "embeddings", "body": 1}', "invalid_request", "must be an object"),
        (b'{"control": "reboot"}', "unknown_control", "load, stats, explain"),
    ],
)
def test_a_malformed_request_gets_a_typed_error(opened: Instance, request_text: bytes, code: str, said: str) -> None:
    with pytest.raises(ModeletError) as caught:
        opened.ask(request_text)
    assert caught.value.code == code
    assert said in caught.value.error["message"]
    assert caught.value.status in (400, 404)
    assert len(caught.value.error["message"]) < 1000
    assert opened.call("echo", value=1) == [{"value": 1}]


def tensor_request(**changes: Any) -> tuple[Message, list[object]]:
    message, keep = make_request(CALL, [np.zeros((2, 3), np.float32)])
    row = Tensor.from_address(message.tensors)
    for name, value in changes.items():
        setattr(row, name, value)
    return message, keep


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"dtype": b"float33"}, "'float33'; there are: bool, int8"),
        ({"dtype": b"x" * 16}, "there are: bool"),
        ({"rank": 65}, "rank 65"),
        ({"shape": 0}, "no shape"),
        ({"bytes": 23}, "23 bytes, its shape and dtype make 24"),
        ({"data": 0}, "no data"),
        ({"device_type": 2}, "device 2"),
        ({"size": 8}, "struct size 8"),
    ],
)
def test_a_malformed_tensor_is_named(opened: Instance, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ModeletError) as caught:
        opened.start_message(*tensor_request(**changes))
    assert caught.value.code == "invalid_tensor"
    assert said in caught.value.error["message"]


@pytest.mark.parametrize("shape", [(-1, 3), (2**62, 2**62), (2**40, 2**40)])
def test_impossible_shapes_are_refused(opened: Instance, shape: tuple[int, int]) -> None:
    extents = (ctypes.c_int64 * 2)(*shape)
    message, keep = tensor_request(shape=ctypes.addressof(extents))
    with pytest.raises(ModeletError) as caught:
        opened.start_message(message, [*keep, extents])
    assert caught.value.code == "invalid_tensor"


def test_null_arguments_and_small_structs_are_refused(opened: Instance) -> None:
    library, handle, error = opened.library, ctypes.c_void_p(), empty_message()
    assert library.modelet_start(None, None, ctypes.byref(handle), ctypes.byref(error)) == ERROR
    body, _ = read_message(error)
    assert body["error"]["code"] == "invalid_argument"
    library.modelet_release(ctypes.byref(error))
    assert library.modelet_start(opened.handle, None, None, None) == ERROR
    assert library.modelet_open(b"{}", None, None, None) == ERROR
    assert library.modelet_next(None, None) == ERROR
    small = Message(size=8)
    assert library.modelet_open(b"{", None, ctypes.byref(handle), ctypes.byref(small)) == ERROR
    assert small.json == 0
    for name in ("cancel", "finish", "close", "release"):
        getattr(library, f"modelet_{name}")(None)
    with pytest.raises(ModeletError):
        opened.start_message(Message(size=16), [])
    with pytest.raises(ModeletError):
        opened.start_message(None, [])
    with pytest.raises(ModeletError):
        opened.start_message(empty_message(), [])


def test_a_message_released_twice_is_released_once(opened: Instance) -> None:
    call = opened.start(CALL)
    out = empty_message()
    assert opened.library.modelet_next(call.handle, ctypes.byref(out)) == 1
    opened.library.modelet_release(ctypes.byref(out))
    opened.library.modelet_release(ctypes.byref(out))
    assert (out.owner, out.json, out.size) == (0, 0, ctypes.sizeof(Message))
    call.finish()


def test_text_of_ten_megabytes_passes(opened: Instance) -> None:
    text = "é\U0001f600x" * 1_500_000
    assert opened.call("echo", text=text) == [{"text": text}]


def test_a_large_object_is_read_in_linear_time(opened: Instance) -> None:
    value = {f"key{index}": index for index in range(100_000)}
    assert opened.call("echo", value=value) == [{"value": value}]


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_answered(fake_instance: Instance, content: bytes) -> None:
    handle, error = ctypes.c_void_p(), empty_message()
    message, _keep = make_request(content)
    status = fake_instance.library.modelet_start(fake_instance.handle, ctypes.byref(message), ctypes.byref(handle), ctypes.byref(error))
    assert status in (OK, ERROR)
    if status == OK:
        fake_instance.library.modelet_finish(handle)
    else:
        body, _ = read_message(error)
        assert body["error"]["code"]
    fake_instance.library.modelet_release(ctypes.byref(error))


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
numbers = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=20),
    max_leaves=40,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(texts, values, max_size=30))
def test_any_json_comes_back_in_order(fake_instance: Instance, arguments: dict[str, Any]) -> None:
    [(body, _)] = fake_instance.ask({"call": arguments, "function": "echo"})
    assert json.dumps(body["value"]) == json.dumps(arguments)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(["call", "function", "endpoint", "body", "control", "x"]), values, max_size=4))
def test_any_keys_are_answered(fake_instance: Instance, request_body: dict[str, Any]) -> None:
    try:
        call = fake_instance.start(request_body)
    except ModeletError as error:
        assert error.code  # noqa: PT017 (either outcome is right)
    else:
        call.finish()
