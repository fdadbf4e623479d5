#include "json/json.h"

#include <utility>

#include "json/excerpt.h"
#include "json/reader.h"

namespace modelet {

namespace {

// Counts brackets outside strings, so that the reader never builds a value it would take deep recursion to copy.
bool too_deep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (quoted) {
      if (letter == '\\') ++at;
      if (letter == '"') quoted = false;
    } else if (letter == '"') {
      quoted = true;
    } else if (letter == '[' || letter == '{') {
      if (++depth > maximum_json_depth) return true;
    } else if (letter == ']' || letter == '}') {
      --depth;
    }
  }
  return false;
}

// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error …" → what stands after the tag.
std::string without_tag(std::string_view message) {
  const std::size_t end = message.find("] ");
  return std::string(end == std::string_view::npos ? message : message.substr(end + 2));
}

// Reads a text that is not JSON again, for what is wrong with it: without exceptions the first reading only says that something is.
struct Complaint : nlohmann::json_sax<Json> {
  std::string why;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t &) override { return true; }
  bool string(string_t &) override { return true; }
  bool binary(binary_t &) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t &) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string &, const Json::exception &error) override {
    why = shortened(without_tag(error.what()), 400);  // it may quote a whole string of the text
    return false;
  }
};

bool read(std::string_view text, Json &out, std::string &why) {
  out = Json::parse(text.begin(), text.end(), nullptr, false);
  if (!out.is_discarded()) return true;
  Complaint complaint;
  Json::sax_parse(text.begin(), text.end(), &complaint);
  why = std::move(complaint.why);
  return false;
}

}  // namespace

bool parse_json(std::string_view text, Json &out, std::string &why) {
  if (json::read_well_formed(text, maximum_json_depth, out)) return true;
  if (too_deep(text)) {
    why = "nested deeper than " + std::to_string(maximum_json_depth) + " levels";
    return false;
  }
  return read(text, out, why);
}

std::string dump_json(const Json &value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_json_string(std::string &out, std::string_view text) {
  out += dump_json(Json(text));
}

}  // namespace modelet
