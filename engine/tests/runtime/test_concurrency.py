"""Many threads, several libraries, one pool; and what a forked child may do."""

from __future__ import annotations

import ctypes
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from .conftest import END, ERROR, Instance, ModeletError, load_library

PROCESSORS = len(os.sched_getaffinity(0))


def thread_count() -> int:
    return len(list(Path("/proc/self/task").iterdir()))


@pytest.fixture
def two(build_fake: Callable[..., Path]) -> Iterator[tuple[Instance, Instance]]:
    """Two libraries, the second on the first's host table."""
    first = Instance(build_fake())
    second = Instance(build_fake("fake_plain.cpp", '-DMODELET_FAKE_NAME="@local/second"'), host=first.library.modelet_host_table())
    yield first, second
    first.close()
    second.close()


def test_two_libraries_share_one_pool(two: tuple[Instance, Instance]) -> None:
    before = thread_count()
    texts = ["some text", "another"] * 50
    _, [expected] = two[0].embeddings(input=texts)
    for _ in range(20):
        for instance in two:
            _, [vectors] = instance.embeddings(input=texts)
            assert np.array_equal(vectors, expected)
    assert thread_count() - before <= PROCESSORS - 1


def test_the_number_of_threads_changes_no_bit(build_fake: Callable[..., Path]) -> None:
    texts = [f"text {index}" for index in range(100)]
    results = []
    for threads in (1, 2, 5, 0):
        instance = Instance(build_fake(), {"threads": threads})
        results.append(instance.embeddings(input=texts)[1][0].tobytes())
        assert instance.ask({"control": "stats"})[0][0]["threads"] == (threads or PROCESSORS)
        instance.close()
    assert len(set(results)) == 1


@pytest.fixture
def own(build_fake: Callable[..., Path]) -> Path:
    """A library that no other test has opened: it is about the last instance of the process."""
    return build_fake("fake_plain.cpp", '-DMODELET_FAKE_NAME="@local/own"')


def test_workers_leave_with_the_last_instance(own: Path) -> None:
    before = thread_count()
    instance = Instance(own, {"threads": 4})
    for _ in range(20):
        instance.embeddings(input=["a"] * 100)
    assert before < thread_count() <= before + 3
    instance.close()
    deadline = time.monotonic() + 60
    while thread_count() > before and time.monotonic() < deadline:
        os.sched_yield()
    assert thread_count() <= before
    instance = Instance(own, {"threads": 0})
    assert instance.embeddings(input="a")
    instance.close()


def test_a_lent_thread_works_until_the_last_instance_closes(own: Path) -> None:
    instance = Instance(own, {"threads": 3})
    lent = threading.Thread(target=instance.library.modelet_work, args=(None,), daemon=True)
    lent.start()
    for _ in range(20):
        instance.embeddings(input=["a", "b"] * 50)
    assert lent.is_alive()
    instance.close()
    lent.join(timeout=60)
    assert not lent.is_alive()


def test_64_threads_call_and_cancel_one_instance(fake: Path) -> None:
    instance = Instance(fake)
    _, [expected] = instance.embeddings(input=["alpha", "beta"])

    def work(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(10):
            kind = chance.randrange(4)
            if kind == 0:
                assert np.array_equal(instance.embeddings(input=["alpha", "beta"])[1][0], expected)
            elif kind == 1:
                assert instance.call("count", count=5) == [0, 1, 2, 3, 4]
            elif kind == 2:
                call = instance.start({"call": {"parallel": True}, "function": "slow"})
                threading.Timer(0, call.cancel).start()
                assert call.step()[0] == ERROR
                call.finish()
            else:
                call = instance.start({"call": {"count": 3}, "function": "count"})
                call.step()
                call.finish()

    with ThreadPoolExecutor(64) as pool:
        list(pool.map(work, range(64)))
    [(stats, _)] = instance.ask({"control": "stats"})
    assert stats["calls"]["running"] == 1
    assert stats["memory"]["used"] == 0
    instance.close()


def in_child(body: Callable[[], bool]) -> bool:
    """Runs `body` in a forked child; true when it returned true there."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if body() else 1)
        except BaseException:
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_child_is_refused_old_handles_and_opens_anew(fake: Path) -> None:
    instance = Instance(fake)
    texts = ["a", "b"] * 50
    _, [expected] = instance.embeddings(input=texts)
    call = instance.start({"call": {"count": 2}, "function": "count"})

    def child() -> bool:
        status, body, _ = call.step()
        if status != ERROR or body["error"]["code"] != "forked":
            return False
        try:
            instance.start({"call": {}})
            return False
        except ModeletError as error:
            if error.code != "forked":
                return False
        call.cancel()
        call.finish()
        instance.close()
        anew = Instance(fake)
        _, [vectors] = anew.embeddings(input=texts)
        anew.close()
        return bool(np.array_equal(vectors, expected))

    assert in_child(child)
    assert [call.step()[0] for _ in range(3)][-1] == END
    call.finish()
    instance.close()


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_forking_while_the_pool_works(fake: Path) -> None:
    instance, stop = Instance(fake, {"threads": 4}), threading.Event()

    def work() -> None:
        while not stop.is_set():
            instance.embeddings(input=["a", "b"] * 20)

    busy = threading.Thread(target=work)
    busy.start()

    def child() -> bool:
        anew = Instance(fake)
        anew.embeddings(input=["a"] * 100)
        anew.close()
        return True

    assert all(in_child(child) for _ in range(10))
    stop.set()
    busy.join(timeout=60)
    instance.close()
    Instance(fake, {"threads": 0}).close()


def test_the_host_table_is_one_a_library(fake: Path) -> None:
    library = load_library(fake)
    assert library.modelet_host_table() == library.modelet_host_table()
    assert ctypes.c_uint32.from_address(library.modelet_host_table()).value == 80
