"""Compiled libraries in this process: opened once, never unloaded, called through the C interface.

    Library   one file and its manifest
    Instance  an opened library: weights mapped, any number of calls from any thread
    Call      one request and its answers, driven by whoever waits for them
    Message   one answer; arrays and lists are made from its memory, which lives as long as an array of it

Everything here may be used from any thread. In a forked child, calls of the parent answer the error `forked`, and instances open anew
at their next call.
"""

from __future__ import annotations

import json
import os
import threading

from modelet._abi import ffi
from modelet.errors import Failure, error_object
from modelet.watch import deadlines, interrupts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    import numpy as np

    from modelet import seam

ABI_VERSION = 1
_OK, _MESSAGE, _END, _PENDING = range(4)
_NO_DLCLOSE = getattr(ffi, "RTLD_NODELETE", 0)  # the interpreter's exit unloads nothing either

_lock = threading.Lock()
_libraries: dict[str, Library] = {}
_instances: dict[tuple[str, str], Instance] = {}
_host: Any = ffi.NULL  # the first library's table, passed to every later open
_generation = 0  # counts forks on the way to this process


def _failure(status: int, message: str, kind: str, code: str) -> Failure:
    return Failure(status, error_object(message, kind, code))


class Library:
    """One dynamic library. Raises `Failure` (422) for a file that is no modelet, or one of another ABI version."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self.functions = ffi.dlopen(path, ffi.RTLD_NOW | _NO_DLCLOSE)
            text = ffi.string(self.functions.modelet_manifest())
        except (OSError, AttributeError) as error:
            raise _failure(422, f"{path} cannot be loaded as a modelet: {error}", "invalid_request_error", "library_not_loadable") from None
        self.manifest: dict[str, Any] = json.loads(text)
        abi = self.manifest.get("abi")
        if abi != ABI_VERSION:
            advice = "install a newer modelet" if isinstance(abi, int) and abi > ABI_VERSION else "compile it again"
            raise _failure(
                422,
                f"{self.manifest.get('name', path)} speaks version {abi} of the modelet ABI, this client version {ABI_VERSION}; {advice}",
                "invalid_request_error",
                "abi_mismatch",
            )
        # Read once: an attribute of a library costs a look-up under its lock.
        self.start = self.functions.modelet_start
        self.next = self.functions.modelet_next
        self.release = self.functions.modelet_release


def open_library(path: str, digest: str | None = None) -> Library:
    """The library at `path`; the one already open when its digest, or else its path, is known to this process."""
    key = digest or os.path.realpath(path)
    with _lock:
        library = _libraries.get(key)
        if library is None:
            library = _libraries[key] = Library(path)
        return library


def open_instance(path: str, options: Mapping[str, object], digest: str | None = None) -> Instance:
    """The instance of this library with these options; one for each pair in a process, kept until it ends."""
    library = open_library(path, digest)
    text = json.dumps(options, sort_keys=True)
    with _lock:
        key = (digest or os.path.realpath(path), text)
        instance = _instances.get(key)
        if instance is None:
            instance = _instances[key] = Instance(library, text)
        return instance


class Instance:
    """An opened library. `options` is the JSON of modelet_open."""

    def __init__(self, library: Library, options: str) -> None:
        self.library = library
        self._options = options
        self._lock = threading.Lock()
        self._generation = -1
        self._handle: Any = ffi.NULL
        self.handle()

    @property
    def manifest(self) -> dict[str, Any]:
        """The manifest inside the library."""
        return self.library.manifest

    def handle(self) -> Any:
        """The open handle of this process; opens on first use and after a fork."""
        if self._generation != _generation:
            with self._lock:
                if self._generation != _generation:
                    self._handle = self._open()
                    self._generation = _generation
        return self._handle

    def _open(self) -> Any:
        global _host
        functions = self.library.functions
        if _host == ffi.NULL:
            _host = functions.modelet_host_table()
        out, error = ffi.new("modelet_instance **"), _message_struct(self.library)
        if functions.modelet_open(self._options.encode(), _host, out, error) != _OK:
            raise _failure_of(Message(error))
        return out[0]

    def start(self, request: bytes, arrays: Iterable[np.ndarray] = ()) -> Call:
        """Starts a request whose answers come one after the other."""
        return Call(self, request, arrays)

    def request(self, request: bytes, arrays: Iterable[np.ndarray] = (), call: PendingCall | None = None) -> Message:
        """Runs a request that has one answer. `call`, when given, lets another thread cancel it at any time."""
        running = Call(self, request, arrays)
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
        return f"<modelet {self.manifest.get('name')} at {self.library.path}>"


class Call:
    """One request on its way. `request` is its JSON; the arrays it names are borrowed until `finish`."""

    def __init__(self, instance: Instance, request: bytes, arrays: Iterable[np.ndarray] = ()) -> None:
        self._handle: Any = ffi.NULL
        self._library = library = instance.library
        self._generation = _generation
        self._lock = threading.Lock()
        self._running = False
        self._ending = False
        handle = instance.handle()
        struct, self._borrowed = _request_struct(request, arrays)
        out, error = ffi.new("modelet_call **"), _message_struct(library)
        if library.start(handle, struct, out, error) != _OK:
            raise _failure_of(Message(error))
        self._handle = out[0]

    def next(self) -> Message | None:
        """Waits for the next answer, working on it; None at the end. Ctrl-C in the main thread cancels and raises KeyboardInterrupt."""
        self._begin()
        try:
            while True:
                out = _message_struct(self._library)
                status = self._next(out)
                if status == _MESSAGE:
                    return Message(out)
                if status == _END:
                    return None
                if status != _PENDING:
                    raise _failure_of(Message(out))
        finally:
            self._pause()

    def _next(self, out: Any) -> int:
        watched = interrupts.enter(self.cancel)
        try:
            return int(self._library.next(self._handle, out))
        finally:
            if watched:
                interrupts.leave()

    def _begin(self) -> None:
        if self._generation != _generation:  # a lock may have been held by a thread that the child lacks
            raise _failure(400, "this call was started before the process forked; start it again", "invalid_request_error", "forked")
        with self._lock:
            if self._running:
                raise _failure(409, "another thread is waiting for this call already", "invalid_request_error", "busy")
            if self._handle == ffi.NULL:
                raise _failure(409, "this call has finished", "invalid_request_error", "finished")
            self._running = True

    def _pause(self) -> None:
        with self._lock:
            self._running = False
            if self._ending:
                self._end()

    def cancel(self) -> None:
        """Makes the running and every later `next` end with the error `cancelled`. From any thread, at any time."""
        if self._generation != _generation:
            return
        with self._lock:
            if self._handle != ffi.NULL:
                self._library.functions.modelet_cancel(self._handle)

    def finish(self) -> None:
        """Frees the call; cancels it first when a thread still waits for it, which then frees it. Any number of times."""
        if self._generation != _generation:
            return
        with self._lock:
            if self._handle == ffi.NULL:
                return
            self._ending = True
            if self._running:
                self._library.functions.modelet_cancel(self._handle)
            else:
                self._end()

    def _end(self) -> None:
        if self._handle != ffi.NULL:
            handle, self._handle = self._handle, ffi.NULL
            self._borrowed = ()
            self._library.functions.modelet_finish(handle)

    def __del__(self) -> None:
        if getattr(self, "_handle", ffi.NULL) != ffi.NULL:
            self.finish()


class PendingCall:
    """A call that may be cancelled before it exists, while it runs and when it is over; with a deadline if wanted.

    Use as a context manager around `Instance.request`. `timed_out` says whether the deadline was what ended it.
    """

    def __init__(self, timeout: float | None = None) -> None:
        self.timeout = timeout
        self._call: seam.Call | None = None
        self._cancelled = False
        self.timed_out = False

    def attach(self, call: seam.Call) -> None:
        """Says which call it is."""
        self._call = call
        if self._cancelled:
            call.cancel()

    def cancel(self) -> None:
        """Cancels the call, now or as soon as it is attached."""
        self._cancelled = True
        if self._call is not None:
            self._call.cancel()

    def _expire(self) -> None:
        self.timed_out = True
        self.cancel()

    def __enter__(self) -> PendingCall:
        if self.timeout is not None:
            deadlines.add(self.timeout, self._expire)
        return self

    def __exit__(self, *exception: object) -> None:
        if self.timeout is not None:
            deadlines.discard(self._expire)


class Message:
    """One answer. It and every array made from it keep its memory alive, also after the call has finished."""

    __slots__ = ("_struct",)

    def __init__(self, struct: Any) -> None:
        self._struct = struct

    @property
    def text(self) -> bytes:
        """The JSON text."""
        return bytes(ffi.buffer(ffi.cast("char *", self._struct.json), self._struct.json_bytes))

    def json(self) -> Any:
        """The JSON value, tensors still by index."""
        return json.loads(self.text)

    def tensor_count(self) -> int:
        """How many tensors the JSON may name."""
        return int(self._struct.tensor_count)

    def dtype(self, index: int) -> str:
        """The name, as numpy has it, of a tensor's dtype."""
        return str(ffi.string(self._tensor(index).dtype).decode())

    def shape(self, index: int) -> tuple[int, ...]:
        """A tensor's shape."""
        tensor = self._tensor(index)
        return tuple(ffi.unpack(ffi.cast("int64_t *", tensor.shape), tensor.rank)) if tensor.rank else ()

    def array(self, index: int) -> np.ndarray:
        """A tensor as a writable numpy array over the message's own memory. TypeError for a dtype that numpy lacks."""
        import numpy as np

        tensor, shape = self._tensor(index), self.shape(index)
        if not tensor.bytes:
            return np.empty(shape, dtype=self.dtype(index))
        keeper = ffi.gc(ffi.cast("char *", tensor.data), _Keeper(self))
        return np.frombuffer(ffi.buffer(keeper, tensor.bytes), dtype=self.dtype(index)).reshape(shape)

    def floats(self, index: int, row: int) -> list[float]:
        """Row `row` of a float32 tensor [rows, columns], without numpy."""
        tensor = self._tensor(index)
        rows, columns = self.shape(index)
        if not 0 <= row < rows or ffi.string(tensor.dtype) != b"float32":
            problem = f"the answer names row {row} of a {self.dtype(index)} tensor of {rows} rows"
            raise _failure(500, problem, "server_error", "invalid_answer")
        return ffi.unpack(ffi.cast("float *", tensor.data) + row * columns, columns) if columns else []

    def _tensor(self, index: int) -> Any:
        if not 0 <= index < self._struct.tensor_count:
            raise IndexError(f"tensor {index} of {self._struct.tensor_count}")
        return ffi.cast("modelet_tensor *", self._struct.tensors)[index]


class _Keeper:
    """Keeps a message until the memory it is a destructor for is no longer used."""

    __slots__ = ("message",)

    def __init__(self, message: Message) -> None:
        self.message: Message | None = message

    def __call__(self, _memory: object) -> None:
        self.message = None


def _message_struct(library: Library) -> Any:
    """An empty message that a library may fill; released when nothing refers to it."""
    struct = ffi.new("modelet_message *")
    struct.size = ffi.sizeof("modelet_message")
    return ffi.gc(struct, library.release)


def _request_struct(request: bytes, arrays: Iterable[np.ndarray]) -> tuple[Any, tuple[object, ...]]:
    """A request message, and what must stay alive while it is borrowed."""
    text = ffi.from_buffer(request)
    struct = ffi.new("modelet_message *")
    struct.size = ffi.sizeof("modelet_message")
    struct.json = int(ffi.cast("uintptr_t", text))
    struct.json_bytes = len(request)
    arrays = tuple(arrays)
    if not arrays:
        return struct, ()
    tensors, shapes = ffi.new("modelet_tensor[]", len(arrays)), []
    for tensor, array in zip(tensors, arrays, strict=True):
        shape = ffi.new("int64_t[]", array.shape)
        shapes.append(shape)
        tensor.size = ffi.sizeof("modelet_tensor")
        tensor.rank = array.ndim
        tensor.dtype = array.dtype.name.encode()
        tensor.shape = int(ffi.cast("uintptr_t", shape))
        tensor.data = array.ctypes.data
        tensor.bytes = array.nbytes
        tensor.device_type = 1
    struct.tensor_count = len(arrays)
    struct.tensors = int(ffi.cast("uintptr_t", tensors))
    return struct, (tensors, shapes, arrays)


def _failure_of(message: Message) -> Failure:
    answer = message.json()
    return Failure(int(answer["status"]), answer["error"])


def _after_fork() -> None:
    """In the child: other threads are gone, and with them whoever held a lock."""
    global _generation, _lock
    _generation += 1
    _lock = threading.Lock()
    for instance in _instances.values():
        instance._lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
