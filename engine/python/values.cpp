#include "python/values.h"

#include <algorithm>

#include "core/values.h"

namespace modelet::python {

namespace {

const Json &json(const void *node) {
  return *static_cast<const Json *>(node);
}

// The content of an object {"$tag": content}; null when it is not that.
const Json *tagged(const Json &value, const char *tag) {
  if (!value.is_object() || value.size() != 1) return nullptr;
  const auto found = value.find(tag);
  return found == value.end() ? nullptr : &*found;
}

// The tensor of {"$image": index, "mode": …}; null when it is none.
const Json *pixels(const Json &value) {
  const bool image = value.is_object() && value.size() == 2 && value.contains("$image") && value.contains("mode");
  return image ? &value["$image"] : nullptr;
}

const char *kind_tag(Reader::Kind kind) {
  switch (kind) {
    case Reader::Kind::tuple:
      return "$tuple";
    case Reader::Kind::set:
      return "$set";
    case Reader::Kind::frozenset:
      return "$frozenset";
    default:
      return "$dict";
  }
}

// The fields of {"$model": {…}}; null when these are none.
const Json *model_fields(const Json &value) {
  const Json *fields = tagged(value, "$model");
  return fields != nullptr && fields->is_object() ? fields : nullptr;
}

const Json *container(const Json &value, Reader::Kind kind) {
  if (kind == Reader::Kind::list) return value.is_array() ? &value : nullptr;
  const Json *inside = tagged(value, kind_tag(kind));
  if (inside == nullptr && kind == Reader::Kind::dict && value.is_object()) return tagged(value, "$model") ? model_fields(value) : &value;
  return inside;
}

bool parse_decimal(Call &call, const std::string &text, int64_t &out) {
  bool negative = false;
  __int128 value = 0;
  bool large = false;
  for (char character : text) {
    if (character == '-') {
      negative = true;
    } else {
      value = value * 10 + (character - '0');
      if (value > (static_cast<__int128>(1) << 70)) {
        large = true;
        value = 0;
      }
    }
  }
  if (negative) value = -value;
  if (large || value > INT64_MAX || value < INT64_MIN) {
    call.raise("OverflowError", "the integer " + text + " does not fit 64 bits");
    return false;
  }
  out = static_cast<int64_t>(value);
  return true;
}

bool read_float(const Json &value, double &out) {
  if (const Json *word = tagged(value, "$float")) {
    if (!word->is_string()) return false;
    const std::string text = word->get<std::string>();
    out = text == "nan" ? not_a_number : text == "inf" ? infinity : -infinity;
    return true;
  }
  if (!value.is_number()) return false;
  out = value.get<double>();
  return true;
}

}  // namespace

bool Reader::none() const {
  return json(node_).is_null();
}

bool Reader::boolean(bool &out) const {
  if (!json(node_).is_boolean()) return false;
  out = json(node_).get<bool>();
  return true;
}

bool Reader::integer(Call &call, int64_t &out) const {
  const Json &value = json(node_);
  if (const Json *digits = tagged(value, "$int")) return digits->is_string() && parse_decimal(call, digits->get<std::string>(), out);
  if (!value.is_number_integer()) return false;
  if (value.is_number_unsigned() && value.get<uint64_t>() > INT64_MAX) {
    call.raise("OverflowError", "the integer " + std::to_string(value.get<uint64_t>()) + " does not fit 64 bits");
    return false;
  }
  out = value.get<int64_t>();
  return true;
}

bool Reader::floating(double &out) const {
  const Json &value = json(node_);
  if (const Json *digits = tagged(value, "$int")) {
    if (!digits->is_string()) return false;
    out = std::strtod(digits->get<std::string>().c_str(), nullptr);
    return true;
  }
  return read_float(value, out);
}

bool Reader::exactly_float() const {
  return json(node_).is_number_float() || tagged(json(node_), "$float") != nullptr;
}

bool Reader::text(Call &call, Str &out) const {
  const Json &value = json(node_);
  if (value.is_string()) {
    out = from_utf8(call, value.get_ref<const std::string &>());
    return !call.failed();
  }
  const Json *pieces = tagged(value, "$str");
  if (pieces == nullptr || !pieces->is_array()) return false;
  out = Str();
  for (const Json &piece : *pieces) {
    if (piece.is_string()) {
      out = append(call, out, from_utf8(call, piece.get_ref<const std::string &>()).view());
    } else {
      const auto point = static_cast<char32_t>(piece.get<uint32_t>());
      out = append(call, out, std::u32string_view(&point, 1));
    }
    if (call.failed()) return false;
  }
  return true;
}

namespace {

bool read_bytes(const Json *text, Bytes &out) {
  std::string decoded;
  if (text == nullptr || !text->is_string() || !from_base64(text->get_ref<const std::string &>(), decoded)) return false;
  out = Bytes(std::move(decoded));
  return true;
}

}  // namespace

bool Reader::bytes(Bytes &out) const {
  return read_bytes(tagged(json(node_), "$bytes"), out);
}

bool Reader::bytearray(Bytes &out) const {
  return read_bytes(tagged(json(node_), "$bytearray"), out);
}

bool Reader::complex(double &real, double &imaginary) const {
  const Json *parts = tagged(json(node_), "$complex");
  if (parts != nullptr)
    return parts->is_array() && parts->size() == 2 && read_float((*parts)[0], real) && read_float((*parts)[1], imaginary);
  return floating(real);
}

bool Reader::range(Call &call, Range &out) const {
  const Json *parts = tagged(json(node_), "$range");
  if (parts == nullptr || !parts->is_array() || parts->size() != 3) return false;
  const auto part = [&](std::size_t at, int64_t &value) { return Reader(*values_, &(*parts)[at]).integer(call, value); };
  return part(0, out.start) && part(1, out.stop) && part(2, out.step);
}

bool Reader::array(Call &call, numpy::Array &out) const {
  const Json &value = json(node_);
  const Json *index = tagged(value, "$tensor");
  if (index == nullptr) index = tagged(value, "$scalar");
  if (index == nullptr) index = pixels(value);
  if (index == nullptr || !index->is_number_unsigned()) return false;
  const auto at = index->get<uint64_t>();
  if (at >= values_->tensors.size()) return false;
  out = numpy::from_tensor(call, values_->tensors[static_cast<std::size_t>(at)]);
  return !call.failed();
}

int64_t Reader::items(Kind kind) const {
  const Json *inside = container(json(node_), kind);
  return inside == nullptr ? -1 : static_cast<int64_t>(inside->size());
}

bool Reader::plain_dict() const {
  return tagged(json(node_), "$dict") == nullptr;
}

bool Reader::made() const {
  return model_fields(json(node_)) != nullptr;
}

Reader Reader::item(Kind kind, int64_t at) const {
  const Json &inside = *container(json(node_), kind);
  const auto place = static_cast<std::size_t>(at);
  if (kind != Kind::dict) return {*values_, &inside[place]};
  if (plain_dict()) return {*values_, &inside.get_ref<const Json::object_t &>().begin()[static_cast<std::ptrdiff_t>(place / 2)].second};
  return {*values_, &inside[place / 2][place % 2]};
}

bool Reader::key(Call &call, int64_t at, Str &out) const {
  out = from_utf8(call, name(at));
  return !call.failed();
}

bool known_fields(const Reader &reader, std::initializer_list<std::string_view> names) {
  for (int64_t at = reader.items(Reader::Kind::dict) - 1; at >= 0; --at)
    if (std::find(names.begin(), names.end(), reader.name(at)) == names.end()) return false;
  return true;
}

bool decode_data(Call &call, const Reader &reader, JsonDict &out) {
  const int64_t count = reader.items(Reader::Kind::dict);
  if (count < 0 || !reader.plain_dict()) return false;
  out = new_dict<Str, JsonValue>(call);
  for (int64_t at = 0; at < count && !call.failed(); ++at) {
    Str key;
    JsonValue value;
    if (!reader.key(call, at, key)) return false;
    if (!decode(call, reader.item(Reader::Kind::dict, at * 2 + 1), value)) return wrong_field(call, reader.name(at));
    out.table().put(call, key, std::move(value));
  }
  return !call.failed();
}

bool refuse_data(Call &call, const Reader &reader, std::string_view class_name) {
  if (reader.items(Reader::Kind::dict) >= 0)
    call.raise("TypeError", std::string(class_name) + " is made in a way that compiled code does not know: pass an instance of it");
  return false;
}

int64_t find_field(const Reader &reader, std::string_view name) {
  for (int64_t at = reader.items(Reader::Kind::dict) - 1; at >= 0; --at)
    if (reader.name(at) == name) return at;
  return -1;
}

std::string_view Reader::name(int64_t at) const {
  return container(json(node_), Kind::dict)->get_ref<const Json::object_t &>().begin()[static_cast<std::ptrdiff_t>(at)].first;
}

const char *Reader::type_name() const {
  const Json &value = json(node_);
  if (value.is_null()) return "NoneType";
  if (value.is_boolean()) return "bool";
  if (value.is_number_float()) return "float";
  if (value.is_number()) return "int";
  if (value.is_string()) return "str";
  if (value.is_array()) return "list";
  constexpr std::pair<const char *, const char *> tags[] = {{"$int", "int"},
                                                            {"$float", "float"},
                                                            {"$str", "str"},
                                                            {"$tuple", "tuple"},
                                                            {"$set", "set"},
                                                            {"$frozenset", "frozenset"},
                                                            {"$bytes", "bytes"},
                                                            {"$bytearray", "bytearray"},
                                                            {"$range", "range"},
                                                            {"$slice", "slice"},
                                                            {"$tensor", "numpy.ndarray"},
                                                            {"$scalar", "numpy scalar"},
                                                            {"$complex", "complex"}};
  for (const auto &[tag, name] : tags)
    if (tagged(value, tag) != nullptr) return name;
  return pixels(value) != nullptr ? "Image" : "dict";
}

// ---- writing

// Where the text is: open containers, and how many values each has so far.
struct Writer::State {
  struct Level {
    Reader::Kind kind;
    bool plain;
    int64_t count = 0;
  };
  Values *values;
  std::vector<Level> levels;
  std::string &out = values->text;

  // Of a dict keys and values alternate, as an object's or as pairs.
  void before() {
    if (levels.empty()) return;
    Level &level = levels.back();
    const bool dict = level.kind == Reader::Kind::dict;
    const bool value = dict && level.count % 2 == 1;
    if (value) {
      out += level.plain ? ':' : ',';
    } else {
      if (level.count > 0) out += ',';
      if (dict && !level.plain) out += '[';
    }
  }
  void after() {
    if (levels.empty()) return;
    Level &level = levels.back();
    if (level.kind == Reader::Kind::dict && !level.plain && level.count % 2 == 1) out += ']';
    ++level.count;
  }
  void put(std::string_view text) {
    before();
    out += text;
    after();
  }
  void quoted(std::string_view before_text, std::string_view ascii, std::string_view after_text) {
    before();
    out.append(before_text).append("\"").append(ascii).append("\"").append(after_text);
    after();
  }
};

Writer::Writer(Values &values) : state_(new State{&values, {}}) {}
Writer::~Writer() = default;

namespace {

bool surrogate(char32_t point) {
  return static_cast<uint32_t>(point) >= 0xD800 && static_cast<uint32_t>(point) < 0xE000;
}

// Looks at every character, as that is many at a time.
bool has_surrogate(const Str &text) {
  bool found = false;
  for (char32_t point : text.view()) found |= surrogate(point);
  return found;
}

void append_escape(std::string &out, uint32_t code) {
  constexpr char digits[] = "0123456789abcdef";
  switch (code) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    default:
      out += "\\u00";
      out += digits[code >> 4];
      out += digits[code & 15];
  }
}

void append_utf8(std::string &out, uint32_t code) {
  if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 63));
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 63));
    out += static_cast<char>(0x80 | (code >> 6 & 63));
  }
  out += static_cast<char>(0x80 | (code & 63));
}

// One byte that stands for itself in a JSON string.
bool is_plain(char32_t point) {
  const auto code = static_cast<uint32_t>(point);
  return code - 0x20 < 0x60 && code != '"' && code != '\\';
}

// How many plain characters a text begins with.
std::size_t plain_length(std::u32string_view text) {
  constexpr std::size_t block = 16;
  std::size_t at = 0;
  for (bool plain = true; at + block <= text.size(); at += block) {
    for (std::size_t each = 0; each < block; ++each) plain &= is_plain(text[at + each]);
    if (!plain) break;
  }
  while (at < text.size() && is_plain(text[at])) ++at;
  return at;
}

// A JSON string of code points without surrogates.
void append_text(std::string &out, std::u32string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t plain = plain_length(text), start = out.size();
    out.resize(start + plain);
    for (std::size_t at = 0; at < plain; ++at) out[start + at] = static_cast<char>(text[at]);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const auto code = static_cast<uint32_t>(text.front());
    text.remove_prefix(1);
    code < 0x80 ? append_escape(out, code) : append_utf8(out, code);
  }
  out += '"';
}

// {"$str": ["ab", 55296, "c"]}
void append_pieces(std::string &out, std::u32string_view text) {
  out += "{\"$str\":[";
  for (std::size_t at = 0; at < text.size();) {
    if (at > 0) out += ',';
    std::size_t end = at;
    while (end < text.size() && !surrogate(text[end])) ++end;
    if (end > at) {
      append_text(out, text.substr(at, end - at));
      at = end;
    } else {
      out += std::to_string(static_cast<uint32_t>(text[at++]));
    }
  }
  out += "]}";
}

std::string integer_text(int64_t value) {
  constexpr int64_t largest = (int64_t{1} << 53) - 1;
  if (value >= -largest && value <= largest) return std::to_string(value);
  return "{\"$int\":\"" + std::to_string(value) + "\"}";
}

// A float in the form that it has in JSON.
std::string float_form(double value) {
  if (std::isfinite(value)) return float_text(value);
  return std::string("{\"$float\":\"") + (std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf") + "\"}";
}

}  // namespace

bool plain_key(const Str &key) {
  return !has_surrogate(key) && (key.length() == 0 || key[0] != U'$');
}

void Writer::none() {
  state_->put("null");
}
void Writer::boolean(bool value) {
  state_->put(value ? "true" : "false");
}
void Writer::integer(int64_t value) {
  state_->put(integer_text(value));
}

void Writer::floating(double value) {
  state_->put(float_form(value));
}

void Writer::text(const Str &value) {
  state_->before();
  if (has_surrogate(value)) {
    append_pieces(state_->out, value.view());
  } else {
    append_text(state_->out, value.view());
  }
  state_->after();
}

void Writer::key(std::string_view name) {
  state_->before();
  append_json_string(state_->out, name);
  state_->after();
}

void Writer::bytes(const Bytes &value) {
  state_->quoted("{\"$bytes\":", to_base64(value.view(), base64_letters), "}");
}

void Writer::bytearray(std::string_view value) {
  state_->quoted("{\"$bytearray\":", to_base64(value, base64_letters), "}");
}

void Writer::complex(double real, double imaginary) {
  state_->put("{\"$complex\":[" + float_form(real) + "," + float_form(imaginary) + "]}");
}

void Writer::array(Call &call, const numpy::Array &value) {
  Tensor tensor = numpy::to_tensor(call, value);
  if (call.failed()) return;
  const char *tag = value.rank() == 0 ? "{\"$scalar\":" : "{\"$tensor\":";
  state_->put(tag + std::to_string(state_->values->tensors.size()) + "}");
  state_->values->tensors.push_back(std::move(tensor));
}

void Writer::range(const Range &value) {
  state_->put("{\"$range\":[" + integer_text(value.start) + "," + integer_text(value.stop) + "," + integer_text(value.step) + "]}");
}

void Writer::open(Reader::Kind kind, bool string_keys) {
  state_->before();
  const bool plain = kind == Reader::Kind::dict && string_keys;
  if (kind != Reader::Kind::list && !plain) state_->out.append("{\"").append(kind_tag(kind)).append("\":");
  state_->out += plain ? '{' : '[';
  state_->levels.push_back({kind, string_keys});
}

void Writer::close() {
  const State::Level level = state_->levels.back();
  state_->levels.pop_back();
  const bool plain = level.kind == Reader::Kind::dict && level.plain;
  state_->out += plain ? '}' : ']';
  if (level.kind != Reader::Kind::list && !plain) state_->out += '}';
  state_->after();
}

}  // namespace modelet::python
