"""`load(name).call(…)`: values both ways, generators, errors, cancelling, forks and threads."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import modelet
from modelet.errors import Failure
from modelet.native import Call, _instances


def fake(name="fake", function="echo"):
    return modelet.load(name).function(function)


def live_messages(function):
    from cffi import FFI

    ffi = FFI()
    ffi.cdef("int fake_live_messages(void);")
    return ffi.dlopen(function._instance.library.path).fake_live_messages()


def test_values_come_back_as_they_were():
    value = [1, 2.0, "é\ud800", (None, {1, 2}), {1: b"x"}, float("inf"), 2**70, range(3)]
    assert fake().call(value=value) == {"value": value}


def test_arguments_may_be_positional():
    assert fake().call("a", flag=True) == {"value": "a", "flag": True}


@pytest.mark.parametrize(
    ("arguments", "named", "message"),
    [
        ((), {}, "missing"),
        ((1, 2, 3, 4), {}, "positional"),
        ((1,), {"value": 2}, "multiple"),
        ((1,), {"other": 2}, "unexpected keyword argument 'other'"),
    ],
)
def test_arguments_that_do_not_fit_are_a_type_error(arguments, named, message):
    with pytest.raises(TypeError, match=message):
        fake().call(*arguments, **named)


def test_arrays_go_in_and_come_out():
    arrays = [np.arange(6, dtype=np.int16).reshape(2, 3).T, np.array(1.5), np.zeros((0, 2), np.float32)]
    back = fake().call(value=arrays)["value"]
    for before, after in zip(arrays, back, strict=True):
        assert after.dtype == before.dtype
        assert np.array_equal(before, after)


def test_an_array_of_an_answer_is_not_copied_and_outlives_everything_else():
    function = fake()
    before = live_messages(function)
    array = function.call(value=np.arange(1000.0))["value"]
    view = array[500:]
    del array
    gc.collect()
    assert live_messages(function) == before + 1
    assert view[0] == 500.0
    view[0] = 7  # the answer's memory belongs to the caller
    del view
    gc.collect()
    assert live_messages(function) == before


def test_a_generator_is_an_iterator_that_can_be_left():
    function = fake(function="count")
    before = live_messages(function)
    stream = function.call()
    assert [next(stream) for _ in range(3)] == [0, 1, 2]
    stream.close()
    assert list(stream) == []
    with function.call() as other:
        assert next(other) == 0
    for value in function.call():
        if value == 2:
            break
    gc.collect()
    assert live_messages(function) == before


def test_an_exception_of_the_function_is_raised_as_its_builtin_class():
    with pytest.raises(KeyError) as caught:
        fake(function="raise").call()
    assert type(caught.value) is KeyError
    assert caught.value.args == ("missing",)


def test_another_function_is_found_by_name():
    assert modelet.load("fake").functions == ["echo", "count", "raise", "wait", "block"]
    with pytest.raises(KeyError, match="echo, count"):
        modelet.load("fake").function("none")


def test_the_signature_says_types_and_defaults():
    assert str(fake().signature) == "(value: 'list[str]', flag: 'object' = False, array: 'numpy.ndarray' = None) -> 'object'"


def test_a_layout_folder_is_a_name(home):
    folder = home / "registry" / "local" / "fake"
    assert modelet.load(folder).call(1) == {"value": 1}
    assert modelet.load(str(folder)).manifest["name"] == "@local/fake"


def test_a_library_is_opened_once_for_each_set_of_options():
    modelet.load("fake")
    before = len(_instances)
    assert modelet.load("fake")._instance is modelet.load("@local/fake:latest")._instance
    assert len(_instances) == before
    assert modelet.load("fake", seed=3)._instance is not modelet.load("fake")._instance


def test_two_modelets_share_the_first_ones_host_table():
    from cffi import FFI

    ffi = FFI()
    ffi.cdef("uint64_t fake_host(void *);")
    first, second = modelet.load("fake")._instance, modelet.load("other")._instance
    hosts = {ffi.dlopen(each.library.path).fake_host(ffi.cast("void *", int(_address(each.handle())))) for each in (first, second)}
    assert len(hosts) == 1
    assert first.manifest["name"] != second.manifest["name"]


def _address(handle):
    from modelet._abi import ffi

    return ffi.cast("uintptr_t", handle)


LOADING = json.loads((Path(__file__).parents[3] / "tests/shapes/loading.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", LOADING, ids=lambda case: case["name"])
def test_what_cannot_be_loaded_is_a_typed_error(case):
    with pytest.raises(modelet.APIStatusError, match=case["words"]) as caught:
        modelet.load(case["name"])
    assert (caught.value.status_code, caught.value.code) == (case["status"], case["code"])
    assert caught.value.body["message"] == caught.value.message


def test_an_empty_name_is_a_bad_request():
    with pytest.raises(modelet.BadRequestError, match="must be the name") as caught:
        modelet.load("")
    assert caught.value.code == "invalid_name"


def test_an_option_that_the_library_refuses_is_a_bad_request():
    with pytest.raises(modelet.BadRequestError, match="bad seed"):
        modelet.load("fake", seed=-1)


def test_pending_is_asked_again_until_the_call_is_cancelled():
    call = Call(fake()._instance, b'{"call":{},"function":"wait"}')
    threading.Timer(0.05, call.cancel).start()
    with pytest.raises(Failure, match="cancelled") as caught:
        call.next()
    assert caught.value.status == 499
    call.finish()
    call.finish()
    call.cancel()


def test_a_second_thread_in_one_call_gets_busy():
    call = Call(fake()._instance, b'{"call":{},"function":"block"}')
    ended = []

    def wait():
        try:
            call.next()
        except Failure as failure:
            ended.append(failure.status)

    entered = threading.Thread(target=wait)
    entered.start()
    while not call._running:
        pass
    with pytest.raises(Failure, match="another thread") as caught:
        call.next()
    assert caught.value.body["code"] == "busy"
    call.finish()  # cancels; the thread inside frees it
    entered.join(5)
    assert ended == [499]


def test_32_threads_use_one_function():
    function = fake()
    with ThreadPoolExecutor(32) as pool:
        results = pool.map(lambda number: function.call(value=np.full(100, number))["value"], range(320))
        assert all((result == number).all() for number, result in enumerate(results))


def heed_ctrl_c():
    """A process started in the background of a shell ignores SIGINT, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("function", ["wait", "block"])
def test_ctrl_c_cancels_and_is_a_keyboard_interrupt(function, home):
    program = f"""
import modelet, sys
function = modelet.load("fake").function("{function}")
print("ready", flush=True)
try:
    function.call()
except KeyboardInterrupt:
    print("interrupted", modelet.load("fake").call(1))
"""
    environment = {**os.environ, "MODELET_HOME": str(home)}
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, preexec_fn=heed_ctrl_c) as process:
        assert process.stdout.readline() == "ready\n"
        threading.Timer(0.2, lambda: process.send_signal(signal.SIGINT)).start()
        assert process.stdout.read() == "interrupted {'value': 1}\n"
        assert process.wait(10) == 0


def test_a_forked_child_opens_anew_and_old_calls_say_so(run_python):
    program = """
import os, threading, modelet, modelet.errors
function = modelet.load("fake")
stream = function.function("count").call()
next(stream)
threading.Thread(target=modelet.load("fake").function("block").call, daemon=True).start()
child = os.fork()
if child == 0:
    try:
        next(stream)
    except modelet.BadRequestError as error:
        assert error.code == "forked", error.code
        assert function.call(2) == {"value": 2}
        assert next(function.function("count").call()) == 0
        os._exit(42)
    os._exit(1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42
assert next(stream) == 1
print("done")
"""
    assert run_python(program).stdout == "done\n"


def test_bare_ctypes_can_call_a_modelet(fakes):
    """The interface needs no binding of ours: 40 lines of ctypes do."""
    import ctypes

    class Message(ctypes.Structure):
        _fields_ = [
            ("size", ctypes.c_uint32),
            ("tensor_count", ctypes.c_uint32),
            ("json", ctypes.c_uint64),
            ("json_bytes", ctypes.c_uint64),
        ]
        _fields_ += [("tensors", ctypes.c_uint64), ("owner", ctypes.c_uint64)]

    library = ctypes.CDLL(str(fakes["fake"]))
    library.modelet_manifest.restype = ctypes.c_char_p
    assert b'"abi":1' in library.modelet_manifest()
    instance, call, message = ctypes.c_void_p(), ctypes.c_void_p(), Message(ctypes.sizeof(Message))
    assert library.modelet_open(b"{}", None, ctypes.byref(instance), ctypes.byref(message)) == 0
    text = ctypes.create_string_buffer(b'{"call":{"value":[1]},"function":"echo"}')
    request = Message(ctypes.sizeof(Message), 0, ctypes.addressof(text), len(text.value))
    assert library.modelet_start(instance, ctypes.byref(request), ctypes.byref(call), ctypes.byref(message)) == 0
    assert library.modelet_next(call, ctypes.byref(message)) == 1
    assert ctypes.string_at(message.json, message.json_bytes) == b'{"value":{"value":[1]}}'
    library.modelet_release(ctypes.byref(message))
    assert library.modelet_next(call, ctypes.byref(message)) == 2
    library.modelet_finish(call)
    library.modelet_close(instance)
