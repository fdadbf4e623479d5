"""Arguments of a call: what fits crosses as it is, what does not is a TypeError or ValueError that says so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.differential import argument_functions


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import modelet
    from modelet_compiler import build

    functions = [argument_functions.typed, argument_functions.nested, argument_functions.optional, argument_functions.keyed]
    return modelet.load(str(build(functions, output=tmp_path_factory.mktemp("arguments") / "layout", name="@test/arguments").layout))


def test_an_int_is_a_float_where_a_float_is_asked(library: Any) -> None:
    assert library.call(1, ["a"], 2) == "1 ['a'] 2.0 short"


def test_a_float_is_not_an_int(library: Any) -> None:
    with pytest.raises(TypeError, match=r"typed\(\) argument 'n' must be int, not float"):
        library.call(1.5, [])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((True, []), "'n' must be int, not bool"),
        (("1", []), "'n' must be int, not str"),
        ((None, []), "'n' must be int, not NoneType"),
        ((1, ("a",)), "'words' must be list.str., not tuple"),
        ((1, [1]), "'words' must be list.str., not list"),
        ((1, [], "x"), "'scale' must be float, not str"),
    ],
)
def test_a_wrong_type_names_the_parameter_and_both_types(library: Any, arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        library.call(*arguments)


def test_a_literal_lists_what_is_allowed(library: Any) -> None:
    with pytest.raises(ValueError, match="'mode' must be one of 'short', 'long', not 'medium'"):
        library.call(1, [], mode="medium")


def test_missing_and_unexpected_arguments_are_type_errors(library: Any) -> None:
    with pytest.raises(TypeError, match="missing"):
        library.call()
    with pytest.raises(TypeError, match="unexpected keyword argument 'other'"):
        library.call(1, [], other=2)


def test_an_int_beyond_64_bits_is_an_overflow_error(library: Any) -> None:
    with pytest.raises(OverflowError, match="64 bits"):
        library.call(2**63, [])


def test_unions_take_the_member_that_fits(library: Any) -> None:
    optional = library.function("optional")
    assert optional.call(None) == "None"
    assert optional.call(3) == "3"
    assert optional.call([1, 2.5]) == "[1.0, 2.5]"
    with pytest.raises(TypeError, match="'value'"):
        optional.call("x")


def test_containers_are_checked_inside(library: Any) -> None:
    nested = library.function("nested")
    assert nested.call({"a": [(1, "x")], "b": []}) == 2
    with pytest.raises(TypeError, match="'table'"):
        nested.call({"a": [(1, 2)]})
    with pytest.raises(TypeError, match="'table'"):
        nested.call({"a": [(1, "x", 3)]})


def test_keys_that_are_not_strings_cross(library: Any) -> None:
    keyed = library.function("keyed")
    assert keyed.call({3: "c", -1: "x"}) == [3, -1]
    with pytest.raises(TypeError, match="'table'"):
        keyed.call({"3": "c"})
