"""Modelet: call compiled inference functions in-process.

    from modelet import OpenAI
    OpenAI().embeddings.create(model="@local/minilm", input=["Hello"])

Names are loaded when they are first used, so that importing this package costs next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from modelet.client import NOT_GIVEN, AsyncOpenAI, NotGiven, OpenAI
    from modelet.declare import compile  # noqa: A004 - the product's word
    from modelet.errors import (
        APIConnectionError,
        APIError,
        APIStatusError,
        APITimeoutError,
        AuthenticationError,
        BadRequestError,
        ConflictError,
        FunctionError,
        InternalServerError,
        NotFoundError,
        OpenAIError,
        PermissionDeniedError,
        RateLimitError,
        UnprocessableEntityError,
    )
    from modelet.function import Function, Stream, load
    from modelet.metadata import DraftModel, EngineInferenceMetadata
    from modelet.transport import async_http_client, http_client

__version__ = "0.1.0"

_MODULES = {
    "client": ("AsyncOpenAI", "NOT_GIVEN", "NotGiven", "OpenAI"),
    "declare": ("compile",),
    "errors": (
        "APIConnectionError",
        "APIError",
        "APIStatusError",
        "APITimeoutError",
        "AuthenticationError",
        "BadRequestError",
        "ConflictError",
        "FunctionError",
        "InternalServerError",
        "NotFoundError",
        "OpenAIError",
        "PermissionDeniedError",
        "RateLimitError",
        "UnprocessableEntityError",
    ),
    "function": ("Function", "Stream", "load"),
    "metadata": ("DraftModel", "EngineInferenceMetadata"),
    "transport": ("async_http_client", "http_client"),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [  # noqa: RUF022 - grouped as _MODULES is
    "AsyncOpenAI",
    "NOT_GIVEN",
    "NotGiven",
    "OpenAI",
    "compile",
    "APIConnectionError",
    "APIError",
    "APIStatusError",
    "APITimeoutError",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "FunctionError",
    "InternalServerError",
    "NotFoundError",
    "OpenAIError",
    "PermissionDeniedError",
    "RateLimitError",
    "UnprocessableEntityError",
    "Function",
    "Stream",
    "load",
    "DraftModel",
    "EngineInferenceMetadata",
    "async_http_client",
    "http_client",
]


def __getattr__(name: str) -> object:
    module = _HOME.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
