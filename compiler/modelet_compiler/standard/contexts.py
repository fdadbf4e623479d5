"""contextlib.contextmanager of a function that is made inside of another one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def as_manager(generator: Iterator[Any]) -> Any:
    """A generator as a context manager; the compiler knows this function."""
    raise NotImplementedError(generator)


def contextmanager(function: Callable[..., Iterator[Any]]) -> Callable[..., Any]:
    """A function that makes context managers from the generators of `function`."""

    def made(*arguments: Any, **keywords: Any) -> Any:
        return as_manager(function(*arguments, **keywords))

    return made


def enter(manager: Any) -> Any:
    """What `with manager` does first; the compiler knows this function."""
    raise NotImplementedError(manager)


def leave(manager: Any) -> None:
    """What `with manager` does at its end."""
    raise NotImplementedError(manager)


def throw(manager: Any, error: BaseException) -> bool:
    """What `with manager` does with an exception: whether it is suppressed."""
    raise NotImplementedError(manager, error)
