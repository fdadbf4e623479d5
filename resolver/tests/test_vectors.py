"""The shared vectors, which every language's resolver runs."""

import json
from pathlib import Path

import pytest

from modelet_resolver.choice import choose, explain
from modelet_resolver.errors import InvalidName, NoVariant
from modelet_resolver.features import from_cpuinfo, from_sysctl
from modelet_resolver.host import Host
from modelet_resolver.layout import MANIFEST_TYPE, Blob, Variant
from modelet_resolver.names import is_digest, is_file_name, parse

VECTORS = Path(__file__).parent.parent / "vectors"
NAMES, CHOICE, SANDBOX, FEATURES = (
    json.loads((VECTORS / f"{name}.json").read_text()) for name in ("names", "choice", "sandbox", "features")
)


@pytest.mark.parametrize("case", NAMES["cases"], ids=lambda case: repr(case["text"])[:40])
def test_every_name_has_one_canonical_form(case):
    layouts = case.get("layouts", [])
    if "error" in case:
        with pytest.raises(InvalidName) as caught:
            parse(case["text"], layouts.__contains__)
        assert caught.value.code == case["error"]
        return
    reference = parse(case["text"], layouts.__contains__)
    assert str(reference) == case["canonical"]
    assert (reference.path is not None) == case.get("path", False)
    assert reference.path is not None or str(parse(str(reference), lambda _: False)) == str(reference)


def test_file_names_are_single_components():
    assert [name for name in NAMES["file_names"]["valid"] if not is_file_name(name)] == []
    assert [name for name in NAMES["file_names"]["invalid"] if is_file_name(name)] == []


def test_digests_match_their_pattern():
    assert all(map(is_digest, NAMES["digests"]["valid"]))
    assert not any(map(is_digest, NAMES["digests"]["invalid"]))


def host_of(fields):
    glibc = fields.get("glibc")
    return Host(
        fields["triple"], fields["features"], tuple(map(int, glibc.split("."))) if glibc else None, sandbox=fields.get("sandbox", False)
    )


def variant_of(position, fields):
    digest = fields.get("digest", "sha256:" + f"{position:x}" * 64)
    required, preferred = (tuple(filter(None, fields[key].split(","))) for key in ("required", "preferred"))
    return Variant(Blob(MANIFEST_TYPE, digest, 1, {}), fields["triple"], required, preferred, fields["priority"], fields["abi"])


@pytest.mark.parametrize("case", CHOICE["cases"] + SANDBOX["cases"], ids=lambda case: case["name"])
def test_a_host_takes_the_variant(case):
    host = host_of(case["host"])
    variants = [variant_of(position, fields) for position, fields in enumerate(case["variants"])]
    considered = explain(variants, host)
    assert [item.variant for item in considered] == variants
    if "error" in case:
        with pytest.raises(NoVariant) as caught:
            choose("@a/b", variants, host)
        assert caught.value.code == case["error"]
        assert not any(item.taken for item in considered)
        assert all(item.reason in str(caught.value) for item in considered)
    else:
        assert choose("@a/b", variants, host) is variants[case["taken"]]
        assert [item.taken for item in considered].index(True) == case["taken"]


@pytest.mark.parametrize("case", FEATURES["cpuinfo"], ids=lambda case: case["name"])
def test_linux_features(case):
    assert sorted(from_cpuinfo(case["text"])) == case["features"]


@pytest.mark.parametrize("case", FEATURES["sysctl"], ids=lambda case: case["name"])
def test_macos_features(case):
    assert sorted(from_sysctl(case["text"])) == case["features"]
