"""Whatever stands in a name or a document: a result, or one of this package's errors."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from modelet_resolver import check_registry, explain, resolve, verify
from modelet_resolver.errors import InvalidName, ResolverError
from modelet_resolver.features import from_cpuinfo, from_sysctl
from modelet_resolver.host import Host
from modelet_resolver.names import is_component, is_file_name, parse, suggest_component

LAYOUTS = json.loads((Path(__file__).parent.parent / "vectors/layouts.json").read_text())
HOST = Host(LAYOUTS["host"]["triple"], LAYOUTS["host"]["features"], (2, 36))
LENIENT = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)

NAME_CHARACTERS = st.sampled_from("aZ09@/:.-_\\~ sha256:\u00e9\0\u212a\ud800")
ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["", "../x", "sha256:" + "0" * 64, 1 << 70]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("MODELET_HOME", str(tmp_path / "home"))


@given(st.text(NAME_CHARACTERS, max_size=40) | st.text())
@example("@a/b:c@sha256:" + "f" * 64)
def test_a_text_is_a_safe_name_or_a_typed_error(text):
    try:
        reference = parse(text, lambda _: False)
    except InvalidName:
        return
    if reference.path is not None:
        assert reference.path == text
        return
    assert is_component(reference.owner)
    assert is_component(reference.name)
    assert str(parse(str(reference), lambda _: False)) == str(reference)


@given(st.text())
def test_a_suggestion_is_a_name(text):
    assert is_component(suggest_component(text))


@given(st.text(min_size=1))
def test_file_names_never_leave_their_folder(text):
    if is_file_name(text):
        assert os.path.basename(os.path.normpath(f"/base/{text}")) == text  # noqa: PTH119


@given(st.text() | st.text(st.sampled_from("flags: avx2\nFeatures\tpni")))
def test_any_text_of_an_operating_system_gives_features(text):
    assert isinstance(from_cpuinfo(text), frozenset)
    assert isinstance(from_sysctl(text), frozenset)


def paths_of(value, prefix=()):
    """Every place in a JSON value."""
    yield prefix
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths_of(inner, (*prefix, key))


def replaced(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(copy[path[0]], path[1:], new)
    return copy


def without(value, path):
    if len(path) == 1:
        copy = dict(value) if isinstance(value, dict) else list(value)
        del copy[path[0]]
        return copy
    return replaced(value, path[:1], without(value[path[0]], path[1:]))


def build(folder, level, change):
    """Writes a good layout of which the document `level` (0 index.json, 1 index, 2 manifest, 3 config) was changed."""
    blobs = folder / "blobs/sha256"
    blobs.mkdir(parents=True, exist_ok=True)
    (folder / "oci-layout").write_text('{"imageLayoutVersion":"1.0.0"}')

    def blob(data, media_type, **annotations):
        from hashlib import sha256

        name = sha256(data).hexdigest()
        (blobs / name).write_bytes(data)
        return {"mediaType": media_type, "digest": f"sha256:{name}", "size": len(data), "annotations": annotations}

    def document(number, value):
        changed = change(value) if number == level else value
        return changed if isinstance(changed, bytes) else json.dumps(changed).encode()

    oci = "application/vnd.oci.image."
    title = {"org.opencontainers.image.title": "file"}
    config = blob(document(3, {"schema": 1, "weights": []}), "application/vnd.modelet.manifest.v1+json")
    layers = [blob(b"library", "application/vnd.modelet.library.v1", **title)]
    layers.append(blob(b"weights", "application/vnd.modelet.weights.v1", **{**title, "org.opencontainers.image.title": "w"}))
    manifest = {"schemaVersion": 2, "mediaType": f"{oci}manifest.v1+json", "config": config, "layers": layers}
    choice = {"triple": HOST.triple, "abi": "1", "priority": "0", "features.required": "avx2", "features.preferred": "avx2"}
    described = blob(document(2, manifest), f"{oci}manifest.v1+json", **{f"vnd.modelet.{key}": text for key, text in choice.items()})
    index = {"schemaVersion": 2, "mediaType": f"{oci}index.v1+json", "manifests": [described]}
    entry = blob(document(1, index), f"{oci}index.v1+json", **{"org.opencontainers.image.ref.name": "latest"})
    top = {"schemaVersion": 2, "mediaType": f"{oci}index.v1+json", "manifests": [entry]}
    (folder / "index.json").write_bytes(document(0, top))


def use(folder):
    """Everything a client does with a layout."""
    messages = []
    for work in (lambda: resolve(folder, host=HOST).manifest, lambda: explain(folder, host=HOST), lambda: verify(folder)):
        try:
            work()
        except ResolverError as error:
            messages.append(error.message)
    messages += check_registry(folder)
    assert all(isinstance(message, str) and 0 < len(message) < 2000 for message in messages)


def test_the_unchanged_layout_is_good(tmp_path):
    build(tmp_path, 0, lambda value: value)
    assert resolve(tmp_path, host=HOST).manifest == {"schema": 1, "weights": []}
    assert all(problem.endswith("can be written") for problem in check_registry(tmp_path))


@LENIENT
@given(st.data())
def test_any_value_in_any_place_of_a_document_is_a_typed_error_or_fine(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("layout")
    remove = data.draw(st.booleans())

    def change(value):
        places = sorted(paths_of(value), key=str)
        path = data.draw(st.sampled_from([place for place in places if place] if remove else places))
        return without(value, path) if remove else replaced(value, path, data.draw(ANY_JSON))

    build(folder, data.draw(st.integers(0, 3)), change)
    use(folder)


@LENIENT
@given(st.integers(0, 3), st.integers(0, 2000), st.binary(max_size=6), st.integers(0, 40))
def test_any_bytes_in_any_place_of_a_document_are_a_typed_error_or_fine(tmp_path_factory, level, position, inserted, removed):
    def change(value):
        text = json.dumps(value).encode()
        place = position % (len(text) + 1)
        return text[:place] + inserted + text[place + removed :]

    folder = tmp_path_factory.mktemp("layout")
    build(folder, level, change)
    use(folder)
