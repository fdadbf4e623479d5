"""Builds the runtime's parts with a library written by hand, and calls it through bare ctypes."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from modelet_compiler import toolchain
from modelet_compiler.toolchain import find_compiler, host_target
from modelet_compiler.toolchain.objects import Unit, compile_units

ENGINE = Path(__file__).resolve().parents[2]
FAKE = ENGINE / "abi" / "tests"
# Extra compiler flags. For the address and undefined behaviour sanitizers:
#   MODELET_CXX=g++ MODELET_TEST_FLAGS=-fsanitize=address,undefined ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
#   LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libubsan.so)"
EXTRA = tuple(os.environ.get("MODELET_TEST_FLAGS", "").split())
PARTS = ("core", "abi", "json", "weights", "hash", "openai")

OK, MESSAGE, END, PENDING, ERROR = range(5)


class Tensor(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("rank", ctypes.c_uint32),
        ("dtype", ctypes.c_char * 16),
        ("shape", ctypes.c_uint64),
        ("data", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
    ]


class Message(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("tensor_count", ctypes.c_uint32),
        ("json", ctypes.c_uint64),
        ("json_bytes", ctypes.c_uint64),
        ("tensors", ctypes.c_uint64),
        ("owner", ctypes.c_uint64),
    ]


def empty_message() -> Message:
    return Message(size=ctypes.sizeof(Message))


def engine_sources() -> list[Path]:
    labels = toolchain.engine_sources(host_target())
    return [ENGINE / label for label in labels if label.rpartition("/")[0] in PARTS or label.startswith("platform/")]


def engine_objects(flags: Sequence[str] = ()) -> list[Path]:
    units = [Unit(path, path.relative_to(ENGINE).as_posix(), flags=tuple(flags)) for path in engine_sources()]
    return compile_units(find_compiler(), host_target(), units)


def fake_objects(names: Sequence[str], flags: Sequence[str]) -> list[Path]:
    units = [Unit(FAKE / name, name, FAKE, tuple(flags)) for name in names]
    return compile_units(find_compiler(), host_target(), units)


def link(output: Path, objects: Sequence[Path], *flags: str) -> Path:
    target, compiler = host_target(), find_compiler()
    arguments = [*compiler.target_flags(target), *flags, *map(str, objects), "-o", str(output), "-lpthread", "-ldl"]
    compiler.run([*arguments, *target.format.link_flags, *target.link_flags], what=f"linking {output.name}")
    return output


@pytest.fixture(scope="session")
def build_fake(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Make a shared library of its own for each set of flags: `build_fake("fake_plain.cpp", "-DNAME=value")`."""
    built: dict[tuple[str, ...], Path] = {}

    def build(main: str = "fake_plain.cpp", *flags: str) -> Path:
        if (main, *flags) not in built:
            folder = tmp_path_factory.mktemp("fake")
            objects = [*engine_objects(EXTRA), *fake_objects(["fake_library.cpp", main], (*flags, *EXTRA))]
            built[main, *flags] = link(folder / "fake.so", objects, "-shared", *EXTRA)
        return built[main, *flags]

    return build


class ModeletError(Exception):
    def __init__(self, body: dict[str, Any]) -> None:
        super().__init__(body["error"]["message"])
        self.status: int = body["status"]
        self.error: dict[str, Any] = body["error"]
        self.code: str = body["error"]["code"]


def read_message(message: Message) -> tuple[Any, list[np.ndarray[Any, Any]]]:
    """The JSON and copies of the tensors."""
    body = json.loads(ctypes.string_at(message.json, message.json_bytes))
    rows = (Tensor * message.tensor_count).from_address(message.tensors) if message.tensor_count else []
    return body, [read_tensor(row) for row in rows]


def read_tensor(row: Tensor) -> np.ndarray[Any, Any]:
    shape = list((ctypes.c_int64 * row.rank).from_address(row.shape)) if row.rank else []
    return np.frombuffer(ctypes.string_at(row.data, row.bytes), dtype=row.dtype.decode()).reshape(shape)


def make_request(request: object, arrays: Sequence[np.ndarray[Any, Any]] = ()) -> tuple[Message, list[object]]:
    """The message, and what must stay alive meanwhile."""
    text = request if isinstance(request, bytes) else json.dumps(request).encode()
    buffer = ctypes.create_string_buffer(text, max(len(text), 1))
    rows = (Tensor * len(arrays))()
    keep: list[object] = [buffer, rows, *arrays]
    for row, array in zip(rows, arrays, strict=True):
        shape = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
        keep.append(shape)
        row.size, row.rank, row.dtype, row.device_type = ctypes.sizeof(Tensor), array.ndim, array.dtype.name.encode(), 1
        row.shape, row.data, row.bytes = ctypes.addressof(shape), array.ctypes.data, array.nbytes
    message = empty_message()
    message.json, message.json_bytes = ctypes.addressof(buffer), len(text)
    message.tensor_count, message.tensors = len(arrays), ctypes.addressof(rows) if len(arrays) else 0
    return message, keep


class Call:
    def __init__(self, instance: Instance, handle: ctypes.c_void_p, keep: list[object]) -> None:
        self.library, self.handle, self.keep = instance.library, handle, keep

    def step(self) -> tuple[int, Any, list[np.ndarray[Any, Any]]]:
        out = empty_message()
        status = self.library.modelet_next(self.handle, ctypes.byref(out))
        body, arrays = read_message(out) if status in (MESSAGE, ERROR) else (None, [])
        self.library.modelet_release(ctypes.byref(out))
        return status, body, arrays

    def messages(self) -> Iterator[tuple[Any, list[np.ndarray[Any, Any]]]]:
        while True:
            status, body, arrays = self.step()
            if status == ERROR:
                raise ModeletError(body)
            if status == END:
                return
            if status == MESSAGE:
                yield body, arrays

    def cancel(self) -> None:
        self.library.modelet_cancel(self.handle)

    def finish(self) -> None:
        self.library.modelet_finish(self.handle)


class Instance:
    """One opened library; `options` may be bytes, to send what is no JSON."""

    def __init__(self, path: Path, options: object = None, host: object = None) -> None:
        self.library = load_library(path)
        self.handle = ctypes.c_void_p()
        text = options if isinstance(options, bytes) else json.dumps(options or {}).encode()
        error = empty_message()
        if self.library.modelet_open(text, host, ctypes.byref(self.handle), ctypes.byref(error)) != OK:
            body, _ = read_message(error)
            self.library.modelet_release(ctypes.byref(error))
            raise ModeletError(body)

    def start(self, request: object, arrays: Sequence[np.ndarray[Any, Any]] = ()) -> Call:
        return self.start_message(*make_request(request, arrays))

    def start_message(self, message: Message | None, keep: list[object]) -> Call:
        handle, error = ctypes.c_void_p(), empty_message()
        pointer = ctypes.byref(message) if message is not None else None
        if self.library.modelet_start(self.handle, pointer, ctypes.byref(handle), ctypes.byref(error)) != OK:
            body, _ = read_message(error)
            self.library.modelet_release(ctypes.byref(error))
            raise ModeletError(body)
        return Call(self, handle, keep)

    def ask(self, request: object, arrays: Sequence[np.ndarray[Any, Any]] = ()) -> list[tuple[Any, list[np.ndarray[Any, Any]]]]:
        """Every message of the answer."""
        call = self.start(request, arrays)
        try:
            return list(call.messages())
        finally:
            call.finish()

    def call(self, function: str, arrays: Sequence[np.ndarray[Any, Any]] = (), **arguments: object) -> list[Any]:
        return [body["value"] for body, _ in self.ask({"call": arguments, "function": function}, arrays)]

    def embeddings(self, **body: object) -> tuple[Any, list[np.ndarray[Any, Any]]]:
        [answer] = self.ask({"endpoint": "embeddings", "body": {"model": "fake", **body}})
        return answer

    def close(self) -> None:
        self.library.modelet_close(self.handle)


def load_library(path: Path) -> ctypes.CDLL:
    library = ctypes.CDLL(str(path))
    library.modelet_manifest.restype = ctypes.c_char_p
    library.modelet_memory.restype = ctypes.c_void_p
    library.modelet_memory.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
    library.modelet_host_table.restype = ctypes.c_void_p
    library.modelet_open.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    library.modelet_start.argtypes = [ctypes.c_void_p] * 4
    for name in ("next", "release"):
        getattr(library, f"modelet_{name}").argtypes = [ctypes.c_void_p, ctypes.c_void_p][: 2 if name == "next" else 1]
    for name in ("cancel", "finish", "close", "release", "work"):
        getattr(library, f"modelet_{name}").restype = None
        getattr(library, f"modelet_{name}").argtypes = [ctypes.c_void_p]
    return library


@pytest.fixture(scope="session")
def fake(build_fake: Callable[..., Path]) -> Path:
    return build_fake()


@pytest.fixture(scope="session")
def fake_instance(fake: Path) -> Iterator[Instance]:
    """One instance for all examples of a property."""
    instance = Instance(fake)
    yield instance
    instance.close()


@pytest.fixture
def opened(fake: Path) -> Iterator[Instance]:
    instance = Instance(fake)
    yield instance
    instance.close()


@dataclass(frozen=True)
class WeightsCase:
    """The library that expects a weights file, and a good file's bytes."""

    library: Path
    content: bytes
    header: dict[str, Any]


def safetensors(header: object, data: bytes) -> bytes:
    """A file whose data begins at a multiple of 64 bytes."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    text += b" " * (-(len(text) + 8) % 64)
    return struct.pack("<Q", len(text)) + text + data


@pytest.fixture(scope="session")
def weights_case(build_fake: Callable[..., Path]) -> WeightsCase:
    header = {
        "__metadata__": {"layout": "plain"},
        "first": {"dtype": "F32", "shape": [8, 8], "data_offsets": [0, 256]},
        "second": {"dtype": "I64", "shape": [8], "data_offsets": [256, 320]},
    }
    data = bytes(range(256)) + bytes(64) + bytes(9 << 20)
    content = safetensors(header, data)
    return WeightsCase(build_fake("fake_weighted.cpp", *weights_flags(content, len(data))), content, header)


def weights_flags(content: bytes, data_bytes: int) -> list[str]:
    """What fake_weighted.cpp must know about a file whose data is its last `data_bytes` bytes."""
    digest = hashlib.sha256(content).hexdigest()
    offset = len(content) - data_bytes
    return [f'-DMODELET_FAKE_SHA256="{digest}"', f"-DMODELET_FAKE_BYTES={len(content)}", f"-DMODELET_FAKE_OFFSET={offset}"]


@pytest.fixture(scope="session")
def embedded_library(build_fake: Callable[..., Path], weights_case: WeightsCase) -> Path:
    """The same with a small file linked in."""
    content = safetensors(weights_case.header, bytes(320))
    return build_fake("fake_weighted.cpp", *weights_flags(content, 320), "-DMODELET_FAKE_EMBEDDED=" + ",".join(map(str, content)))
