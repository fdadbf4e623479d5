"""Libraries in a WebAssembly sandbox: what runs where no native variant fits. Needs the package `wasmtime`.

    Instance  a library with its weights in a memory of its own; any number of calls, one thread inside at a time
    Call      one request and its answers
    Message   one answer, copied out of the sandbox

The same interface as `modelet.native`. The library sees what it is given, and no files, no network and no environment. A thread that
wants in waits for the one that is; a call is cancelled between two of its answers. What would end a process ends the sandbox only: its
calls answer the error `trapped`, and the next call opens the library anew.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import struct
import threading

from modelet.errors import Failure, error_object
from modelet.native import ABI_VERSION
from modelet.watch import interrupts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    import numpy as np

    from modelet.native import PendingCall

_OK, _MESSAGE, _END, _PENDING = range(4)
_MESSAGE_LAYOUT = struct.Struct("<IIQQQQ")  # modelet_message
_TENSOR_LAYOUT = struct.Struct("<II16sQQQii")  # modelet_tensor
_CPU = 1

_lock = threading.Lock()
_instances: dict[tuple[str, str], Instance] = {}


def _failure(status: int, message: str, kind: str, code: str) -> Failure:
    return Failure(status, error_object(message, kind, code))


def open_instance(path: str, weights: Mapping[str, str], options: Mapping[str, object], digest: str) -> Instance:
    """The sandboxed instance of this library with these options (without `weights`); one for each pair in a process."""
    key = (digest, json.dumps(options, sort_keys=True))
    with _lock:
        instance = _instances.get(key)
        if instance is None:
            instance = _instances[key] = Instance(path, weights, options)
        return instance


def _wasmtime() -> Any:
    try:
        import wasmtime
    except ImportError:
        raise _failure(
            422,
            "nothing native of this modelet runs on this host, and its WebAssembly variant needs the package wasmtime; "
            "install it with `pip install 'modelet[sandbox]'`",
            "invalid_request_error",
            "sandbox_missing",
        ) from None
    return wasmtime


@functools.cache
def _engine() -> Any:
    wasmtime = _wasmtime()
    config = wasmtime.Config()
    config.cache = True  # machine code is kept by wasmtime, in the user's cache folder
    return wasmtime.Engine(config)


def _close_all() -> None:
    """Before the interpreter takes wasmtime apart, which then cannot free what is left."""
    for instance in _instances.values():
        instance.close()
    _instances.clear()
    _engine.cache_clear()


atexit.register(_close_all)


class Sandbox:
    """One WebAssembly instance and its memory. Not for two threads at once."""

    def __init__(self, module: Any) -> None:
        wasmtime = _wasmtime()
        self._errors = (wasmtime.WasmtimeError, wasmtime.Trap)
        self.trapped: Failure | None = None
        store = self._store = wasmtime.Store(_engine())
        wasi = wasmtime.WasiConfig()
        wasi.inherit_stderr()
        store.set_wasi(wasi)
        linker = wasmtime.Linker(_engine())
        linker.define_wasi()
        exports = linker.instantiate(store, module).exports(store)
        self._memory = exports["memory"]
        self._functions = {name: exports[name] for name in exports if name.startswith(("modelet_", "_initialize"))}
        if "_initialize" in self._functions:
            self.call("_initialize")

    def call(self, name: str, *arguments: int) -> int:
        """Calls an exported function. Raises `Failure` (500, `trapped`) when it traps, now and ever after."""
        if self.trapped is not None:
            raise self.trapped
        try:
            return int(self._functions[name](self._store, *arguments) or 0)
        except self._errors as error:
            reason = str(error).strip().rsplit("\n", 1)[-1].strip()
            self.trapped = _failure(
                500,
                f"the sandbox stopped, out of memory or by a defect, and its calls with it; the next call opens it anew ({reason})",
                "server_error",
                "trapped",
            )
            raise self.trapped from None

    def close(self) -> None:
        """Gives the memory back. Calls that are left answer `trapped`."""
        self.trapped = self.trapped or _failure(500, "the interpreter ends, and the sandbox has ended", "server_error", "trapped")
        self._functions.clear()
        self._store.close()

    def allocate(self, size: int) -> int:
        """The address of so many bytes, a multiple of 64. Raises MemoryError's `Failure`."""
        address = self.call("modelet_memory", 0, max(size, 1)) & 0xFFFFFFFF
        if address == 0:
            raise _failure(507, f"the sandbox has no memory for {size:,} bytes; it ends at 4 GiB", "server_error", "out_of_memory")
        return address

    def free(self, address: int) -> None:
        """Gives memory back. 0 is nothing."""
        if address and self.trapped is None:
            self.call("modelet_memory", address, 0)

    def read(self, address: int, size: int) -> bytes:
        """A copy of memory."""
        return bytes(self._memory.read(self._store, address, address + size))

    def write(self, address: int, content: bytes | memoryview) -> None:
        """Writes to memory."""
        self._memory.write(self._store, content, address)

    def view(self, address: int, size: int) -> memoryview:
        """Memory itself, until the next call."""
        return memoryview(self._memory.get_buffer_ptr(self._store, size, address)).cast("B")

    def text(self, address: int) -> bytes:
        """The bytes before a NUL."""
        size = 4096
        while (end := (found := self.read(address, min(size, self._memory.data_len(self._store) - address))).find(b"\0")) < 0:
            size *= 4
        return found[:end]

    def take(self, out: int) -> Message:
        """Copies the message at `out` and releases it."""
        _, count, text, text_bytes, tensors, _ = _MESSAGE_LAYOUT.unpack(self.read(out, _MESSAGE_LAYOUT.size))
        message = Message(self.read(text, text_bytes), [self._tensor(tensors + index * _TENSOR_LAYOUT.size) for index in range(count)])
        self.call("modelet_release", out)
        return message

    def _tensor(self, address: int) -> tuple[str, tuple[int, ...], bytearray]:
        _, rank, dtype, shape, data, size, _, _ = _TENSOR_LAYOUT.unpack(self.read(address, _TENSOR_LAYOUT.size))
        sizes = struct.unpack(f"<{rank}q", self.read(shape, 8 * rank))
        return dtype.rstrip(b"\0").decode(), sizes, bytearray(self.view(data, size)) if size else bytearray()

    def message(self) -> int:
        """The address of an empty message."""
        address = self.allocate(_MESSAGE_LAYOUT.size)
        self.write(address, _MESSAGE_LAYOUT.pack(_MESSAGE_LAYOUT.size, 0, 0, 0, 0, 0))
        return address


class Instance:
    """An opened library. Any thread may call it."""

    def __init__(self, path: str, weights: Mapping[str, str], options: Mapping[str, object]) -> None:
        wasmtime = _wasmtime()
        self.path = path
        self.lock = threading.Lock()
        self._weights = dict(weights)
        self._options = dict(options)
        try:
            self._module = wasmtime.Module.from_file(_engine(), path)
        except wasmtime.WasmtimeError as error:
            problem = f"{path} cannot be loaded as a modelet: {str(error).strip().splitlines()[0]}"
            raise _failure(422, problem, "invalid_request_error", "library_not_loadable") from None
        self._sandbox: Sandbox | None = None
        self.handle = 0
        with self.lock:
            self._open()

    def _open(self) -> None:
        sandbox = Sandbox(self._module)
        self.manifest: dict[str, Any] = json.loads(sandbox.text(sandbox.call("modelet_manifest")))
        if self.manifest.get("abi") != ABI_VERSION:
            name, abi = self.manifest.get("name", self.path), self.manifest.get("abi")
            problem = f"{name} speaks version {abi} of the modelet ABI, this client version {ABI_VERSION}; compile it again"
            raise _failure(422, problem, "invalid_request_error", "abi_mismatch")
        weights = {file: _lend(sandbox, path) for file, path in self._weights.items()}
        text = json.dumps({**self._options, "weights": weights}).encode() + b"\0"
        options, out, error = sandbox.allocate(len(text)), sandbox.allocate(8), sandbox.message()
        sandbox.write(options, text)
        if sandbox.call("modelet_open", options, 0, out, error) != _OK:
            raise _failure_of(sandbox.take(error))
        self.handle = int.from_bytes(sandbox.read(out, 4), "little")
        for address in (options, out, error):
            sandbox.free(address)
        self._sandbox = sandbox

    def sandbox(self) -> Sandbox:
        """The sandbox, opened anew when it has trapped. The caller holds `lock`."""
        if self._sandbox is None or self._sandbox.trapped is not None:
            self._sandbox = None
            self._open()
        assert self._sandbox is not None
        return self._sandbox

    def close(self) -> None:
        """Ends the sandbox and its calls."""
        with self.lock:
            if self._sandbox is not None:
                self._sandbox.close()
            self._module.close()

    def start(self, request: bytes, arrays: Iterable[np.ndarray] = ()) -> Call:
        """Starts a request whose answers come one after the other."""
        return Call(self, request, tuple(arrays))

    def request(self, request: bytes, arrays: Iterable[np.ndarray] = (), call: PendingCall | None = None) -> Message:
        """Runs a request that has one answer. `call`, when given, lets another thread cancel it."""
        running = self.start(request, arrays)
        try:
            if call is not None:
                call.attach(running)
            message = running.next()
        finally:
            running.finish()
        if message is None:
            raise _failure(500, "the library answered nothing", "server_error", "no_answer")
        return message

    def __repr__(self) -> str:
        return f"<modelet {self.manifest.get('name')} in a sandbox, of {self.path}>"


class Call:
    """One request on its way. Cancelling it takes effect when the thread inside comes out."""

    def __init__(self, instance: Instance, request: bytes, arrays: Sequence[np.ndarray]) -> None:
        self._instance = instance
        self._handle = 0
        self._memory: list[int] = []
        self._cancelled = False
        self._ending = False
        self._inside = threading.Lock()
        with instance.lock:
            self._sandbox = instance.sandbox()
            try:
                self._start(request, arrays)
            except BaseException:
                self._free()
                raise

    def _start(self, request: bytes, arrays: Sequence[np.ndarray]) -> None:
        sandbox = self._sandbox
        text, tensors = self._copy(request), self._copy(b"".join(self._describe(array) for array in arrays))
        struct_, out, error = sandbox.message(), sandbox.allocate(8), sandbox.message()
        self._memory += [struct_, out, error]
        sandbox.write(struct_, _MESSAGE_LAYOUT.pack(_MESSAGE_LAYOUT.size, len(arrays), text, len(request), tensors, 0))
        if sandbox.call("modelet_start", self._instance.handle, struct_, out, error) != _OK:
            raise _failure_of(sandbox.take(error))
        self._handle = int.from_bytes(sandbox.read(out, 4), "little")
        self._out = error

    def _copy(self, content: bytes | memoryview) -> int:
        address = self._sandbox.allocate(len(content))
        self._memory.append(address)
        self._sandbox.write(address, content)
        return address

    def _describe(self, array: np.ndarray) -> bytes:
        import numpy as np

        data = self._copy(np.ascontiguousarray(array).tobytes())
        shape = self._copy(struct.pack(f"<{array.ndim}q", *array.shape))
        name = array.dtype.name.encode()
        return _TENSOR_LAYOUT.pack(_TENSOR_LAYOUT.size, array.ndim, name, shape, data, array.nbytes, _CPU, 0)

    def next(self) -> Message | None:
        """Waits for the next answer, working on it; None at the end. KeyboardInterrupt comes once the library answers."""
        if not self._inside.acquire(blocking=False):
            raise _failure(409, "another thread is waiting for this call already", "invalid_request_error", "busy")
        try:
            return self._next()
        finally:
            self._inside.release()
            if self._ending:
                self.finish()

    def _next(self) -> Message | None:
        watched = interrupts.enter(self.cancel)
        try:
            while True:
                with self._instance.lock:
                    if self._handle == 0:
                        raise _failure(409, "this call has finished", "invalid_request_error", "finished")
                    status = self._step()
                    if status == _END:
                        return None
                    if status != _PENDING:
                        message = self._sandbox.take(self._out)
                        if status == _MESSAGE and not self._cancelled:
                            return message
                        raise _cancelled() if status == _MESSAGE else _failure_of(message)
        finally:
            if watched:
                interrupts.leave()

    def _step(self) -> int:
        if self._cancelled:
            self._sandbox.call("modelet_cancel", self._handle)
        return self._sandbox.call("modelet_next", self._handle, self._out)

    def cancel(self) -> None:
        """Makes the running and every later `next` end with the error `cancelled`. From any thread, at any time."""
        self._cancelled = True

    def finish(self) -> None:
        """Frees the call; one that a thread is in is cancelled, and freed by that thread. Any number of times."""
        self._ending = self._cancelled = True
        if not self._inside.acquire(blocking=False):
            return
        try:
            with self._instance.lock:
                self._free()
        finally:
            self._inside.release()

    def _free(self) -> None:
        handle, self._handle = self._handle, 0
        memory, self._memory = self._memory, []
        if self._sandbox.trapped is not None:
            return
        if handle:
            self._sandbox.call("modelet_finish", handle)
        for address in memory:
            self._sandbox.free(address)

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            self.finish()


class Message:
    """One answer: its JSON text, and tensors as (dtype, shape, bytes)."""

    __slots__ = ("_tensors", "text")

    def __init__(self, text: bytes, tensors: Sequence[tuple[str, tuple[int, ...], bytearray]]) -> None:
        self.text = text
        self._tensors = tensors

    def json(self) -> Any:
        """The JSON value, tensors still by index."""
        return json.loads(self.text)

    def tensor_count(self) -> int:
        """How many tensors the JSON may name."""
        return len(self._tensors)

    def dtype(self, index: int) -> str:
        """The name, as numpy has it, of a tensor's dtype."""
        return self._tensors[index][0]

    def shape(self, index: int) -> tuple[int, ...]:
        """A tensor's shape."""
        return self._tensors[index][1]

    def array(self, index: int) -> np.ndarray:
        """A tensor as a writable numpy array. TypeError for a dtype that numpy lacks."""
        import numpy as np

        dtype, shape, data = self._tensors[index]
        return np.frombuffer(data, dtype=dtype).reshape(shape) if data else np.empty(shape, dtype=dtype)

    def floats(self, index: int, row: int) -> list[float]:
        """Row `row` of a float32 tensor [rows, columns], without numpy."""
        dtype, (rows, columns), data = self._tensors[index]
        if not 0 <= row < rows or dtype != "float32":
            problem = f"the answer names row {row} of a {dtype} tensor of {rows} rows"
            raise _failure(500, problem, "server_error", "invalid_answer")
        return list(struct.unpack_from(f"<{columns}f", data, row * columns * 4))


def _lend(sandbox: Sandbox, path: str) -> dict[str, int]:
    """Reads a weights file into the sandbox; it stays there."""
    size = os.stat(path).st_size
    address = sandbox.allocate(size)
    with open(path, "rb", buffering=0) as file:
        left = sandbox.view(address, size)
        while left:
            read = file.readinto(left)
            if not read:
                problem = f"the weights file {path!r} became shorter while it was read"
                raise _failure(500, problem, "server_error", "weights_truncated")
            left = left[read:]
    return {"address": address, "bytes": size}


def _cancelled() -> Failure:
    return _failure(499, "the call was cancelled", "cancelled_error", "cancelled")


def _failure_of(message: Message) -> Failure:
    answer = message.json()
    return Failure(int(answer["status"]), answer["error"])
