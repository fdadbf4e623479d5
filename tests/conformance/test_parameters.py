"""Every parameter that the official SDKs document: it acts, changes nothing, or is refused by its name."""

from __future__ import annotations

import json
from typing import Any, get_type_hints

import pytest
from anthropic.types import message_count_tokens_params, message_create_params
from anthropic.types.beta import message_create_params as beta_create_params
from openai.types import completion_create_params, embedding_create_params
from openai.types.chat import completion_create_params as chat_create_params
from openai.types.responses import input_token_count_params, response_create_params

import modelet

ACTS, CHANGES_NOTHING, REFUSED = "acts", "changes nothing", "is refused"
ASKED = [{"role": "user", "content": "options"}]
"""Is answered by what the model was asked for."""
SHOWN = [{"role": "user", "content": "arguments"}]
"""Is answered by what the function was given."""
CALLS = '<tool_call>{"name": "f", "arguments": {}}</tool_call>' * 2
FORMAT = {"type": "json_schema", "schema": {"type": "object"}}


def chat_tool() -> dict[str, Any]:
    return {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}


CHAT: dict[str, tuple[str, Any, dict[str, Any]]] = {
    # parameter: (what it does, value, what the request needs besides)
    "audio": (REFUSED, {"voice": "alloy", "format": "mp3"}, {}),
    "frequency_penalty": (ACTS, 0.5, {}),
    "function_call": (REFUSED, "auto", {}),
    "functions": (REFUSED, [{"name": "f"}], {}),
    "logit_bias": (ACTS, {"5": 1}, {}),
    "logprobs": (ACTS, True, {}),
    "max_completion_tokens": (ACTS, 3, {}),
    "max_tokens": (ACTS, 3, {}),
    "messages": (ACTS, [{"role": "user", "content": "other"}], {}),
    "metadata": (CHANGES_NOTHING, {"a": "b"}, {}),
    "modalities": (CHANGES_NOTHING, ["text"], {}),
    "model": (ACTS, "@local/chat", {}),
    "moderation": (REFUSED, {"model": "omni-moderation-latest"}, {}),
    "n": (ACTS, 2, {}),
    "parallel_tool_calls": (ACTS, False, {"tools": [chat_tool()], "messages": [{"role": "user", "content": CALLS}]}),
    "prediction": (CHANGES_NOTHING, {"type": "content", "content": "a"}, {}),
    "presence_penalty": (ACTS, 0.5, {}),
    "prompt_cache_key": (CHANGES_NOTHING, "a", {}),
    "prompt_cache_options": (CHANGES_NOTHING, {}, {}),
    "prompt_cache_retention": (CHANGES_NOTHING, "24h", {}),
    "reasoning_effort": (REFUSED, "low", {}),
    "response_format": (ACTS, {"type": "json_object"}, {}),
    "safety_identifier": (CHANGES_NOTHING, "a", {}),
    "seed": (ACTS, 5, {}),
    "service_tier": (CHANGES_NOTHING, "auto", {}),
    "stop": (ACTS, "content", {"messages": SHOWN}),
    "store": (CHANGES_NOTHING, True, {}),
    "stream": (ACTS, True, {}),
    "stream_options": (ACTS, {"include_usage": True}, {"stream": True}),
    "temperature": (ACTS, 0.5, {}),
    "tool_choice": (ACTS, "required", {"tools": [chat_tool()]}),
    "tools": (ACTS, [chat_tool()], {"messages": SHOWN}),
    "top_logprobs": (ACTS, 2, {"logprobs": True}),
    "top_p": (ACTS, 0.5, {}),
    "user": (CHANGES_NOTHING, "a", {}),
    "verbosity": (REFUSED, "low", {}),
    "web_search_options": (REFUSED, {}, {}),
}
COMPLETIONS: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "best_of": (REFUSED, 2, {}),
    "echo": (ACTS, True, {}),
    "frequency_penalty": (ACTS, 0.5, {}),
    "logit_bias": (ACTS, {"5": 1}, {}),
    "logprobs": (ACTS, 1, {}),
    "max_tokens": (ACTS, 1, {"prompt": "a|b"}),
    "model": (ACTS, "@local/chat", {}),
    "n": (ACTS, 2, {}),
    "presence_penalty": (ACTS, 0.5, {}),
    "prompt": (ACTS, "other", {}),
    "seed": (ACTS, 5, {}),
    "stop": (ACTS, "b", {"prompt": "abc"}),
    "stream": (ACTS, True, {}),
    "stream_options": (ACTS, {"include_usage": True}, {"stream": True}),
    "suffix": (REFUSED, "a", {}),
    "temperature": (ACTS, 0.5, {}),
    "top_p": (ACTS, 0.5, {}),
    "user": (CHANGES_NOTHING, "a", {}),
}
FUNCTION = {"type": "function", "name": "f", "parameters": {"type": "object"}, "strict": False}
RESPONSES: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "access_programs": (REFUSED, {}, {}),
    "background": (REFUSED, True, {}),
    "background_options": (REFUSED, {}, {}),
    "context_management": (REFUSED, [], {}),
    "conversation": (REFUSED, "conv_1", {}),
    "image": (REFUSED, {}, {}),
    "include": (ACTS, ["message.output_text.logprobs"], {}),
    "input": (ACTS, "other", {}),
    "instructions": (ACTS, "Be brief.", {"input": "arguments"}),
    "max_output_tokens": (ACTS, 20, {}),
    "max_tool_calls": (CHANGES_NOTHING, 3, {}),
    "metadata": (CHANGES_NOTHING, {"a": "b"}, {}),
    "model": (ACTS, "@local/chat", {}),
    "moderation": (REFUSED, {"model": "omni-moderation-latest"}, {}),
    "parallel_tool_calls": (ACTS, False, {"tools": [FUNCTION], "input": CALLS}),
    "previous_response_id": (REFUSED, "resp_1", {}),
    "prompt": (REFUSED, {"id": "pmpt_1"}, {}),
    "prompt_cache_key": (CHANGES_NOTHING, "a", {}),
    "prompt_cache_options": (CHANGES_NOTHING, {}, {}),
    "prompt_cache_retention": (CHANGES_NOTHING, "24h", {}),
    "reasoning": (REFUSED, {"effort": "low"}, {}),
    "safety_identifier": (CHANGES_NOTHING, "a", {}),
    "service_tier": (CHANGES_NOTHING, "auto", {}),
    "store": (CHANGES_NOTHING, True, {}),
    "stream": (ACTS, True, {}),
    "stream_options": (CHANGES_NOTHING, {"include_obfuscation": False}, {"stream": True}),
    "temperature": (ACTS, 0.5, {}),
    "text": (ACTS, {"format": {"type": "json_object"}}, {}),
    "tool_choice": (ACTS, "required", {"tools": [FUNCTION]}),
    "tools": (ACTS, [FUNCTION], {"input": "arguments"}),
    "top_logprobs": (ACTS, 2, {}),
    "top_p": (ACTS, 0.5, {}),
    "truncation": (REFUSED, "auto", {}),
    "user": (CHANGES_NOTHING, "a", {}),
}
TOOL = {"name": "f", "input_schema": {"type": "object"}}
HEADERS = {"betas", "user_profile_id", "workspace_id"}
"""Parameters of the Anthropic SDK that are no fields of the request."""
INPUT_TOKENS: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "conversation": (REFUSED, "conv_1", {}),
    "input": (ACTS, "other", {}),
    "instructions": (ACTS, "Be brief.", {"input": SHOWN[-1]["content"]}),
    "model": (CHANGES_NOTHING, "@local/chat", {}),
    "parallel_tool_calls": (CHANGES_NOTHING, False, {}),
    "personality": (REFUSED, "friendly", {}),
    "previous_response_id": (REFUSED, "resp_1", {}),
    "reasoning": (CHANGES_NOTHING, {"effort": None}, {}),
    "text": (CHANGES_NOTHING, {"format": {"type": "json_object"}}, {}),
    "tool_choice": (CHANGES_NOTHING, "auto", {}),
    "tools": (ACTS, [{"type": "function", "name": "f", "parameters": {"type": "object"}}], {"input": SHOWN[-1]["content"]}),
    "truncation": (CHANGES_NOTHING, "disabled", {}),
}
COUNT: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "cache_control": (CHANGES_NOTHING, {"type": "ephemeral"}, {}),
    "messages": (ACTS, [{"role": "user", "content": "other"}], {}),
    "model": (CHANGES_NOTHING, "@local/chat", {}),  # of the same number of tokens
    "output_config": (CHANGES_NOTHING, {"format": FORMAT}, {}),
    "speed": (CHANGES_NOTHING, "standard", {}),
    "system": (ACTS, "Be brief.", {"messages": SHOWN}),
    "thinking": (CHANGES_NOTHING, {"type": "disabled"}, {}),
    "tool_choice": (CHANGES_NOTHING, {"type": "any"}, {"tools": [TOOL]}),
    "tools": (ACTS, [TOOL], {"messages": SHOWN}),
}
MESSAGES: dict[str, tuple[str, Any, dict[str, Any]]] = {
    **COUNT,
    "container": (REFUSED, "container_1", {}),
    "diagnostics": (REFUSED, {"previous_message_id": "msg_1"}, {}),
    "inference_geo": (CHANGES_NOTHING, "eu", {}),
    "max_tokens": (ACTS, 1, {"messages": [{"role": "user", "content": "a|b"}]}),
    "metadata": (CHANGES_NOTHING, {"user_id": "a"}, {}),
    "model": (ACTS, "@local/chat", {}),
    "output_config": (ACTS, {"format": FORMAT}, {}),
    "service_tier": (CHANGES_NOTHING, "auto", {}),
    "stop_sequences": (ACTS, ["content"], {"messages": SHOWN}),
    "stream": (ACTS, True, {}),
    "tool_choice": (ACTS, {"type": "any"}, {"tools": [TOOL]}),
}
BETA = {
    **MESSAGES,
    "billing_policy": (REFUSED, {"type": "billing_policy", "bill_to": "user_profile"}, {}),
    "compaction": (REFUSED, {}, {}),
    "context_management": (REFUSED, {}, {}),
    "fallback_credit_token": (REFUSED, "a", {}),
    "fallbacks": (REFUSED, "default", {}),
    "mcp_servers": (REFUSED, [], {}),
    "thread": (REFUSED, {"type": "create"}, {}),
}
EMBEDDINGS: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "dimensions": (ACTS, 2, {}),
    "encoding_format": (ACTS, "base64", {}),
    "input": (ACTS, ["a", "b"], {}),
    "model": (ACTS, "@local/engine", {}),
    "user": (CHANGES_NOTHING, "a", {}),
}
ENDPOINTS: dict[str, tuple[tuple[type, ...], dict[str, Any], dict[str, tuple[str, Any, dict[str, Any]]]]] = {
    "chat/completions": (
        (chat_create_params.CompletionCreateParamsBase, chat_create_params.CompletionCreateParamsStreaming),
        {"model": "chat", "messages": ASKED},
        CHAT,
    ),
    "completions": (
        (completion_create_params.CompletionCreateParamsBase, completion_create_params.CompletionCreateParamsStreaming),
        {"model": "chat", "prompt": "options"},
        COMPLETIONS,
    ),
    "responses": (
        (response_create_params.ResponseCreateParamsBase, response_create_params.ResponseCreateParamsStreaming),
        {"model": "chat", "input": "options"},
        RESPONSES,
    ),
    "embeddings": ((embedding_create_params.EmbeddingCreateParams,), {"model": "engine", "input": ["a"]}, EMBEDDINGS),
    "messages": (
        (message_create_params.MessageCreateParamsBase, message_create_params.MessageCreateParamsStreaming),
        {"model": "chat", "max_tokens": 100, "messages": ASKED},
        MESSAGES,
    ),
    "messages?beta=true": (
        (beta_create_params.MessageCreateParamsBase, beta_create_params.MessageCreateParamsStreaming),
        {"model": "chat", "max_tokens": 100, "messages": ASKED},
        BETA,
    ),
    "responses/input_tokens": (
        (input_token_count_params.InputTokenCountParams,),
        {"model": "chat", "input": "a"},
        INPUT_TOKENS,
    ),
    "messages/count_tokens": (
        (message_count_tokens_params.MessageCountTokensParams,),
        {"model": "chat", "messages": [{"role": "user", "content": "a"}]},
        COUNT,
    ),
}
CASES = [(endpoint, name) for endpoint, (_, _, table) in ENDPOINTS.items() for name in table]


@pytest.fixture(scope="module")
def http():
    return modelet.http_client()


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_the_table_has_what_the_sdk_documents(endpoint: str) -> None:
    types, _, table = ENDPOINTS[endpoint]
    documented = set().union(*(get_type_hints(one) for one in types))
    assert set(table) == documented - (HEADERS if "messages" in endpoint else set())


def ask(http: Any, endpoint: str, body: dict[str, Any]) -> tuple[int, str]:
    answer = http.post(f"https://api.openai.com/v1/{endpoint}", json=body)
    return answer.status_code, answer.text


NAMES = ("id", "item_id", "created", "created_at")


def without_identity(text: str) -> Any:
    """Every object of an answer or a stream, without what differs between two equal requests."""
    lines = [line.partition(":")[2] for line in text.splitlines() if line.startswith("data:") and "[DONE]" not in line] or [text]

    def cleaned(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: cleaned(item) for name, item in value.items() if name not in NAMES}
        return [cleaned(item) for item in value] if isinstance(value, list) else value

    return [cleaned(json.loads(line)) for line in lines]


def unrepeated(name: str, objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without the field itself, which answers of `responses` repeat."""
    if name == "model":
        return objects
    for one in [*objects, *(one["response"] for one in objects if "response" in one)]:
        one.pop(name, None)
    return objects


@pytest.mark.parametrize(("endpoint", "name"), CASES)
def test_a_parameter_does_what_the_table_says(http: Any, endpoint: str, name: str) -> None:
    _, base, table = ENDPOINTS[endpoint]
    does, value, needs = table[name]
    status, without = ask(http, endpoint, base | needs)
    assert status == 200, without
    status, given = ask(http, endpoint, base | needs | {name: value})
    if does == REFUSED:
        assert status == 400, given
        error = json.loads(given)["error"]
        assert error.get("param", name).startswith(name)
        assert name in error["message"]
        return
    assert status == 200, given
    same = unrepeated(name, without_identity(without)) == unrepeated(name, without_identity(given))
    assert same == (does == CHANGES_NOTHING)
