#include "openai/chat/tools.h"

#include <algorithm>
#include <utility>

#include "json/excerpt.h"

namespace modelet::openai {

namespace {

bool unknown_tool(RequestReader &reader, const std::string &name) {
  return reader.refuse("tool_choice names '" + shortened(name) + "', which is none of the tools", "invalid_value", "tool_choice");
}

// Of a tool that names none.
const Json &no_parameters() {
  static const Json schema{{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
  return schema;
}

// The JSON Schema of a call of one of the tools: {"name": …, "arguments": {…}}.
Json call_schema(const Json &tools, const std::string &only) {
  Json calls = Json::array();
  for (const Json &tool : tools) {
    const Json &function = tool.at("function");
    if (!only.empty() && function.at("name") != only) continue;
    const auto parameters = function.find("parameters");
    const bool none = parameters == function.end() || parameters->is_null();
    Json arguments = none ? no_parameters() : *parameters;
    calls.push_back({{"type", "object"},
                     {"properties", {{"name", {{"const", function.at("name")}}}, {"arguments", std::move(arguments)}}},
                     {"required", Json::array({"name", "arguments"})},
                     {"additionalProperties", false}});
  }
  return calls.size() == 1 ? calls[0] : Json{{"anyOf", std::move(calls)}};
}

// At `name` or `function.name`.
bool read_name(const Json &value, std::string &out) {
  const Json *holder = &value;
  if (value.is_object() && value.contains("function")) holder = &value.at("function");
  if (!holder->is_object() || !holder->contains("name") || !holder->at("name").is_string()) return false;
  out = holder->at("name").get<std::string>();
  return true;
}

// {"type": "allowed_tools", "mode", "tools"}, the latter two inside of `allowed_tools` in chat.completions.
bool read_allowed(RequestReader &reader, std::string_view name, const Json &value, ToolChoice &out) {
  const Json &said = value.contains("allowed_tools") ? value.at("allowed_tools") : value;
  const bool whole = said.is_object() && said.contains("mode") && said.contains("tools") && said.at("tools").is_array();
  if (!whole || said.at("tools").empty() || (said.at("mode") != "auto" && said.at("mode") != "required")) {
    return reader.wrong_value(name, "allowed_tools with the mode \"auto\" or \"required\" and a list of tools", value);
  }
  out.use = said.at("mode") == "auto" ? ToolUse::automatic : ToolUse::required;
  for (const Json &tool : said.at("tools")) {
    if (!read_name(tool, out.allowed.emplace_back())) return reader.wrong_value(name, "allowed_tools that name functions", value);
  }
  return true;
}

// Those tools that the choice allows; false when it names one that there is not.
bool keep_allowed(RequestReader &reader, const Json &tools, const ToolChoice &choice, Json &out) {
  out = Json::array();
  for (const std::string &name : choice.allowed) {
    const auto found = std::find_if(tools.begin(), tools.end(), [&](const Json &tool) { return tool.at("function").at("name") == name; });
    if (found == tools.end()) return unknown_tool(reader, name);
    out.push_back(*found);
  }
  return true;
}

bool has_tool(const Json &tools, const std::string &name) {
  for (const Json &tool : tools) {
    if (tool.at("function").at("name") == name) return true;
  }
  return false;
}

bool force_call(RequestReader &reader, const Json &tools, const ToolChoice &choice) {
  if (!choice.name.empty() && !has_tool(tools, choice.name)) {
    return unknown_tool(reader, choice.name);
  }
  if (!reader.binding().generates) return reader.no_receiver("tool_choice");
  reader.out.generation.grammar = GrammarKind::json_schema;
  reader.out.generation.grammar_source = dump_json(call_schema(tools, choice.name));
  reader.out.call_only = true;
  if (tools.size() == 1) reader.out.call_name = tools[0].at("function").at("name");
  if (!choice.name.empty()) reader.out.call_name = choice.name;
  return true;
}

bool is_name_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') || letter == '_' ||
         letter == '-';
}

bool check_name(RequestReader &reader, const std::string &where, const Json &function, std::size_t longest) {
  const auto found = function.find("name");
  if (found == function.end() || found->is_null()) {
    return reader.refuse("the field " + where + " is missing", "missing_required_parameter", where);
  }
  if (!found->is_string()) return reader.wrong_type(where, "a string", *found);
  const std::string &name = found->get_ref<const std::string &>();
  if (name.empty()) return reader.refuse(where + " is empty", "string_below_min_length", where);
  if (name.size() > longest) {
    return reader.refuse(where + " has " + std::to_string(name.size()) + " letters; at most " + std::to_string(longest) + " are possible",
                         "string_above_max_length", where);
  }
  if (std::all_of(name.begin(), name.end(), is_name_letter)) return true;
  return reader.refuse(where + " is '" + shortened(name) + "'; it must match ^[a-zA-Z0-9_-]+$: letters without accents, digits, _ and -",
                       "invalid_value", where);
}

// Each tool has a name and, if any, an object of parameters.
bool check_tool(RequestReader &reader, const std::string &where, const Json &tool, const ToolForm &form) {
  if (!tool.is_object()) return reader.wrong_type(where, "an object", tool);
  if (const auto type = tool.find("type"); type != tool.end() && *type != "function") {
    return reader.wrong_value(where + ".type", "\"function\"; no other tools are supported", *type);
  }
  const auto function = tool.find("function");
  if (function == tool.end() || !function->is_object()) {
    return reader.refuse("the field " + where + ".function is missing or no object", "missing_required_parameter", where + ".function");
  }
  if (!check_name(reader, where + std::string(form.name), *function, form.longest_name)) return false;
  const auto parameters = function->find("parameters");
  if (parameters == function->end() || parameters->is_null() || parameters->is_object()) return true;
  return reader.wrong_type(where + std::string(form.parameters), "a JSON Schema of an object", *parameters);
}

}  // namespace

Json tool_object(const Json &name, const Json &description, const Json &parameters) {
  Json function = {{"name", name}};
  if (!description.is_null()) function["description"] = description;
  function["parameters"] = parameters.is_null() ? no_parameters() : parameters;
  return {{"type", "function"}, {"function", std::move(function)}};
}

bool read_choice(RequestReader &reader, std::string_view name, const Json &value, ToolChoice &out) {
  if (value == "auto") return true;
  if (value == "none") return out.use = ToolUse::none, true;
  if (value == "required") return out.use = ToolUse::required, true;
  if (value.is_object() && value.contains("type") && value.at("type") == "allowed_tools") return read_allowed(reader, name, value, out);
  out.use = ToolUse::named;
  if (read_name(value, out.name)) return true;
  return reader.wrong_value(name, "\"auto\", \"none\", \"required\" or an object that names a function", value);
}

bool give_tools(RequestReader &reader, std::string_view name, const Json &tools, const ToolChoice &choice, const ToolForm &form) {
  for (std::size_t index = 0; index < tools.size(); ++index) {
    if (!check_tool(reader, std::string(name) + "[" + std::to_string(index) + "]", tools[index], form)) return false;
  }
  if (tools.empty() || choice.use == ToolUse::none) return true;
  if (!choice.allowed.empty()) {
    Json allowed;
    ToolChoice rest = choice;
    rest.allowed.clear();
    return keep_allowed(reader, tools, choice, allowed) && give_tools(reader, name, allowed, rest, form);
  }
  if (!reader.pass("tools", tools)) return reader.no_receiver(name);
  reader.out.tools = true;
  return choice.use == ToolUse::automatic || force_call(reader, tools, choice);
}

bool read_tools(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_array()) return reader.wrong_type(name, "a list of tools", value);
  ToolChoice choice;
  if (reader.given("tool_choice") && !read_choice(reader, "tool_choice", reader.body["tool_choice"], choice)) return false;
  return give_tools(reader, name, value, choice, nested_tool);
}

bool read_tool_choice(RequestReader &reader, std::string_view name, Json &value) {
  ToolChoice choice;
  if (!read_choice(reader, name, value, choice)) return false;
  const bool tools = reader.given("tools") && reader.body["tools"].is_array() && !reader.body["tools"].empty();
  if (tools || choice.use == ToolUse::automatic || choice.use == ToolUse::none) return true;
  return reader.refuse("tool_choice wants a call, but there are no tools", "invalid_value", name);
}

bool read_parallel_calls(RequestReader &reader, std::string_view name, Json &value) {
  return read_boolean(reader, name, value, reader.out.parallel_calls);
}

}  // namespace modelet::openai
