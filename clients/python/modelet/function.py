"""`load(name).call(**arguments)`: a compiled function as the Python function it was."""

from __future__ import annotations

from modelet.catalog import Catalog
from modelet.errors import Failure, error_object, invalid_request
from modelet.values import decode, decode_text, encode_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import inspect
    import os
    from collections.abc import Iterator
    from typing import Any, Literal, NoReturn, Self

    import numpy as np

    from modelet.seam import Call, Instance


def load(
    name: str | os.PathLike[str],
    *,
    registry: str | None = None,
    verify: Literal["once", "always"] = "once",
    threads: int | None = None,
    memory_limit: int | None = None,
    weights_access: Literal["map", "read"] = "map",
    seed: int | None = None,
) -> Function:
    """The first function of a modelet; `.function(other)` gives the others.

    `name` is `@owner/name[:tag][@sha256:…]`, a bare name (`@local/name`) or the path of a layout folder. `registry` is asked alone
    if given; `verify="always"` reads the weights in full; `threads`, `memory_limit` (bytes), `weights_access` and `seed`
    are the engine's options.
    The library is opened once per process and options, and kept. Raises NotFoundError, UnprocessableEntityError and the other classes
    of `modelet.errors`.
    """
    options = {"threads": threads, "memory_limit": memory_limit, "weights_access": weights_access, "seed": seed}
    try:
        instance = Catalog(registry=registry, verify=verify, options=options).instance(name)
    except Failure as failure:
        failure.raise_for_endpoint()
    functions = instance.manifest.get("functions") or []
    if not functions:
        raise invalid_request(f"{name} holds no function", "no_function", "name")
    return Function(instance, functions[0])


class Function:
    """One function of an opened modelet. May be called from any number of threads at once."""

    def __init__(self, instance: Instance, description: dict[str, Any]) -> None:
        self._instance = instance
        self._description = description
        self.name: str = description["name"]

    @property
    def manifest(self) -> dict[str, Any]:
        """The manifest of the whole modelet."""
        return self._instance.manifest

    @property
    def functions(self) -> list[str]:
        """The names of all functions of the modelet."""
        return [function["name"] for function in self.manifest["functions"]]

    def function(self, name: str) -> Function:
        """Another function of the same modelet. Raises KeyError, with the names there are."""
        for description in self.manifest["functions"]:
            if description["name"] == name:
                return Function(self._instance, description)
        raise KeyError(f"{self.manifest.get('name')} has no function {name!r}; it has {', '.join(self.functions)}")

    @property
    def parameters(self) -> list[dict[str, Any]]:
        """The parameters as the manifest describes them: name, JSON Schema, whether required, default."""
        return list(self._description["parameters"])

    @property
    def signature(self) -> inspect.Signature:
        """The parameters with their Python types, as text, and defaults."""
        import inspect

        parameters = [
            inspect.Parameter(
                parameter["name"],
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=inspect.Parameter.empty if parameter.get("required", True) else self._default(parameter),
                annotation=_python_type(parameter.get("schema")),
            )
            for parameter in self._description["parameters"]
        ]
        return inspect.Signature(parameters, return_annotation=_python_type(self._description.get("returns")))

    @staticmethod
    def _default(parameter: dict[str, Any]) -> Any:
        return decode(parameter.get("default"), NO_TENSORS)

    def call(self, *arguments: Any, **named: Any) -> Any:
        """Runs the function on values of any type that VALUES.md has, numpy arrays included, and returns what it returns.

        A generator function gives a `Stream`. Raises what the Python function raises, as the same builtin class; TypeError for
        arguments that do not fit; an APIStatusError for what the engine refuses. Ctrl-C cancels. Arrays in the answer share its memory.
        """
        arrays: list[np.ndarray] = []
        encoded = [
            b"%s:%s" % (encode_text(name, arrays), encode_text(value, arrays)) for name, value in self._bind(arguments, named).items()
        ]
        request = b'{"call":{%s},"function":%s}' % (b",".join(encoded), encode_text(self.name, arrays))
        try:
            if self._description.get("generator"):
                return Stream(self._instance.start(request, arrays))
            message = self._instance.request(request, arrays)
        except Failure as failure:
            failure.raise_for_call()
        return decode_text(message.text, message)

    def _bind(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
        """Arguments by parameter name; TypeError in CPython's words when they do not fit."""
        names = [parameter["name"] for parameter in self._description["parameters"]]
        if len(arguments) > len(names):
            raise TypeError(f"{self.name}() takes {len(names)} positional arguments but {len(arguments)} were given")
        bound = dict(zip(names, arguments, strict=False))
        for name, value in named.items():
            if name not in names:
                raise TypeError(f"{self.name}() got an unexpected keyword argument {name!r}")
            if name in bound:
                raise TypeError(f"{self.name}() got multiple values for argument {name!r}")
            bound[name] = value
        missing = [p["name"] for p in self._description["parameters"] if p.get("required", True) and p["name"] not in bound]
        if missing:
            raise TypeError(f"{self.name}() missing required arguments: {', '.join(map(repr, missing))}")
        return bound

    def __repr__(self) -> str:
        return f"<function {self.name} of {self.manifest.get('name')}>"


class Stream:
    """What a compiled generator yields. Closing it early, by `close`, `with` or forgetting it, cancels and frees the call."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._closed = False

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self._closed:
            raise StopIteration
        try:
            message = self._call.next()
        except Failure as failure:
            if failure.body.get("code") != "busy":  # the thread that is in it goes on
                self.close()
            failure.raise_for_call()
        except BaseException:
            self.close()
            raise
        if message is None:
            self.close()
            raise StopIteration
        return decode_text(message.text, message)

    def close(self) -> None:
        """Ends the call. Any number of times, from any thread."""
        self._closed = True
        self._call.cancel()
        self._call.finish()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _python_type(schema: Any) -> str:
    return str((schema or {}).get("x-python-type", "object"))


class _NoTensors:
    """Defaults in a manifest name no tensors."""

    def tensor_count(self) -> int:
        """None."""
        return 0

    def array(self, index: int) -> NoReturn:
        """There is none."""
        raise Failure(500, error_object(f"a default names tensor {index}", "server_error", "invalid_manifest"))


NO_TENSORS = _NoTensors()
