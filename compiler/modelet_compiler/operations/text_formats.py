"""csv, urllib.parse, shlex, fnmatch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, INT, NONE, STR
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.operations.standard_library import register
from modelet_compiler.standard import csv_functions, fnmatch_functions, shlex_functions, url_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

register("urllib.parse", url_functions, ["quote", "quote_plus", "unquote", "unquote_plus", "urlencode", "parse_qsl", "parse_qs"])
register("urllib.parse", url_functions, ["urlparse", "urljoin", "urlunparse", "urlunsplit"])
register("shlex", shlex_functions, ["split", "quote"])
register("fnmatch", fnmatch_functions, ["fnmatch", "fnmatchcase", "filter"])
OPTIONS = ("delimiter", "quotechar", "skipinitialspace")


def options(call: Call, more: tuple[str, ...]) -> list[typed.Expression]:
    """The options of a dialect. Raises Unsupported for the rare ones."""
    unknown = sorted(set(call.keywords) - {*OPTIONS, *more})
    if unknown:
        raise Unsupported(f"`{unknown[0]}=` of {call.name} is not supported", instead=f"one of {', '.join(OPTIONS)}")
    given = [call.keywords.get("delimiter", typed.Literal(",", STR)), call.keywords.get("quotechar", typed.Literal('"', STR))]
    return [*given, call.keywords.get("skipinitialspace", typed.Literal(False, BOOL))]


@REGISTRY.rule("_csv.reader")
def reader(context: Context, call: Call) -> typed.Expression | None:
    """Lists of fields."""
    if len(call.positional) != 1:
        return None
    return context.helper(csv_functions.reader, "csv.reader", [call.positional[0], *options(call, ())], {}, call.span)


@REGISTRY.rule("csv.DictReader")
def dict_reader(context: Context, call: Call) -> typed.Expression | None:
    """Dicts of fields; a row with more fields than names is an error when it is read, as its rest would be a list."""
    if not 1 <= len(call.positional) <= 2:
        return None
    named = call.positional[1] if len(call.positional) == 2 else call.keywords.get("fieldnames", typed.Literal(None, NONE))
    rest = call.keywords.get("restval", typed.Literal(None, NONE))
    arguments = [call.positional[0], named, rest, *options(call, ("fieldnames", "restval"))]
    return context.helper(csv_functions.new_dict_reader, "csv.DictReader", arguments, {}, call.span)


WRITER_OPTIONS = ("delimiter", "quotechar", "quoting", "lineterminator")


def writer_options(call: Call, more: tuple[str, ...]) -> list[typed.Expression]:
    """The options of what is written. Raises Unsupported for the rare ones."""
    unknown = sorted(set(call.keywords) - {*WRITER_OPTIONS, *more})
    if unknown:
        raise Unsupported(f"`{unknown[0]}=` of {call.name} is not supported", instead=f"one of {', '.join(WRITER_OPTIONS)}")
    quoting = call.keywords.get("quoting", typed.Literal(0, INT))
    if not isinstance(quoting, typed.Literal) or quoting.value not in (0, 1, 2):
        raise Unsupported("this quoting is not supported", instead="csv.QUOTE_MINIMAL, csv.QUOTE_ALL or csv.QUOTE_NONNUMERIC")
    given = [call.keywords.get("delimiter", typed.Literal(",", STR)), call.keywords.get("quotechar", typed.Literal('"', STR))]
    return [*given, typed.Literal(quoting.value, INT), call.keywords.get("lineterminator", typed.Literal("\r\n", STR))]


@REGISTRY.rule("_csv.writer")
def writer(context: Context, call: Call) -> typed.Expression | None:
    """Into whatever has a method `write`."""
    if len(call.positional) != 1:
        return None
    return context.helper(csv_functions.new_writer, "csv.writer", [call.positional[0], *writer_options(call, ())], {}, call.span)


@REGISTRY.rule("csv.DictWriter")
def dict_writer(context: Context, call: Call) -> typed.Expression | None:
    """Rows that are dicts."""
    if not 1 <= len(call.positional) <= 2:
        return None
    named = call.positional[1] if len(call.positional) == 2 else call.keywords.get("fieldnames")
    if named is None:
        return None
    rest = call.keywords.get("restval", typed.Literal("", STR))
    extra = call.keywords.get("extrasaction", typed.Literal("raise", STR))
    options = writer_options(call, ("fieldnames", "restval", "extrasaction"))
    return context.helper(
        csv_functions.new_dict_writer, "csv.DictWriter", [call.positional[0], named, rest, extra, *options], {}, call.span
    )
