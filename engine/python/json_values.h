// Operations on values whose kind is known at run time only. Each raises what CPython raises for the kinds that lack it.
#pragma once

#include "python/builtins.h"
#include "python/json.h"

namespace modelet::python {

// ---- subscripts

JsonValue index(Call &call, const JsonValue &value, const Str &key);
JsonValue index(Call &call, const JsonValue &value, int64_t key);
JsonValue index(Call &call, const JsonValue &value, const Slice &key);
JsonValue index(Call &call, const JsonValue &value, const JsonValue &key);
void store(Call &call, const JsonValue &value, const Str &key, const JsonValue &item);
void store(Call &call, const JsonValue &value, int64_t key, const JsonValue &item);
void store(Call &call, const JsonValue &value, const JsonValue &key, const JsonValue &item);
void remove_at(Call &call, const JsonValue &value, const Str &key);
void remove_at(Call &call, const JsonValue &value, int64_t key);
void remove_at(Call &call, const JsonValue &value, const JsonValue &key);
int64_t len(Call &call, const JsonValue &value);
JsonDict json_dict(Call &call, const JsonValue &value);  // `dict(value)`: a copy, or of pairs
JsonList joinable(Call &call, const JsonValue &value);   // what `str.join` takes
Str json_join(Call &call, const Str &separator, const JsonList &parts);
List<JsonValue> json_unpack(Call &call, const JsonValue &value, int64_t count, int64_t star);
// The text that an operation takes; raises TypeError with `message`, in which the value's kind stands for `{}`.
Str json_text(Call &call, const JsonValue &value, const Str &message);

template <typename Q>
bool contains(Call &call, const Q &item, const JsonValue &value) {
  if (const auto *list = std::get_if<JsonList>(&value)) return contains(call, item, *list);
  if (const auto *dict = std::get_if<JsonDict>(&value)) return contains(call, item, *dict);
  if (const auto *text = std::get_if<Str>(&value)) {
    Str part;
    if constexpr (std::is_same_v<Q, JsonValue>) {
      part = json_text(call, item, Str(U"'in <string>' requires string as left operand, not {}"));
    } else if constexpr (std::is_same_v<Q, Str>) {
      part = item;
    } else {
      part = json_text(call, convert<JsonValue>(item), Str(U"'in <string>' requires string as left operand, not {}"));
    }
    return !call.failed() && contains(call, part, *text);
  }
  call.raise("TypeError", std::string("argument of type '") + kind_name(value) + "' is not iterable");
  return false;
}

// ---- loops

struct JsonIterator {
  using Item = JsonValue;
  JsonList list;
  Iterator<JsonDict> dict;
  Str text;
  enum class Kind : uint8_t { none, list, dict, text } kind = Kind::none;
  int64_t at = 0;
  bool next(Call &call, JsonValue &item);
};
JsonIterator iterate(Call &call, const JsonValue &value);

// ---- arithmetic and order

[[gnu::cold]] void raise_operands(Call &call, const char *symbol, const char *left, const char *right);

namespace detail {

// What `left symbol right` does for two kinds; bools count as ints.
template <char symbol, bool in_place, typename R, typename A, typename B>
R combine(Call &call, const A &left, const B &right) {
  constexpr bool left_int = std::is_integral_v<A>, right_int = std::is_integral_v<B>;
  constexpr bool text = std::is_same_v<A, Str>, list = std::is_same_v<A, JsonList>;
  if constexpr (left_int && right_int) {
    const auto a = static_cast<int64_t>(left), b = static_cast<int64_t>(right);
    if constexpr (symbol == '+') return convert<R>(add(call, a, b));
    if constexpr (symbol == '-') return convert<R>(subtract(call, a, b));
    if constexpr (symbol == '*') return convert<R>(multiply(call, a, b));
    if constexpr (symbol == '/') return convert<R>(divide(call, a, b));
    if constexpr (symbol == 'f') return convert<R>(floor_divide(call, a, b));
    if constexpr (symbol == '%') return convert<R>(modulo(call, a, b));
  } else if constexpr ((left_int || std::is_same_v<A, double>) && (right_int || std::is_same_v<B, double>)) {
    const auto a = static_cast<double>(left), b = static_cast<double>(right);
    if constexpr (symbol == '+') return convert<R>(add(call, a, b));
    if constexpr (symbol == '-') return convert<R>(subtract(call, a, b));
    if constexpr (symbol == '*') return convert<R>(multiply(call, a, b));
    if constexpr (symbol == '/') return convert<R>(divide(call, a, b));
    if constexpr (symbol == 'f') return convert<R>(floor_divide(call, a, b));
    if constexpr (symbol == '%') return convert<R>(modulo(call, a, b));
  } else if constexpr (symbol == '+' && (text || list)) {
    if constexpr (text && std::is_same_v<A, B>) return convert<R>(add(call, left, right));
    if constexpr (list && std::is_same_v<A, B>) return convert<R>(add<JsonValue>(call, left, right));
    call.raise("TypeError",
               std::string("can only concatenate ") + kind_name(left) + " (not \"" + kind_name(right) + "\") to " + kind_name(left));
    return R{};
  } else if constexpr (symbol == '*' && (text || list)) {
    if constexpr (right_int) return convert<R>(multiply(call, left, static_cast<int64_t>(right)));
    call.raise("TypeError", std::string("can't multiply sequence by non-int of type '") + kind_name(right) + "'");
    return R{};
  } else if constexpr (symbol == '*' && (std::is_same_v<B, Str> || std::is_same_v<B, JsonList>)) {
    if constexpr (left_int) return convert<R>(multiply(call, right, static_cast<int64_t>(left)));
    call.raise("TypeError", std::string("can't multiply sequence by non-int of type '") + kind_name(left) + "'");
    return R{};
  } else if constexpr (symbol == '%' && text) {
    call.raise("NotImplementedError", "`%` of a str whose kind is known at run time only");
    return R{};
  } else {
    constexpr char name[] = {symbol, in_place ? '=' : '\0', '\0'};
    raise_operands(call, symbol != 'f' ? name : in_place ? "//=" : "//", kind_name(left), kind_name(right));
    return R{};
  }
}

}  // namespace detail

// R is wide enough for every pair of kinds.
template <char symbol, bool in_place, typename R, typename A, typename B>
R combine(Call &call, const A &left, const B &right) {
  if constexpr (is_variant<A>) {
    return std::visit([&](const auto &member) { return combine<symbol, in_place, R>(call, member, right); }, left);
  } else if constexpr (is_variant<B>) {
    return std::visit([&](const auto &member) { return combine<symbol, in_place, R>(call, left, member); }, right);
  } else {
    return detail::combine<symbol, in_place, R>(call, left, right);
  }
}

template <typename V>
std::variant<double, int64_t> json_sum(Call &call, const V &values, std::variant<double, int64_t> total) {
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item)) total = combine<'+', false, std::variant<double, int64_t>>(call, total, item);
  return total;
}

}  // namespace modelet::python
