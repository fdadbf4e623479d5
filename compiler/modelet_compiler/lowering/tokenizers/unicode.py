"""What Hugging Face's `tokenizers` does to each of Unicode's characters, learnt by asking it.

Its parts follow several versions of Unicode, none of them Python's, so nothing here looks into `unicodedata`: each question is
put to the installed package for all code points, and the answers are kept in the toolchain's cache.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.toolchain.paths import cache_folder

CODE_POINTS = 0x110000
_SYLLABLES = range(0xAC00, 0xAC00 + 11172)

Mask = np.ndarray[Any, np.dtype[np.bool_]]
Classes = np.ndarray[Any, np.dtype[np.uint8]]


@dataclass
class CharacterMap:
    """What each character becomes on its own. Those that no field names stay; `mapped` leaves Hangul syllables out."""

    dropped: list[tuple[int, int]] = field(default_factory=list)  # inclusive ranges
    spaced: list[tuple[int, int]] = field(default_factory=list)  # those that get a space on both sides
    mapped: dict[int, str] = field(default_factory=dict)
    hangul: bool = False  # syllables are decomposed into their parts


@cache
def _scalars() -> list[int]:
    return [code for code in range(CODE_POINTS) if not 0xD800 <= code < 0xE000]


def ranges_to_mask(ranges: list[tuple[int, int]]) -> Mask:
    """True for each member, [0x110000]."""
    mask = np.zeros(CODE_POINTS, dtype=bool)
    for first, last in ranges:
        mask[first : last + 1] = True
    return mask


def codes_to_ranges(codes: list[int]) -> list[tuple[int, int]]:
    """Rising code points as inclusive ranges."""
    ranges: list[tuple[int, int]] = []
    for code in codes:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1] = (ranges[-1][0], code)
        else:
            ranges.append((code, code))
    return ranges


def _kept(name: str, make: Callable[[], Any]) -> Any:
    """The answer from the cache, made and stored when it is missing."""
    import tokenizers

    question = f"{name} {tokenizers.__version__} {hashlib.sha256(Path(__file__).read_bytes()).hexdigest()}"
    try:
        path = cache_folder("unicode") / f"{hashlib.sha256(question.encode()).hexdigest()[:32]}.json"
        if path.exists():
            return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return make()
    made = make()
    _store(path, json.dumps(made))
    return made


def _store(path: Path, text: str) -> None:
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:  # a full or read-only cache costs time, nothing else
        part.unlink(missing_ok=True)


# ---------------------------------------------------------------------------------------------- normalisers


def _normalized(normalizer: Any, separator: str) -> list[tuple[int, str]]:
    """What each scalar value becomes. The separator is left alone by the normaliser and comes out of nothing else."""
    codes = [code for code in _scalars() if code != ord(separator)]
    pieces = normalizer.normalize_str(separator.join(map(chr, codes))).split(separator)
    return list(zip(codes, pieces, strict=True))


def _ask_map(make: Callable[[Any], Any], separator: str) -> dict[str, Any]:
    from tokenizers import normalizers

    changed = [(code, piece) for code, piece in _normalized(make(normalizers), separator) if piece != chr(code)]
    syllables = [code for code, piece in changed if code in _SYLLABLES and piece == hangul_parts(code)]
    hangul = len(syllables) == len(_SYLLABLES)
    left = [(code, piece) for code, piece in changed if not (hangul and code in _SYLLABLES)]
    spaced = [code for code, piece in left if piece == f" {chr(code)} "]
    special = set(spaced)
    return {
        "dropped": codes_to_ranges([code for code, piece in left if piece == ""]),
        "spaced": codes_to_ranges(spaced),
        "mapped": [[code, piece] for code, piece in left if piece != "" and code not in special],
        "hangul": hangul,
    }


def hangul_parts(code: int) -> str:
    """A Hangul syllable's canonical decomposition."""
    lead, rest = divmod(code - 0xAC00, 588)
    vowel, trail = divmod(rest, 28)
    return chr(0x1100 + lead) + chr(0x1161 + vowel) + (chr(0x11A7 + trail) if trail else "")


def _bert(**on: bool) -> Callable[[Any], Any]:
    options = {"clean_text": False, "handle_chinese_chars": False, "strip_accents": False, "lowercase": False, **on}
    return lambda normalizers: normalizers.BertNormalizer(**options)


_QUESTIONS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "clean": (_bert(clean_text=True), "x"),
    "chinese": (_bert(handle_chinese_chars=True), "x"),
    "lowercase": (lambda normalizers: normalizers.Lowercase(), "\x01"),
    "NFD": (lambda normalizers: normalizers.NFD(), "\x01"),
    "NFKD": (lambda normalizers: normalizers.NFKD(), "\x01"),
    "accents": (lambda normalizers: normalizers.StripAccents(), "\x01"),
    "bert_nfd_accents": (_bert(strip_accents=True), "\x01"),
}

CHARACTER_MAPS = ("clean", "chinese", "lowercase", "NFD", "NFKD", "accents", "bert_accents")


@cache
def character_map(name: str) -> CharacterMap:
    """One of CHARACTER_MAPS."""
    if name == "bert_accents":
        return _bert_accents()
    make, separator = _QUESTIONS[name]
    answer = _kept(name, lambda: _ask_map(make, separator))
    mapped = {int(code): str(piece) for code, piece in answer["mapped"]}
    return CharacterMap(_pairs(answer["dropped"]), _pairs(answer["spaced"]), mapped, answer["hangul"])


def _pairs(items: list[list[int]]) -> list[tuple[int, int]]:
    return [(first, last) for first, last in items]


def _bert_accents() -> CharacterMap:
    """BertNormalizer decomposes, then drops marks; the marks it drops are those that come to nothing."""
    return CharacterMap(dropped=character_map("bert_nfd_accents").dropped)


@cache
def combining_classes() -> Classes:
    """The rank of each character's canonical combining class; 0 for starters. Ranks order as classes do."""
    ranks = _kept("combining", _ask_classes)
    classes = np.zeros(CODE_POINTS, dtype=np.uint8)
    for rank, codes in enumerate(ranks):
        classes[codes] = rank + 1
    return classes


def _ask_classes() -> list[list[int]]:
    """Marks by rising class, found by watching which of two marks comes first."""
    from tokenizers import normalizers

    nfd = normalizers.NFD().normalize_str
    decomposed = character_map("NFD").mapped
    codes = [code for code in _scalars() if code not in decomposed and code not in _SYLLABLES and code != 0x0A]
    marks = sorted(_swapped(nfd, codes, "\u0345{}") | _swapped(nfd, codes, "{}\u0334"))

    def before(left: int, right: int) -> bool:
        return left != right and bool(nfd(f"a{chr(right)}{chr(left)}") == f"a{chr(left)}{chr(right)}")

    ranks: list[list[int]] = []
    for mark in marks:
        low, high = 0, len(ranks)
        while low < high:
            middle = (low + high) // 2
            if before(ranks[middle][0], mark):
                low = middle + 1
            else:
                high = middle
        if low < len(ranks) and not before(mark, ranks[low][0]):
            ranks[low].append(mark)
        else:
            ranks.insert(low, [mark])
    return ranks


def _swapped(nfd: Callable[[str], str], codes: list[int], form: str) -> set[int]:
    """Characters that change places with the mark beside them."""
    texts = ["a" + form.format(chr(code)) for code in codes]
    results = nfd("\n".join(texts)).split("\n")
    return {code for code, text, result in zip(codes, texts, results, strict=True) if text != result}


@cache
def composition_pairs() -> list[tuple[int, int, int]]:
    """(first, second, composed) of canonical composition, sorted; without Hangul."""
    return [(first, second, composed) for first, second, composed in _kept("composition", _ask_pairs)]


def _ask_pairs() -> list[tuple[int, int, int]]:
    from tokenizers import normalizers

    nfc = normalizers.NFC().normalize_str
    pairs = []
    for code, parts in character_map("NFD").mapped.items():
        start = nfc(parts[:-1]) if nfc(chr(code)) == chr(code) else ""
        if len(start) == 1 and nfc(start + parts[-1]) == chr(code):
            pairs.append((ord(start), ord(parts[-1]), code))
    return sorted(pairs)


# ---------------------------------------------------------------------------------------------- pre-tokenisers


def _uncovered_and_alone(make: Callable[[Any], Any], codes: list[int], companion: str) -> tuple[list[int], list[int]]:
    """Of characters that each follow `companion`: those that belong to no word, and those that are a word of their own."""
    from tokenizers import pre_tokenizers

    text = "".join(companion + chr(code) for code in codes)
    covered = np.zeros(len(text), dtype=bool)
    alone = np.zeros(len(text), dtype=bool)
    for _, (first, last) in make(pre_tokenizers).pre_tokenize_str(text):
        covered[first:last] = True
        alone[first] = last - first == 1
    positions = range(1, len(text), 2)
    uncovered = [code for code, at in zip(codes, positions, strict=True) if not covered[at]]
    return uncovered, [code for code, at in zip(codes, positions, strict=True) if covered[at] and alone[at]]


def _ask_split(make: Callable[[Any], Any], removed: bool) -> list[tuple[int, int]]:
    uncovered, alone = _uncovered_and_alone(make, _scalars(), "a")
    return codes_to_ranges(uncovered if removed else alone)


def _ask_words(spaces: bool) -> list[tuple[int, int]]:
    """Members of `\\w` or `\\s` in the expression of the Whitespace pre-tokeniser; guesses keep the number of words small."""

    def make(module: Any) -> Any:
        return module.Whitespace()

    likely = [code for code in _scalars() if chr(code).isalnum()]
    others = sorted(set(_scalars()) - set(likely))
    no_word, wrong = _uncovered_and_alone(make, likely, "a")
    space, words = _uncovered_and_alone(make, others, "!")
    if spaces:
        return codes_to_ranges(sorted(no_word + space))
    return codes_to_ranges(sorted((set(likely) - set(no_word) - set(wrong)) | set(words)))


_SPLIT_QUESTIONS: dict[str, Callable[[], list[tuple[int, int]]]] = {
    "whitespace": lambda: _ask_split(lambda module: module.WhitespaceSplit(), True),
    "bert_punctuation": lambda: _ask_split(lambda module: module.BertPreTokenizer(), False),
    "punctuation": lambda: _ask_split(lambda module: module.Punctuation("isolated"), False),
    "digits": lambda: _ask_split(lambda module: module.Digits(individual_digits=True), False),
    "words": lambda: _ask_words(False),
    "word_spaces": lambda: _ask_words(True),
    "added_words": lambda: _ask_traits("single_word"),
    "added_spaces": lambda: _ask_traits("lstrip"),
}


@cache
def character_class(name: str) -> Mask:
    """The members of a class: "whitespace", "bert_punctuation", "punctuation", "digits", "words", "word_spaces", or of what added
    tokens look at beside them, "added_words" and "added_spaces".
    """
    return ranges_to_mask([(first, last) for first, last in _kept(name, _SPLIT_QUESTIONS[name])])


@cache
def expression_class(source: str) -> Mask:
    """The characters that a regular expression for one character matches. Raises Refused when it is not well formed."""
    return ranges_to_mask([(first, last) for first, last in _kept(f"expression {source}", lambda: _ask_expression(source))])


def mask_of(characters: str) -> Mask:
    """These characters."""
    mask = np.zeros(CODE_POINTS, dtype=bool)
    mask[[ord(character) for character in characters]] = True
    return mask


@cache
def _samples() -> list[int]:
    """Scalar values that stand for all: each up to plane 3, and those from each to the next where planes are empty or private."""
    return [
        code
        for code in _scalars()
        if code < 0x40000 or 0xE0000 <= code < 0xE1000 or code & 0xFFFF in (0, 0xFFFE, 0xFFFF) or code == 0xE1000
    ]


def _ask_expression(source: str) -> list[tuple[int, int]]:
    from tokenizers import Regex, pre_tokenizers

    codes = _samples()
    text = "".join(map(chr, codes))  # runs of members are found at once
    try:
        pieces = pre_tokenizers.Split(Regex(f"(?:{source})+"), "removed").pre_tokenize_str(text)
    except Exception as error:  # whatever the binding raises
        raise Refused(f"the tokenizer's regular expression `{source}` is not well formed: {error}", "see the tokenizer.json") from None
    matched = np.ones(len(text), dtype=bool)
    for _, (first, last) in pieces:
        matched[first:last] = False
    members = [index for index, member in enumerate(matched.tolist()) if member]
    last_of = [*(code - 1 for code in codes[1:]), CODE_POINTS - 1]
    return codes_to_ranges([code for index in members for code in range(codes[index], last_of[index] + 1) if not 0xD800 <= code < 0xE000])


def _ask_traits(option: str) -> list[tuple[int, int]]:
    """Characters that keep a single-word token from matching, or that a stripping token takes."""
    from tokenizers import AddedToken, Tokenizer, models

    tokenizer = Tokenizer(models.WordLevel({"?": 0}, unk_token="?"))
    tokenizer.add_tokens([AddedToken("[X]", normalized=False, **{option: True})])
    members: list[int] = []
    everything = _scalars()
    for start in range(0, len(everything), 8192):
        codes = everything[start : start + 8192]
        encoding = tokenizer.encode("".join(f"!{chr(code)}[X]!" for code in codes))
        begins = {first for identifier, (first, _) in zip(encoding.ids, encoding.offsets, strict=True) if identifier == 1}
        shift = 1 if option == "lstrip" else 2
        found = {code for index, code in enumerate(codes) if index * 6 + shift in begins}
        members += sorted(found if option == "lstrip" else set(codes) - found)
    return codes_to_ranges(members)
