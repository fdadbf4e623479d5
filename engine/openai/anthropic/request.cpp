#include "openai/anthropic/request.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "json/excerpt.h"
#include "openai/chat/messages.h"
#include "openai/chat/tools.h"

namespace modelet::anthropic {

namespace {

using openai::RequestField;
using openai::RequestReader;

constexpr std::array<std::string_view, 1> text_types{"text"};

// What one message becomes: text and tool calls of its own, and results of tools, which are messages before it.
struct MessageReader {
  RequestReader &reader;
  std::string where;
  Json results = Json::array(), calls = Json::array();
  std::string text = {};
  bool said = false;

  bool string(const Json &block, std::string_view key, std::string &out) {
    const std::string field = where + "." + std::string(key);
    const auto value = block.find(key);
    if (value == block.end()) return reader.refuse("the field " + field + " is missing", "missing_required_parameter", field);
    if (!value->is_string()) return reader.wrong_type(field, "a string", *value);
    out = value->get<std::string>();
    return true;
  }
};

bool read_text_block(MessageReader &message, const Json &block) {
  std::string text;
  if (!message.string(block, "text", text)) return false;
  if (std::exchange(message.said, true)) message.text += '\n';
  message.text += text;
  return true;
}

bool read_tool_use(MessageReader &message, const Json &block) {
  std::string id, name;
  if (!message.string(block, "id", id) || !message.string(block, "name", name)) return false;
  message.calls.push_back(openai::tool_call_object(id, name, dump_json(block.contains("input") ? block.at("input") : Json::object())));
  return true;
}

bool read_tool_result(MessageReader &message, const Json &block) {
  std::string id, content;
  if (!message.string(block, "tool_use_id", id)) return false;
  const auto value = block.find("content");
  const bool given = value != block.end() && !value->is_null();
  if (given && !openai::read_text_parts(message.reader, message.where + ".content", *value, text_types, content)) return false;
  message.results.push_back({{"role", "tool"}, {"content", content}, {"tool_call_id", id}});
  return true;
}

// What a model thought is not part of what it is told.
bool skip(MessageReader &, const Json &) {
  return true;
}

struct BlockKind {
  std::string_view name;
  bool (*read)(MessageReader &message, const Json &block);
};
constexpr std::array blocks{BlockKind{"text", read_text_block}, BlockKind{"tool_use", read_tool_use},
                            BlockKind{"tool_result", read_tool_result}, BlockKind{"thinking", skip}, BlockKind{"redacted_thinking", skip}};

bool read_block(MessageReader &message, const Json &block) {
  if (!block.is_object()) return message.reader.wrong_type(message.where, "an object", block);
  std::string type;
  if (!message.string(block, "type", type)) return false;
  const auto kind = std::find_if(blocks.begin(), blocks.end(), [&](const BlockKind &one) { return one.name == type; });
  if (kind != blocks.end()) return kind->read(message, block);
  return message.reader.refuse(
      message.where + " is of the type '" + shortened(type) + "', but this model takes text only; there are " + list_names(blocks),
      "invalid_value", message.where);
}

bool read_content(MessageReader &message, const Json &content) {
  const std::string where = message.where;
  if (content.is_string()) return message.text = content.get<std::string>(), message.said = true;
  if (!content.is_array()) return message.reader.wrong_type(where, "a string or a list of blocks", content);
  for (std::size_t index = 0; index < content.size(); ++index) {
    message.where = where + "[" + std::to_string(index) + "]";
    if (!read_block(message, content[index])) return false;
  }
  return true;
}

bool read_message(RequestReader &reader, const std::string &where, const Json &message, Json &out) {
  if (!message.is_object()) return reader.wrong_type(where, "an object with role and content", message);
  const Json role = message.value("role", Json());
  if (role != "user" && role != "assistant" && role != "system") {
    return reader.wrong_value(where + ".role", "\"user\", \"assistant\" or \"system\"", role);
  }
  MessageReader read{reader, where + ".content"};
  if (!read_content(read, message.value("content", Json()))) return false;
  for (Json &result : read.results) out.push_back(std::move(result));
  if (!read.said && read.calls.empty() && !read.results.empty()) return true;
  Json &own = out.emplace_back(Json{{"role", role}, {"content", read.text}});
  if (!read.calls.empty()) own["tool_calls"] = std::move(read.calls);
  return true;
}

// A last message of the assistant is the beginning of the answer, which goes on from there.
bool read_beginning(RequestReader &reader, std::string_view name, const Json &last) {
  if (!reader.binding().generates || last["role"] != "assistant") return true;
  if (last.contains("tool_calls")) return reader.refuse("messages ends with a tool call; its result must follow", "invalid_value", name);
  const std::string &text = last["content"].get_ref<const std::string &>();
  if (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos) {
    return reader.refuse("the last message is the assistant's, which is continued, and must not end with a blank", "invalid_value", name);
  }
  reader.out.generation.continue_final_message = true;
  return true;
}

bool read_messages(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_array()) return reader.wrong_type(name, "a list of messages", value);
  if (value.empty()) return reader.refuse("messages is an empty list", "array_below_min_length", name);
  Json messages = Json::array();
  if (reader.given("system")) {
    std::string system;
    if (!openai::read_text_parts(reader, "system", reader.body["system"], text_types, system)) return false;
    messages.push_back({{"role", "system"}, {"content", system}});
  }
  for (std::size_t index = 0; index < value.size(); ++index) {
    if (!read_message(reader, "messages[" + std::to_string(index) + "]", value[index], messages)) return false;
  }
  return read_beginning(reader, name, messages.back()) && openai::give_messages(reader, name, messages);
}

bool read_stop_sequences(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_array()) return reader.wrong_type(name, "a list of strings", value);
  return openai::read_stop_list(reader, name, value, 8191);
}

// {"type": "auto" | "any" | "tool" | "none", "name", "disable_parallel_tool_use"}
bool read_choice(RequestReader &reader, const Json &value, openai::ToolChoice &out) {
  const Json type = value.is_object() ? value.value("type", Json()) : Json();
  struct Kind {
    std::string_view name;
    openai::ToolUse use;
  };
  constexpr std::array kinds{Kind{"auto", openai::ToolUse::automatic}, Kind{"any", openai::ToolUse::required},
                             Kind{"tool", openai::ToolUse::named}, Kind{"none", openai::ToolUse::none}};
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const Kind &one) { return type == one.name; });
  if (kind == kinds.end()) return reader.wrong_value("tool_choice.type", "one of " + list_names(kinds), type);
  out.use = kind->use;
  const Json name = value.value("name", Json());
  if (kind->use == openai::ToolUse::named && !name.is_string()) return reader.wrong_type("tool_choice.name", "a string", name);
  if (name.is_string()) out.name = name.get<std::string>();
  const Json single = value.value("disable_parallel_tool_use", Json(false));
  if (!single.is_boolean()) return reader.wrong_type("tool_choice.disable_parallel_tool_use", "true or false", single);
  reader.out.parallel_calls = single == false;
  return true;
}

bool read_tools(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_array()) return reader.wrong_type(name, "a list of tools", value);
  Json tools = Json::array();
  for (std::size_t index = 0; index < value.size(); ++index) {
    const std::string where = "tools[" + std::to_string(index) + "]";
    const Json &tool = value[index];
    if (!tool.is_object()) return reader.wrong_type(where, "an object", tool);
    const Json type = tool.value("type", Json("custom"));
    if (type != "custom" && !type.is_null()) return reader.wrong_value(where + ".type", "\"custom\"; no other tools are supported", type);
    tools.push_back(openai::tool_object(tool.value("name", Json()), tool.value("description", Json()), tool.value("input_schema", Json())));
  }
  openai::ToolChoice choice;
  if (reader.given("tool_choice") && !read_choice(reader, reader.body["tool_choice"], choice)) return false;
  constexpr openai::ToolForm form{".name", ".input_schema", 128};
  return openai::give_tools(reader, name, tools, choice, form);
}

bool read_tool_choice(RequestReader &reader, std::string_view name, Json &value) {
  openai::ToolChoice choice;
  if (!read_choice(reader, value, choice)) return false;
  if (reader.given("tools") || choice.use == openai::ToolUse::automatic || choice.use == openai::ToolUse::none) return true;
  return reader.refuse("tool_choice wants a call, but there are no tools", "invalid_value", name);
}

// A model that thinks does so by itself.
bool read_thinking(RequestReader &reader, std::string_view name, Json &value) {
  const Json type = value.is_object() ? value.value("type", Json()) : Json();
  if (type == "disabled" || reader.pass(name, value) || reader.binding().format.reasoning != nullptr) return true;
  return reader.no_receiver(name);
}

bool read_output_config(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_object()) return reader.wrong_type(name, "an object", value);
  for (auto &[key, item] : value.items()) {
    if (item.is_null()) continue;
    const std::string where = std::string(name) + "." + shortened(key);
    if (key == "format" ? !openai::read_response_format(reader, where, item) : !openai::refuse_field(reader, where, item)) return false;
  }
  return true;
}

// The SDK's tool runner asks for one by default, and by this code it knows that it must send the whole conversation each time.
bool refuse_thread(RequestReader &reader, std::string_view name, Json &) {
  return reader.refuse(std::string(name) + " is not possible: nothing is kept between requests; send the whole conversation as messages",
                       "thread_unsupported_request", name);
}

constexpr std::array fields{RequestField{"model", openai::read_model},
                            RequestField{"messages", read_messages},
                            RequestField{"system", openai::ignore},
                            RequestField{"max_tokens", openai::read_limit_or_none},
                            RequestField{"stream", openai::read_stream},
                            RequestField{"stop_sequences", read_stop_sequences},
                            RequestField{"tools", read_tools},
                            RequestField{"tool_choice", read_tool_choice},
                            RequestField{"thinking", read_thinking},
                            RequestField{"output_config", read_output_config},
                            RequestField{"output_format", openai::read_response_format},
                            RequestField{"metadata", openai::ignore},
                            RequestField{"service_tier", openai::ignore},
                            RequestField{"cache_control", openai::ignore},
                            RequestField{"inference_geo", openai::ignore},
                            RequestField{"speed", openai::ignore},
                            RequestField{"thread", refuse_thread},
                            RequestField{"container", openai::refuse_field}};

}  // namespace

bool read_messages_request(RequestReader &reader, bool counting) {
  reader.out.call_prefix = "toolu_";
  if (!openai::require(reader, {"model", "messages"})) return false;
  return (counting || openai::require(reader, {"max_tokens"})) && openai::read_fields(reader, fields) && openai::check_beginning(reader);
}

}  // namespace modelet::anthropic
