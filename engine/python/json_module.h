// `json.loads` and `json.dumps`.
#pragma once

#include "python/json_values.h"

namespace modelet::python {

struct JsonOptions {
  bool skip_keys;
  bool ascii;
  bool allow_nan;
  bool sort_keys;
  bool indented;
  Str indent;
  Str item_separator;
  Str key_separator;
  bool names_number;  // newer Pythons say which float is not JSON
};

// Text that is being written, one value after the other.
class JsonWriter {
 public:
  JsonWriter(Call &call, const JsonOptions &options) : call_(call), options_(options) {}

  Call &call() { return call_; }
  const JsonOptions &options() const { return options_; }
  Str finish() { return new_str(call_, out_); }

  void plain(std::string_view ascii);
  void integer(int64_t value);
  void floating(double value);
  void text(const Str &value);
  std::string number_text(double value);  // empty with ValueError raised

  // `open` is false, with an error raised, for a container that contains itself and for too many levels.
  bool open(const void *container, char bracket);
  void item();  // before each
  void colon() { out_ += options_.key_separator.view(); }
  void close(char bracket);

 private:
  void line();

  struct Level {
    const void *container;
    bool empty = true;
  };
  Call &call_;
  const JsonOptions &options_;
  std::u32string out_;
  std::vector<Level> levels_;
};

namespace detail {

template <typename T>
void write_json(JsonWriter &writer, const T &value);

// What a member of a mixed Enum is.
template <typename E>
auto json_form(const Member<E> &member) {
  if constexpr (std::is_same_v<std::decay_t<decltype(plain_value(member))>, std::u32string_view>) {
    return Str(plain_value(member));
  } else {
    return plain_value(member);
  }
}

// A key as JSON has it. False: it is passed over, or an error was raised.
template <typename K>
bool write_key(JsonWriter &writer, const K &key) {
  if constexpr (is_variant<K>) {
    return std::visit([&](const auto &member) { return write_key(writer, member); }, key);
  } else if constexpr (is_enum<K>) {
    if constexpr (K::Enum::mixed) return write_key(writer, json_form(key));
    if (!writer.options().skip_keys) writer.call().raise("TypeError", "keys must be str, int, float, bool or None, not an Enum");
    return false;
  } else if constexpr (std::is_same_v<K, Str>) {
    writer.item();
    writer.text(key);
  } else if constexpr (std::is_same_v<K, bool>) {
    writer.item();
    writer.plain(key ? "\"true\"" : "\"false\"");
  } else if constexpr (std::is_same_v<K, None>) {
    writer.item();
    writer.plain("\"null\"");
  } else if constexpr (std::is_same_v<K, int64_t>) {
    writer.item();
    writer.plain("\"" + std::to_string(key) + "\"");
  } else if constexpr (std::is_same_v<K, double>) {
    const std::string number = writer.number_text(key);
    if (number.empty()) return false;
    writer.item();
    writer.plain("\"" + number + "\"");
  } else {
    if (!writer.options().skip_keys) writer.call().raise("TypeError", "keys must be str, int, float, bool or None, not tuple");
    return false;
  }
  writer.colon();
  return true;
}

template <typename K, typename V>
void write_object(JsonWriter &writer, const Dict<K, V> &value) {
  if (!writer.open(value.object(), '{')) return;
  std::vector<const typename Table<K, V>::Entry *> entries;
  for (const auto &entry : value.table().entries())
    if (entry.live) entries.push_back(&entry);
  if (writer.options().sort_keys) {
    stable_sort(
        writer.call(), entries.data(), static_cast<int64_t>(entries.size()), [](const auto *entry) -> const K & { return entry->key; },
        [&](const auto *left, const auto *right) { return before(writer.call(), left->key, right->key); });
  }
  for (const auto *entry : entries) {
    if (writer.call().failed()) return;
    if (write_key(writer, entry->key)) write_json(writer, entry->value);
  }
  writer.close('}');
}

template <typename T>
void write_json(JsonWriter &writer, const T &value) {
  if (writer.call().failed() || interrupted(writer.call())) return;
  if constexpr (is_variant<T>) {
    std::visit([&](const auto &member) { write_json(writer, member); }, value);
  } else if constexpr (is_enum<T>) {
    if constexpr (T::Enum::mixed) {
      write_json(writer, json_form(value));
    } else {
      writer.call().raise("TypeError", "Object is not JSON serializable");  // refused when compiling
    }
  } else if constexpr (std::is_same_v<T, None>) {
    writer.plain("null");
  } else if constexpr (std::is_same_v<T, bool>) {
    writer.plain(value ? "true" : "false");
  } else if constexpr (std::is_same_v<T, int64_t>) {
    writer.integer(value);
  } else if constexpr (std::is_same_v<T, double>) {
    writer.floating(value);
  } else if constexpr (std::is_same_v<T, Str>) {
    writer.text(value);
  } else if constexpr (is_list<T>) {
    if (!writer.open(value.object(), '[')) return;
    for (int64_t at = 0; at < value.size() && !writer.call().failed(); ++at) {
      writer.item();
      write_json(writer, value.at(at));
    }
    writer.close(']');
  } else if constexpr (is_tuple<T>) {
    if (!writer.open(nullptr, '[')) return;
    std::apply([&](const auto &...item) { ((writer.item(), write_json(writer, item)), ...); }, value);
    writer.close(']');
  } else if constexpr (is_dict<T>) {
    write_object(writer, value);
  } else if constexpr (is_set<T>) {
    writer.call().raise("TypeError", "Object of type set is not JSON serializable");
  } else if constexpr (std::is_same_v<T, Range>) {
    writer.call().raise("TypeError", "Object of type range is not JSON serializable");
  } else {
    writer.call().raise("TypeError", "Object is not JSON serializable");  // refused when compiling
  }
}

}  // namespace detail

template <typename T>
Str dumps(Call &call, const T &value, bool skip_keys, bool ascii, bool allow_nan, bool sort_keys, bool indented, const Str &indent,
          const Str &item_separator, const Str &key_separator, bool names_number) {
  const JsonOptions options{skip_keys, ascii, allow_nan, sort_keys, indented, indent, item_separator, key_separator, names_number};
  JsonWriter writer(call, options);
  detail::write_json(writer, value);
  return call.failed() ? Str() : writer.finish();
}
inline Str indent_of(Call &call, int64_t count) {
  return count <= 0 ? Str() : multiply(call, Str(U" "), count);
}

// `trailing`: newer Pythons have a message of their own for a comma before the end.
JsonValue loads(Call &call, const Str &text, bool trailing);

Str json_error_message(Call &call, const Exception &error);
int64_t json_error_number(Call &call, const Exception &error, int64_t which);  // line, column, position

}  // namespace modelet::python
