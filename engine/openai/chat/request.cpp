#include "openai/chat/request.h"

#include <algorithm>
#include <array>
#include <utility>

#include "json/excerpt.h"
#include "openai/chat/sampling.h"

namespace modelet::openai {

const char *RequestReader::parameter(std::string_view field) const {
  for (const Receiver &receiver : binding().receivers) {
    if (field == receiver.field) return receiver.parameter;
  }
  return nullptr;
}

bool RequestReader::given(std::string_view field) const {
  const auto value = body.find(field);
  return value != body.end() && !value->is_null();
}

bool RequestReader::refuse(std::string message, std::string code, std::string_view param) {
  call.fail(invalid_request(std::move(message), std::move(code), std::string(param)));
  return false;
}

bool RequestReader::wrong_type(std::string_view field, std::string_view expected, const Json &value) {
  return refuse(std::string(field) + " must be " + std::string(expected) + "; it is " + excerpt(value), "invalid_type", field);
}

bool RequestReader::wrong_value(std::string_view field, std::string_view expected, const Json &value) {
  return refuse(std::string(field) + " must be " + std::string(expected) + "; it is " + excerpt(value), "invalid_value", field);
}

bool RequestReader::no_receiver(std::string_view field) {
  const std::string name(field);
  return refuse(name + " has no receiver: the function has no parameter for it and uses no language model that takes it; leave it out",
                "unknown_parameter", field);
}

bool RequestReader::pass(std::string_view field, const Json &value) {
  const char *taker = parameter(field);
  if (taker == nullptr) return false;
  out.arguments[taker] = typed_value(value);
  return true;
}

namespace {

bool refuse_unknown(RequestReader &reader, std::span<const RequestField> fields, std::string_view key) {
  std::string taken = list_names(fields);
  for (const Receiver &receiver : reader.binding().receivers) {
    const auto known = [&](const RequestField &field) { return field.name == std::string_view(receiver.field); };
    if (std::none_of(fields.begin(), fields.end(), known)) taken += std::string(", ") + receiver.field;
  }
  return reader.refuse("this endpoint does not take '" + shortened(key) + "'; it takes " + taken, "unknown_parameter", shortened(key));
}

}  // namespace

bool read_fields(RequestReader &reader, std::span<const RequestField> fields, bool sampling) {
  for (auto &[key, value] : reader.body.items()) {
    if (value.is_null()) continue;
    const auto row = std::find_if(fields.begin(), fields.end(), [&](const RequestField &field) { return field.name == key; });
    if (row != fields.end()) {
      if (!row->read(reader, key, value)) return false;
    } else if (sampling && is_sampling_option(key)) {
      if (!read_sampling_option(reader, key, value)) return false;
    } else if (!reader.pass(key, value)) {
      return refuse_unknown(reader, fields, key);
    }
  }
  return true;
}

bool require(RequestReader &reader, std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) {
    if (reader.given(name)) continue;
    return reader.refuse("the field " + std::string(name) + " is missing", "missing_required_parameter", name);
  }
  return true;
}

bool read_boolean(RequestReader &reader, std::string_view name, const Json &value, bool &out) {
  if (!value.is_boolean()) return reader.wrong_type(name, "true or false", value);
  out = value.get<bool>();
  return true;
}

bool read_integer(RequestReader &reader, std::string_view name, const Json &value, int64_t low, int64_t high, int64_t &out) {
  if (!value.is_number_integer()) return reader.wrong_type(name, "an integer", value);
  const bool huge = value.is_number_unsigned() && value.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX);
  out = huge ? INT64_MAX : value.get<int64_t>();
  const std::string_view what = name;
  if (out < low) {
    return reader.refuse(std::string(what) + " must be at least " + std::to_string(low) + "; it is " + excerpt(value),
                         "integer_below_min_value", name);
  }
  if (out <= high && !(huge && high != INT64_MAX)) return true;
  return reader.refuse(std::string(what) + " must be at most " + std::to_string(high) + "; it is " + excerpt(value),
                       "integer_above_max_value", name);
}

bool read_model(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_string()) return reader.wrong_type(name, "a string", value);
  reader.pass(name, value);
  reader.out.model = value.get<std::string>();
  return true;
}

bool read_stream(RequestReader &reader, std::string_view name, Json &value) {
  return read_boolean(reader, name, value, reader.out.stream);
}

bool read_stream_options(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_object()) return reader.wrong_type(name, "an object", value);
  bool obfuscation = false;
  for (const auto &[key, option] : value.items()) {
    const std::string where = std::string(name) + "." + shortened(key);
    if (option.is_null()) continue;
    if (key != "include_usage" && key != "include_obfuscation") {
      return reader.refuse(std::string(name) + " does not have '" + shortened(key) + "'; it has include_usage, include_obfuscation",
                           "unknown_parameter", where);
    }
    if (!read_boolean(reader, where, option, key == "include_usage" ? reader.out.include_usage : obfuscation)) return false;
  }
  const auto stream = reader.body.find("stream");
  if (stream != reader.body.end() && *stream == true) return true;
  return reader.refuse(std::string(name) + " is possible only with stream: true", "invalid_value", name);
}

bool read_runs(RequestReader &reader, std::string_view name, Json &value) {
  return read_integer(reader, name, value, 1, 128, reader.out.runs);
}

bool read_stops(RequestReader &reader, std::string_view name, Json &value) {
  return read_stop_list(reader, name, value, 4);
}

bool read_stop_list(RequestReader &reader, std::string_view name, const Json &value, std::size_t most) {
  Json list = value.is_array() ? value : Json::array({value});
  if (list.size() > most) {
    return reader.refuse(
        std::string(name) + " holds " + std::to_string(list.size()) + " texts; at most " + std::to_string(most) + " are possible",
        "array_above_max_length", name);
  }
  for (Json &stop : list) {
    if (!stop.is_string()) return reader.wrong_type(name, "a string or a list of strings", value);
    if (stop.get_ref<const std::string &>().empty()) {
      return reader.refuse(std::string(name) + " holds an empty text, which would stop everything", "string_below_min_length", name);
    }
    reader.out.stops.push_back(stop.get<std::string>());
  }
  reader.pass(name, value);
  return true;
}

// A parameter takes the limit, else the model; where there is no model, the endpoint counts values.
bool read_max_tokens(RequestReader &reader, std::string_view name, Json &value) {
  const bool newer = name != "max_tokens";
  int64_t limit = 0;
  if (!read_integer(reader, name, value, 1, INT64_MAX, limit)) return false;
  if (!newer && reader.given("max_completion_tokens")) return true;
  if (reader.pass(name, value) || reader.pass("max_tokens", value) || reader.pass("max_completion_tokens", value)) return true;
  (reader.binding().generates ? reader.out.generation.max_tokens : reader.out.value_limit) = limit;
  return true;
}

// Functions and models are told 1, the least they take.
bool read_limit_or_none(RequestReader &reader, std::string_view name, Json &value) {
  reader.out.mute = value.is_number_integer() && value == 0;
  if (reader.out.mute) value = 1;
  return read_max_tokens(reader, name, value);
}

bool ignore(RequestReader &reader, std::string_view name, Json &value) {
  reader.pass(name, value);
  return true;
}

bool refuse_field(RequestReader &reader, std::string_view name, Json &value) {
  return reader.pass(name, value) || reader.no_receiver(name);
}

namespace {

bool read_schema(RequestReader &reader, std::string_view name, const Json &value) {
  const auto inner = value.find("json_schema");
  const Json &holder = inner == value.end() ? value : *inner;
  const bool flat = inner == value.end() && name != "response_format";  // as responses have it
  const std::string where = std::string(name) + (flat ? ".schema" : ".json_schema.schema");
  const auto schema = holder.is_object() ? holder.find("schema") : holder.end();
  if (!holder.is_object() || schema == holder.end() || !schema->is_object()) {
    return reader.refuse(where + " must be an object with a JSON Schema", "missing_required_parameter", where);
  }
  reader.out.generation.grammar = GrammarKind::json_schema;
  reader.out.generation.grammar_source = dump_json(*schema);
  return true;
}

bool read_pattern(RequestReader &reader, std::string_view name, const Json &value) {
  const std::string where = std::string(name) + ".pattern";
  const auto pattern = value.find("pattern");
  if (pattern == value.end() || !pattern->is_string()) {
    return reader.refuse(where + " must be a text with a regular expression", "missing_required_parameter", where);
  }
  reader.out.generation.grammar = GrammarKind::regular_expression;
  reader.out.generation.grammar_source = pattern->get<std::string>();
  return true;
}

bool read_object(RequestReader &reader, std::string_view, const Json &) {
  reader.out.generation.grammar = GrammarKind::json_object;
  return true;
}

// What an answer may be held to; nothing to read: to nothing.
struct ResponseFormat {
  std::string_view type;
  bool (*read)(RequestReader &reader, std::string_view name, const Json &value);
};
constexpr std::array response_formats{ResponseFormat{"text", nullptr}, ResponseFormat{"json_object", read_object},
                                      ResponseFormat{"json_schema", read_schema}, ResponseFormat{"regex", read_pattern}};

}  // namespace

bool read_response_format(RequestReader &reader, std::string_view name, Json &value) {
  const auto kind = value.is_object() ? value.find("type") : value.end();
  if (!value.is_object() || kind == value.end() || !kind->is_string()) return reader.wrong_type(name, "an object with a type", value);
  const auto format =
      std::find_if(response_formats.begin(), response_formats.end(), [&](const ResponseFormat &one) { return *kind == one.type; });
  if (format == response_formats.end()) {
    return reader.wrong_value(std::string(name) + ".type", "\"text\", \"json_object\", \"json_schema\" or \"regex\"", *kind);
  }
  if (format->read == nullptr || reader.pass(name, value)) return true;
  return reader.binding().generates ? format->read(reader, name, value) : reader.no_receiver(name);
}

Json typed_value(const Json &value) {
  if (value.is_array()) {
    Json list = Json::array();
    for (const Json &item : value) list.push_back(typed_value(item));
    return list;
  }
  if (!value.is_object()) return value;
  bool tagged = false;
  for (const auto &[key, item] : value.items()) tagged = tagged || key.starts_with('$');
  Json copy = tagged ? Json::array() : Json::object();
  for (const auto &[key, item] : value.items()) {
    if (tagged) {
      copy.push_back(Json::array({key, typed_value(item)}));
    } else {
      copy[key] = typed_value(item);
    }
  }
  return tagged ? Json{{"$dict", std::move(copy)}} : copy;
}

}  // namespace modelet::openai
