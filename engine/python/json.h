// A value whose shape is known at run time only: what `json.loads` gives, and arguments of type Any.
#pragma once

#include "python/dict.h"
#include "python/list.h"

namespace modelet::python {

class JsonValue;
using JsonBase = std::variant<None, bool, Dict<Str, JsonValue>, double, int64_t, List<JsonValue>, Str>;

// The union of all kinds. Code for unions takes it as one.
class JsonValue : public JsonBase {
 public:
  JsonValue() = default;
  template <typename Member, typename... Part>
  explicit JsonValue(std::in_place_type_t<Member> member, Part &&...part) : JsonBase(member, std::forward<Part>(part)...) {}
  template <std::size_t at, typename... Part>
  explicit JsonValue(std::in_place_index_t<at> member, Part &&...part) : JsonBase(member, std::forward<Part>(part)...) {}
};

using JsonList = List<JsonValue>;
using JsonDict = Dict<Str, JsonValue>;

template <>
inline constexpr bool is_variant<JsonValue> = true;
template <typename T>
inline constexpr bool is_member<T, JsonValue> = is_member<T, JsonBase>;
template <typename T>
inline constexpr bool is_json_container = std::is_same_v<T, JsonList> || std::is_same_v<T, JsonDict>;

template <>
inline constexpr bool always_hashable<JsonValue> = false;
template <>
inline constexpr const char *unhashable_name<JsonList> = "list";
template <>
inline constexpr const char *unhashable_name<JsonDict> = "dict";

template <typename T>
JsonValue json(T &&value) {
  return JsonValue(std::in_place_type<std::remove_cvref_t<T>>, std::forward<T>(value));
}

// `type(value).__name__`.
const char *kind_name(const JsonValue &value);
template <typename T>
const char *kind_name(const T &) {
  if constexpr (std::is_same_v<T, None>) return "NoneType";
  if constexpr (std::is_same_v<T, bool>) return "bool";
  if constexpr (std::is_same_v<T, int64_t>) return "int";
  if constexpr (std::is_same_v<T, double>) return "float";
  if constexpr (std::is_same_v<T, Str>) return "str";
  if constexpr (std::is_same_v<T, JsonDict>) return "dict";
  if constexpr (is_tuple<T>) return "tuple";
  return "list";
}

}  // namespace modelet::python

template <>
struct std::variant_size<modelet::python::JsonValue> : std::variant_size<modelet::python::JsonBase> {};
template <std::size_t at>
struct std::variant_alternative<at, modelet::python::JsonValue> : std::variant_alternative<at, modelet::python::JsonBase> {};
