// Hashes as CPython computes them where the order of a set shows: numbers and tuples. A string's hash is free to differ.
#pragma once

#include <cmath>
#include <cstdint>
#include <tuple>
#include <variant>

#include "python/enum.h"
#include "python/instance.h"
#include "python/static.h"
#include "python/str.h"
#include "python/tuple_of.h"
#include "python/union.h"

namespace modelet::python {

int64_t hash_int(int64_t value);
int64_t hash_float(double value);
int64_t hash_str(std::u32string_view text);

// Whether Python can hash every value of a type. A type that is not has a name here.
template <typename T>
inline constexpr const char *unhashable_name = nullptr;
template <typename T>
inline constexpr bool always_hashable = unhashable_name<T> == nullptr;
template <typename... T>
inline constexpr bool always_hashable<std::tuple<T...>> = (always_hashable<T> && ...);
template <typename T>
inline constexpr bool always_hashable<TupleOf<T>> = always_hashable<T>;
template <typename... T>
inline constexpr bool always_hashable<std::variant<T...>> = (always_hashable<T> && ...);

// False with TypeError raised. For most types this is nothing.
template <typename T>
bool hashable([[maybe_unused]] Call &call, [[maybe_unused]] const T &value) {
  if constexpr (unhashable_name<T> != nullptr) {
    raise(call, "TypeError", (std::string("unhashable type: '") + unhashable_name<T> + "'").c_str());
    return false;
  } else if constexpr (always_hashable<T>) {
    return true;
  } else if constexpr (is_variant<T>) {
    return std::visit([&](const auto &member) { return hashable(call, member); }, value);
  } else if constexpr (is_tuple_of<T>) {
    for (int64_t at = 0; at < value.size(); ++at)
      if (!hashable(call, value.at(at))) return false;
    return true;
  } else {
    return std::apply([&](const auto &...item) { return (hashable(call, item) && ...); }, value);
  }
}
// Of a tuple, from the hashes of its items.
struct TupleHash {
  static constexpr uint64_t first = 11400714785074694791ULL, second = 14029467366897019727ULL, fifth = 2870177450012600261ULL;
  uint64_t sum = fifth;
  void add(int64_t item) {
    sum += static_cast<uint64_t>(item) * second;
    sum = (sum << 31 | sum >> 33) * first;
  }
  int64_t result(uint64_t size) const {
    const uint64_t whole = sum + (size ^ (fifth ^ 3527539ULL));
    return whole == UINT64_MAX ? 1546275796 : static_cast<int64_t>(whole);
  }
};

template <typename T>
int64_t hash_frozen(const FrozenSet<T> &set);

template <typename T>
int64_t hash(const T &value) {
  if constexpr (is_variant<T>) {
    return std::visit([](const auto &member) { return hash(member); }, value);
  } else if constexpr (std::is_same_v<T, double>) {
    return hash_float(value);
  } else if constexpr (std::is_integral_v<T>) {
    return hash_int(static_cast<int64_t>(value));
  } else if constexpr (std::is_same_v<T, Str>) {
    return hash_str(value.view());
  } else if constexpr (is_enum<T>) {
    if constexpr (T::Enum::mixed) {
      return hash(plain_value(value));
    } else {
      return hash_int(value.index);
    }
  } else if constexpr (std::is_same_v<T, std::u32string_view>) {
    return hash_str(value);
  } else if constexpr (is_instance<T>) {
    return hash_instance(value);
  } else if constexpr (is_tuple<T>) {
    TupleHash out;
    std::apply([&](const auto &...items) { (out.add(hash(items)), ...); }, value);
    return out.result(std::tuple_size_v<T>);
  } else if constexpr (requires { value.hash_code(); }) {
    return value.hash_code();
  } else if constexpr (is_tuple_of<T>) {
    TupleHash out;
    for (int64_t at = 0; at < value.size(); ++at) out.add(hash(value.at(at)));
    return out.result(static_cast<uint64_t>(value.size()));
  } else if constexpr (is_frozen<T>) {
    return hash_frozen(value);
  } else {
    return 0x5a5a;
  }
}

template <typename T>
int64_t hash_of(Call &, const T &value) {
  return hash(value);
}

}  // namespace modelet::python
