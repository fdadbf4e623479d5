"""What goes wrong, in the official SDK's classes: same names, same attributes, no HTTP objects behind them.

`status_code`, `code`, `param`, `type` and `body` come from the OpenAI error object that every Modelet part answers with. Codes are stable.
"""

from __future__ import annotations

import builtins
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, NoReturn


class OpenAIError(Exception):
    """The base of every error that is not a Python exception of the compiled function itself."""


class APIError(OpenAIError):
    """An error with an error object. `body` is that object; `request` is None, since nothing was sent anywhere."""

    def __init__(self, message: str, request: object = None, *, body: object = None) -> None:
        super().__init__(message)
        fields = body if isinstance(body, dict) else {}
        self.message = message
        self.request = request
        self.body = body
        self.code: str | None = fields.get("code")
        self.param: str | None = fields.get("param")
        self.type: str | None = fields.get("type")


class APIStatusError(APIError):
    """An error with an HTTP status: what an HTTP server would have answered."""

    status_code: int = 500

    def __init__(self, message: str, *, response: object = None, body: object = None, status_code: int | None = None) -> None:
        super().__init__(message, body=body)
        self.response = response
        self.request_id: str | None = None
        if status_code is not None:
            self.status_code = status_code

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.message, self.body, self.status_code)


class BadRequestError(APIStatusError):
    """400: the request does not fit what the function takes."""

    status_code = 400


class AuthenticationError(APIStatusError):
    """401: a registry wants credentials."""

    status_code = 401


class PermissionDeniedError(APIStatusError):
    """403: a registry or the file system refuses, or a signature policy does."""

    status_code = 403


class NotFoundError(APIStatusError):
    """404: no such name, function or endpoint."""

    status_code = 404


class ConflictError(APIStatusError):
    """409: what was asked for is in use."""

    status_code = 409


class UnprocessableEntityError(APIStatusError):
    """422: the library is there and cannot be used: damaged, for another host, or of another ABI version."""

    status_code = 422


class RateLimitError(APIStatusError):
    """429: a limit, of memory for instance, is reached for now."""

    status_code = 429


class InternalServerError(APIStatusError):
    """500 and above: the compiled function or the engine failed."""


class APIConnectionError(APIError):
    """A registry could not be reached."""

    def __init__(self, *, message: str = "Connection error.", request: object = None) -> None:
        super().__init__(message, request)


class APITimeoutError(APIConnectionError):
    """The call took longer than its `timeout`; it was cancelled."""

    def __init__(self, request: object = None) -> None:
        super().__init__(message="Request timed out.", request=request)


class FunctionError(RuntimeError):
    """An exception of the compiled function whose class is not a builtin one; `python_class` is its name."""

    def __init__(self, message: str, python_class: str) -> None:
        super().__init__(message)
        self.python_class = python_class


_BY_STATUS: dict[int, type[APIStatusError]] = {
    kind.status_code: kind
    for kind in (
        BadRequestError,
        AuthenticationError,
        PermissionDeniedError,
        NotFoundError,
        ConflictError,
        UnprocessableEntityError,
        RateLimitError,
    )
}


def error_object(message: str, kind: str, code: str, param: str | None = None) -> dict[str, Any]:
    """The OpenAI error object."""
    return {"message": message, "type": kind, "param": param, "code": code}


def status_error(status: int, body: Mapping[str, Any]) -> APIStatusError:
    """The exception for an error object and its HTTP status."""
    kind = _BY_STATUS.get(status, InternalServerError if status >= 500 else APIStatusError)
    return kind(str(body.get("message", "")), body=dict(body), status_code=status)


def invalid_request(message: str, code: str, param: str | None = None) -> APIStatusError:
    """A 400 for a request that no library needs to see."""
    return status_error(400, error_object(message, "invalid_request_error", code, param))


class Failure(Exception):
    """What a library answered instead of a message: an HTTP status and an OpenAI error object."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(body.get("message", ""))
        self.status = status
        self.body = body

    def raise_for_endpoint(self) -> NoReturn:
        """Raises the official SDK's class."""
        raise status_error(self.status, self.body) from None

    def raise_for_call(self) -> NoReturn:
        """Raises what the Python function raised; an error of the engine itself as the official SDK's class."""
        if self.body.get("code") == "out_of_memory":
            raise MemoryError(str(self.body.get("message", ""))) from None
        if self.body.get("type") == "python_exception":
            raise python_exception(str(self.body.get("code", "")), str(self.body.get("message", "")), self.body.get("base")) from None
        raise status_error(self.status, self.body) from None


def python_exception(name: str, message: str, base: str | None = None) -> BaseException:
    """The exception class `name`, made so that `str()` of it is `message`.

    A builtin class, one of the standard library's or numpy's, or for a class of the user's (`base` names its nearest builtin class) one
    made up with the same name and that base. FunctionError for any other.
    """
    if base is not None:
        return _made_up(name, message, getattr(builtins, base, RuntimeError))
    if name == "JSONDecodeError":
        return _json_error(message)
    kind = _library_class(name) if name in _LIBRARY_CLASSES else getattr(builtins, name, None)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        return FunctionError(f"{name}: {message}" if message else name, name)
    if issubclass(kind, UnicodeError) and kind is not UnicodeError:
        return _unicode_error(kind, message)
    if issubclass(kind, KeyError):
        return kind(_key(message))
    try:
        return kind(message) if message else kind()
    except TypeError:  # a class that wants more than a text, such as ExceptionGroup
        return FunctionError(f"{name}: {message}", name)


_LIBRARY_CLASSES = {
    "AxisError": "numpy.exceptions",
    "Error": "binascii",
    "FrozenInstanceError": "dataclasses",
    "LinAlgError": "numpy.linalg",
    "StatisticsError": "statistics",
    "error": "re",
}
"""Exceptions that are not builtin, and their modules."""


def _library_class(name: str) -> type | None:
    """The class in its module, if that is installed."""
    try:
        return getattr(import_module(_LIBRARY_CLASSES[name]), name, None)
    except ImportError:
        return None


def _json_error(message: str) -> Exception:
    """`json.JSONDecodeError` with what its message says."""
    from json import JSONDecodeError

    error = JSONDecodeError.__new__(JSONDecodeError, message)
    error.args = (message,)
    error.msg, _, place = message.rpartition(": line ")
    numbers = [int(word.strip("()")) for word in place.split() if word.strip("()").isdecimal()]
    error.doc = ""
    error.lineno, error.colno, error.pos = numbers if len(numbers) == 3 else (0, 0, 0)
    return error


def _made_up(name: str, message: str, kind: type[Exception]) -> Exception:
    """An instance of a new class of this name that says what the function's exception said."""
    told = type(name, (kind,), {"__str__": lambda _: message, "__module__": "modelet.function"})
    return told(message)  # type: ignore[no-any-return]


class _Verbatim(str):
    """A key whose representation is the text itself."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _key(message: str) -> object:
    """The key whose `repr` is `message`, as `str(KeyError(key))` is `repr(key)`."""
    import ast

    try:
        key = ast.literal_eval(message)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return _Verbatim(message)
    return key if repr(key) == message else _Verbatim(message)


def _unicode_error(kind: type[Exception], message: str) -> Exception:
    """These build their text from five fields; a made-up subclass of the same name says it as the function did."""
    fields: tuple[object, ...] = ("", "", 0, 1, message)
    if issubclass(kind, UnicodeDecodeError):
        fields = ("", b"", 0, 1, message)
    elif issubclass(kind, UnicodeTranslateError):
        fields = ("", 0, 1, message)
    told = type(kind.__name__, (kind,), {"__str__": lambda _: message, "__module__": "builtins"})
    return told(*fields)  # type: ignore[no-any-return]


def _rebuild(kind: type[APIStatusError], message: str, body: object, status: int) -> APIStatusError:
    return kind(message, body=body, status_code=status)
