#include "openai/embeddings_request.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "json/excerpt.h"
#include "openai/manifest.h"

namespace modelet::openai {

namespace {

constexpr std::size_t maximum_items = 2048;

bool refuse(Call &call, std::string message, std::string code, std::string_view param) {
  call.fail(invalid_request(std::move(message), std::move(code), std::string(param)));
  return false;
}

// What reading a field needs besides its value.
struct Reader {
  Call &call;
  const TextCodec *codec;
  EmbeddingsRequest &out;
};

bool read_model(Reader &reader, Json &value) {
  if (!value.is_string()) return refuse(reader.call, "model must be a string; it is " + excerpt(value), "invalid_type", "model");
  reader.out.model = std::move(value.get_ref<std::string &>());
  return true;
}

bool read_encoding_format(Reader &reader, Json &value) {
  if (value.is_null()) return true;
  reader.out.base64 = value == "base64";
  if (reader.out.base64 || value == "float") return true;
  return refuse(reader.call, "encoding_format must be \"float\" or \"base64\"; it is " + excerpt(value), "invalid_value",
                "encoding_format");
}

bool read_dimensions(Reader &reader, Json &value) {
  if (value.is_null()) return true;
  if (!value.is_number_integer())
    return refuse(reader.call, "dimensions must be an integer; it is " + excerpt(value), "invalid_type", "dimensions");
  if (!value.is_number_unsigned() || value.get<uint64_t>() == 0) {
    return refuse(reader.call, "dimensions must be at least 1; it is " + excerpt(value), "integer_below_min_value", "dimensions");
  }
  reader.out.dimensions = static_cast<int64_t>(std::min<uint64_t>(value.get<uint64_t>(), INT64_MAX));
  return true;
}

// Changes nothing about the answer.
bool read_user(Reader &reader, Json &value) {
  if (value.is_null() || value.is_string()) return true;
  return refuse(reader.call, "user must be a string; it is " + excerpt(value), "invalid_type", "user");
}

bool read_text(Reader &reader, Json &value, const std::string &where) {
  std::string &text = value.get_ref<std::string &>();
  if (text.empty()) return refuse(reader.call, where + " is an empty string", "string_below_min_length", "input");
  reader.out.texts.push_back(std::move(text));
  return true;
}

bool read_tokens(Reader &reader, Json &value, const std::string &where) {
  if (value.empty()) return refuse(reader.call, where + " is an empty list of token ids", "array_below_min_length", "input");
  return decode_tokens(reader.call, reader.codec, value, where, reader.out.texts.emplace_back());
}

bool read_item(Reader &reader, Json &value, std::size_t index) {
  const std::string where = "input[" + std::to_string(index) + "]";
  if (value.is_string()) return read_text(reader, value, where);
  if (value.is_array()) return read_tokens(reader, value, where);
  return refuse(reader.call, where + " must be a string or a list of token ids; it is " + excerpt(value), "invalid_type", "input");
}

bool read_input(Reader &reader, Json &value) {
  if (value.is_string()) return read_text(reader, value, "input");
  if (!value.is_array()) {
    return refuse(reader.call,
                  "input must be a string, a list of strings, a list of token ids or a list of such lists; it is " + excerpt(value),
                  "invalid_type", "input");
  }
  if (value.empty()) return refuse(reader.call, "input is an empty list; it must hold 1 to 2048 items", "array_below_min_length", "input");
  if (value[0].is_number()) return read_tokens(reader, value, "input");
  if (value.size() > maximum_items) {
    return refuse(reader.call, "input holds " + std::to_string(value.size()) + " items; at most 2048 are possible",
                  "array_above_max_length", "input");
  }
  for (std::size_t index = 0; index < value.size(); ++index) {
    if (value[index].type() != value[0].type()) {
      return refuse(reader.call, "input mixes " + std::string(value[0].type_name()) + " and " + value[index].type_name() + " items",
                    "invalid_type", "input");
    }
    if (!read_item(reader, value[index], index)) return false;
  }
  return true;
}

struct Field {
  std::string_view name;
  bool required;
  bool (*read)(Reader &reader, Json &value);
};
constexpr std::array fields{Field{"model", true, read_model}, Field{"input", true, read_input},
                            Field{"encoding_format", false, read_encoding_format}, Field{"dimensions", false, read_dimensions},
                            Field{"user", false, read_user}};

bool known(std::string_view key) {
  for (const Field &field : fields) {
    if (field.name == key) return true;
  }
  return false;
}

// Parameters of the function that no official field feeds.
std::vector<std::string> free_parameters(const Library &library, const Endpoint &endpoint) {
  std::vector<std::string> names = parameter_names(library.manifest, library.functions[endpoint.function].name);
  std::erase_if(names, [&](const std::string &name) {
    return name == endpoint.input || (endpoint.dimensions != nullptr && name == endpoint.dimensions) || known(name);
  });
  return names;
}

bool refuse_unknown(Call &call, const std::vector<std::string> &unknown, const std::vector<std::string> &free) {
  std::string wrong, taken = list_names(fields);
  for (const std::string &key : unknown) wrong += (wrong.empty() ? "'" : ", '") + shortened(key) + "'";
  for (const std::string &name : free) taken += ", " + name;
  return refuse(call, "embeddings does not take " + wrong + "; it takes " + taken, "unknown_parameter", shortened(unknown.front()));
}

// Moves the fields that are not official ones into `options`, if the function takes each.
bool take_options(Call &call, Json &body, const Library &library, const Endpoint &endpoint, Json &options) {
  std::vector<std::string> others, unknown;
  for (const auto &[key, value] : body.items()) {
    if (!known(key)) others.push_back(key);
  }
  if (others.empty()) return true;
  const std::vector<std::string> free = free_parameters(library, endpoint);
  for (const std::string &key : others) {
    if (std::find(free.begin(), free.end(), key) == free.end()) {
      unknown.push_back(key);
    } else {
      options[key] = std::move(body[key]);
    }
  }
  return unknown.empty() || refuse_unknown(call, unknown, free);
}

}  // namespace

bool read_embeddings_request(Call &call, Json body, const Library &library, const Endpoint &endpoint, EmbeddingsRequest &out) {
  if (!take_options(call, body, library, endpoint, out.options)) return false;
  Reader reader{call, endpoint.codec, out};
  for (const Field &field : fields) {
    const auto value = body.find(field.name);
    if (value == body.end()) {
      if (!field.required) continue;
      return refuse(call, "the field " + std::string(field.name) + " is missing", "missing_required_parameter", field.name);
    }
    if (!field.read(reader, *value)) return false;
  }
  return true;
}

}  // namespace modelet::openai
