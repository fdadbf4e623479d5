// Tools that a model may call, and whether it must.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "openai/chat/request.h"

namespace modelet::openai {

enum class ToolUse : uint8_t { automatic, none, required, named };

struct ToolChoice {
  ToolUse use = ToolUse::automatic;
  std::string name;                       // of the tool that must be called
  std::vector<std::string> allowed = {};  // of the tools that the model hears of; empty: all
};

// `tools` of chat.completions: a list of {"type": "function", "function": {"name", "description", "parameters", …}}; with the body's
// `tool_choice`, and `parallel_tool_calls`.
bool read_tools(RequestReader &reader, std::string_view name, Json &value);
bool read_tool_choice(RequestReader &reader, std::string_view name, Json &value);
bool read_parallel_calls(RequestReader &reader, std::string_view name, Json &value);

// How a shape writes a tool.
struct ToolForm {
  std::string_view name, parameters;  // where these stand in it
  std::size_t longest_name;
};
constexpr ToolForm nested_tool{".function.name", ".function.parameters", 64};

// Hands tools in that form to the function's `tools`, and makes a grammar of a choice that leaves none. False with a 400 when the
// function takes no tools, or when a tool must be called and there is no model to make it. `form` is the one that they came in.
bool give_tools(RequestReader &reader, std::string_view name, const Json &tools, const ToolChoice &choice, const ToolForm &form);

// {"type": "function", "function": {…}} from its parts; a null schema is one that takes nothing.
Json tool_object(const Json &name, const Json &description, const Json &parameters);

// "auto", "none", "required", an object that names a tool at `name` or `function.name`, or one of the type allowed_tools.
bool read_choice(RequestReader &reader, std::string_view name, const Json &value, ToolChoice &out);

}  // namespace modelet::openai
