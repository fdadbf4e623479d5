#include "openai/chat/messages.h"

#include <algorithm>
#include <array>
#include <utility>

#include "json/excerpt.h"

namespace modelet::openai {

namespace {

constexpr std::array<std::string_view, 2> text_types{"text", "refusal"};

std::string place(std::string_view name, std::size_t index) {
  return std::string(name) + "[" + std::to_string(index) + "]";
}

// The string at `key`; false with a 400 when it is missing or something else.
bool read_string(RequestReader &reader, const std::string &where, const Json &object, std::string_view key, std::string &out) {
  const std::string field = where + "." + std::string(key);
  const auto value = object.find(key);
  if (value == object.end() || value->is_null()) {
    return reader.refuse("the field " + field + " is missing", "missing_required_parameter", field);
  }
  if (!value->is_string()) return reader.wrong_type(field, "a string", *value);
  out = value->get<std::string>();
  return true;
}

bool read_part(RequestReader &reader, const std::string &where, const Json &part, std::span<const std::string_view> types,
               std::string &text) {
  if (part.is_string()) return text = part.get<std::string>(), true;
  if (!part.is_object()) return reader.wrong_type(where, "an object with a type", part);
  std::string type;
  if (!read_string(reader, where, part, "type", type)) return false;
  if (std::find(types.begin(), types.end(), type) == types.end()) {
    return reader.refuse(where + " is of the type '" + shortened(type) + "', but this model takes text only", "invalid_value", where);
  }
  return read_string(reader, where, part, type == "refusal" ? "refusal" : "text", text);
}

}  // namespace

bool read_text_parts(RequestReader &reader, const std::string &where, const Json &content, std::span<const std::string_view> types,
                     std::string &text) {
  if (content.is_string()) return text = content.get<std::string>(), true;
  if (!content.is_array()) return reader.wrong_type(where, "a string or a list of text parts", content);
  for (std::size_t index = 0; index < content.size(); ++index) {
    std::string part;
    if (!read_part(reader, place(where, index), content[index], types, part)) return false;
    if (index > 0) text += '\n';
    text += part;
  }
  return true;
}

Json tool_call_object(const std::string &id, const std::string &name, std::string_view arguments) {
  Json read;
  std::string why;
  if (!parse_json(arguments, read, why) || !read.is_object()) read = arguments;
  return {{"id", id}, {"type", "function"}, {"function", {{"name", name}, {"arguments", std::move(read)}}}};
}

namespace {

bool read_tool_call(RequestReader &reader, const std::string &where, const Json &call, Json &out) {
  if (!call.is_object()) return reader.wrong_type(where, "an object", call);
  const auto function = call.find("function");
  if (function == call.end() || !function->is_object()) {
    return reader.refuse("the field " + where + ".function is missing or no object", "missing_required_parameter", where + ".function");
  }
  std::string id, name, arguments;
  if (!read_string(reader, where, call, "id", id) || !read_string(reader, where + ".function", *function, "name", name)) return false;
  if (!read_string(reader, where + ".function", *function, "arguments", arguments)) return false;
  out = tool_call_object(id, name, arguments);
  return true;
}

bool read_tool_calls(RequestReader &reader, const std::string &where, const Json &calls, Json &out) {
  if (!calls.is_array() || calls.empty()) return reader.wrong_type(where, "a list of tool calls", calls);
  out = Json::array();
  for (std::size_t index = 0; index < calls.size(); ++index) {
    if (!read_tool_call(reader, place(where, index), calls[index], out.emplace_back())) return false;
  }
  return true;
}

bool read_content(RequestReader &reader, const std::string &where, const Json &message, bool needed, Json &out) {
  const auto content = message.find("content");
  const bool missing = content == message.end() || content->is_null();
  if (missing && needed)
    return reader.refuse("the field " + where + ".content is missing", "missing_required_parameter", where + ".content");
  std::string text;
  if (!missing && !read_text_parts(reader, where + ".content", *content, text_types, text)) return false;
  out["content"] = std::move(text);
  return true;
}

// Each reads what a message of its role has beside role and content.

bool read_plain(RequestReader &reader, const std::string &where, const Json &message, Json &out) {
  return read_content(reader, where, message, true, out);
}

bool read_assistant(RequestReader &reader, const std::string &where, const Json &message, Json &out) {
  const auto calls = message.find("tool_calls");
  const bool called = calls != message.end() && !calls->is_null();
  const auto refusal = message.find("refusal");
  const bool refused = refusal != message.end() && refusal->is_string();
  if (!read_content(reader, where, message, !called && !refused, out)) return false;
  if (const auto reasoning = message.find("reasoning_content"); reasoning != message.end() && reasoning->is_string()) {
    out["reasoning_content"] = *reasoning;
  }
  return !called || read_tool_calls(reader, where + ".tool_calls", *calls, out["tool_calls"]);
}

bool read_tool(RequestReader &reader, const std::string &where, const Json &message, Json &out) {
  std::string id;
  if (!read_content(reader, where, message, true, out) || !read_string(reader, where, message, "tool_call_id", id)) return false;
  out["tool_call_id"] = std::move(id);
  return true;
}

struct Role {
  std::string_view name;
  std::string_view given;  // as the function gets it
  bool (*read)(RequestReader &reader, const std::string &where, const Json &message, Json &out);
};
constexpr std::array roles{Role{"system", "system", read_plain}, Role{"developer", "system", read_plain}, Role{"user", "user", read_plain},
                           Role{"assistant", "assistant", read_assistant}, Role{"tool", "tool", read_tool}};

bool read_message(RequestReader &reader, const std::string &where, const Json &message, Json &out) {
  if (!message.is_object()) return reader.wrong_type(where, "an object with role and content", message);
  std::string name;
  if (!read_string(reader, where, message, "role", name)) return false;
  const auto role = std::find_if(roles.begin(), roles.end(), [&](const Role &one) { return one.name == name; });
  if (role == roles.end()) {
    return reader.refuse(where + ".role is '" + shortened(name) + "'; it must be one of " + list_names(roles), "invalid_value",
                         where + ".role");
  }
  out = {{"role", role->given}};
  if (const auto named = message.find("name"); named != message.end() && named->is_string()) out["name"] = *named;
  return role->read(reader, where, message, out);
}

}  // namespace

bool give_messages(RequestReader &reader, std::string_view name, const Json &messages) {
  for (std::size_t index = 0; reader.binding().text_messages && index < messages.size(); ++index) {
    if (!messages[index].contains("tool_calls")) continue;
    const std::string where = place(name, index) + ".tool_calls";
    return reader.refuse(where + " has no receiver: the function's messages hold texts only", "unknown_parameter", where);
  }
  reader.out.arguments[reader.endpoint.input] = typed_value(messages);
  return true;
}

bool check_beginning(RequestReader &reader) {
  const GenerationOptions &asked = reader.out.generation;
  if (!asked.continue_final_message || asked.grammar == GrammarKind::none) return true;
  return reader.refuse("the last message is the assistant's, which is continued, so that the answer cannot be held to a format or a tool",
                       "invalid_value", "messages");
}

bool read_messages(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_array()) return reader.wrong_type(name, "a list of messages", value);
  if (value.empty()) return reader.refuse(std::string(name) + " is an empty list", "array_below_min_length", name);
  Json messages = Json::array();
  for (std::size_t index = 0; index < value.size(); ++index) {
    if (!read_message(reader, place(name, index), value[index], messages.emplace_back())) return false;
  }
  return give_messages(reader, name, messages);
}

}  // namespace modelet::openai
