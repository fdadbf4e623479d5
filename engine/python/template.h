// `%` and `str.format` with templates that are read at run time.
#pragma once

#include <memory>
#include <vector>

#include "python/dicts.h"
#include "python/format.h"
#include "python/strings.h"

namespace modelet::python {

// A value that a template may ask for.
class Field {
 public:
  Field() = default;
  Field(const Field &) = delete;
  Field &operator=(const Field &) = delete;
  virtual ~Field() = default;
  virtual Str as(Call &call, char32_t conversion) const = 0;  // s, r or a
  virtual Str format(Call &call, const Str &spec) const = 0;
  virtual const char *type() const = 0;
  virtual bool integer(int64_t &out) const = 0;  // of an int or a bool
  virtual bool floating(double &out) const = 0;  // of a float
  virtual bool text(Str &out) const = 0;         // of a str
  virtual std::unique_ptr<Field> item(Call &call, const Str &key, bool number) const = 0;
};

template <typename T>
std::unique_ptr<Field> field_of(const T &value);

template <typename T>
constexpr const char *field_type() {
  if constexpr (std::is_same_v<T, None>) return "NoneType";
  if constexpr (std::is_same_v<T, bool>) return "bool";
  if constexpr (std::is_same_v<T, int64_t>) return "int";
  if constexpr (std::is_same_v<T, double>) return "float";
  if constexpr (std::is_same_v<T, Str>) return "str";
  if constexpr (detail::is_list<T>) return "list";
  if constexpr (detail::is_dict<T>) return "dict";
  if constexpr (detail::is_set<T>) return "set";
  if constexpr (is_tuple<T>) return "tuple";
  return "object";
}

template <typename T>
class FieldOf final : public Field {
 public:
  explicit FieldOf(T value) : value_(std::move(value)) {}
  Str as(Call &call, char32_t conversion) const override {
    if (conversion == U's') return str(call, value_);
    const Str text = repr(call, value_);
    return conversion == U'r' || call.failed() ? text : ascii_of(call, text);
  }
  Str format(Call &call, const Str &spec) const override {
    if constexpr (is_number<T> || std::is_same_v<T, Str>)
      return python::format(call, value_, spec);
    else
      return format_other(call, str(call, value_), spec, type());
  }
  const char *type() const override { return field_type<T>(); }
  bool integer(int64_t &out) const override {
    if constexpr (std::is_integral_v<T>) return out = static_cast<int64_t>(value_), true;
    return false;
  }
  bool floating(double &out) const override {
    if constexpr (std::is_same_v<T, double>) return out = value_, true;
    return false;
  }
  bool text(Str &out) const override {
    if constexpr (std::is_same_v<T, Str>) return out = value_, true;
    return false;
  }
  std::unique_ptr<Field> item(Call &call, const Str &key, bool number) const override;

 private:
  T value_;
};

// TypeError for what has no items.
std::unique_ptr<Field> no_items(Call &call, const char *type, bool number);
int64_t field_number(const Str &digits);

template <typename T>
std::unique_ptr<Field> FieldOf<T>::item(Call &call, const Str &key, bool number) const {
  const int64_t at = number ? field_number(key) : 0;
  if constexpr (detail::is_list<T>) {
    if (!number) return call.raise("TypeError", "list indices must be integers or slices, not str"), nullptr;
    auto found = index(call, value_, at);
    return call.failed() ? nullptr : field_of(found);
  } else if constexpr (std::is_same_v<T, Str>) {
    if (!number) return call.raise("TypeError", "string indices must be integers, not 'str'"), nullptr;
    if (at >= value_.length()) return call.raise("IndexError", "string index out of range"), nullptr;
    return field_of(value_.part(at, at + 1));
  } else if constexpr (is_tuple<T>) {
    if (!number) return call.raise("TypeError", "tuple indices must be integers or slices, not str"), nullptr;
    std::unique_ptr<Field> found;
    int64_t place = 0;
    std::apply([&](const auto &...one) { ((place++ == at ? void(found = field_of(one)) : void()), ...); }, value_);
    if (found == nullptr) call.raise("IndexError", "tuple index out of range");
    return found;
  } else if constexpr (detail::is_dict<T>) {
    if (number) {
      auto found = index(call, value_, at);
      return call.failed() ? nullptr : field_of(found);
    }
    auto found = index(call, value_, key);
    return call.failed() ? nullptr : field_of(found);
  } else {
    return no_items(call, type(), number);
  }
}

template <typename T>
std::unique_ptr<Field> field_of(const T &value) {
  if constexpr (is_variant<T>) {
    return std::visit([](const auto &member) { return field_of(member); }, value);
  } else {
    return std::make_unique<FieldOf<T>>(value);
  }
}

using Fields = std::vector<std::unique_ptr<Field>>;

template <typename... T>
Fields fields_of(const std::tuple<T...> &values) {
  Fields out;
  std::apply([&](const auto &...one) { (out.push_back(field_of(one)), ...); }, values);
  return out;
}

template <typename T>
Fields fields_of(const TupleOf<T> &values) {
  Fields out;
  for (int64_t at = 0; at < values.size(); ++at) out.push_back(field_of(values.at(at)));
  return out;
}

// What stands at the right of `%`: a tuple's items, or one value; a mapping is asked for keys.
struct Operands {
  Fields fields;
  const Field *mapping = nullptr;
  bool single = false;
  bool all_used = true;  // whether values that no field asks for are an error
};

Str percent(Call &call, const Str &text, const Operands &operands);

template <typename T>
Str percent(Call &call, const Str &text, const T &values) {
  if constexpr (is_variant<T>) {
    return std::visit([&](const auto &member) { return percent(call, text, member); }, values);
  } else {
    Operands operands;
    if constexpr (is_tuple<T> || is_tuple_of<T>) {
      operands.fields = fields_of(values);
    } else {
      operands.fields.push_back(field_of(values));
      operands.single = true;
      operands.mapping = detail::is_dict<T> || detail::is_list<T> ? operands.fields[0].get() : nullptr;
      operands.all_used = operands.mapping == nullptr;
    }
    return percent(call, text, operands);
  }
}

// The arguments of `format`: `names` are those of the last fields. A mapping answers for all names instead.
struct FormatArguments {
  Fields fields;
  std::vector<Str> names;
  const Field *mapping = nullptr;
  bool unpacked = false;  // the mapping stood behind `**`
};

Str format_template(Call &call, const Str &text, const FormatArguments &arguments);

// `names` are separated by spaces.
template <typename T>
  requires(is_tuple<T> || is_tuple_of<T>)
Str format_template(Call &call, const Str &text, const T &values, const Str &names) {
  FormatArguments arguments{fields_of(values), {}, nullptr};
  const List<Str> parts = split(call, names, None{}, -1);
  for (int64_t at = 0; !call.failed() && at < parts.size(); ++at) arguments.names.push_back(parts.at(at));
  return call.failed() ? Str() : format_template(call, text, arguments);
}
template <typename K, typename V>
Str format_map(Call &call, const Str &text, const Dict<K, V> &mapping, bool unpacked = false) {
  FormatArguments arguments;
  arguments.fields.push_back(field_of(mapping));
  arguments.mapping = arguments.fields[0].get();
  arguments.unpacked = unpacked;
  return format_template(call, text, arguments);
}

}  // namespace modelet::python
