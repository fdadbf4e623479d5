"""Names to opened libraries, and the requests of endpoints: what the client, the transport and the command line share.

Everything raises `Failure`, an HTTP status and an OpenAI error object; callers turn it into their own exceptions.
"""

from __future__ import annotations

import json
import os
import threading

from modelet.errors import Failure, error_object
from modelet.native import open_instance
from modelet_resolver import ResolverError, resolve
from modelet_resolver.choice import SANDBOXED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from modelet.native import PendingCall
    from modelet.seam import Call, Instance, Message

ENDPOINTS = {
    "chat.completions": "chat/completions",
    "completions": "completions",
    "embeddings": "embeddings",
    "messages": "messages",
    "messages.count_tokens": "messages/count_tokens",
    "responses": "responses",
    "responses.input_tokens": "responses/input_tokens",
}
"""The endpoints, and their paths below /v1."""
OPTIONS = ("threads", "memory_limit", "weights_access", "kernels", "seed")


class Catalog:
    """Opens each name once. `registry` and `verify` are the resolver's; `options` those of modelet_open. Thread-safe."""

    def __init__(self, *, registry: str | None = None, verify: str = "once", options: Mapping[str, object] | None = None) -> None:
        self._registry = registry
        self._verify = verify
        self._options = {name: value for name, value in (options or {}).items() if value is not None}
        self._lock = threading.Lock()
        self._instances: dict[str, Instance] = {}

    def instance(self, name: object) -> Instance:
        """The opened library of a name or layout folder."""
        key = os.fspath(name) if isinstance(name, os.PathLike) else name
        if not isinstance(key, str) or not key:
            problem = f"`model` must be the name of a modelet, such as @owner/name; it is {name!r:.80}"
            raise Failure(400, error_object(problem, "invalid_request_error", "invalid_name", "model"))
        instance = self._instances.get(key)
        if instance is None:
            instance = self._open(key, isinstance(name, os.PathLike))
            with self._lock:
                self._instances[key] = instance
        return instance

    def _open(self, name: str, is_path: bool) -> Instance:
        try:
            found = resolve(os.path.abspath(name) if is_path else name, registry=self._registry, verify=self._verify, progress=_tell)
        except ResolverError as error:
            raise resolver_failure(error) from error
        if found.variant.triple == SANDBOXED:
            from modelet import sandbox

            return sandbox.open_instance(found.library, found.weights, self._options, found.files.library.digest)
        digests = {file: {"sha256": packed.sha256} for file, packed in found.packed.items()}
        weights = {file: {"path": path, **digests.get(file, {})} for file, path in found.weights.items()}
        options = {"weights": weights, **self._options}
        return open_instance(found.library, options, found.files.library.digest)

    def endpoint(self, endpoint: str, model: object, body: bytes, call: PendingCall | None = None) -> Message:
        """Runs one request of an OpenAI endpoint; `body` is its JSON text."""
        return self.instance(model).request(_endpoint_request(endpoint, body), call=call)

    def start(self, endpoint: str, model: object, body: bytes) -> Call:
        """Starts one request whose answer comes in steps."""
        return self.instance(model).start(_endpoint_request(endpoint, body))

    def models(self) -> dict[str, Any]:
        """Every name of the registries as the OpenAI list."""
        from modelet_resolver import list_names

        try:
            listed = list_names(self._registry)
        except ResolverError as error:
            raise resolver_failure(error) from error
        found = [_model(_listed_name(item), os.path.join(item.registry, *item.name[1:].split("/"))) for item in listed if not item.problem]
        return {"object": "list", "data": found}

    def model(self, name: str) -> dict[str, Any]:
        """One name as the OpenAI model object."""
        from modelet_resolver.resolution import locate

        try:
            return _model(name, locate(name, self._registry).layout.folder)
        except ResolverError as error:
            raise resolver_failure(error) from error


def _endpoint_request(endpoint: str, body: bytes) -> bytes:
    return b'{"endpoint":"%s","body":%s}' % (endpoint.encode(), body)


def _listed_name(item: Any) -> str:
    return str(item.name) if item.tag in (None, "latest") else f"{item.name}:{item.tag}"


def _model(name: str, folder: str) -> dict[str, Any]:
    owner = name[1:].partition("/")[0] if name.startswith("@") else "local"
    return {"id": name, "created": _changed(os.path.join(folder, "index.json")), "object": "model", "owned_by": owner}


def _changed(path: str) -> int:
    try:
        return int(os.stat(path).st_mtime)
    except OSError:
        return 0


def resolver_failure(error: ResolverError) -> Failure:
    """The error object for what the resolver says."""
    kind = "invalid_request_error" if error.status < 500 else "server_error"
    return Failure(error.status, error_object(error.message, kind, error.code, "model" if error.status in (400, 404) else None))


def request_body(fields: Mapping[str, Any]) -> bytes:
    """The JSON text of a request body. Raises `Failure` for text that is not Unicode, and TypeError for what JSON cannot say."""
    text = json.dumps(fields, ensure_ascii=False, allow_nan=False, default=_listed, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        where, position = _surrogate(fields)
        code_point = ord(text[error.start])
        problem = f"{where} holds the lone surrogate U+{code_point:04X} at character {position}, which no UTF-8 text can carry; replace it"
        raise Failure(400, error_object(problem, "invalid_request_error", "invalid_unicode", where.partition("[")[0])) from None


def _listed(value: Any) -> Any:
    """Objects of answers as they came, iterables and arrays as lists, as the official SDK takes them."""
    if hasattr(value, "model_dump"):
        return value.model_dump(exclude_unset=True)
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "__iter__") and not isinstance(value, (bytes, bytearray)):
        return list(value)
    raise TypeError(f"a value of type {type(value).__name__} has no place in a JSON request")


def _surrogate(fields: Mapping[str, Any]) -> tuple[str, int]:
    """Which field, and which item of it, cannot be encoded, and the character where."""
    for name, value in fields.items():
        items = value if isinstance(value, (list, tuple)) else [value]
        for index, item in enumerate(items):
            try:
                str(item).encode()
            except UnicodeEncodeError as error:
                return (name if items is not value else f"{name}[{index}]"), error.start
    return "the request", 0


def _tell(what: str, done: int, total: int) -> None:
    """One line on a terminal while weights are fetched; the last word wipes it."""
    from modelet.progress import tell

    tell(what, done, total)
