"""Calls: values and tensors both ways, streams, cancelling, lifetimes, memory."""

from __future__ import annotations

import ctypes
import gc
import os
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from .conftest import END, ERROR, MESSAGE, Instance, ModeletError, empty_message, make_request, read_message, read_tensor

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
DTYPES = ["bool", *INTEGERS, "float16", "float32", "float64", "complex64", "complex128"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 0, 3)])
def test_a_tensor_comes_back_as_it_went(opened: Instance, dtype: str, shape: tuple[int, ...]) -> None:
    array = np.arange(int(np.prod(shape)), dtype="int64").reshape(shape).astype(dtype)
    [(body, [back])] = opened.ask({"call": {"x": {"$tensor": 0}}, "function": "echo"}, [array])
    assert body == {"value": {"x": {"$tensor": 0}}}
    assert (back.dtype, back.shape) == (array.dtype, array.shape)
    assert np.array_equal(back, array)


def test_a_tensor_at_an_odd_address_is_taken(opened: Instance) -> None:
    odd = np.frombuffer(b"x" + np.arange(5.0).tobytes(), dtype=np.uint8)[1:].view("V8").view(np.float64)
    assert odd.ctypes.data % 8
    [(_, [back])] = opened.ask({"call": {}, "function": "echo"}, [odd])
    assert back.tolist() == [0, 1, 2, 3, 4]


def test_the_first_function_is_called_without_a_name(opened: Instance) -> None:
    [(body, _)] = opened.ask({"call": {"a": [1, 2.5, None, "ü"]}})
    assert body == {"value": {"a": [1, 2.5, None, "ü"]}}


def test_a_generator_streams_and_ends_for_good(opened: Instance) -> None:
    call = opened.start({"call": {"count": 3}, "function": "count"})
    assert [body["value"] for body, _ in call.messages()] == [0, 1, 2]
    assert call.step()[0] == END
    assert call.step()[0] == END
    call.finish()


def test_an_exception_in_a_stream_comes_after_its_values_and_stays(opened: Instance) -> None:
    call = opened.start({"call": {"count": 5, "fail_at": 2}, "function": "count"})
    assert [call.step()[1] for _ in range(2)] == [{"value": 0}, {"value": 1}]
    for _ in range(2):
        status, body, _ = call.step()
        assert status == ERROR
        assert body == {"status": 500, "error": {"message": "failed at 2", "type": "python_exception", "param": None, "code": "ValueError"}}
    call.finish()


def test_arguments_that_do_not_fit_fail_at_start(opened: Instance) -> None:
    with pytest.raises(ModeletError, match="missing 1 required") as caught:
        opened.start({"call": {}, "function": "count"})
    assert (caught.value.error["type"], caught.value.code) == ("python_exception", "TypeError")


@pytest.mark.parametrize("parallel", [False, True])
def test_a_running_call_is_cancelled_from_another_thread(opened: Instance, parallel: bool) -> None:
    call = opened.start({"call": {"parallel": parallel}, "function": "slow"})
    running = threading.Thread(target=lambda: answers.append(call.step()))
    answers: list[tuple[int, dict[str, dict[str, str]], list[object]]] = []
    running.start()
    call.cancel()
    running.join(timeout=60)
    assert answers[0][0] == ERROR
    assert answers[0][1]["error"]["code"] == "cancelled"
    call.finish()
    assert opened.call("echo", still="alive") == [{"still": "alive"}]


def test_a_cancelled_call_does_not_begin(opened: Instance) -> None:
    call = opened.start({"call": {"count": 2}, "function": "count"})
    call.cancel()
    status, body, _ = call.step()
    assert (status, body["status"], body["error"]["code"]) == (ERROR, 499, "cancelled")
    call.finish()


def test_a_second_thread_in_next_is_told_busy(opened: Instance) -> None:
    """Whoever comes second, while neither has been answered, is told so; the first goes on."""
    call = opened.start({"call": {}, "function": "slow"})
    answers: list[str] = []

    def wait() -> None:
        answers.append(call.step()[1]["error"]["code"])
        call.cancel()

    threads = [threading.Thread(target=wait) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert sorted(answers) == ["busy", "cancelled"]
    call.finish()


def test_finish_ends_a_call_that_another_thread_is_in(opened: Instance) -> None:
    begun = np.zeros(1, np.uint8)
    call = opened.start({"call": {}, "function": "slow"}, [begun])
    running = threading.Thread(target=call.step)
    running.start()
    while not begun[0]:
        os.sched_yield()
    call.finish()
    running.join(timeout=60)
    assert not running.is_alive()


def test_an_answer_outlives_its_call_and_instance(fake: Path) -> None:
    instance = Instance(fake)
    array = np.arange(1000, dtype=np.float32)
    message, keep = make_request({"call": {"x": "text"}, "function": "echo"}, [array])
    call = instance.start_message(message, keep)
    out = empty_message()
    assert instance.library.modelet_next(call.handle, ctypes.byref(out)) == MESSAGE
    call.finish()
    instance.close()
    array.fill(-1)
    del message, keep, call
    gc.collect()
    body, [back] = read_message(out)
    assert body == {"value": {"x": "text"}}
    assert np.array_equal(back, np.arange(1000))
    instance.library.modelet_release(ctypes.byref(out))


def test_answers_are_aligned_and_terminated(opened: Instance) -> None:
    call = opened.start({"call": {"texts": ["a"]}, "function": "embed"})
    out = empty_message()
    assert opened.library.modelet_next(call.handle, ctypes.byref(out)) == MESSAGE
    from .conftest import Tensor

    assert Tensor.from_address(out.tensors).data % 64 == 0
    assert read_tensor(Tensor.from_address(out.tensors)).shape == (1, 4)
    assert ctypes.string_at(out.json + out.json_bytes, 1) == b"\0"
    opened.library.modelet_release(ctypes.byref(out))
    call.finish()


def test_close_waits_for_the_last_call(fake: Path) -> None:
    instance = Instance(fake)
    call = instance.start({"call": {"count": 2}, "function": "count"})
    instance.close()
    assert [body["value"] for body, _ in call.messages()] == [0, 1]
    call.finish()


def test_no_call_starts_after_close(fake: Path) -> None:
    instance = Instance(fake)
    call = instance.start({"call": {"count": 2}, "function": "count"})
    instance.close()
    with pytest.raises(ModeletError) as caught:
        instance.start({"call": {}})
    assert caught.value.code == "closed"
    call.finish()


@pytest.mark.parametrize("parallel", [False, True])
def test_no_memory_is_a_memory_error_of_that_call(opened: Instance, parallel: bool) -> None:
    with pytest.raises(ModeletError) as caught:
        opened.call("hold", parallel=parallel)
    assert caught.value.code in ("MemoryError", "out_of_memory")
    assert opened.call("echo", a=1) == [{"a": 1}]


def test_the_memory_limit_counts_answers_until_they_are_released(fake: Path) -> None:
    instance = Instance(fake, {"memory_limit": 1_000_000})
    call, out = instance.start({"call": {"bytes": 800_000}, "function": "allocate"}), empty_message()
    assert instance.library.modelet_next(call.handle, ctypes.byref(out)) == MESSAGE
    call.finish()
    with pytest.raises(ModeletError, match="800000 of its memory_limit of 1000000") as caught:
        instance.call("allocate", bytes=800_000)
    assert (caught.value.error["type"], caught.value.code) == ("python_exception", "MemoryError")
    instance.library.modelet_release(ctypes.byref(out))
    assert len(instance.call("allocate", bytes=800_000)) == 1
    [(stats, _)] = instance.ask({"control": "stats"})
    assert (stats["memory"]["used"], stats["memory"]["peak"], stats["memory"]["limit"]) == (0, 800_000, 1_000_000)
    instance.close()


def test_an_impossible_allocation_is_refused(opened: Instance) -> None:
    with pytest.raises(ModeletError) as caught:
        opened.call("allocate", bytes=2**62)
    assert caught.value.code == "MemoryError"


def test_memory_is_aligned_and_keeps_its_content(fake: Path) -> None:
    memory: Callable[..., int | None] = Instance(fake).library.modelet_memory
    block = memory(None, 1000)
    assert block is not None
    assert block % 64 == 0
    ctypes.memmove(block, b"abc", 3)
    grown = memory(block, 2_000_000)
    assert grown is not None
    assert ctypes.string_at(grown, 3) == b"abc"
    assert memory(None, 2**63) is None
    assert memory(grown, 0) is None
