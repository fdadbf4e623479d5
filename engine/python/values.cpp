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

const Json *container(const Json &value, Reader::Kind kind) {
  if (kind == Reader::Kind::list) return value.is_array() ? &value : nullptr;
  const Json *inside = tagged(value, kind_tag(kind));
  if (inside == nullptr && kind == Reader::Kind::dict && value.is_object()) return &value;
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
  if (const Json *word = tagged(value, "$float")) {
    if (!word->is_string()) return false;
    const std::string text = word->get<std::string>();
    out = text == "nan" ? not_a_number : text == "inf" ? infinity : -infinity;
    return true;
  }
  if (const Json *digits = tagged(value, "$int")) {
    if (!digits->is_string()) return false;
    out = std::strtod(digits->get<std::string>().c_str(), nullptr);
    return true;
  }
  if (!value.is_number()) return false;
  out = value.get<double>();
  return true;
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

bool Reader::bytes(Bytes &out) const {
  const Json *text = tagged(json(node_), "$bytes");
  std::string decoded;
  if (text == nullptr || !text->is_string() || !from_base64(text->get_ref<const std::string &>(), decoded)) return false;
  out = Bytes(std::move(decoded));
  return true;
}

bool Reader::array(Call &call, numpy::Array &out) const {
  const Json &value = json(node_);
  const Json *index = tagged(value, "$tensor");
  if (index == nullptr) index = tagged(value, "$scalar");
  if (index == nullptr || !index->is_number_unsigned()) return false;
  const auto at = index->get<uint64_t>();
  if (at >= values_->tensors.size()) return false;
  out = numpy::from_tensor(call, values_->tensors[at]);
  return !call.failed();
}

int64_t Reader::items(Kind kind) const {
  const Json *inside = container(json(node_), kind);
  return inside == nullptr ? -1 : static_cast<int64_t>(inside->size());
}

bool Reader::plain_dict() const {
  return tagged(json(node_), "$dict") == nullptr;
}

Reader Reader::item(Kind kind, int64_t at) const {
  const Json &inside = *container(json(node_), kind);
  const auto place = static_cast<std::size_t>(at);
  if (kind != Kind::dict) return {*values_, &inside[place]};
  if (plain_dict()) return {*values_, &inside.get_ref<const Json::object_t &>().begin()[static_cast<std::ptrdiff_t>(place / 2)].second};
  return {*values_, &inside[place / 2][place % 2]};
}

bool Reader::key(Call &call, int64_t at, Str &out) const {
  out = from_utf8(call, json(node_).get_ref<const Json::object_t &>().begin()[static_cast<std::ptrdiff_t>(at)].first);
  return !call.failed();
}

bool known_fields(const Reader &reader, std::initializer_list<std::string_view> names) {
  for (int64_t at = reader.items(Reader::Kind::dict) - 1; at >= 0; --at)
    if (std::find(names.begin(), names.end(), reader.name(at)) == names.end()) return false;
  return true;
}

int64_t find_field(const Reader &reader, std::string_view name) {
  for (int64_t at = reader.items(Reader::Kind::dict) - 1; at >= 0; --at)
    if (reader.name(at) == name) return at;
  return -1;
}

std::string_view Reader::name(int64_t at) const {
  return json(node_).get_ref<const Json::object_t &>().begin()[static_cast<std::ptrdiff_t>(at)].first;
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
                                                            {"$complex", "complex"},
                                                            {"$image", "Image"}};
  for (const auto &[tag, name] : tags)
    if (tagged(value, tag) != nullptr) return name;
  return "dict";
}

// ---- writing

struct Writer::State {
  struct Level {
    Reader::Kind kind;
    bool plain;
    Json content;
    Json key;
    bool has_key = false;
  };
  Values *values;
  std::vector<Level> levels;

  void put(Json value) {
    if (levels.empty()) {
      values->json = std::move(value);
      return;
    }
    Level &level = levels.back();
    if (level.kind != Reader::Kind::dict) {
      level.content.push_back(std::move(value));
    } else if (!level.has_key) {
      level.key = std::move(value);
      level.has_key = true;
    } else {
      if (level.plain) {
        level.content[level.key.get<std::string>()] = std::move(value);
      } else {
        Json pair = Json::array();
        pair.push_back(std::move(level.key));
        pair.push_back(std::move(value));
        level.content.push_back(std::move(pair));
      }
      level.has_key = false;
    }
  }
};

Writer::Writer(Values &values) : state_(new State{&values, {}}) {}
Writer::~Writer() = default;

namespace {

Json with_tag(const char *tag, Json content) {
  Json out = Json::object();
  out[tag] = std::move(content);
  return out;
}

bool surrogate(char32_t point) {
  return static_cast<uint32_t>(point) >= 0xD800 && static_cast<uint32_t>(point) < 0xE000;
}

bool has_surrogate(const Str &text) {
  for (char32_t point : text.view())
    if (surrogate(point)) return true;
  return false;
}

Json pieces(const Str &text) {
  Json out = Json::array();
  std::u32string run;
  auto flush = [&] {
    if (!run.empty()) out.push_back(to_utf8(run));
    run.clear();
  };
  for (char32_t point : text.view()) {
    if (!surrogate(point)) {
      run.push_back(point);
      continue;
    }
    flush();
    out.push_back(static_cast<uint32_t>(point));
  }
  flush();
  return with_tag("$str", std::move(out));
}

Json integer_json(int64_t value) {
  constexpr int64_t largest = (int64_t{1} << 53) - 1;
  if (value >= -largest && value <= largest) return value;
  return with_tag("$int", std::to_string(value));
}

}  // namespace

bool plain_key(const Str &key) {
  return !has_surrogate(key) && (key.length() == 0 || key[0] != U'$');
}

void Writer::none() {
  state_->put(nullptr);
}
void Writer::boolean(bool value) {
  state_->put(value);
}
void Writer::integer(int64_t value) {
  state_->put(integer_json(value));
}

void Writer::floating(double value) {
  if (std::isfinite(value)) return state_->put(value);
  state_->put(with_tag("$float", std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf"));
}

void Writer::text(const Str &value) {
  state_->put(has_surrogate(value) ? pieces(value) : Json(to_utf8(value)));
}

void Writer::key(std::string_view name) {
  state_->put(Json(name));
}

void Writer::bytes(const Bytes &value) {
  state_->put(with_tag("$bytes", to_base64(value.view(), base64_letters)));
}

void Writer::array(Call &call, const numpy::Array &value) {
  Tensor tensor = numpy::to_tensor(call, value);
  if (call.failed()) return;
  state_->put(with_tag(value.rank() == 0 ? "$scalar" : "$tensor", state_->values->tensors.size()));
  state_->values->tensors.push_back(std::move(tensor));
}

void Writer::range(const Range &value) {
  Json parts = Json::array();
  for (int64_t part : {value.start, value.stop, value.step}) parts.push_back(integer_json(part));
  state_->put(with_tag("$range", std::move(parts)));
}

void Writer::open(Reader::Kind kind, bool string_keys) {
  State::Level level{kind, string_keys, kind == Reader::Kind::dict && string_keys ? Json::object() : Json::array(), Json()};
  state_->levels.push_back(std::move(level));
}

void Writer::close() {
  State::Level level = std::move(state_->levels.back());
  state_->levels.pop_back();
  const bool bare = level.kind == Reader::Kind::list || (level.kind == Reader::Kind::dict && level.plain);
  state_->put(bare ? std::move(level.content) : with_tag(kind_tag(level.kind), std::move(level.content)));
}

}  // namespace modelet::python
