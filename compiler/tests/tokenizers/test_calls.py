"""Which calls of a tokenizer are compiled, to what, and which are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modelet_compiler.ir.types import ArrayType, BoolType, FloatType, IntType, ListType, NoneType, StrType, Type
from modelet_compiler.lowering.adapter import Argument, NativeCall, Refused
from modelet_compiler.lowering.tokenizers import BatchEncodingType, NativeTokenizer, TokenizerAdapter
from modelet_compiler.toolchain import compile_sources

Tokenizers = Callable[[str], Any]

TEXT, TEXTS, NUMBER, IDS = StrType(), ListType(StrType()), IntType(), ListType(IntType())
BATCH = ListType(IDS)


@pytest.fixture
def native(tokenizer: Tokenizers) -> NativeTokenizer:
    return TokenizerAdapter().lower(tokenizer("minilm"), "sample")


def constant(value: Any) -> Argument:
    types: dict[type, Type] = {bool: BoolType(), int: IntType(), str: StrType(), type(None): NoneType(), float: FloatType()}
    return Argument(types[type(value)], value, True)


def call(native: NativeTokenizer, method: str, *types: Type, **constants: Any) -> NativeCall:
    keywords = {name: value if isinstance(value, Argument) else constant(value) for name, value in constants.items()}
    return native.call(method, [Argument(type_) for type_ in types], keywords)


def test_tokenizers_are_found_by_the_names_of_their_classes(tokenizer: Tokenizers) -> None:
    assert TokenizerAdapter().matches(tokenizer("minilm"))
    assert TokenizerAdapter().matches(tokenizer("added"))
    assert not TokenizerAdapter().matches(tokenizer("minilm").backend_tokenizer)
    assert not TokenizerAdapter().matches("text")


def test_a_call_gives_an_encoding_of_the_form_that_was_asked_for(native: NativeTokenizer) -> None:
    forms = {(TEXT, None): "list", (TEXTS, None): "lists", (TEXT, "pt"): "torch", (TEXTS, "np"): "numpy"}
    for (type_, tensors), form in forms.items():
        result = call(native, "__call__", type_, padding=True, return_tensors=tensors).result
        assert isinstance(result, BatchEncodingType)
        assert (result.form, result.python, result.cpp) == (form, "BatchEncoding", "modelet::tokenizers::Encoding")


def test_an_encoding_has_the_items_of_its_form(native: NativeTokenizer) -> None:
    arrays = call(native, "__call__", TEXTS, padding=True, return_tensors="np", return_token_type_ids=False).result
    assert isinstance(arrays, BatchEncodingType)
    assert arrays.item(constant("attention_mask")).result == ArrayType("int64", 2)
    assert arrays.attribute("input_ids").cpp == "modelet::tokenizers::input_ids_as_array"
    with pytest.raises(Refused, match="token_type_ids"):
        arrays.item(constant("token_type_ids"))
    lists = call(native, "__call__", TEXTS).result
    assert isinstance(lists, BatchEncodingType)
    assert lists.item(constant("input_ids")).result == BATCH


def test_what_transformers_takes_for_granted_is_written_out(native: NativeTokenizer) -> None:
    def body(**options: Any) -> str:
        before = set(native._rules.wrappers)
        name = call(native, "__call__", TEXTS, **options).cpp.rsplit("::", 1)[1]
        del before
        return native._rules.wrappers[name].body

    assert "truncation = Truncation::longest_first" in body(max_length=7)
    assert "maximum = 7" in body(max_length=7)
    assert "truncation = Truncation::none" in body(max_length=7, padding=True)
    assert "maximum = 512" in body(truncation=True)
    assert "Padding::maximum" in body(padding="max_length")
    assert "Padding::none" in body(padding="do_not_pad", truncation="do_not_truncate")
    assert "special_tokens = false" in body(add_special_tokens=False)
    assert "multiple_of = 8" in body(padding=True, pad_to_multiple_of=8)


def test_a_maximum_known_at_run_time_is_passed_on(native: NativeTokenizer) -> None:
    accepted = call(native, "__call__", TEXTS, truncation=True, max_length=Argument(NUMBER))
    assert accepted.passes == (0, "max_length")
    assert call(native, "__call__", TEXTS, padding=True, max_length=Argument(NUMBER)).passes == (0,)


def test_equal_calls_share_a_function(native: NativeTokenizer) -> None:
    first = call(native, "__call__", TEXTS, padding=True)
    assert call(native, "__call__", TEXTS, padding="longest").cpp == first.cpp
    assert call(native, "__call__", TEXTS, padding=False).cpp != first.cpp


@pytest.mark.parametrize(
    ("method", "types", "options", "reason"),
    [
        ("__call__", (), {}, "without 'text'"),
        ("__call__", (NUMBER,), {}, "IntType"),
        ("__call__", (TEXTS, TEXTS), {}, "text_pair"),
        ("__call__", (TEXTS,), {"padding": "widest"}, "not a valid PaddingStrategy"),
        ("__call__", (TEXTS,), {"padding": None}, "not a valid PaddingStrategy"),
        ("__call__", (TEXTS,), {"truncation": "some"}, "not a valid TruncationStrategy"),
        ("__call__", (TEXTS,), {"truncation": "only_second"}, "only_second"),
        ("__call__", (TEXTS,), {"return_tensors": "mlx"}, "return_tensors"),
        ("__call__", (TEXTS,), {"return_tensors": "np"}, "array of objects"),
        ("__call__", (TEXTS,), {"return_offsets_mapping": True}, "return_offsets_mapping"),
        ("__call__", (TEXTS,), {"unheard_of": True}, "unheard_of"),
        ("__call__", (TEXTS,), {"padding": True, "padding_side": "left"}, "left"),
        ("__call__", (TEXTS,), {"max_length": 2**70}, "max_length"),
        ("__call__", (TEXTS,), {"padding": Argument(BoolType())}, "run time"),
        ("__call__", (TEXTS,), {"padding": True, "truncation": True, "max_length": 9, "pad_to_multiple_of": 8}, "multiple"),
        ("tokenize", (TEXTS,), {}, "list"),
        ("decode", (ListType(FloatType()),), {}, "token_ids"),
        ("decode", (IDS,), {"clean_up_tokenization_spaces": 1}, "clean_up"),
        ("apply_chat_template", (TEXT,), {}, "apply_chat_template"),
    ],
)
def test_what_is_not_supported_is_refused(native: NativeTokenizer, method: str, types: Any, options: Any, reason: str) -> None:
    with pytest.raises(Refused, match=reason) as refused:
        call(native, method, *types, **options)
    assert refused.value.instead


def test_attributes_are_constants(native: NativeTokenizer) -> None:
    assert native.attribute("pad_token_id").constant == 0
    assert native.attribute("sep_token") == Argument(StrType(), "[SEP]", True)
    assert native.attribute("model_max_length").constant == 512
    assert native.attribute("eos_token_id").constant is None
    with pytest.raises(Refused, match="chat_template"):
        native.attribute("chat_template")


def test_every_accepted_call_compiles(native: NativeTokenizer) -> None:
    for type_ in (TEXT, TEXTS):
        for tensors in (None, "pt", "np"):
            call(native, "__call__", type_, padding=True, truncation=True, max_length=256, return_tensors=tensors)
        call(native, "encode", type_, padding=True, return_tensors="np")
        call(native, "encode", type_, truncation=True, max_length=Argument(NUMBER))
        call(native, "convert_tokens_to_ids", type_)
    for type_ in (NUMBER, IDS, BATCH):
        call(native, "decode", type_, skip_special_tokens=True)
    call(native, "batch_decode", BATCH, skip_special_tokens=Argument(BoolType()))
    call(native, "convert_ids_to_tokens", NUMBER)
    call(native, "convert_ids_to_tokens", IDS, skip_special_tokens=True)
    call(native, "tokenize", TEXT)
    call(native, "__len__")
    parts = native.parts()
    user = f"{parts.header}\nconst modelet::TextCodec *codec = &{parts.codec};\n"
    assert len(compile_sources({**parts.sources, "user.cpp": user})) == 2


def test_the_same_tokenizer_gives_the_same_bytes(tokenizer: Tokenizers) -> None:
    made = [TokenizerAdapter().lower(tokenizer("added"), "sample").parts().sources for _ in range(2)]
    assert made[0] == made[1]


def test_methods_of_other_classes_are_refused(tokenizer: Tokenizers) -> None:
    class Changed(type(tokenizer("minilm"))):  # type: ignore[misc]
        def _encode_plus(self, *arguments: Any, **options: Any) -> Any:
            return super()._encode_plus(*arguments, **options)

    other = tokenizer("minilm").__class__
    changed = object.__new__(Changed)
    changed.__dict__.update(tokenizer("minilm").__dict__)
    assert isinstance(changed, other)
    with pytest.raises(Refused, match="_encode_plus"):
        TokenizerAdapter().lower(changed, "sample")
