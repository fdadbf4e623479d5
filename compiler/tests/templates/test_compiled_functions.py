"""Functions that call `tokenizer.apply_chat_template` give what they give in Python, once compiled."""

# ruff: noqa: E501

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
from transformers import PreTrainedTokenizerFast

import modelet
from modelet_compiler import build
from modelet_compiler.ir.types import BoolType, DictType, IntType, JsonType, ListType, NoneType, SetType, StrType
from modelet_compiler.lowering.adapter import Argument, Refused
from modelet_compiler.lowering.tokenizers.adapter import TokenizerAdapter

TEMPLATE = """{{- bos_token -}}
{%- if tools %}{% for tool in tools %}{{ tool | tojson(indent=2) }}
{% endfor %}{% endif -%}
{%- for message in messages %}
{%- if message.role not in ['user', 'assistant', 'system', 'tool'] %}{{ raise_exception('no such role: ' ~ message.role) }}{% endif %}
{{- '<|' + message['role'] + '|>' + message['content'] | trim + '\n' }}
{%- if message.extra is defined %}{{ message.extra }}{% endif %}
{%- endfor %}
{%- for document in documents or [] %}[{{ document.title }}]{% endfor %}
{%- if enable_thinking is defined and enable_thinking %}<think>{% endif %}
{%- if add_generation_prompt %}<|assistant|>{% endif %}"""

WORDS = ["[PAD]", "[UNK]", "[BOS]", "<", "|", ">", "user", "assistant", "system", "hello", "world", "what", "is", "##s", "a", "?", "!"]
TOOL = {
    "type": "function",
    "function": {"name": "weather", "parameters": {"type": "object", "properties": {"città": {"enum": [1, 2.5, None]}}}},
}


def made() -> Any:
    backend = Tokenizer(models.WordPiece({word: at for at, word in enumerate(WORDS)}, unk_token="[UNK]"))
    backend.normalizer = normalizers.BertNormalizer(lowercase=True)
    backend.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=backend, unk_token="[UNK]", pad_token="[PAD]", bos_token="[BOS]", model_max_length=64
    )
    tokenizer.chat_template = TEMPLATE
    return tokenizer


def functions(tokenizer: Any) -> list[Callable[..., Any]]:
    def plain(messages: list[dict[str, str]], prompt: bool) -> str:
        return tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=prompt)  # type: ignore[no-any-return]

    def anything(messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None) -> str:
        return tokenizer.apply_chat_template(messages, tools=tools, tokenize=False, add_generation_prompt=True)  # type: ignore[no-any-return]

    def made_inside(question: str) -> str:
        messages = [{"role": "system", "content": "a"}]
        messages.append({"role": "user", "content": question})
        return tokenizer.apply_chat_template(  # type: ignore[no-any-return]
            messages, None, [{"title": "t", "n": 1}], tokenize=False, enable_thinking=True, bos_token="<b>"
        )

    def continued(messages: list[dict[str, str]]) -> str:
        return tokenizer.apply_chat_template(messages, tokenize=False, continue_final_message=True)  # type: ignore[no-any-return]

    def other(messages: list[dict[str, str]]) -> str:
        return tokenizer.apply_chat_template(  # type: ignore[no-any-return]
            messages, chat_template="{% for m in messages %}{{ loop.index }}{{ m }}{% endfor %}", tokenize=False
        )

    def ids(messages: list[dict[str, str]]) -> list[int]:
        return tokenizer.apply_chat_template(messages, return_dict=False)  # type: ignore[no-any-return]

    def encoding(messages: list[dict[str, str]], limit: int) -> list[int]:
        encoded = tokenizer.apply_chat_template(messages, truncation=True, max_length=limit, add_generation_prompt=True)
        return encoded["input_ids"] + encoded["attention_mask"]  # type: ignore[no-any-return]

    def arrays(messages: list[dict[str, str]]) -> np.ndarray:  # type: ignore[type-arg]
        return tokenizer.apply_chat_template(messages, return_tensors="np", return_dict=False)  # type: ignore[no-any-return]

    def handled(messages: list[dict[str, str]]) -> str:
        try:
            return tokenizer.apply_chat_template(messages, tokenize=False)  # type: ignore[no-any-return]
        except Exception as error:
            return f"refused: {error}"

    return [plain, anything, made_inside, continued, other, ids, encoding, arrays, handled]


HELLO = [{"role": "user", "content": "  Hello world? "}]
LONG = [{"role": "system", "content": "a"}, *HELLO, {"role": "assistant", "content": "what is ß 😀"}]
WRONG = [{"role": "robot", "content": "x"}]

ARGUMENTS: dict[str, list[tuple[Any, ...]]] = {
    "plain": [(HELLO, True), (LONG, False), (WRONG, False), ([], False), ([{"role": "user"}], False)],
    "anything": [
        (HELLO, None), (LONG, [TOOL]), (LONG, []), (LONG, [TOOL, {"a": [1, None, {"b": 1e300}]}]), ([{"role": "user", "content": None}], None),
        ([{"role": "user", "content": "a", "extra": {"x": [1, 2.5, "it's", None, True]}}], None), ([{"role": "user", "content": [1]}], None),
    ],
    "made_inside": [("what?",), ("",)],
    "continued": [(LONG,), (HELLO,)],
    "other": [(LONG,)],
    "ids": [(HELLO,), (LONG,), (WRONG,)],
    "encoding": [(LONG, 5), (LONG, 60), (HELLO, 1)],
    "arrays": [(LONG,)],
    "handled": [(HELLO,), (WRONG,), ([{"role": "user"}],)],
}  # fmt: skip


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Any:
    artifact = build(functions(made()), output=tmp_path_factory.mktemp("layout"), name="@local/chatting")
    return modelet.load(str(artifact.layout))


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        value = function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)
    return ("array", value.dtype.name, value.tolist()) if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("name", list(ARGUMENTS))
def test_results_and_errors_are_those_of_python(compiled: Any, name: str) -> None:
    function = next(one for one in functions(made()) if one.__name__ == name)
    for arguments in ARGUMENTS[name]:
        assert outcome(compiled.function(name).call, arguments) == outcome(function, arguments)


MESSAGES = Argument(ListType(DictType(StrType(), StrType())))


def constant(value: Any) -> Argument:
    types = {str: StrType(), bool: BoolType(), int: IntType(), type(None): NoneType()}
    return Argument(types[type(value)], value, True)


@pytest.mark.parametrize(
    ("conversation", "options", "reason"),
    [
        (None, {}, "without a conversation"),
        (Argument(StrType()), {}, "not a list of dicts"),
        (Argument(ListType(MESSAGES.type)), {}, "several conversations"),
        (Argument(ListType(DictType(StrType(), SetType(StrType())))), {}, "not a list of dicts"),
        (MESSAGES, {"tools": Argument(ListType(SetType(IntType())))}, "tools of tokenizer.apply_chat_template"),
        (MESSAGES, {"messages": constant(1)}, "no variable that may be given"),
        (MESSAGES, {"chat_template": Argument(StrType())}, "only known at run time"),
        (MESSAGES, {"chat_template": constant("{% if %}")}, "not valid Jinja: line 1"),
        (MESSAGES, {"chat_template": constant("a\n{% include 'x' %}")}, "{% include %}, which is not compiled (line 2"),
        (MESSAGES, {"chat_template": constant("{% extends 'x' %}")}, "{% extends %}"),
        (MESSAGES, {"chat_template": constant("{% block a %}{% endblock %}")}, "{% block %}"),
        (MESSAGES, {"chat_template": constant("\n\n{{ x|pprint }}")}, "the filter 'pprint', which is not compiled (line 3"),
        (MESSAGES, {"chat_template": constant("{{ lipsum() }}")}, "'lipsum'"),
        (MESSAGES, {"chat_template": constant("{{ x|nope }}")}, "nope"),
        (MESSAGES, {"chat_template": constant("{{ x + 99999999999999999999 }}")}, "99999999999999999999"),
        (MESSAGES, {"return_assistant_tokens_mask": constant(True)}, "return_assistant_tokens_mask"),
        (MESSAGES, {"tokenizer_kwargs": Argument(DictType(StrType(), JsonType()))}, "tokenizer_kwargs"),
        (MESSAGES, {"add_generation_prompt": constant("x")}, "not a bool"),
    ],
)  # fmt: skip
def test_what_is_not_compiled_is_refused(conversation: Argument | None, options: dict[str, Argument], reason: str) -> None:
    native = TokenizerAdapter().lower(made(), "refusing")
    with pytest.raises(Refused) as caught:
        native.call("apply_chat_template", [] if conversation is None else [conversation], {"tokenize": constant(False), **options})
    assert reason in caught.value.reason
