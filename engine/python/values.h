// Typed values across the ABI (include/modelet/VALUES.md), without the JSON library: compiled code includes this.
#pragma once

#include <memory>

#include "numpy/array.h"
#include "python/base64.h"
#include "python/bytes.h"
#include "python/dicts.h"
#include "python/exception.h"

namespace modelet {
struct Values;
}

namespace modelet::python {

// One value of an argument. Each reader answers false when the value is of another type; it raises nothing.
class Reader {
 public:
  Reader(const Values &values, const void *node) : values_(&values), node_(node) {}

  bool none() const;
  bool boolean(bool &out) const;
  bool integer(Call &call, int64_t &out) const;  // raises OverflowError beyond 64 bits
  bool floating(double &out) const;              // an int is accepted too
  bool exactly_float() const;
  bool text(Call &call, Str &out) const;
  bool array(Call &call, numpy::Array &out) const;
  bool bytes(Bytes &out) const;
  bool bytearray(Bytes &out) const;
  bool complex(double &real, double &imaginary) const;
  bool range(Call &call, Range &out) const;
  // The items of a list, tuple, set or dict (keys and values alternate); -1 when it is none.
  enum class Kind { list, tuple, set, frozenset, dict };
  int64_t items(Kind kind) const;
  Reader item(Kind kind, int64_t at) const;
  bool key(Call &call, int64_t at, Str &out) const;  // of a dict written as a JSON object
  std::string_view name(int64_t at) const;           // the same key as it arrived, UTF-8
  bool plain_dict() const;
  bool made() const;  // an instance as its class has made it, not data to make one of
  const char *type_name() const;

 private:
  const Values *values_;
  const void *node_;
};

// Builds an answer's value.
class Writer {
 public:
  explicit Writer(Values &values);
  ~Writer();
  Writer(const Writer &) = delete;
  Writer &operator=(const Writer &) = delete;

  void none();
  void boolean(bool value);
  void integer(int64_t value);
  void floating(double value);
  void text(const Str &value);
  void bytes(const Bytes &value);
  void bytearray(std::string_view value);
  void complex(double real, double imaginary);
  void key(std::string_view name);  // of a dict with string keys; UTF-8
  void array(Call &call, const numpy::Array &value);
  void range(const Range &value);
  void open(Reader::Kind kind, bool string_keys);
  void close();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

template <typename T>
bool decode(Call &call, const Reader &reader, T &out);

namespace detail {

template <typename T>
bool decode_list(Call &call, const Reader &reader, List<T> &out) {
  const int64_t count = reader.items(Reader::Kind::list);
  if (count < 0) return false;
  out = new_list<T>(call, count);
  for (int64_t at = 0; at < count && !call.failed(); ++at) {
    T item{};
    if (!decode(call, reader.item(Reader::Kind::list, at), item)) return false;
    out.push(call, std::move(item));
  }
  return !call.failed();
}

template <typename T>
bool decode_tuple_of(Call &call, const Reader &reader, TupleOf<T> &out) {
  const int64_t count = reader.items(Reader::Kind::tuple);
  if (count < 0) return false;
  std::vector<T> items(static_cast<std::size_t>(count));
  for (int64_t at = 0; at < count; ++at)
    if (!decode(call, reader.item(Reader::Kind::tuple, at), items[static_cast<std::size_t>(at)])) return false;
  out = TupleOf<T>(std::move(items));
  return !call.failed();
}

template <typename T>
bool decode_set(Call &call, const Reader &reader, Set<T> &out, Reader::Kind kind) {
  const int64_t count = reader.items(kind);
  if (count < 0) return false;
  out = new_set<T>(call);
  for (int64_t at = 0; at < count && !call.failed(); ++at) {
    T item{};
    if (!decode(call, reader.item(kind, at), item)) return false;
    out.add(call, item);
  }
  return !call.failed();
}

template <typename K, typename V>
bool decode_dict(Call &call, const Reader &reader, Dict<K, V> &out) {
  const int64_t count = reader.items(Reader::Kind::dict);
  if (count < 0) return false;
  out = new_dict<K, V>(call);
  if (call.failed() || !out.table().reserve(call, count)) return false;
  const bool plain = reader.plain_dict();
  for (int64_t at = 0; at < count && !call.failed(); ++at) {
    K key{};
    V value{};
    if (plain) {
      Str text;
      if (!reader.key(call, at, text)) return false;
      if constexpr (std::is_same_v<K, Str>) {
        key = text;
      } else if constexpr (is_member<Str, K>) {
        key = convert<K>(text);
      } else {
        return false;
      }
    } else if (!decode(call, reader.item(Reader::Kind::dict, at * 2), key)) {
      return false;
    }
    if (!decode(call, reader.item(Reader::Kind::dict, at * 2 + 1), value)) return false;
    if (!call.failed()) out.table().put(call, key, std::move(value));
  }
  return !call.failed();
}

template <typename... T, std::size_t... index>
bool decode_tuple(Call &call, const Reader &reader, std::tuple<T...> &out, std::index_sequence<index...>) {
  if (reader.items(Reader::Kind::tuple) != static_cast<int64_t>(sizeof...(T))) return false;
  return (decode(call, reader.item(Reader::Kind::tuple, static_cast<int64_t>(index)), std::get<index>(out)) && ...);
}

// What a model raised that does not fit, put aside while the other members of a union are tried.
class Unfit {
 public:
  explicit Unfit(Call &call) : call_(call) {
    if (call.failed() && call.error.python_class == "ValidationError") held_ = caught(call);
  }
  bool raise() const { return restore(call_, held_), false; }

 private:
  Call &call_;
  Exception held_;
};

// The first member that fits; an int is a float only when no member is an int.
template <typename Union, std::size_t at = 0>
bool decode_union(Call &call, const Reader &reader, Union &out, bool lenient) {
  if constexpr (at == std::variant_size_v<Union>) {
    return false;
  } else {
    using Member = std::variant_alternative_t<at, Union>;
    const bool converts = std::is_same_v<Member, double> && !reader.exactly_float();
    Member member{};
    if (converts == lenient && decode(call, reader, member)) {
      out = Union(std::in_place_index<at>, std::move(member));
      return true;
    }
    const Unfit unfit(call);
    return (!call.failed() && decode_union<Union, at + 1>(call, reader, out, lenient)) || (!call.failed() && unfit.raise());
  }
}

// The kind that the value says it has.
template <typename T>
bool decode_json(Call &call, const Reader &reader, JsonValue &out) {
  T member{};
  if (!decode(call, reader, member)) return false;
  out = json(std::move(member));
  return true;
}
inline bool decode_json(Call &call, const Reader &reader, JsonValue &out) {
  const Depth depth(call);
  if (call.failed()) return false;
  const std::string_view kind = reader.type_name();
  if (kind == "dict") return decode_json<JsonDict>(call, reader, out);
  if (kind == "list") return decode_json<JsonList>(call, reader, out);
  if (kind == "str") return decode_json<Str>(call, reader, out);
  if (kind == "int") return decode_json<int64_t>(call, reader, out);
  if (kind == "float") return decode_json<double>(call, reader, out);
  if (kind == "bool") return decode_json<bool>(call, reader, out);
  out = JsonValue();
  return kind == "NoneType";
}

}  // namespace detail

template <typename T>
bool decode(Call &call, const Reader &reader, T &out) {
  if constexpr (std::is_same_v<T, JsonValue>) {
    return detail::decode_json(call, reader, out);
  } else if constexpr (is_variant<T>) {
    return detail::decode_union(call, reader, out, false) || (!call.failed() && detail::decode_union(call, reader, out, true));
  } else if constexpr (std::is_same_v<T, None>) {
    return reader.none();
  } else if constexpr (std::is_same_v<T, bool>) {
    return reader.boolean(out);
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return reader.integer(call, out);
  } else if constexpr (std::is_same_v<T, double>) {
    return reader.floating(out);
  } else if constexpr (std::is_same_v<T, Bytes>) {
    return reader.bytes(out);
  } else if constexpr (std::is_same_v<T, Str>) {
    return reader.text(call, out);
  } else if constexpr (std::is_same_v<T, numpy::Array>) {
    return reader.array(call, out);
  } else if constexpr (requires { decode_object(call, reader, out); }) {
    return decode_object(call, reader, out);
  } else if constexpr (is_instance<T>) {
    return T::Struct::decode(call, reader, out);
  } else if constexpr (is_enum<T>) {
    return T::Enum::decode(call, reader, out.index);
  } else if constexpr (detail::is_list<T>) {
    return detail::decode_list(call, reader, out);
  } else if constexpr (is_tuple_of<T>) {
    return detail::decode_tuple_of(call, reader, out);
  } else if constexpr (is_frozen<T>) {
    Set<typename T::Item> items;
    if (!detail::decode_set(call, reader, items, Reader::Kind::frozenset)) return false;
    out = T(items);
    return true;
  } else if constexpr (detail::is_set<T>) {
    return detail::decode_set(call, reader, out, Reader::Kind::set);
  } else if constexpr (detail::is_dict<T>) {
    return detail::decode_dict(call, reader, out);
  } else {
    return detail::decode_tuple(call, reader, out, std::make_index_sequence<std::tuple_size_v<T>>());
  }
}

// The fields of a dataclass: an object with a key for each (VALUES.md).
bool known_fields(const Reader &reader, std::initializer_list<std::string_view> names);
int64_t find_field(const Reader &reader, std::string_view name);  // -1 when there is none

// Notes which field made an argument unfit; false.
inline bool wrong_field(Call &call, std::string_view name) {
  if (heap(call).wrong_field.empty()) heap(call).wrong_field = name;
  return false;
}

// The data of a model that is to be validated; false, with the field noted, for what JSON lacks.
bool decode_data(Call &call, const Reader &reader, JsonDict &out);

// A model of a plain object: its class validates it, as `model_validate` does.
template <typename Model>
bool validate(Call &call, const Reader &reader, Instance<Model> &out) {
  JsonDict data;
  if (!decode_data(call, reader, data)) return false;
  out = Model::validated(call, json(std::move(data)));
  return !call.failed();
}
// Of a class that compiled code cannot make one of: TypeError; false.
bool refuse_data(Call &call, const Reader &reader, std::string_view class_name);

template <typename T>
bool decode_field(Call &call, const Reader &reader, std::string_view name, Attribute<T> &out) {
  const int64_t at = find_field(reader, name);
  if (at < 0) return true;
  out.bound = true;
  return decode(call, reader.item(Reader::Kind::dict, at * 2 + 1), out.value) || wrong_field(call, name);
}

// Whether a dict with this key can be written as a JSON object.
bool plain_key(const Str &key);

template <typename T>
void encode(Call &call, Writer &writer, const T &value) {
  if constexpr (std::is_same_v<T, JsonValue>) {
    const Depth depth(call);  // a list may hold itself
    if (call.failed()) return;
    std::visit([&](const auto &member) { encode(call, writer, member); }, value);
  } else if constexpr (is_variant<T>) {
    std::visit([&](const auto &member) { encode(call, writer, member); }, value);
  } else if constexpr (std::is_same_v<T, None>) {
    writer.none();
  } else if constexpr (std::is_same_v<T, bool>) {
    writer.boolean(value);
  } else if constexpr (std::is_same_v<T, int64_t>) {
    writer.integer(value);
  } else if constexpr (std::is_same_v<T, double>) {
    writer.floating(value);
  } else if constexpr (std::is_same_v<T, Bytes>) {
    writer.bytes(value);
  } else if constexpr (std::is_same_v<T, Str>) {
    writer.text(value);
  } else if constexpr (std::is_same_v<T, numpy::Array>) {
    writer.array(call, value);
  } else if constexpr (requires { encode_object(call, writer, value); }) {
    encode_object(call, writer, value);
  } else if constexpr (is_instance<T>) {
    if constexpr (requires { &T::Struct::encode; }) {
      T::Struct::encode(call, writer, value);
    } else {
      call.raise("TypeError", "an instance of this class cannot leave the compiled function");
    }
  } else if constexpr (is_enum<T>) {
    T::Enum::encode(call, writer, value.index);
  } else if constexpr (std::is_same_v<T, Range>) {
    writer.range(value);
  } else if constexpr (detail::is_list<T>) {
    writer.open(Reader::Kind::list, false);
    for (const auto &item : value) encode(call, writer, item);
    writer.close();
  } else if constexpr (is_tuple_of<T>) {
    writer.open(Reader::Kind::tuple, false);
    for (int64_t at = 0; at < value.size(); ++at) encode(call, writer, value.at(at));
    writer.close();
  } else if constexpr (detail::is_set<T>) {
    writer.open(is_frozen<T> ? Reader::Kind::frozenset : Reader::Kind::set, false);
    value.each([&](const auto &item) { encode(call, writer, item); });
    writer.close();
  } else if constexpr (detail::is_dict<T>) {
    bool plain = std::is_same_v<typename T::Key, Str>;
    if constexpr (std::is_same_v<typename T::Key, Str>) {
      for (const auto &entry : value.table().entries()) plain = plain && (!entry.live || plain_key(entry.key));
    }
    writer.open(Reader::Kind::dict, plain);
    for (const auto &entry : value.table().entries()) {
      if (!entry.live) continue;
      encode(call, writer, entry.key);
      encode(call, writer, entry.value);
    }
    writer.close();
  } else if constexpr (is_tuple<T>) {
    writer.open(Reader::Kind::tuple, false);
    std::apply([&](const auto &...item) { (encode(call, writer, item), ...); }, value);
    writer.close();
  } else {
    call.raise("TypeError", "this value cannot leave the compiled function");
  }
}

template <typename T>
void encode_field(Call &call, Writer &writer, const char *name, const Attribute<T> &attribute, std::string_view class_name) {
  if (!attribute.bound) return no_attribute(call, class_name, name);
  writer.key(name);
  encode(call, writer, attribute.value);
}

// Whether the value is this constant.
template <typename T>
bool is_value(Call &call, const Reader &reader, const T &constant) {
  T value{};
  return decode(call, reader, value) && same(value, constant);
}

}  // namespace modelet::python
