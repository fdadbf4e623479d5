"""Libraries built for WebAssembly, in the Python client's sandbox."""

from __future__ import annotations

import json
import sys
import threading

import numpy as np
import pytest

import modelet
from modelet import sandbox
from modelet.errors import Failure
from modelet_compiler import build
from modelet_compiler.toolchain import link
from tests.registry import engine_libraries, module_at

TARGET = "wasm32-wasi"


@pytest.fixture(scope="module")
def registry(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wasm")
    publisher = module_at("clients/python/tests/conftest.py").Publisher(folder)
    for name, library in engine_libraries(TARGET).items():
        publisher.publish(f"@local/{name}", library.read_bytes(), triple=TARGET)
    return str(folder)


@pytest.fixture(scope="module")
def client(registry):
    return modelet.OpenAI(registry=registry)


def test_a_host_without_a_native_variant_takes_the_sandboxed_one(registry):
    function = modelet.load("@local/engine", registry=registry)
    assert "in a sandbox" in repr(function._instance)
    assert function.manifest["name"] == "@local/engine"


def test_values_and_arrays_cross_without_a_change(registry):
    value = {"a": [1, 2.5, "é😀", None], "array": np.arange(6, dtype=np.int16).reshape(2, 3), "none": np.zeros((2, 0, 3), np.float32)}
    back = modelet.load("@local/engine", registry=registry).function("echo").call(value=value)["value"]
    assert back["a"] == value["a"]
    for name in ("array", "none"):
        assert back[name].dtype == value[name].dtype
        assert back[name].shape == value[name].shape
        assert (back[name] == value[name]).all()


def test_endpoints_give_what_every_language_gets(client):
    cases = json.loads(module_at_path("tests/shapes/endpoints.json"))["cases"]
    for case in [case for case in cases if case["body"]["model"] == "engine" and "answer" in case]:
        answer = client.embeddings.create(**case["body"]).to_dict()
        assert answer == case["answer"], case["name"]


def module_at_path(path):
    from tests.registry import ROOT

    return (ROOT / path).read_text(encoding="utf-8")


def test_a_stream_comes_in_steps(client):
    messages = [{"role": "user", "content": "Hel|lo| world"}]
    chunks = list(client.chat.completions.create(model="chat", messages=messages, stream=True))
    assert [chunk.choices[0].delta.content for chunk in chunks if chunk.choices[0].delta.content] == ["Hel", "lo", " world"]


def test_a_stream_that_is_closed_frees_its_call(registry):
    function = modelet.load("@local/engine", registry=registry)
    stream = function.function("count").call(stop=1000)
    assert [next(stream), next(stream)] == [0, 1]
    stream.close()
    assert list(function.function("count").call(stop=3)) == [0, 1, 2]


def test_threads_take_turns(registry):
    count = modelet.load("@local/engine", registry=registry).function("count")
    seen = []
    threads = [threading.Thread(target=lambda: seen.append(list(count.call(stop=50)))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [list(range(50))] * 6


def test_errors_are_those_of_the_library(client):
    with pytest.raises(modelet.BadRequestError) as caught:
        client.embeddings.create(model="engine", input=["boom"])
    assert caught.value.code == "ValueError"
    with pytest.raises(modelet.BadRequestError):
        client.embeddings.create(model="engine", input=[])


def test_a_trap_ends_the_calls_of_a_sandbox_and_the_next_one_opens_it_anew(registry):
    instance = modelet.load("@local/engine", registry=registry)._instance
    count = b'{"call":{"stop":5},"function":"count"}'
    call = instance.start(count)
    assert call.next().json() == {"value": 0}
    with pytest.raises(Failure) as caught:
        call._sandbox.call("modelet_next", 0xFFFFFFF0, call._out)
    assert caught.value.body["code"] == "trapped"
    with pytest.raises(Failure) as caught:
        call.next()
    assert caught.value.body["code"] == "trapped"
    call.finish()
    assert instance.request(count).json() == {"value": 0}


def test_without_wasmtime_the_error_says_what_to_install(registry, monkeypatch):
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    monkeypatch.setattr(sandbox, "_instances", {})
    with pytest.raises(modelet.UnprocessableEntityError) as caught:
        modelet.load("@local/engine", registry=registry)
    assert caught.value.code == "sandbox_missing"
    assert "modelet[sandbox]" in str(caught.value)


def test_a_library_sees_no_files(registry):
    instance = modelet.load("@local/engine", registry=registry)._instance
    imports = {item.name for item in instance._module.imports}
    assert not imports & {"path_open", "path_create_directory", "path_unlink_file", "sock_accept", "fd_readdir"}, imports


def test_the_parts_of_the_engine_that_a_library_needs_are_found_in_its_objects(monkeypatch):
    def whole_engine(_):
        raise AssertionError("a part is missing, and so the whole engine was compiled")

    monkeypatch.setattr(link, "engine_archive", whole_engine)
    assert engine_libraries(TARGET).keys() == {"engine", "engine2", "chat", "talk"}


def test_a_list_beyond_what_32_bits_count_is_a_memory_error(tmp_path):
    artifact = build(zeros, name="@local/zeros", target=TARGET, output=tmp_path / "layout")
    function = modelet.load(artifact.layout)
    assert function.call(count=1000) == 1000
    for count in ((1 << 28) + 1, (1 << 29) + 1, 1 << 30, 1 << 40):  # of 8 bytes each: some are few when their bytes are counted in 32 bits
        with pytest.raises(MemoryError):
            function.call(count=count)


def zeros(count: int) -> int:
    """A list of that many."""
    return len([0] * count)
