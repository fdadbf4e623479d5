"""Whole chat templates, written in the manner of the known model families, over conversations of every kind, against transformers."""

# ruff: noqa: E501

from __future__ import annotations

from typing import Any

import pytest

CHATML = """{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"""

LLAMA_2 = """{% if messages[0]['role'] == 'system' %}{% set loop_messages = messages[1:] %}{% set system_message = messages[0]['content'] %}{% else %}{% set loop_messages = messages %}{% set system_message = false %}{% endif %}
{%- for message in loop_messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif %}
{%- if loop.index0 == 0 and system_message != false %}{% set content = '<<SYS>>\n' + system_message + '\n<</SYS>>\n\n' + message['content'] %}{% else %}{% set content = message['content'] %}{% endif %}
{%- if message['role'] == 'user' %}{{ bos_token + '[INST] ' + content.strip() + ' [/INST]' }}{% elif message['role'] == 'assistant' %}{{ ' ' + content.strip() + ' ' + eos_token }}{% endif %}{% endfor %}"""

LLAMA_3 = """{{- bos_token }}
{%- if custom_tools is defined %}{% set tools = custom_tools %}{% endif %}
{%- if not date_string is defined %}{% if strftime_now is defined %}{% set date_string = strftime_now("%d %b %Y") %}{% else %}{% set date_string = "26 Jul 2024" %}{% endif %}{% endif %}
{%- if messages[0]['role'] == 'system' %}{% set system_message = messages[0]['content']|trim %}{% set messages = messages[1:] %}{% else %}{% set system_message = "" %}{% endif %}
{{- "<|start_header_id|>system<|end_header_id|>\n\n" }}
{%- if tools is not none %}{{- "Environment: ipython\n" }}{% endif %}
{{- "Today Date: " + date_string + "\n\n" }}
{%- if tools is not none %}{% for t in tools %}{{- t | tojson(indent=4) }}
{{- "\n\n" }}{% endfor %}{% endif %}
{{- system_message + "<|eot_id|>" }}
{%- for message in messages %}
    {%- if not (message.role == 'ipython' or message.role == 'tool' or 'tool_calls' in message) %}
        {{- '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n'+ message['content'] | trim + '<|eot_id|>' }}
    {%- elif 'tool_calls' in message %}
        {%- if not message.tool_calls|length == 1 %}{{- raise_exception("This model only supports single tool-calls at once!") }}{% endif %}
        {%- set tool_call = message.tool_calls[0].function %}
        {{- '<|start_header_id|>assistant<|end_header_id|>\n\n' -}}
        {{- '{"name": "' + tool_call.name + '", "parameters": ' }}{{- tool_call.arguments | tojson }}{{- "}<|eot_id|>" }}
    {%- elif message.role == "tool" or message.role == "ipython" %}
        {{- "<|start_header_id|>ipython<|end_header_id|>\n\n" }}
        {%- if message.content is mapping or message.content is iterable %}{{- message.content | tojson }}{% else %}{{- message.content }}{% endif %}
        {{- "<|eot_id|>" }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"""

MISTRAL = """{%- if messages[0]["role"] == "system" %}{% set system_message = messages[0]["content"] %}{% set loop_messages = messages[1:] %}{% else %}{% set loop_messages = messages %}{% endif %}
{%- if not tools is defined %}{% set tools = none %}{% endif %}
{%- set user_messages = loop_messages | selectattr("role", "equalto", "user") | list %}
{%- set ns = namespace(index=0) %}
{%- for message in loop_messages %}{% if not (message.role == "tool" or message.role == "tool_results" or (message.tool_calls is defined and message.tool_calls is not none)) %}{% if (message["role"] == "user") != (ns.index % 2 == 0) %}{{- raise_exception("After the optional system message, conversation roles must alternate user/assistant/user/assistant/...") }}{% endif %}{% set ns.index = ns.index + 1 %}{% endif %}{% endfor %}
{{- bos_token }}
{%- for message in loop_messages %}
    {%- if message["role"] == "user" %}
        {%- if tools is not none and (message == user_messages[-1]) %}
            {{- "[AVAILABLE_TOOLS] [" }}
            {%- for tool in tools %}
                {%- set tool = tool.function %}
                {{- '{"type": "function", "function": {' }}
                {%- for key, val in tool.items() if key != "return" %}
                    {%- if val is string %}{{- '"' + key + '": "' + val + '"' }}{% else %}{{- '"' + key + '": ' + val|tojson }}{% endif %}
                    {%- if not loop.last %}{{- ", " }}{% endif %}
                {%- endfor %}
                {{- "}}" }}{% if not loop.last %}{{- ", " }}{% else %}{{- "]" }}{% endif %}
            {%- endfor %}
            {{- "[/AVAILABLE_TOOLS]" }}
        {%- endif %}
        {%- if loop.last and system_message is defined %}{{- "[INST] " + system_message + "\n\n" + message["content"] + "[/INST]" }}{% else %}{{- "[INST] " + message["content"] + "[/INST]" }}{% endif %}
    {%- elif message.tool_calls is defined and message.tool_calls is not none %}
        {{- "[TOOL_CALLS] [" }}
        {%- for tool_call in message.tool_calls %}
            {%- set out = tool_call.function|tojson %}
            {{- out[:-1] }}
            {%- if not tool_call.id is defined or tool_call.id|length != 9 %}{{- raise_exception("Tool call IDs should be alphanumeric strings with length 9!") }}{% endif %}
            {{- ', "id": "' + tool_call.id + '"}' }}{% if not loop.last %}{{- ", " }}{% else %}{{- "]" + eos_token }}{% endif %}
        {%- endfor %}
    {%- elif message["role"] == "assistant" %}{{- " " + message["content"]|trim + eos_token}}
    {%- elif message["role"] == "tool_results" or message["role"] == "tool" %}
        {%- set content = message.content.content if message.content is mapping and message.content.content is defined else message.content %}
        {{- '[TOOL_RESULTS] {"content": ' + content|string + ", " }}
        {{- '"call_id": "' + message.tool_call_id + '"}[/TOOL_RESULTS]' }}
    {%- else %}{{- raise_exception("Only user and assistant roles are supported!") }}{% endif %}
{%- endfor %}"""

PHI_3 = """{% for message in messages %}{% if message['role'] == 'system' and message['content'] %}{{'<|system|>\n' + message['content'] + '<|end|>\n'}}{% elif message['role'] == 'user' %}{{'<|user|>\n' + message['content'] + '<|end|>\n'}}{% elif message['role'] == 'assistant' %}{{'<|assistant|>\n' + message['content'] + '<|end|>\n'}}{% endif %}{% endfor %}{% if add_generation_prompt %}{{ '<|assistant|>\n' }}{% else %}{{ eos_token }}{% endif %}"""

PHI_4 = """{% for message in messages %}{% if message['role'] == 'system' and 'tools' in message and message['tools'] is not none %}{{ '<|' + message['role'] + '|>' + message['content'] + '<|tool|>' + message['tools'] + '<|/tool|>' + '<|end|>' }}{% else %}{{ '<|' + message['role'] + '|>' + message['content'] + '<|end|>' }}{% endif %}{% endfor %}{% if add_generation_prompt %}{{ '<|assistant|>' }}{% else %}{{ eos_token }}{% endif %}"""

ZEPHYR = """{% for message in messages %}
{% if message['role'] == 'user' %}
{{ '<|user|>\n' + message['content'] + eos_token }}
{% elif message['role'] == 'system' %}
{{ '<|system|>\n' + message['content'] + eos_token }}
{% elif message['role'] == 'assistant' %}
{{ '<|assistant|>\n'  + message['content'] + eos_token }}
{% endif %}
{% if loop.last and add_generation_prompt %}
{{ '<|assistant|>' }}
{% endif %}
{% endfor %}"""

COMMAND_R = """{{ bos_token }}{% if messages[0]['role'] == 'system' %}{% set loop_messages = messages[1:] %}{% set system_message = messages[0]['content'] %}{% elif false == true %}{% set loop_messages = messages %}{% else %}{% set loop_messages = messages %}{% set system_message = 'You are Command-R.' %}{% endif %}
{%- macro json_to_python_type(json_spec) %}{%- set basic = {"string": "str", "number": "float", "integer": "int", "boolean": "bool"} %}
{%- if basic[json_spec.type] is defined %}{{- basic[json_spec.type] }}{%- elif json_spec.type == "array" %}{{- "List[" + json_to_python_type(json_spec.items) + "]" }}{%- elif json_spec.type == "object" %}{%- if json_spec.additionalProperties is defined %}{{- "Dict[str, " + json_to_python_type(json_spec.additionalProperties) + "]" }}{%- else %}{{- "Dict" }}{%- endif %}{%- elif json_spec.type is iterable and json_spec.type is not string %}{{- "Union[" }}{%- for t in json_spec.type %}{{- json_to_python_type({"type": t}) }}{%- if not loop.last %}{{- "," }}{%- endif %}{%- endfor %}{{- "]" }}{%- else %}{{- "Any" }}{%- endif %}{%- endmacro %}
{{- '<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>' + (system_message or '') }}
{%- for tool in tools or [] %}{% if tool.function is defined %}{%- set tool = tool.function %}{% endif %}
def {{ tool.name }}({% for name, fields in (tool.parameters.properties or {}).items() %}{{ name }}: {% if name in tool.parameters.required %}{{ json_to_python_type(fields) }}{% else %}Optional[{{ json_to_python_type(fields) }}] = None{% endif %}{{ ", " if not loop.last }}{% endfor %}) -> {{ json_to_python_type(tool.return) if tool.return is defined else "List[Dict]" }}:
    \"\"\"{{ tool.description | default('', true) | indent }}
{%- for name, fields in (tool.parameters.properties or {}) | dictsort %}
        {{ name }} ({{ fields.type | string }}): {{ fields.description | d('-') }}{% endfor %}
    \"\"\"
{% endfor %}{{ '<|END_OF_TURN_TOKEN|>' }}
{%- for message in loop_messages %}{% set content = message['content'] %}{% if message['role'] == 'user' %}{{ '<|USER_TOKEN|>' + content.strip() }}{% elif message['role'] == 'assistant' %}{{ '<|CHATBOT_TOKEN|>'  + content.strip() }}{% if message.tool_calls is defined %}Action: ```json
[{% for tool_call in message.tool_calls %}{{ "{"|indent(4, first=true) }}"tool_name": "{{ tool_call.function.name }}", "parameters": {{ tool_call.function.arguments | tojson(indent=4) | indent(8) }}{{ "}," if not loop.last else "}" }}{% endfor %}]{% endif %}{% endif %}{{ '<|END_OF_TURN_TOKEN|>' }}{% endfor %}
{%- if documents %}<results>{% for document in documents %}
Document: {{ loop.index0 }}
{% for key, value in document.items() %}{{ key }}: {{ value }}
{% endfor %}{% endfor %}</results>{% endif %}
{%- if add_generation_prompt %}{{ '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>' }}{% endif %}"""

DEEPSEEK = """{% if not add_generation_prompt is defined %}{% set add_generation_prompt = false %}{% endif %}{% set ns = namespace(is_first=false, is_tool=false, is_output_first=true, system_prompt='', is_first_sp=true) %}
{%- for message in messages %}{%- if message['role'] == 'system' %}{%- if ns.is_first_sp %}{% set ns.system_prompt = ns.system_prompt + message['content'] %}{% set ns.is_first_sp = false %}{%- else %}{% set ns.system_prompt = ns.system_prompt + '\n\n' + message['content'] %}{%- endif %}{%- endif %}{%- endfor %}
{{- bos_token }}{{ ns.system_prompt }}
{%- for message in messages %}{%- if message['role'] == 'user' %}{%- set ns.is_tool = false -%}{{'<｜User｜>' + message['content']}}{%- endif %}
{%- if message['role'] == 'assistant' and message['tool_calls'] is defined and message['tool_calls'] is not none %}{%- set ns.is_tool = false -%}{%- for tool in message['tool_calls'] %}{%- if not ns.is_first %}{{'<｜Assistant｜><｜tool▁calls▁begin｜><｜tool▁call▁begin｜>' + tool['type'] + '<｜tool▁sep｜>' + tool['function']['name'] + '\n' + '```json' + '\n' + tool['function']['arguments'] | tojson + '\n' + '```' + '<｜tool▁call▁end｜>'}}{%- set ns.is_first = true -%}{%- else %}{{'\n' + '<｜tool▁call▁begin｜>' + tool['type'] + '<｜tool▁sep｜>' + tool['function']['name'] }}{%- endif %}{%- endfor %}{{'<｜tool▁calls▁end｜><｜end▁of▁sentence｜>'}}{%- endif %}
{%- if message['role'] == 'assistant' and message['tool_calls'] is not defined %}{% set content = message['content'] %}{% if '</think>' in content %}{% set content = content.split('</think>')[-1] %}{% endif %}{{'<｜Assistant｜>' + content + '<｜end▁of▁sentence｜>'}}{%- endif %}
{%- if message['role'] == 'tool' %}{%- set ns.is_tool = true -%}{%- if ns.is_output_first %}{{'<｜tool▁outputs▁begin｜>' + message['content'] ~ '<｜tool▁output▁end｜>'}}{%- set ns.is_output_first = false %}{%- else %}{{'\n<｜tool▁output▁begin｜>' ~ message['content'] ~ '<｜tool▁output▁end｜>'}}{%- endif %}{%- endif %}{%- endfor -%}
{% if ns.is_tool %}{{'<｜tool▁outputs▁end｜>'}}{% endif %}{% if add_generation_prompt and not ns.is_tool %}{{'<｜Assistant｜><think>\n'}}{% endif %}"""

HERMES = """{%- macro kind(spec) %}{{ spec.type if spec.type is string else spec.type | join(' | ') }}{% endmacro %}
{{- bos_token }}{{ "<|im_start|>system\nYou are a function calling AI. <tools> " }}
{%- for tool in tools if tool.type == 'function' %}
    {{- '{"type": "function", "function": ' }}{{- '{"name": "' + tool.function.name + '", ' }}
    {{- '"description": "' + tool.function.name + '(' }}
    {%- for name, fields in tool.function.parameters.properties|items %}{{- name + ": " + kind(fields) }}{% if not loop.last %}{{- ", " }}{% endif %}{% endfor %}
    {{- ")" }}{% if tool.function.return is defined %}{{- " -> " + kind(tool.function.return) }}{% endif %}
    {{- " - " + (tool.function.description or '') + "\n\n" }}
    {%- for name, fields in tool.function.parameters.properties|items %}{% if loop.first %}{{- "    Args:\n" }}{% endif %}{{- "        " + name + "(" + kind(fields) + "): " + (fields.description|trim if fields.description else 'none') }}{% endfor %}
    {{- '", "parameters": ' }}{% if tool.function.parameters.properties | length == 0 %}{{- "{}" }}{% else %}{{- tool.function.parameters|tojson }}{% endif %}{{- "}" }}
    {%- if not loop.last %}{{- "\n" }}{% endif %}
{%- else %}none{% endfor %}
{{- " </tools><|im_end|>\n" }}
{%- for message in messages %}
    {%- if message.role == "user" or message.role == "system" or (message.role == "assistant" and message.tool_calls is not defined) %}{{- '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>' + '\n' }}
    {%- elif message.role == "assistant" %}{{- '<|im_start|>' + message.role }}{% for tool_call in message.tool_calls %}{{- '\n<tool_call>\n' }}{% if tool_call.function is defined %}{% set tool_call = tool_call.function %}{% endif %}{{- '{"name": "' }}{{- tool_call.name }}{{- '", "arguments": ' }}{{- tool_call.arguments|tojson }}{{- '}\n</tool_call>' }}{% endfor %}{{- '<|im_end|>\n' }}
    {%- elif message.role == "tool" %}{% if loop.previtem and loop.previtem.role != "tool" %}{{- '<|im_start|>tool\n' }}{% endif %}{{- '<tool_response>\n' }}{{- message.content }}{% if not loop.last %}{{- '\n</tool_response>\n' }}{% else %}{{- '\n</tool_response>' }}{% endif %}{% if not loop.last and loop.nextitem.role != "tool" %}{{- '<|im_end|>' }}{% elif loop.last %}{{- '<|im_end|>' }}{% endif %}{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\n' }}{% endif %}"""

GRANITE = """{%- if messages[0]['role'] == 'system' %}{%- set system_message = messages[0]['content'] %}{%- set loop_messages = messages[1:] %}{%- else %}{%- set system_message = "Today's Date: " + strftime_now('%B %d, %Y') + ".\nYou are a helpful assistant." %}{%- if tools and documents %}{%- set system_message = system_message + " Tools and documents." %}{%- elif tools %}{%- set system_message = system_message + " Tools." %}{%- elif documents %}{%- set system_message = system_message + " Documents." %}{%- elif thinking %}{%- set system_message = system_message + " Think." %}{%- endif %}{%- set loop_messages = messages %}{%- endif %}
{{- '<|start_of_role|>system<|end_of_role|>' + system_message + '<|end_of_text|>\n' }}
{%- if tools %}{{- '<|start_of_role|>tools<|end_of_role|>' }}{{- tools | tojson(indent=4) }}{{- '<|end_of_text|>\n' }}{%- endif %}
{%- if documents %}{{- '<|start_of_role|>documents<|end_of_role|>' }}{%- for document in documents %}{{- 'Document ' + loop.index0 | string + '\n' }}{{- document['text'] }}{%- if not loop.last %}{{- '\n\n'}}{%- endif %}{%- endfor %}{{- '<|end_of_text|>\n' }}{%- endif %}
{%- for message in loop_messages %}{%- if message['role'] == 'assistant' %}{% generation %}{{- '<|start_of_role|>assistant<|end_of_role|>' + message['content'] + '<|end_of_text|>\n' }}{% endgeneration %}{%- else %}{{- '<|start_of_role|>' + message['role'] + '<|end_of_role|>' + message['content'] + '<|end_of_text|>\n' }}{%- endif %}{%- if loop.last and add_generation_prompt %}{{- '<|start_of_role|>assistant' }}{%- if controls %}{{- ' ' + controls | tojson() }}{%- endif %}{{- '<|end_of_role|>' }}{%- endif %}{%- endfor %}"""

FALCON = """{% for message in messages %}{% if not loop.first %}{{ '\n' }}{% endif %}{% if message['role'] == 'system' %}{{ 'System: ' + message['content'] | trim }}{% elif message['role'] == 'user' %}{{ 'User: ' + message['content'].replace('\r\n', '\n').replace('\n\n', '\n') }}{% elif message['role'] == 'assistant' %}{{ 'Falcon: ' + message['content'] }}{% endif %}{% endfor %}{% if add_generation_prompt %}{{ '\n' + 'Falcon:' }}{% endif %}"""

GEMMA = """{{ bos_token }}{%- if messages[0]['role'] == 'system' -%}{%- if messages[0]['content'] is string -%}{%- set first_user_prefix = messages[0]['content'] + '\n\n' -%}{%- else -%}{%- set first_user_prefix = messages[0]['content'][0]['text'] + '\n\n' -%}{%- endif -%}{%- set loop_messages = messages[1:] -%}{%- else -%}{%- set first_user_prefix = "" -%}{%- set loop_messages = messages -%}{%- endif -%}
{%- for message in loop_messages -%}{%- if (message['role'] == 'user') != (loop.index0 % 2 == 0) -%}{{ raise_exception("Conversation roles must alternate user/assistant/user/assistant/...") }}{%- endif -%}{%- if (message['role'] == 'assistant') -%}{%- set role = "model" -%}{%- else -%}{%- set role = message['role'] -%}{%- endif -%}
{{ '<start_of_turn>' + role + '\n' + (first_user_prefix if loop.first else "") }}{%- if message['content'] is string -%}{{ message['content'] | trim }}{%- elif message['content'] is iterable -%}{%- for item in message['content'] -%}{%- if item['type'] == 'image' -%}{{ '<start_of_image>' }}{%- elif item['type'] == 'text' -%}{{ item['text'] | trim }}{%- endif -%}{%- endfor -%}{%- else -%}{{ raise_exception("Invalid content type") }}{%- endif -%}{{ '<end_of_turn>\n' }}{%- endfor -%}{%- if add_generation_prompt -%}{{'<start_of_turn>model\n'}}{%- endif -%}"""

QWEN = """{%- if tools %}{{- '<|im_start|>system\n' }}{%- if messages[0].role == 'system' %}{{- messages[0].content + '\n\n' }}{%- endif %}{{- "# Tools\n<tools>" }}{%- for tool in tools %}{{- "\n" }}{{- tool | tojson }}{%- endfor %}{{- "\n</tools><|im_end|>\n" }}{%- else %}{%- if messages[0].role == 'system' %}{{- '<|im_start|>system\n' + messages[0].content + '<|im_end|>\n' }}{%- endif %}{%- endif %}
{%- set ns = namespace(multi_step_tool=true, last_query_index=messages|length - 1) %}
{%- for message in messages[::-1] %}{%- set index = (messages|length - 1) - loop.index0 %}{%- if ns.multi_step_tool and message.role == "user" and not(message.content.startswith('<tool_response>') and message.content.endswith('</tool_response>')) %}{%- set ns.multi_step_tool = false %}{%- set ns.last_query_index = index %}{%- endif %}{%- endfor %}
{%- for message in messages %}{%- if (message.role == "user") or (message.role == "system" and not loop.first) %}{{- '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>' + '\n' }}
{%- elif message.role == "assistant" %}{%- set content = message.content %}{%- set reasoning_content = '' %}{%- if message.reasoning_content is defined and message.reasoning_content is not none %}{%- set reasoning_content = message.reasoning_content %}{%- else %}{%- if '</think>' in message.content %}{%- set content = message.content.split('</think>')[-1].lstrip('\n') %}{%- set reasoning_content = message.content.split('</think>')[0].rstrip('\n').split('<think>')[-1].lstrip('\n') %}{%- endif %}{%- endif %}
{%- if loop.index0 > ns.last_query_index and (loop.last or (not loop.last and reasoning_content)) %}{{- '<|im_start|>' + message.role + '\n<think>\n' + reasoning_content.strip('\n') + '\n</think>\n\n' + content.lstrip('\n') }}{%- else %}{{- '<|im_start|>' + message.role + '\n' + content }}{%- endif %}
{%- if message.tool_calls %}{%- for tool_call in message.tool_calls %}{%- if (loop.first and content) or (not loop.first) %}{{- '\n' }}{%- endif %}{%- if tool_call.function %}{%- set tool_call = tool_call.function %}{%- endif %}{{- '<tool_call>\n{"name": "' }}{{- tool_call.name }}{{- '", "arguments": ' }}{%- if tool_call.arguments is string %}{{- tool_call.arguments }}{%- else %}{{- tool_call.arguments | tojson }}{%- endif %}{{- '}\n</tool_call>' }}{%- endfor %}{%- endif %}{{- '<|im_end|>\n' }}
{%- elif message.role == "tool" %}{%- if loop.first or (messages[loop.index0 - 1].role != "tool") %}{{- '<|im_start|>user' }}{%- endif %}{{- '\n<tool_response>\n' }}{{- message.content }}{{- '\n</tool_response>' }}{%- if loop.last or (messages[loop.index0 + 1].role != "tool") %}{{- '<|im_end|>\n' }}{%- endif %}{%- endif %}{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\n' }}{%- if enable_thinking is defined and enable_thinking is false %}{{- '<think>\n\n</think>\n\n' }}{%- endif %}{%- endif %}"""

HARMONY = """{%- macro render_typescript_type(param_spec, required_params, is_nullable=false) -%}
{%- if param_spec.type == "array" -%}{%- if param_spec['items'] -%}{%- if param_spec['items']['type'] == "string" -%}{{- "string[]" }}{%- else -%}{{- render_typescript_type(param_spec['items'], required_params) + "[]" }}{%- endif -%}{%- if param_spec.nullable -%}{{- " | null" }}{%- endif -%}{%- else -%}{{- "any[]" }}{%- endif -%}
{%- elif param_spec.type is defined and param_spec.type is iterable and param_spec.type is not string and param_spec.type is not mapping and param_spec.type[0] is defined -%}{{- param_spec.type | join(" | ") }}
{%- elif param_spec.oneOf -%}{%- for variant in param_spec.oneOf -%}{{- render_typescript_type(variant, required_params) }}{%- if not loop.last %}{{- " | " }}{% endif -%}{%- endfor -%}
{%- elif param_spec.type == "string" -%}{%- if param_spec.enum -%}{{- '"' + param_spec.enum|join('" | "') + '"' -}}{%- else -%}{{- "string" }}{%- if param_spec.nullable %}{{- " | null" }}{%- endif -%}{%- endif -%}
{%- elif param_spec.type == "number" or param_spec.type == "integer" -%}{{- "number" }}{%- elif param_spec.type == "boolean" -%}{{- "boolean" }}
{%- elif param_spec.type == "object" -%}{%- if param_spec.properties -%}{{- "{\n" }}{%- for prop_name, prop_spec in param_spec.properties.items() -%}{{- prop_name -}}{%- if prop_name not in (param_spec.required or []) -%}{{- "?" }}{%- endif -%}{{- ": " }}{{ render_typescript_type(prop_spec, param_spec.required or []) }}{%- if not loop.last -%}{{-", " }}{%- endif -%}{%- endfor -%}{{- "}" }}{%- else -%}{{- "object" }}{%- endif -%}
{%- else -%}{{- "any" }}{%- endif -%}{%- endmacro -%}
{%- macro render_tools(tools) -%}{{- "namespace functions {\n\n" }}{%- for t in tools -%}{%- set tool = t.function -%}{{- "// " + (tool.description or '') + "\n" }}{{- "type " + tool.name + " = " }}{%- if tool.parameters and tool.parameters.properties %}{{- "(_: {\n" }}{%- for param_name, param_spec in tool.parameters.properties.items() %}{%- if param_spec.description %}{{- "// " + param_spec.description + "\n" }}{%- endif %}{{- param_name }}{%- if param_name not in (tool.parameters.required or []) -%}{{- "?" }}{%- endif -%}{{- ": " }}{{- render_typescript_type(param_spec, tool.parameters.required or []) }}{%- if param_spec.default is defined -%}{%- if param_spec.enum %}{{- ", // default: " + param_spec.default }}{%- else -%}{{- ", // default: " + param_spec.default|tojson }}{%- endif -%}{%- endif -%}{%- if not loop.last %}{{- ",\n" }}{%- else %}{{- "\n" }}{%- endif -%}{%- endfor %}{{- "}) => any;\n\n" }}{%- else -%}{{- "() => any;\n\n" }}{%- endif -%}{%- endfor %}{{- "} // namespace functions" }}{%- endmacro -%}
{{- "<|start|>system<|message|>Current date: " + strftime_now("%Y-%m-%d") + "\n\n" }}{%- if reasoning_effort is not defined %}{%- set reasoning_effort = "medium" %}{%- endif %}{{- "Reasoning: " + reasoning_effort + "<|end|>" }}
{%- if tools -%}{{- "<|start|>developer<|message|>" }}{{- render_tools(tools) }}{{- "<|end|>" }}{%- endif -%}
{%- set last_tool_call = namespace(name=none) %}
{%- for message in messages -%}
{%- if message.role == 'assistant' -%}{%- if "tool_calls" in message -%}{%- set future_final_message = namespace(found=false) -%}{%- for future_message in messages[loop.index:] -%}{%- if future_message.role == 'assistant' and "tool_calls" not in future_message -%}{%- set future_final_message.found = true -%}{%- endif -%}{%- endfor -%}{%- set tool_call = message.tool_calls[0] -%}{%- if tool_call.function -%}{%- set tool_call = tool_call.function -%}{%- endif -%}{%- if message.content and message.thinking -%}{{- raise_exception("Cannot pass both content and thinking in an assistant message with tool calls!") }}{%- elif message.thinking and not future_final_message.found -%}{{- "<|start|>assistant<|channel|>analysis<|message|>" + message.thinking + "<|end|>" }}{%- endif -%}{{- "<|start|>assistant to=functions." + tool_call.name + "<|channel|>commentary json<|message|>" }}{{- tool_call.arguments|tojson }}{{- "<|call|>" }}{%- set last_tool_call.name = tool_call.name -%}
{%- elif loop.last and not add_generation_prompt -%}{%- if "thinking" in message -%}{{- "<|start|>assistant<|channel|>analysis<|message|>" + message.thinking + "<|end|>" }}{%- endif -%}{{- "<|start|>assistant<|channel|>final<|message|>" + message.content + "<|return|>" }}
{%- else -%}{{- "<|start|>assistant<|channel|>final<|message|>" + message.content + "<|end|>" }}{%- set last_tool_call.name = none -%}{%- endif -%}
{%- elif message.role == 'tool' -%}{%- if last_tool_call.name is none -%}{{- raise_exception("Message has tool role, but there was no previous assistant message with a tool call!") }}{%- endif -%}{{- "<|start|>functions." + last_tool_call.name }}{{- " to=assistant<|channel|>commentary<|message|>" + message.content|tojson + "<|end|>" }}
{%- elif message.role == 'user' -%}{{- "<|start|>user<|message|>" + message.content + "<|end|>" }}{%- endif -%}{%- endfor -%}
{%- if add_generation_prompt -%}<|start|>assistant{%- endif -%}"""

VICUNA = """{% if messages[0]['role'] == 'system' %}{{ messages[0]['content'] | trim }} {% endif %}{% for message in messages if message.role != 'system' %}{{ message.role | upper }}: {{ message.content }}{{ ' ' if not loop.last }}{% if message.role == 'assistant' %}{{ eos_token }}{% endif %}{% endfor %}{% if add_generation_prompt %}{{ ' ASSISTANT:' }}{% endif %}"""

ALPACA = """{% set sep = '\n\n' %}{% for role, group in messages | groupby('role') %}[{{ role }}x{{ group | length }}]{% endfor %}{% filter indent(2, first=true) %}{% for m in messages %}### {{ m.role | capitalize }}:
{{ m.content | default('(none)', true) }}{{ sep if not loop.last }}{% endfor %}{% endfilter %}{% call(x) wrap() %}{{ x }}{% endcall %}{% macro wrap() %}{{ caller('late') }}{% endmacro %}"""

FAMILIES = {name: text for name, text in globals().items() if name.isupper() and isinstance(text, str)}

TOOL: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": 'Liefert das <Wetter> & "mehr"\nüber zwei Zeilen',
        "parameters": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "Name, e.g. 'Zürich'"},
                "days": {"type": "integer", "enum": [1, 7], "default": 1},
                "tags": {"type": "array", "items": {"type": "string"}},
                "where": {"type": ["number", "null"], "description": None},
                "unit": {"type": "string", "enum": ["C", "F"], "nullable": True, "default": "C"},
            },
            "required": ["city"],
        },
        "return": {"type": "string"},
    },
}
PLAIN_TOOL = {"type": "function", "function": {"name": "now", "parameters": {"type": "object", "properties": {}}}}

CALLED = {
    "id": "abcdefghi",
    "type": "function",
    "function": {"name": "get_weather", "arguments": {"city": "Zürich", "days": 1, "x": [1.5, None, True]}},
}
CONVERSATIONS: dict[str, list[Any]] = {
    "simple": [{"role": "user", "content": "Hello?"}],
    "system": [{"role": "system", "content": " Be brief.\n"}, {"role": "user", "content": "\n Hi \n"}],
    "turns": [{"role": "system", "content": "S"}, {"role": "user", "content": "a"}, {"role": "assistant", "content": "<think>\nhm\n</think>\n\nb "}, {"role": "user", "content": "c\r\nd\n\ne"}],
    "calls": [{"role": "user", "content": "w?"}, {"role": "assistant", "content": "", "tool_calls": [CALLED]}, {"role": "tool", "tool_call_id": "abcdefghi", "content": "21 °C"}, {"role": "assistant", "content": "21"}],
    "two calls": [{"role": "user", "content": "w?"}, {"role": "assistant", "content": None, "tool_calls": [CALLED, CALLED]}, {"role": "tool", "content": {"t": 1}}, {"role": "tool", "content": "x"}],
    "unicode": [{"role": "user", "content": "日本語 😀 \u0301\u200d ß \ud800 \x00"}, {"role": "assistant", "content": "𝔘𝔫𝔦"}],
    "reasoning": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b", "reasoning": "why"}],
    "parts": [{"role": "user", "content": [{"type": "text", "text": " see "}, {"type": "image"}]}],
    "no alternation": [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}],
    "unknown role": [{"role": "robot", "content": "a"}],
    "no content": [{"role": "user"}],
    "no role": [{"content": "a"}],
    "a number": [{"role": "user", "content": 7}],
    "no message": ["hello"],
    "empty": [],
}  # fmt: skip
OPTIONS: list[dict[str, Any]] = [
    {}, {"add_generation_prompt": True}, {"tools": [TOOL]}, {"tools": [TOOL, PLAIN_TOOL], "add_generation_prompt": True}, {"tools": []},
    {"documents": [{"title": "T", "text": "x ü"}, {"text": "y"}], "add_generation_prompt": True}, {"continued": "content"},
    {"continued": "reasoning"},
]  # fmt: skip
VARIABLES: list[dict[str, Any]] = [
    {"bos_token": "<s>", "eos_token": "</s>"},
    {"enable_thinking": False, "thinking": True, "controls": {"length": "short"}},
]


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_renders_as_transformers_does(family: str, renderer: Any, reference: Any) -> None:
    from modelet_compiler.lowering.templates.compile import compile_template

    program, wrong = compile_template(FAMILIES[family]), []
    for name, messages in CONVERSATIONS.items():
        for options in OPTIONS:
            for variables in VARIABLES:
                wanted = reference(FAMILIES[family], dict(variables), messages=messages, **options)
                got = renderer.render(program, variables, messages=messages, **options)
                if (got.text, got.error, got.message) != (wanted.text, wanted.error, wanted.message):
                    wrong.append((name, options, got, wanted))
    assert wrong == []


def test_generation_blocks_are_found_where_transformers_finds_them(renderer: Any) -> None:
    from transformers.utils.chat_template_utils import render_jinja_template

    template = "{% for m in messages %}<{{ m.role }}>{% if m.role == 'assistant' %}{% generation %}{{ m.content }}!{% endgeneration %}{% else %}{{ m.content }}{% endif %}{% endfor %}"
    messages = CONVERSATIONS["turns"] + CONVERSATIONS["unicode"]
    text, spans = render_jinja_template([messages], chat_template=template, return_assistant_tokens_mask=True)
    got = renderer.render(template, {}, messages=messages, track=True)
    assert (got.text, got.spans) == (text[0], tuple(spans[0]))
