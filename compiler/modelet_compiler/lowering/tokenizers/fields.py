"""Reading JSON objects with checked types: what does not fit is refused with its name."""

from __future__ import annotations

from typing import Any

from modelet_compiler.lowering.adapter import Refused

_MISSING = object()


def is_text(value: object) -> bool:
    """Whether the value is a string that UTF-8 can carry."""
    if not isinstance(value, str):
        return False
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def check_vocabulary(vocabulary: dict[str, Any]) -> None:
    """Raises Refused unless every token has an id of its own, and the ids are small."""
    for token, identifier in vocabulary.items():
        if not isinstance(identifier, int) or isinstance(identifier, bool) or identifier < 0:
            raise Refused(f"the tokenizer's vocabulary gives {token!r} the id {identifier!r}", "use ids from 0 on")
    ids = vocabulary.values()
    if not ids:
        raise Refused("the tokenizer's vocabulary is empty", "train the tokenizer first")
    if len(set(ids)) != len(ids):
        raise Refused("two tokens of the tokenizer's vocabulary share an id", "give each token an id of its own")
    if max(ids) >= min(1 << 24, 4 * len(ids) + 65536):
        raise Refused(f"the tokenizer's largest id is {max(ids)} for {len(ids)} tokens", "number the tokens from 0 on, without large gaps")


class Fields:
    """The fields of one JSON object; `what` names it in messages."""

    def __init__(self, value: object, what: str) -> None:
        if not isinstance(value, dict):
            raise Refused(f"the tokenizer's {what} is not a JSON object", "save the tokenizer again with save_pretrained")
        self._values: dict[str, Any] = value
        self._what = what

    def get(self, name: str) -> Any:
        """The value, which must be there."""
        if name not in self._values:
            raise Refused(f"the tokenizer's {self._what} has no {name!r}", "save the tokenizer again with save_pretrained")
        return self._values[name]

    def optional(self, name: str) -> Any:
        """None when the field is missing or null."""
        return self._values.get(name)

    def string(self, name: str, default: object = _MISSING) -> str:
        """A text without lone surrogates."""
        value = self._value(name, default)
        return str(value) if is_text(value) else self._refuse(name, value, "a string")

    def boolean(self, name: str, default: object = _MISSING) -> bool:
        """A truth value; a null counts as the default."""
        value = self._value(name, default)
        return value if isinstance(value, bool) else self._refuse(name, value, "true or false")

    def integer(self, name: str, bits: int = 31) -> int:
        """From 0 to 2^bits - 1."""
        value = self.get(name)
        fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << bits
        return int(value) if fits else self._refuse(name, value, f"a whole number below 2^{bits}")

    def list(self, name: str) -> list[Any]:
        """A list of anything."""
        value = self.get(name)
        return value if isinstance(value, list) else self._refuse(name, value, "a list")

    def mapping(self, name: str) -> dict[str, Any]:
        """An object whose keys are texts."""
        value = self.get(name)
        if isinstance(value, dict) and all(is_text(key) for key in value):
            return value
        return dict(self._refuse(name, value, "an object"))

    def _value(self, name: str, default: object) -> Any:
        """A null counts as the default, when there is one."""
        if default is not _MISSING and self._values.get(name) is None:
            return default
        return self.get(name)

    def _refuse(self, name: str, value: object, wanted: str) -> Any:
        shown = repr(value)
        shown = shown if len(shown) <= 60 else shown[:57] + "..."
        raise Refused(f"{name!r} of the tokenizer's {self._what} is {shown}, not {wanted}", "save the tokenizer again with save_pretrained")
