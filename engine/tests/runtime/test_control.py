"""Control requests and options."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .conftest import ENGINE, Instance, ModeletError

SCHEMA = json.loads((ENGINE / "include/modelet/options.schema.json").read_text())


def test_stats_count_calls(fake: Path) -> None:
    instance = Instance(fake)
    instance.call("echo")
    with pytest.raises(ModeletError):
        instance.call("count", count=1, fail_at=0)
    cancelled = instance.start({"call": {"count": 1}, "function": "count"})
    cancelled.cancel()
    cancelled.step()
    cancelled.finish()
    [(stats, _)] = instance.ask({"control": "stats"})
    assert stats["calls"] == {"started": 4, "running": 1, "completed": 1, "failed": 1, "cancelled": 1}
    assert stats["weights"] is None
    assert stats["threads"] >= 1
    instance.close()


def test_explain_names_the_kernel_that_runs_and_why(fake: Path) -> None:
    instance = Instance(fake, {"kernels": "generic"})
    [(explained, _)] = instance.ask({"control": "explain"})
    assert (explained["policy"], explained["isa"]) == ("generic", "generic")
    [family] = explained["kernels"]
    assert (family["family"], family["chosen"]) == ("linear", "generic")
    reasons = {row["name"]: row["reason"] for row in family["implementations"]}
    assert reasons["generic"] == "the best that may run here"
    for name in ("avx512", "avx2", "neon"):
        assert "this host does not run" in reasons[name] or "the kernels option excludes" in reasons[name]
    instance.close()


def test_auto_takes_the_best_of_the_host(opened: Instance) -> None:
    [(explained, _)] = opened.ask({"control": "explain"})
    assert explained["isa"] == explained["host"]["isa"]
    flags = set(Path("/proc/cpuinfo").read_text().split()) if Path("/proc/cpuinfo").exists() else set()
    if "avx2" in flags and "avx512vl" not in flags:
        assert explained["isa"] == "avx2"
    for feature in ("avx2", "fma", "f16c", "bmi2", "movbe"):
        assert (feature in explained["host"]["features"]) == (feature in flags)


def test_a_policy_the_host_lacks_is_refused_with_what_it_has(fake: Path) -> None:
    with pytest.raises(ModeletError, match="policy 'avx1024'; supported here: auto, generic") as caught:
        Instance(fake, {"kernels": "avx1024"})
    assert (caught.value.code, caught.value.error["param"]) == ("invalid_options", "kernels")


def test_load_without_weights_is_one_message(opened: Instance) -> None:
    assert [body for body, _ in opened.ask({"control": "load"})] == [{"loaded": 0, "total": 0}]


@pytest.mark.parametrize(
    ("options", "code", "param", "said"),
    [
        (b"", "invalid_json", None, "not JSON"),
        (b"[]", "invalid_options", None, "must be a JSON object"),
        ({"thread": 1}, "unknown_key", "thread", "there are: weights, threads"),
        ({"threads": -1}, "invalid_options", "threads", "it is -1"),
        ({"threads": 1.5}, "invalid_options", "threads", "it is 1.5"),
        ({"verify": "never"}, "invalid_options", "verify", '"once" or "always"'),
        ({"weights": {"other": {"path": "x"}}}, "invalid_options", "weights", "uses none"),
        ({"kernels": None}, "invalid_options", "kernels", "it is null"),
    ],
)
def test_wrong_options_are_named(fake: Path, options: object, code: str, param: str | None, said: str) -> None:
    with pytest.raises(ModeletError) as caught:
        Instance(fake, options)
    assert (caught.value.code, caught.value.error["param"]) == (code, param)
    assert said in caught.value.error["message"]


words = st.sampled_from(["", "once", "always", "map", "read", "x"])
scalars = st.none() | st.booleans() | st.integers(-3, 2**64) | st.floats(-2, 2000) | words
names = st.sampled_from([*SCHEMA["properties"], "other"])


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(names.filter(lambda name: name not in ("weights", "kernels")), scalars, max_size=3))
def test_the_schema_and_the_library_agree(fake: Path, options: dict[str, Any]) -> None:
    """An integral float is an integer for JSON Schema, but not here; such examples say nothing."""
    if any(isinstance(value, float) and value.is_integer() for value in options.values()) or options.get("threads", 0) not in (None, 0, 1):
        return
    valid = jsonschema.Draft202012Validator(SCHEMA).is_valid(options)
    try:
        Instance(fake, options).close()
    except ModeletError:
        assert not valid
    else:
        assert valid


def test_the_manifest_is_there_before_anything_is_opened(build_fake: Callable[..., Path]) -> None:
    from .conftest import load_library

    assert json.loads(load_library(build_fake()).modelet_manifest())["abi"] == 1


def test_a_host_table_of_another_version_is_refused(fake: Path) -> None:
    import ctypes

    from .conftest import load_library

    table = ctypes.string_at(load_library(fake).modelet_host_table(), 80)
    for change in (b"\x08\0\0\0" + table[4:], table[:4] + b"\x63\0\0\0" + table[8:]):
        buffer = ctypes.create_string_buffer(change, len(change))
        with pytest.raises(ModeletError) as caught:
            Instance(fake, host=ctypes.addressof(buffer))
        assert caught.value.code == "wrong_abi_version"
