"""`@compile`: says that a function is to be compiled, and how. The function stays what it is."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeVar, overload

    F = TypeVar("F", bound=Callable[..., Any])

MARK = "__modelet__"


class Declaration:
    """What `@compile` said about one function; None and empty where it said nothing."""

    __slots__ = ("description", "metadata", "name", "targets")

    def __init__(self, name: str | None, description: str | None, targets: Iterable[str], metadata: Iterable[object]) -> None:
        self.name = name
        self.description = description
        self.targets = tuple(targets)
        self.metadata = tuple(metadata)

    def __repr__(self) -> str:
        return f"Declaration(name={self.name!r}, description={self.description!r}, targets={self.targets!r}, metadata={self.metadata!r})"


if TYPE_CHECKING:

    @overload
    def compile(function: F, /) -> F: ...  # noqa: A001
    @overload
    def compile(  # noqa: A001
        *, name: str | None = None, description: str | None = None, targets: Sequence[str] = (), metadata: Sequence[object] = ()
    ) -> Callable[[F], F]: ...


def compile(  # noqa: A001 - the product's word
    function: F | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    targets: Sequence[str] = (),
    metadata: Sequence[object] = (),
) -> Any:
    """Marks a function for `modelet compile` and `modelet_compiler.build`; it stays an ordinary function and is returned itself.

    Bare, or with `name` ("@owner/name"), `description`, `targets` (triples such as "x86_64-linux-gnu"; empty means this host's) and
    `metadata` (how objects that the function uses are lowered). Raises TypeError when what it marks is no function.
    """

    def mark(marked: F) -> F:
        if not callable(marked) or not hasattr(marked, "__code__"):
            raise TypeError(f"@compile marks a function written in Python; this is {marked!r:.80}")
        setattr(marked, MARK, Declaration(name, description, targets, metadata))
        return marked

    if isinstance(targets, str) or isinstance(metadata, str):
        raise TypeError("targets and metadata are lists")
    return mark if function is None else mark(function)


def declaration(function: object) -> Declaration | None:
    """What `@compile` said about a function; None for one that it did not mark."""
    return getattr(function, MARK, None)
