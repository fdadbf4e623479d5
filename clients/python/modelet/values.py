"""Typed values: Python values to JSON and tensors, and back (engine/include/modelet/VALUES.md).

`encode` never imports numpy; `decode` does when a tensor is named.
"""

from __future__ import annotations

import json
import re
import sys
from binascii import Error as Base64Error
from binascii import a2b_base64, b2a_base64
from itertools import chain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Protocol

    import numpy as np

    class Tensors(Protocol):
        """Where decoding finds the tensors that the JSON names by index."""

        def tensor_count(self) -> int:
            """How many there are."""

        def array(self, index: int) -> np.ndarray:
            """The tensor as an array, for 0 <= index < tensor_count()."""


_SAFE = 2**53 - 1
_MAXIMUM_DEPTH = 200
_TOO_DEEP = f"a value that holds itself, or nests deeper than {_MAXIMUM_DEPTH} levels, cannot be passed"
_SURROGATES = re.compile("[\ud800-\udfff]")
_DIGITS = re.compile(r"-?(0|[1-9][0-9]*)", re.ASCII)
_CHANNELS = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4, "CMYK": 4, "YCbCr": 3, "HSV": 3}
_DTYPES = frozenset(
    {"bool", "float16", "bfloat16", "float32", "float64", "complex64", "complex128"}
    | {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
)


# Encoding ------------------------------------------------------------------------------------------------------------


def encode(value: object, arrays: list[np.ndarray]) -> Any:
    """`value` as JSON can carry it; its arrays, contiguous and little-endian, are appended to `arrays`.

    Raises TypeError for a value that has no form, and ValueError for one that holds itself or nests deeper than 200 levels.
    """
    try:
        return value if _is_plain(value) else _Encoder(arrays).encode(value, 0)
    except RecursionError:  # the caller is deep in the stack already
        raise ValueError(_TOO_DEEP) from None


def encode_text(value: object, arrays: list[np.ndarray]) -> bytes:
    """The same as JSON text."""
    try:
        text = _texts(value)
    except (TypeError, UnicodeEncodeError):  # what is no text is among them, or what UTF-8 cannot carry
        text = None
    return _JSON.encode(encode(value, arrays)).encode() if text is None else text


def _texts(value: Any) -> bytes | None:
    """A text, a list of texts or of dicts of texts: joined, escaped at once, and taken apart by what stands between. None for others.

    json looks at each letter of each text. TypeError and UnicodeEncodeError: it is none of these after all.
    """
    if type(value) is str:
        return b'"' + _escaped(value.encode()) + b'"'
    kinds = set(map(type, value)) if type(value) is list else set()
    if kinds == {str}:
        raw = "\0".join(value).encode()
        return b'["' + _between(_escaped(raw, b"\0")) + b'"]' if raw.count(b"\0") == len(value) - 1 else None
    if kinds == {dict} and all(value):
        joined = "\2".join(["\0".join(map("\1".join, one.items())) for one in value])
        pairs, raw = sum(map(len, value)), joined.encode()
        counts = (raw.count(b"\0"), raw.count(b"\1"), raw.count(b"\2"))
        if counts == (pairs - len(value), pairs, len(value) - 1) and not any(key in b"\0" + raw for key in (b"\0$", b"\2$")):
            return b'[{"' + _between(_escaped(raw, b"\0\1\2")) + b'"}]'
    return None


def _escaped(raw: bytes, between: bytes = b"") -> bytes:
    special = set(raw.translate(None, _AS_THEY_ARE)).difference(between)
    for code, escape in _ESCAPES.items():  # the backslash first, since escapes have it
        if code in special:
            raw = raw.replace(bytes([code]), escape)
    return raw


def _between(raw: bytes) -> bytes:
    return raw.replace(b"\0", b'","').replace(b"\1", b'":"').replace(b"\2", b'"},{"')


_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_ESCAPES = {ord(letter): json.dumps(letter).encode()[1:-1] for letter in ("\\", '"', *map(chr, range(32)))}
_AS_THEY_ARE = bytes(set(range(256)) - set(_ESCAPES))


def _is_plain(value: Any) -> bool:
    """Whether JSON carries a value as it is: looked at level by level rather than item by item, as most values are plain."""
    level = [value]
    for depth in range(_MAXIMUM_DEPTH + 1):
        inner: list[Any] = []
        kinds = set(map(type, level))
        for kind in kinds:
            same = level if len(kinds) == 1 else [item for item in level if type(item) is kind]
            if kind in _INSIDE and depth < _MAXIMUM_DEPTH:
                same = list({id(item): item for item in same}.values())  # one that holds itself twice would double each level
                if kind is dict and not _are_plain_keys(set().union(*same)):
                    return False
                inner.extend(chain.from_iterable(map(_INSIDE[kind], same)))
            elif kind not in _CHECKS or not _CHECKS[kind](same):
                return False
        if not inner:
            return True
        level = inner
    return False


def _are_plain_keys(keys: Any) -> bool:
    return set(map(type, keys)) <= {str} and not any(key.startswith("$") for key in keys) and _are_plain_texts(keys)


def _are_plain_texts(texts: Any) -> bool:
    joined = "".join(texts)
    return joined.isascii() or not _SURROGATES.search(joined)


def _are_finite(numbers: Any) -> bool:
    total = sum(numbers)  # what is not finite stays so in a sum
    return bool(total - total == 0.0)


_INSIDE: dict[type, Callable[[Any], Iterable[Any]]] = {list: iter, dict: dict.values}
_CHECKS: dict[type, Callable[[Any], bool]] = {
    type(None): lambda _: True,
    bool: lambda _: True,
    int: lambda numbers: min(numbers) >= -_SAFE and max(numbers) <= _SAFE,
    float: _are_finite,
    str: _are_plain_texts,
}


class _Encoder:
    def __init__(self, arrays: list[np.ndarray]) -> None:
        self.arrays = arrays

    def encode(self, value: Any, depth: int) -> Any:
        if depth > _MAXIMUM_DEPTH:
            raise ValueError(_TOO_DEEP)
        if type(value) not in _KINDS and (enum := sys.modules.get("enum")) and isinstance(value, enum.Enum):
            return self.encode(value.value, depth + 1)
        for kind in type(value).__mro__:
            if kind in _LEAVES:
                return _LEAVES[kind](value)
            if kind in _PARTS:
                tag, split = _PARTS[kind]
                items = [self.encode(item, depth + 1) for item in split(value)]
                return items if tag is None else {tag: items}
            if kind is dict:
                return self.mapping(value, depth + 1)
        return self.other(value, depth + 1)

    def mapping(self, value: dict[Any, object], depth: int) -> dict[str, Any]:
        if all(isinstance(key, str) and not key.startswith("$") and not _SURROGATES.search(key) for key in value):
            return {str.__str__(key): self.encode(item, depth) for key, item in value.items()}
        return {"$dict": [[self.encode(key, depth), self.encode(item, depth)] for key, item in value.items()]}

    def tensor(self, array: np.ndarray) -> int:
        import numpy as np

        if array.dtype.name not in _DTYPES:
            raise TypeError(f"an array of dtype {array.dtype} cannot be passed; those that can: {', '.join(sorted(_DTYPES))}")
        self.arrays.append(np.require(array, array.dtype.newbyteorder("<"), "C").reshape(array.shape))
        return len(self.arrays) - 1

    def other(self, value: Any, depth: int) -> Any:
        """Values of classes that only their own module knows: each is looked for without importing it."""
        numpy, image = sys.modules.get("numpy"), sys.modules.get("PIL.Image")
        if numpy is not None and isinstance(value, numpy.ndarray):
            return {"$tensor": self.tensor(value)}
        if numpy is not None and isinstance(value, numpy.generic):
            return {"$scalar": self.tensor(numpy.asarray(value))}
        if image is not None and isinstance(value, image.Image):
            return self.image(value)
        if hasattr(type(value), "__dataclass_fields__"):
            fields = [name for name, field in value.__dataclass_fields__.items() if field._field_type.name == "_FIELD"]  # no ClassVar
            made = {name: self.encode(getattr(value, name), depth) for name in fields}
            return {"$model": made} if _finishes_itself(value) else made
        if hasattr(type(value), "model_fields") and hasattr(value, "model_dump"):
            return {"$model": {name: self.encode(getattr(value, name), depth) for name in type(value).model_fields}}
        if hasattr(value, "__array__"):  # a torch tensor, say
            import numpy as np

            return {"$tensor": self.tensor(np.asarray(value))}
        raise TypeError(f"a value of type {type(value).__module__}.{type(value).__qualname__} cannot be passed to a modelet")

    def image(self, value: Any) -> dict[str, Any]:
        import numpy as np

        if value.mode not in _CHANNELS:
            raise TypeError(f"an image of mode {value.mode} cannot be passed; convert it to one of {', '.join(_CHANNELS)}")
        return {"$image": self.tensor(np.asarray(value)), "mode": value.mode}


def _finishes_itself(value: Any) -> bool:
    """Whether the class of a dataclass instance had more to do than to store its arguments."""
    return hasattr(value, "__post_init__") or not all(field.init for field in value.__dataclass_fields__.values())


def _encode_int(value: int) -> Any:
    return int(value) if -_SAFE <= value <= _SAFE else {"$int": str(int(value))}


def _encode_float(value: float) -> Any:
    number = float(value)
    if number - number == 0.0:
        return number
    return {"$float": "nan" if number != number else "inf" if number > 0 else "-inf"}


def _encode_str(value: str) -> Any:
    if value.isascii() or not _SURROGATES.search(value):
        return str.__str__(value)
    return {"$str": [ord(piece) if _SURROGATES.match(piece) else piece for piece in re.split("([\ud800-\udfff])", value) if piece]}


def _encode_bytes(value: bytes | bytearray) -> str:
    return b2a_base64(value, newline=False).decode("ascii")


def _same(value: Any) -> Any:
    return value


def _bounds(value: range | slice) -> tuple[Any, Any, Any]:
    return value.start, value.stop, value.step


_LEAVES: dict[type, Callable[[Any], Any]] = {
    type(None): _same,
    bool: _same,
    int: _encode_int,
    float: _encode_float,
    str: _encode_str,
    complex: lambda value: {"$complex": [_encode_float(value.real), _encode_float(value.imag)]},
    bytes: lambda value: {"$bytes": _encode_bytes(value)},
    bytearray: lambda value: {"$bytearray": _encode_bytes(value)},
}
_PARTS: dict[type, tuple[str | None, Callable[[Any], Iterable[Any]]]] = {
    list: (None, _same),
    tuple: ("$tuple", _same),
    set: ("$set", _same),
    frozenset: ("$frozenset", _same),
    range: ("$range", _bounds),
    slice: ("$slice", _bounds),
}
_KINDS = frozenset({*_LEAVES, *_PARTS, dict})


# Decoding ------------------------------------------------------------------------------------------------------------


def decode(value: Any, tensors: Tensors) -> Any:
    """The Python value of a typed value; arrays share the memory of `tensors`. Raises ValueError for one that is malformed."""
    if isinstance(value, list):
        return [decode(item, tensors) for item in value]
    if not isinstance(value, dict):
        return value
    if not any(key.startswith("$") for key in value):
        return {key: decode(item, tensors) for key, item in value.items()}
    tags = tuple(value)
    if tags in _PLAIN_READERS:
        return _PLAIN_READERS[tags](*value.values())
    if tags in _READERS:
        return _READERS[tags](tensors, *value.values())
    known = ", ".join(" and ".join(keys) for keys in (*_PLAIN_READERS, *_READERS))
    raise ValueError(f"an object with the keys {', '.join(tags)} is no typed value; the forms are {known}")


def decode_text(text: bytes, tensors: Tensors) -> Any:
    """The value of an answer `{"value": …}`. Raises ValueError for one that is malformed."""
    value = json.loads(text)["value"]
    return decode(value, tensors) if b'"$' in text else value  # every tagged form has a key that begins with "$"


def _require(condition: bool, tag: str, value: object) -> None:
    if not condition:
        raise ValueError(f"malformed {tag}: {value!r:.80}")


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _items(tag: str, value: Any, tensors: Tensors) -> list[Any]:
    _require(isinstance(value, list), tag, value)
    return [decode(item, tensors) for item in value]


def _hashable(tag: str, build: Callable[[Any], Any], items: list[Any]) -> Any:
    try:
        return build(items)
    except TypeError as error:
        raise ValueError(f"malformed {tag}: {error}") from None


def _decode_int(value: Any) -> int:
    _require(isinstance(value, str) and _DIGITS.fullmatch(value) is not None, "$int", value)
    return int(value)


def _decode_float(value: Any) -> float:
    _require(value in ("nan", "inf", "-inf"), "$float", value)
    return float(value)


def _decode_complex(tensors: Tensors, value: Any) -> complex:
    parts = _items("$complex", value, tensors)
    _require(len(parts) == 2 and all(isinstance(part, float) or _is_int(part) for part in parts), "$complex", value)
    try:
        return complex(*parts)
    except OverflowError as error:
        raise ValueError(f"malformed $complex: {error}") from None


def _decode_str(value: Any) -> str:
    _require(isinstance(value, list), "$str", value)
    for piece in value:
        _require(isinstance(piece, str) or (_is_int(piece) and 0xD800 <= piece <= 0xDFFF), "$str", value)
    return "".join(piece if isinstance(piece, str) else chr(piece) for piece in value)


def _decode_bytes(value: Any) -> bytes:
    _require(isinstance(value, str), "$bytes", value)
    try:
        return a2b_base64(value, strict_mode=True)
    except (Base64Error, ValueError) as error:
        raise ValueError(f"malformed $bytes: {error}") from None


def _decode_dict(tensors: Tensors, value: Any) -> dict[Any, Any]:
    _require(isinstance(value, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in value), "$dict", value)
    pairs = [(decode(key, tensors), decode(item, tensors)) for key, item in value]
    return dict(_hashable("$dict", dict, pairs))


def _decode_range(tensors: Tensors, value: Any) -> range:
    parts = _items("$range", value, tensors)
    _require(len(parts) == 3 and all(map(_is_int, parts)) and parts[2] != 0, "$range", value)
    return range(*parts)


def _decode_slice(tensors: Tensors, value: Any) -> slice:
    parts = _items("$slice", value, tensors)
    _require(len(parts) == 3, "$slice", value)
    return slice(*parts)


def _decode_tensor(tensors: Tensors, index: Any) -> np.ndarray:
    if not _is_int(index) or not 0 <= index < tensors.tensor_count():
        raise ValueError(f"no tensor {index!r:.80}; the message has {tensors.tensor_count()}")
    return tensors.array(index)


def _decode_row(tensors: Tensors, index: Any, row: Any) -> np.ndarray:
    array = _decode_tensor(tensors, index)
    _require(array.ndim > 0 and _is_int(row) and 0 <= row < array.shape[0], "row", row)
    return array[row]  # type: ignore[no-any-return]


def _decode_scalar(tensors: Tensors, index: Any) -> Any:
    array = _decode_tensor(tensors, index)
    _require(array.ndim == 0, "$scalar", f"a tensor of shape {array.shape}")
    return array[()]


def _decode_image(tensors: Tensors, index: Any, mode: Any) -> Any:
    array = _decode_tensor(tensors, index)
    _require(isinstance(mode, str) and mode in _CHANNELS, "image mode", mode)
    channels = () if _CHANNELS[mode] == 1 else (_CHANNELS[mode],)
    fits = array.dtype.name == "uint8" and array.ndim >= 2 and array.shape[2:] == channels
    _require(fits, "$image", f"{mode} of {array.dtype} {array.shape}")
    from PIL import Image

    return Image.frombytes(mode, (array.shape[1], array.shape[0]), array.tobytes())


_PLAIN_READERS: dict[tuple[str, ...], Callable[..., Any]] = {
    ("$int",): _decode_int,
    ("$float",): _decode_float,
    ("$str",): _decode_str,
    ("$bytes",): _decode_bytes,
    ("$bytearray",): lambda value: bytearray(_decode_bytes(value)),
}
_READERS: dict[tuple[str, ...], Callable[..., Any]] = {
    ("$complex",): _decode_complex,
    ("$tuple",): lambda tensors, value: tuple(_items("$tuple", value, tensors)),
    ("$set",): lambda tensors, value: _hashable("$set", set, _items("$set", value, tensors)),
    ("$frozenset",): lambda tensors, value: _hashable("$frozenset", frozenset, _items("$frozenset", value, tensors)),
    ("$dict",): _decode_dict,
    ("$range",): _decode_range,
    ("$slice",): _decode_slice,
    ("$tensor",): _decode_tensor,
    ("$tensor", "row"): _decode_row,
    ("$scalar",): _decode_scalar,
    ("$image", "mode"): _decode_image,
}
