#include "openai/responses/request.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "json/excerpt.h"
#include "openai/chat/messages.h"
#include "openai/chat/tools.h"

namespace modelet::openai {

namespace {

constexpr std::array<std::string_view, 4> text_types{"input_text", "output_text", "text", "refusal"};

// What reading one item of `input` needs: where it stands, and the messages so far.
struct ItemReader {
  RequestReader &reader;
  std::string where;
  Json &messages;

  bool text(const Json &item, std::string_view key, std::string &out) {
    const std::string field = where + "." + std::string(key);
    const auto value = item.find(key);
    if (value == item.end()) return reader.refuse("the field " + field + " is missing", "missing_required_parameter", field);
    return read_text_parts(reader, field, *value, text_types, out);
  }
  bool name(const Json &item, std::string_view key, std::string &out) {
    const std::string field = where + "." + std::string(key);
    const auto value = item.find(key);
    if (value == item.end()) return reader.refuse("the field " + field + " is missing", "missing_required_parameter", field);
    if (!value->is_string()) return reader.wrong_type(field, "a string", *value);
    out = value->get<std::string>();
    return true;
  }
};

bool read_message(ItemReader &reader, const Json &item) {
  constexpr std::array<std::string_view, 4> roles{"system", "developer", "user", "assistant"};
  std::string role, content;
  if (!reader.name(item, "role", role) || !reader.text(item, "content", content)) return false;
  if (std::find(roles.begin(), roles.end(), role) == roles.end()) {
    return reader.reader.refuse(reader.where + ".role is '" + shortened(role) + "'; it must be one of system, developer, user, assistant",
                                "invalid_value", reader.where + ".role");
  }
  reader.messages.push_back({{"role", role == "developer" ? "system" : role}, {"content", content}});
  return true;
}

// Calls belong to the assistant's message before them.
bool read_call(ItemReader &reader, const Json &item) {
  std::string id, name, arguments;
  if (!reader.name(item, "call_id", id) || !reader.name(item, "name", name) || !reader.name(item, "arguments", arguments)) return false;
  if (reader.messages.empty() || reader.messages.back()["role"] != "assistant") {
    reader.messages.push_back({{"role", "assistant"}, {"content", ""}});
  }
  reader.messages.back()["tool_calls"].push_back(tool_call_object(id, name, arguments));
  return true;
}

bool read_output(ItemReader &reader, const Json &item) {
  std::string id, output;
  if (!reader.name(item, "call_id", id) || !reader.text(item, "output", output)) return false;
  reader.messages.push_back({{"role", "tool"}, {"content", output}, {"tool_call_id", id}});
  return true;
}

// What a model thought is its own again only with the tokens it was made of.
bool skip(ItemReader &, const Json &) {
  return true;
}

struct ItemKind {
  std::string_view name;
  bool (*read)(ItemReader &reader, const Json &item);
};
constexpr std::array kinds{ItemKind{"message", read_message}, ItemKind{"function_call", read_call},
                           ItemKind{"function_call_output", read_output}, ItemKind{"reasoning", skip}};

bool read_item(ItemReader &reader, const Json &item) {
  if (!item.is_object()) return reader.reader.wrong_type(reader.where, "an object", item);
  std::string type = "message";
  if (item.contains("type") && !item["type"].is_null() && !reader.name(item, "type", type)) return false;
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const ItemKind &one) { return one.name == type; });
  if (kind != kinds.end()) return kind->read(reader, item);
  return reader.reader.refuse(reader.where + ".type is '" + shortened(type) + "'; it must be one of " + list_names(kinds), "invalid_value",
                              reader.where + ".type");
}

bool read_input(RequestReader &reader, std::string_view name, Json &value) {
  Json messages = Json::array();
  if (reader.given("instructions")) {
    const Json &instructions = reader.body["instructions"];
    if (!instructions.is_string()) return reader.wrong_type("instructions", "a string", instructions);
    messages.push_back({{"role", "system"}, {"content", instructions}});
  }
  if (value.is_string()) {
    messages.push_back({{"role", "user"}, {"content", value}});
    return give_messages(reader, name, messages);
  }
  if (!value.is_array()) return reader.wrong_type(name, "a string or a list of items", value);
  if (value.empty()) return reader.refuse("input is an empty list", "array_below_min_length", name);
  for (std::size_t index = 0; index < value.size(); ++index) {
    ItemReader one{reader, "input[" + std::to_string(index) + "]", messages};
    if (!read_item(one, value[index])) return false;
  }
  return give_messages(reader, name, messages);
}

// {"format": {"type": …}, "verbosity": …}
bool read_text(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_object()) return reader.wrong_type(name, "an object with a format", value);
  for (auto &[key, item] : value.items()) {
    if (item.is_null()) continue;
    if (key == "format" ? !read_response_format(reader, "text.format", item) : !refuse_field(reader, "text." + shortened(key), item))
      return false;
  }
  return true;
}

// {"effort": …, "summary": …}
bool read_reasoning(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_object()) return reader.wrong_type(name, "an object", value);
  for (auto &[key, item] : value.items()) {
    if (item.is_null() || key == "summary" || key == "generate_summary") continue;  // thoughts are told whole
    if (key == "effort" && reader.pass("reasoning_effort", item)) continue;
    return reader.no_receiver("reasoning." + shortened(key));
  }
  return true;
}

// {"type": "function", "name", "description", "parameters"} each.
bool read_function_tools(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_array()) return reader.wrong_type(name, "a list of tools", value);
  Json tools = Json::array();
  for (std::size_t index = 0; index < value.size(); ++index) {
    const std::string where = "tools[" + std::to_string(index) + "]";
    const Json &tool = value[index];
    if (!tool.is_object()) return reader.wrong_type(where, "an object", tool);
    const Json type = tool.value("type", Json("function"));
    if (type != "function") return reader.wrong_value(where + ".type", "\"function\"; no other tools are supported", type);
    tools.push_back(tool_object(tool.value("name", Json()), tool.value("description", Json()), tool.value("parameters", Json())));
  }
  ToolChoice choice;
  if (reader.given("tool_choice") && !read_choice(reader, "tool_choice", reader.body["tool_choice"], choice)) return false;
  constexpr ToolForm form{".name", ".parameters", 128};
  return give_tools(reader, name, tools, choice, form);
}

// What else an answer may include is never made here.
bool read_include(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_array()) return reader.wrong_type(name, "a list of strings", value);
  for (const Json &item : value) {
    if (item == "reasoning.encrypted_content") continue;
    if (item != "message.output_text.logprobs") return reader.wrong_value(name, "a list of \"message.output_text.logprobs\"", item);
    if (!reader.binding().generates) return reader.no_receiver(name);
    reader.out.logprobs = true;
    if (!reader.out.generation.top_logprobs) reader.out.generation.top_logprobs = 0;
  }
  return true;
}

bool read_top_logprobs(RequestReader &reader, std::string_view name, Json &value) {
  int64_t count = 0;
  if (!read_integer(reader, name, value, 0, 20, count)) return false;
  if (count == 0) return true;
  if (!reader.binding().generates) return reader.no_receiver(name);
  reader.out.logprobs = true;
  reader.out.generation.top_logprobs = count;
  return true;
}

bool read_limit(RequestReader &reader, std::string_view, Json &value) {
  return read_max_tokens(reader, "max_output_tokens", value);
}

// Only the value that keeps things as they are.
bool refuse_true(RequestReader &reader, std::string_view name, Json &value) {
  return value == false || reader.no_receiver(name);
}
bool read_truncation(RequestReader &reader, std::string_view name, Json &value) {
  return value == "disabled" || reader.no_receiver(name);
}
bool refuse_state(RequestReader &reader, std::string_view name, Json &) {
  return reader.refuse(std::string(name) + " is not possible: nothing is kept between requests; send the whole conversation as input",
                       "unknown_parameter", name);
}

constexpr std::array fields{RequestField{"model", read_model},
                            RequestField{"input", read_input},
                            RequestField{"instructions", ignore},
                            RequestField{"stream", read_stream},
                            RequestField{"stream_options", read_stream_options},
                            RequestField{"max_output_tokens", read_limit},
                            RequestField{"include", read_include},
                            RequestField{"top_logprobs", read_top_logprobs},
                            RequestField{"text", read_text},
                            RequestField{"reasoning", read_reasoning},
                            RequestField{"tools", read_function_tools},
                            RequestField{"tool_choice", read_tool_choice},
                            RequestField{"parallel_tool_calls", read_parallel_calls},
                            RequestField{"truncation", read_truncation},
                            RequestField{"background", refuse_true},
                            RequestField{"previous_response_id", refuse_state},
                            RequestField{"conversation", refuse_state},
                            RequestField{"prompt", refuse_state},
                            RequestField{"context_management", refuse_field},
                            RequestField{"moderation", refuse_field},
                            RequestField{"image", refuse_field},
                            RequestField{"max_tool_calls", ignore},
                            RequestField{"metadata", ignore},
                            RequestField{"prompt_cache_key", ignore},
                            RequestField{"prompt_cache_options", ignore},
                            RequestField{"prompt_cache_retention", ignore},
                            RequestField{"safety_identifier", ignore},
                            RequestField{"service_tier", ignore},
                            RequestField{"store", ignore},
                            RequestField{"user", ignore}};

}  // namespace

bool read_response_request(RequestReader &reader) {
  return require(reader, {"model", "input"}) && read_fields(reader, fields);
}

}  // namespace modelet::openai
