"""Generated values come back as they were, and generated JSON is decoded or refused, never anything else."""

from __future__ import annotations

import json

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from modelet.values import decode, encode, encode_text

text = st.text(st.characters(codec=None), max_size=8)  # surrogates too
hashable = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | text
    | st.binary(max_size=8)
    | st.complex_numbers(allow_nan=False),
    lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3),
    max_leaves=6,
)
arrays = st.sampled_from(["float32", "int8", "bool", "complex128", "uint64"]).flatmap(
    lambda dtype: st.lists(st.integers(0, 3), max_size=3).map(lambda shape: np.ones(shape, dtype))
)
values = st.recursive(
    hashable | arrays | st.builds(bytearray, st.binary(max_size=8)) | st.builds(range, st.integers(), st.integers(), st.integers(1)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(hashable, inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=20,
)


class Tensors:
    def __init__(self, arrays):
        self.arrays = arrays

    def tensor_count(self):
        return len(self.arrays)

    def array(self, index):
        return self.arrays[index]


def same(left, right):
    if type(left) is not type(right):
        return False
    if isinstance(left, np.ndarray):
        return left.dtype == right.dtype and left.shape == right.shape and left.tobytes() == right.tobytes()
    if isinstance(left, (list, tuple)):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return same(list(left), list(right)) and same(list(left.values()), list(right.values()))
    return left == right and (not isinstance(left, float) or repr(left) == repr(right))


@settings(max_examples=500, deadline=None)
@given(values)
def test_a_generated_value_comes_back_as_it_was(value):
    found = []
    wire = json.dumps(encode(value, found), allow_nan=False, ensure_ascii=False).encode()
    assert same(decode(json.loads(wire), Tensors(found)), value)


numbers = ["$int", "$float", "$complex", "$range", "$slice"]
texts = ["$str", "$bytes", "$bytearray"]
containers = ["$tuple", "$set", "$frozenset", "$dict"]
tags = st.sampled_from([*numbers, *texts, *containers, "$tensor", "$scalar", "$image", "$no", "row", "mode"])
documents = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 2**70)
    | st.just(10**400)
    | st.floats()
    | st.sampled_from(["1", "-0", "nan", "AAE=", "RGB", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(tags, inner, min_size=1, max_size=2),
    max_leaves=8,
)


@settings(max_examples=2000, deadline=None)
@given(documents)
def test_generated_json_is_decoded_or_refused(document):
    try:
        decode(document, Tensors([np.zeros((2, 2, 3), np.uint8), np.array(1.5)]))
    except ValueError:
        return


# What tells one text from the next where several are encoded at once, what JSON escapes, and what begins a form.
pieces = st.lists(
    st.sampled_from(["", "a", '"', "\\", "\n", "\0", "\1", "\2", "\x1f", "\x7f", "é", "\u2028", "😀", "$", "\ud800"]), max_size=3
).map("".join)
texts = pieces | st.lists(pieces, max_size=4) | st.lists(st.dictionaries(pieces, pieces, max_size=3), max_size=3)


@given(
    texts | st.lists(pieces | st.integers(), max_size=3) | st.lists(st.dictionaries(pieces | st.integers(), pieces | st.none(), max_size=2))
)
@settings(max_examples=400, deadline=None)
def test_texts_encoded_at_once_are_what_each_is(value):
    one_by_one = json.dumps(encode(value, []), ensure_ascii=False)
    assert json.loads(encode_text(value, [])) == json.loads(one_by_one)
