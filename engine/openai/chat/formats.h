// How families of language models write tool calls and reasoning into their text: one row a format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/json.h"

namespace modelet::openai {

struct CalledTool {
  std::string name;
  std::string arguments;  // JSON text of an object
};

// Reads what stands between the markers of a call. False when it is no call: then it is text.
using ReadCalls = bool (*)(std::string_view text, std::vector<CalledTool> &out);

struct ToolFormat {
  std::string_view name;
  std::string_view open;   // begins a call; may be empty when `bare`
  std::string_view close;  // ends it; empty: the end of the text does
  ReadCalls read;
  bool bare = false;  // a text that begins with `{` is a call as a whole
};

struct ReasoningFormat {
  std::string_view open, close;
  bool opened = false;  // the prompt already ends with `open`
};

struct TextFormat {
  const ToolFormat *tools = nullptr;
  const ReasoningFormat *reasoning = nullptr;

  // The text is messages with headers, which a reader of its own tells apart.
  bool messages() const;
};

// Where the first JSON value of `text` ends. npos when its brackets are not balanced.
std::size_t end_of_json(std::string_view text);

// Tables of the formats there are; the compiler names their rows.
namespace tool_formats {
extern const ToolFormat json;            // {"name": …, "parameters" or "arguments": …}, several separated by `;`
extern const ToolFormat llama;           // <|python_tag|>{"name": …, "parameters": …} and <|python_tag|>name.call(key="text")
extern const ToolFormat hermes;          // <tool_call>{"name": …, "arguments": …}</tool_call>
extern const ToolFormat mistral;         // [TOOL_CALLS][{"name": …, "arguments": …}, …] and [TOOL_CALLS]name[ARGS]{…}
extern const ToolFormat tool_code;       // ```tool_code, then name(key="text", list=[1, True]), then ```
extern const ToolFormat function_gemma;  // <start_function_call>call:name{key:<escape>text<escape>}<end_function_call>
extern const ToolFormat gemma;           // <|tool_call>call:name{key:<|"|>text<|"|>}<tool_call|>
extern const ToolFormat harmony;         // messages with headers (harmony.h)
}  // namespace tool_formats

namespace reasoning_formats {
extern const ReasoningFormat think;         // <think>…</think>
extern const ReasoningFormat think_opened;  // …</think>
extern const ReasoningFormat gemma;         // <|channel>thought\n…<channel|>
extern const ReasoningFormat harmony;       // messages with headers
}  // namespace reasoning_formats

}  // namespace modelet::openai
