"""`modelet embed` and `modelet call`."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer

from modelet.cli.output import AsJson, Registry, print_json, print_table, want_json

Name = Annotated[str, typer.Argument(help="@owner/name, a bare name, or a layout folder.")]


def register(app: typer.Typer) -> None:
    """Adds the verbs."""
    app.command("embed")(embed)
    app.command("call")(call)


def embed(
    name: Name,
    texts: Annotated[list[str], typer.Argument(metavar="TEXT…", help="Texts; - reads one a line from the standard input.")],
    dimensions: Annotated[int | None, typer.Option(help="Shorten the vectors to this many dimensions.")] = None,
    as_json: AsJson = False,
    registry: Registry = None,
) -> None:
    """Print the vectors of texts."""
    from modelet.client import NOT_GIVEN, OpenAI

    want_json(as_json)
    if texts == ["-"]:
        texts = sys.stdin.read().splitlines()
    client = OpenAI(registry=registry)
    response = client.embeddings.create(model=name, input=texts, dimensions=NOT_GIVEN if dimensions is None else dimensions)
    if as_json:
        print_json(response.to_dict())
        return
    rows = [[text, str(len(item.embedding)), _beginning(item.embedding)] for text, item in zip(texts, response.data, strict=True)]
    print_table(["text", "dimensions", "vector"], rows)


def _beginning(vector: list[float]) -> str:
    shown = " ".join(f"{value:+.6f}" for value in vector[:4])
    return f"{shown} …" if len(vector) > 4 else shown


def call(
    name: Name,
    arguments: Annotated[
        str, typer.Option("--json", help="The arguments by name, as a JSON object; - reads it from the standard input.")
    ] = "{}",
    function: Annotated[str | None, typer.Option(help="Another function than the first.")] = None,
    registry: Registry = None,
) -> None:
    """Call a compiled function and print what it returns as JSON: one line, or one a value that a generator yields.

    What JSON cannot say is tagged as in VALUES.md ({"$tuple": […]}, {"$bytes": "…"}); arrays are lists in both directions.
    """
    from modelet.function import Stream, load

    want_json(True)
    given = _arguments(sys.stdin.read() if arguments == "-" else arguments)
    loaded = load(name, registry=registry)
    chosen = loaded if function is None else _named(loaded, function)
    answer = chosen.call(**_with_arrays(given, chosen.parameters))
    if isinstance(answer, Stream):
        for value in answer:
            print_json(_printable(value))
            sys.stdout.flush()
    else:
        print_json(_printable(answer))


def _named(loaded: Any, function: str) -> Any:
    from modelet.errors import Failure, error_object

    try:
        return loaded.function(function)
    except KeyError as error:
        raise Failure(404, error_object(error.args[0], "invalid_request_error", "unknown_function", "function")) from None


def _arguments(text: str) -> dict[str, Any]:
    from modelet.errors import Failure, error_object
    from modelet.function import NO_TENSORS
    from modelet.values import decode

    try:
        given = json.loads(text)
        if not isinstance(given, dict):
            raise ValueError("the arguments must be a JSON object, by name")
        return {key: decode(value, NO_TENSORS) for key, value in given.items()}
    except (ValueError, RecursionError) as error:
        raise Failure(400, error_object(f"--json: {error}", "invalid_request_error", "invalid_json", "json")) from None


def _with_arrays(given: dict[str, Any], parameters: list[dict[str, Any]]) -> dict[str, Any]:
    """Lists as arrays where the function takes one."""
    converted = dict(given)
    for parameter in parameters:
        tensor = (parameter.get("schema") or {}).get("x-tensor")
        if tensor is not None and isinstance(given.get(parameter["name"]), list):
            import numpy as np

            converted[parameter["name"]] = np.array(given[parameter["name"]], dtype=tensor.get("dtype"))
    return converted


def _printable(value: object) -> Any:
    """A result with its arrays as lists, and the rest as typed values."""
    from modelet.values import encode

    arrays: list[Any] = []
    return _without_tensors(encode(value, arrays), arrays)


def _without_tensors(value: Any, arrays: list[Any]) -> Any:
    match value:
        case {"$tensor": index} | {"$scalar": index}:
            return _without_tensors(_finite(arrays[index].tolist()), arrays)
        case dict():
            return {key: _without_tensors(item, arrays) for key, item in value.items()}
        case list():
            return [_without_tensors(item, arrays) for item in value]
    return value


def _finite(value: Any) -> Any:
    """NaN and infinities in their tagged form, since JSON has none."""
    from modelet.values import encode

    return encode(value, [])
