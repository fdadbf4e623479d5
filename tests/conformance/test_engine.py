"""The Python client on the real engine: calls, streams, memory, forks and threads."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import modelet


def engine(function="embed", name="engine", **options):
    return modelet.load(name, **options).function(function)


def running_calls(name="engine"):
    gc.collect()
    stats = modelet.load(name)._instance.request(b'{"control":"stats"}').json()
    return stats["calls"]["running"] - 1  # the question itself


def test_arrays_go_both_ways_without_a_change():
    back = engine("echo").call(value=[np.arange(5, dtype=np.int16), np.ones((2, 0, 3), np.float16), (b"x", {1.5})])["value"]
    assert [(array.dtype.name, array.shape) for array in back[:2]] == [("int16", (5,)), ("float16", (2, 0, 3))]
    assert back[0].tolist() == [0, 1, 2, 3, 4]
    assert back[2] == (b"x", {1.5})


def test_a_result_is_the_same_alone_in_a_batch_and_beside_others():
    texts = [f"text {number}" for number in range(64)]
    together = engine().call(texts)
    with ThreadPoolExecutor(32) as pool:
        for number, row in enumerate(pool.map(lambda text: engine().call([text])[0], texts)):
            assert row.tobytes() == together[number].tobytes()


def test_exceptions_are_the_builtin_ones():
    with pytest.raises(ValueError, match=r"^boom is no text$"):
        engine().call(["boom"])
    with pytest.raises(RuntimeError, match=r"^crashed$"):
        engine().call(["crash"])


def test_a_stream_left_early_leaves_nothing_running():
    stream = engine("count").call(10**9)
    assert [next(stream) for _ in range(3)] == [0, 1, 2]
    assert running_calls() == 1
    stream.close()
    assert running_calls() == 0
    assert list(engine("count").call(4)) == [0, 1, 2, 3]
    for _ in engine("count").call(10**9):
        break
    assert running_calls() == 0


def test_a_memory_limit_is_a_memory_error_of_that_call():
    limited = engine("echo", memory_limit=4096)
    with pytest.raises(MemoryError):
        limited.call(np.zeros(10_000))
    assert limited.call(1) == {"value": 1}


def test_an_array_outlives_its_call_and_its_memory_is_returned():
    function = engine(name="engine2")
    memory = lambda: function._instance.request(b'{"control":"stats"}').json()["memory"]["used"]  # noqa: E731
    before = memory()
    array = function.call(["a"] * 1000)
    view = array[10:]
    del array
    gc.collect()
    assert memory() >= before + 24_000
    assert view.shape == (990, 6)
    del view
    gc.collect()
    assert memory() == before


def test_two_modelets_share_one_pool(run_python):
    program = """
import os, threading, modelet
def threads():
    return len(os.listdir("/proc/self/task")) - threading.active_count()
one, two = modelet.load("engine", threads=2), modelet.load("engine2", threads=2)
texts = [str(number) for number in range(2000)]
for _ in range(20):
    one.call(texts), two.call(texts)
print(threads(), one.call(["a"]).tobytes() == two.call(["a"]).tobytes())
"""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "environ", environment)
        assert run_python(program).stdout == "1 True\n"


def test_ctrl_c_cancels_work_on_the_engine(run_python):
    program = """
import os, signal, threading, modelet
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a shell ignores it
work = modelet.load("engine").function("work")
threading.Timer(0.2, os.kill, (os.getpid(), 2)).start()
try:
    work.call()
except KeyboardInterrupt:
    print("interrupted", modelet.load("engine").call(["a"]).shape)
"""
    assert run_python(program).stdout == "interrupted (1, 6)\n"


def test_a_forked_child_works_anew(run_python):
    program = """
import os, threading, modelet
function = modelet.load("engine")
expected = function.call(["a", "b"])
stream = function.function("count").call(5)
next(stream)
threading.Thread(target=function.function("work").call, daemon=True).start()
child = os.fork()
if child == 0:
    try:
        next(stream)
    except modelet.BadRequestError as error:
        same = function.call(["a", "b"]).tobytes() == expected.tobytes()
        os._exit(42 if error.code == "forked" and same else 1)
    os._exit(2)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42
assert next(stream) == 1
print("done", flush=True)
os._exit(0)
"""
    assert run_python(program).stdout == "done\n"


def test_many_async_calls_leave_the_loop_free():
    async def main():
        client = modelet.AsyncOpenAI()
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        ticking = asyncio.create_task(tick())
        answers = await asyncio.gather(*(client.embeddings.create(model="engine", input=[f"{number}"] * 100) for number in range(64)))
        ticking.cancel()
        return ticks, answers

    ticks, answers = asyncio.run(main())
    assert ticks > 10
    assert all(len(answer.data) == 100 for answer in answers)


def test_calls_cancelled_at_random_leave_nothing_behind():
    stop = time.monotonic() + 1

    def abuse(number):
        while time.monotonic() < stop:
            stream = engine("count").call(1000)
            next(stream)
            threading.Thread(target=stream.close).start()
            for _ in stream:
                pass

    def quiet(number):
        try:
            abuse(number)
        except modelet.APIStatusError as error:
            assert error.code in ("cancelled", "finished", "busy")  # noqa: PT017

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(quiet, range(8)))
    assert running_calls() == 0


def test_bare_ctypes_can_call_it(engine_libraries):
    class Message(ctypes.Structure):
        _fields_ = [
            ("size", ctypes.c_uint32),
            ("tensor_count", ctypes.c_uint32),
            *((name, ctypes.c_uint64) for name in ["json", "json_bytes", "tensors", "owner"]),
        ]

    library = ctypes.CDLL(str(engine_libraries["engine"]))
    instance, call, message = ctypes.c_void_p(), ctypes.c_void_p(), Message(ctypes.sizeof(Message))
    assert library.modelet_open(b"{}", None, ctypes.byref(instance), ctypes.byref(message)) == 0
    text = ctypes.create_string_buffer(b'{"endpoint":"embeddings","body":{"model":"m","input":"a","encoding_format":"base64"}}')
    request = Message(ctypes.sizeof(Message), 0, ctypes.addressof(text), len(text.value))
    assert library.modelet_start(instance, ctypes.byref(request), ctypes.byref(call), ctypes.byref(message)) == 0
    status = 3
    while status == 3:
        status = library.modelet_next(call, ctypes.byref(message))
    assert status == 1
    assert ctypes.string_at(message.json, message.json_bytes).startswith(b'{"object":"list"')
    library.modelet_release(ctypes.byref(message))
    library.modelet_finish(call)
    library.modelet_close(instance)
