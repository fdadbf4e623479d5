// Keys of a sort that may be None: without one they are what they are, with one Python raises TypeError at the comparison that
// meets it first.
#pragma once

#include "python/dicts.h"

namespace modelet::python {

template <typename T>
const char *class_name_of(const T &value) {
  if constexpr (is_variant<T>) {
    return std::visit([](const auto &member) { return class_name_of(member); }, value);
  } else if constexpr (std::is_same_v<T, None>) {
    return "NoneType";
  } else if constexpr (std::is_same_v<T, bool>) {
    return "bool";
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return "int";
  } else if constexpr (std::is_same_v<T, double>) {
    return "float";
  } else if constexpr (std::is_same_v<T, Str>) {
    return "str";
  } else {
    return is_tuple<T> ? "tuple" : "list";
  }
}

// Whether one of two is None; then TypeError is raised.
template <typename U>
bool none_between(Call &call, const U &left, const U &right, const char *symbol) {
  if (!std::holds_alternative<None>(left) && !std::holds_alternative<None>(right)) return false;
  if (!call.failed())
    call.raise("TypeError", std::string("'") + symbol + "' not supported between instances of '" + class_name_of(left) + "' and '" +
                                class_name_of(right) + "'");
  return true;
}

// The keys of `min` and `max`, which compare each with the best so far, or of a sort.
template <typename V, typename U>
List<V> keys_without_none(Call &call, const List<U> &keys, const char *symbol, bool sorts, bool descending) {
  bool found = false;
  for (const U &key : keys) found = found || std::holds_alternative<None>(key);
  if (found && !sorts)
    for (int64_t at = 1; at < keys.size() && !call.failed(); ++at) none_between(call, keys.at(at), keys.at(at - 1), symbol);
  if (found && sorts && !call.failed()) {
    auto copied = to_list<U>(call, keys);
    if (descending) reverse(call, copied);
    insertion_sort(copied.items().begin(), copied.size(), [&](const U &left, const U &right) {
      return !call.failed() && !none_between(call, left, right, symbol) && order(left, right) < 0;
    });
  }
  return call.failed() ? List<V>() : to_list<V>(call, keys);
}

}  // namespace modelet::python
