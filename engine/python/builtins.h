// Builtin functions that are not methods.
#pragma once

#include "python/bytes.h"
#include "python/digests.h"
#include "python/hex_float.h"
#include "python/identity.h"
#include "python/sets.h"
#include "python/strings.h"
#include "python/template.h"
#include "python/translate.h"
#include "python/tuples.h"
#include "python/views.h"

namespace modelet::python {

inline Range range(Call &call, int64_t start, int64_t stop, int64_t step) {
  if (step == 0) call.raise("ValueError", "range() arg 3 must not be zero");
  return {start, stop, step};
}

// sum() of ints, floats, or of both; `start` decides the type of an empty sum.
template <typename T, typename V>
T sum(Call &call, const V &values, T total) {
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item)) {
    if (interrupted(call)) break;
    if constexpr (detail::is_list<T>) {
      total = add<typename T::Item>(call, total, item);
    } else {
      total = add(call, total, convert<T>(item));
    }
  }
  return total;
}

// Like CPython: ints exactly, then floats; the result is an int when no float came.
template <typename V>
std::variant<double, int64_t> sum_numbers(Call &call, const V &values, std::variant<double, int64_t> start) {
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item)) {
    if (interrupted(call)) break;
    const auto one = convert<std::variant<double, int64_t>>(item);
    const auto *left = std::get_if<int64_t>(&start);
    const auto *right = std::get_if<int64_t>(&one);
    if (left != nullptr && right != nullptr) {
      start = add(call, *left, *right);
    } else {
      start = convert<double>(start) + convert<double>(one);
    }
  }
  return start;
}

template <typename V>
bool any(Call &call, const V &values) {
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item))
    if (truth(call, item)) return !call.failed();
  return false;
}

template <typename V>
bool all(Call &call, const V &values) {
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item))
    if (!truth(call, item)) return false;
  return !call.failed();
}

template <typename I>
typename I::Item next(Call &call, I iterator) {
  typename I::Item item{};
  if (!iterator.next(call, item)) call.raise("StopIteration", "");
  return item;
}
// The StopIteration that ends a generator holds what it returned.
template <typename R>
void stop_with(Call &call, const R &value, bool first) {
  if (!first || holds_none(value)) return call.raise("StopIteration", "");
  const Str text = str(call, value);
  const Str shown = call.failed() ? Str() : from_message(call, "StopIteration(" + to_utf8(repr(call, value)) + ")");
  if (!call.failed()) raise(call, exception_of(call, Str(U"StopIteration"), text, shown, std::tuple<R>(value)));
}
template <typename R, typename T>
T next_returning(Call &call, const Generator<T> &generator) {
  const bool alive = static_cast<bool>(generator.frame().handle);
  T item{};
  if (generator.next(call, item) || call.failed()) return item;
  stop_with(call, returned_by<R>(call, generator), alive);
  return item;
}
// As `send`, of a generator that returns something.
template <typename S, typename R, typename T, typename V>
T send_returning(Call &call, const Generator<T> &generator, const V &value) {
  const bool alive = static_cast<bool>(generator.frame().handle);
  T item = send<S>(call, generator, value);
  if (!alive || generator.frame().handle || call.error.object || call.error.python_class != "StopIteration") return item;
  call.error = Error();
  stop_with(call, returned_by<R>(call, generator), true);
  return item;
}
template <typename R, typename I, typename D>
R next_or(Call &call, I iterator, const D &otherwise) {
  typename I::Item item{};
  return iterator.next(call, item) ? convert<R>(item) : convert<R>(otherwise);
}

// A list that may hold None, which cannot be joined.
template <typename... M>
Str join(Call &call, const Str &separator, const List<std::variant<M...>> &parts) {
  const List<Str> texts = new_list<Str>(call, parts.size());
  for (int64_t place = 0; !call.failed() && place < parts.size(); ++place) {
    if (const Str *text = std::get_if<Str>(&parts.at(place))) {
      texts.push(call, *text);
    } else {
      call.raise("TypeError", "sequence item " + std::to_string(place) + ": expected str instance, NoneType found");
    }
  }
  return call.failed() ? Str() : join(call, separator, texts);
}

// A line of the call's log.
void print_line(Call &call, std::u32string_view text);

inline void print(Call &call, const Str &separator, const Str &end, std::initializer_list<Str> parts) {
  std::u32string line;
  bool first = true;
  for (const Str &part : parts) {
    if (!first) line += separator.view();
    first = false;
    line += part.view();
  }
  line += end.view();
  print_line(call, line);
}

// join, and unpacking, of anything a loop can run over.
template <typename V>
Str join_any(Call &call, const Str &separator, const V &values) {
  const auto parts = to_list<Str>(call, values);
  return call.failed() ? Str() : join(call, separator, parts);
}
inline List<Str> unpack_any(Call &call, const Str &text, int64_t count) {
  const auto parts = to_list<Str>(call, text);
  return call.failed() ? parts : unpack(call, parts, count);
}
inline List<Str> unpack_any_star(Call &call, const Str &text, int64_t count) {
  const auto parts = to_list<Str>(call, text);
  return call.failed() ? parts : unpack_star(call, parts, count);
}
// Where an item is in a tuple, and how often.
template <typename Q, typename... T>
int64_t index_of(Call &call, const std::tuple<T...> &values, const Q &item) {
  int64_t at = 0;
  const bool found = std::apply([&](const auto &...one) { return ((same(one, item) || (++at, false)) || ...); }, values);
  if (!found) call.raise("ValueError", "tuple.index(x): x not in tuple");
  return at;
}
template <typename Q, typename... T>
int64_t count(Call &, const std::tuple<T...> &values, const Q &item) {
  return std::apply([&](const auto &...one) { return (int64_t{0} + ... + (same(one, item) ? 1 : 0)); }, values);
}
inline int64_t round_none(Call &call, double value, None) {
  return round_to_int(call, value);
}
inline Str format_plain(Call &call, const Str &text, const Str &spec, const Str &type) {
  return format_other(call, text, spec, to_utf8(type).c_str());
}

// Whether two names refer to one object.
template <typename T>
bool identical(Call &, const List<T> &left, const List<T> &right) {
  return left.object() == right.object();
}
template <typename K, typename V>
bool identical(Call &, const Dict<K, V> &left, const Dict<K, V> &right) {
  return left.object() == right.object();
}
template <typename T>
bool identical(Call &, const FrozenSet<T> &left, const FrozenSet<T> &right) {
  return left.object() == right.object();
}
template <typename T>
bool identical(Call &, const Set<T> &left, const Set<T> &right) {
  return left.object() == right.object();
}
inline bool identical(Call &, bool left, bool right) {
  return left == right;
}
template <typename T>
bool not_identical(Call &call, const T &left, const T &right) {
  return !identical(call, left, right);
}

}  // namespace modelet::python
