"""The shared vectors of typed values, and what Python alone can get wrong."""

from __future__ import annotations

import base64
import dataclasses
import enum
import json
from pathlib import Path

import numpy as np
import pydantic
import pytest
from PIL import Image

from modelet.values import decode, encode

VECTORS = json.loads((Path(__file__).parents[3] / "engine" / "include" / "modelet" / "values.json").read_text(encoding="utf-8"))
NAMES = {"np": np, "nan": float("nan"), "inf": float("inf")}


class Tensors:
    def __init__(self, described):
        self.arrays = [
            np.frombuffer(base64.b64decode(tensor["data"]), dtype=tensor["dtype"]).reshape(tensor["shape"]) for tensor in described
        ]

    def tensor_count(self):
        return len(self.arrays)

    def array(self, index):
        return self.arrays[index]


def same(left, right):
    """Equal in type and value, bit for bit, nested."""
    if type(left) is not type(right):
        return False
    if isinstance(left, (list, tuple)):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return same(list(left), list(right)) and same(list(left.values()), list(right.values()))
    if isinstance(left, (np.ndarray, np.generic)):
        return left.dtype == right.dtype and left.shape == right.shape and left.tobytes() == right.tobytes()
    return repr(left) == repr(right) if isinstance(left, (float, complex)) else left == right


def ordered(value):
    """Sets in a fixed order, since theirs varies."""
    if isinstance(value, dict):
        return {key: sorted(item, key=repr) if key in ("$set", "$frozenset") else ordered(item) for key, item in value.items()}
    return [ordered(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("vector", VECTORS["values"], ids=lambda vector: vector["name"])
def test_a_value_is_decoded_with_its_type(vector):
    value = eval(vector["python"], dict(NAMES))
    decoded = decode(vector["json"], Tensors(vector.get("tensors", ())))
    expected = value.astype(value.dtype.newbyteorder("=")) if isinstance(value, np.ndarray) else value
    assert same(decoded, expected)


@pytest.mark.parametrize("vector", [v for v in VECTORS["values"] if "only" not in v], ids=lambda vector: vector["name"])
def test_a_value_is_encoded_as_the_table_says(vector):
    arrays = []
    encoded = encode(eval(vector["python"], dict(NAMES)), arrays)
    assert json.dumps(ordered(encoded)) == json.dumps(ordered(vector["json"]))
    assert json.dumps(encoded, allow_nan=False, ensure_ascii=False).encode()
    assert [(a.dtype.name, list(a.shape), base64.b64encode(a.tobytes()).decode()) for a in arrays] == [
        (tensor["dtype"], tensor["shape"], tensor["data"]) for tensor in vector.get("tensors", ())
    ]
    assert all(array.flags.c_contiguous and array.dtype.isnative for array in arrays)


@pytest.mark.parametrize("vector", VECTORS["refused"], ids=lambda vector: f"{vector['reason']}: {json.dumps(vector['json'])[:40]}")
def test_a_malformed_value_is_refused(vector):
    with pytest.raises(ValueError, match=r"."):
        decode(vector["json"], Tensors(vector.get("tensors", ())))


def test_subclasses_cross_as_their_base():
    class Colour(enum.Enum):
        RED = "red"

    class Level(enum.IntEnum):
        HIGH = 2**60

    class Name(str):
        __slots__ = ()

    class Pair(tuple):
        __slots__ = ()

    encoded = encode([Colour.RED, Level.HIGH, Name("a"), Pair((1,)), True], [])
    assert encoded == ["red", {"$int": str(2**60)}, "a", {"$tuple": [1]}, True]
    assert type(encoded[2]) is str


def test_a_dataclass_crosses_by_its_fields():
    @dataclasses.dataclass
    class Box:
        left: int
        label: tuple[str, ...]

    assert encode(Box(1, ("a",)), []) == {"left": 1, "label": {"$tuple": ["a"]}}


def test_a_pydantic_model_crosses_by_its_fields():
    model = pydantic.create_model("Message", role=(str, ...), parts=(tuple[int, int], ...))
    assert encode(model(role="user", parts=(1, 2)), []) == {"$model": {"role": "user", "parts": {"$tuple": [1, 2]}}}


def test_what_has_no_form_is_a_type_error_that_names_it():
    with pytest.raises(TypeError, match="object"):
        encode(object(), [])
    with pytest.raises(TypeError, match="dtype"):
        encode(np.array(["a"]), [])


def test_a_value_that_holds_itself_is_refused():
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(ValueError, match="holds itself"):
        encode(loop, [])


def test_images_cross_as_bytes_with_a_mode():
    image = Image.frombytes("RGB", (2, 1), bytes(range(6)))
    arrays: list[np.ndarray] = []
    assert encode(image, arrays) == {"$image": 0, "mode": "RGB"}
    assert arrays[0].shape == (1, 2, 3)
    tensors = Tensors(())
    tensors.arrays = arrays
    assert decode({"$image": 0, "mode": "RGB"}, tensors) == image
