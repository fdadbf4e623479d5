// The operations and methods of list and tuple.
#pragma once

#include <algorithm>
#include <vector>

#include "python/format.h"
#include "python/iterate.h"
#include "python/ordering.h"

namespace modelet::python {

inline bool writable(Call &call, const Object &object) {
  if (!object.frozen) [[likely]]
    return true;
  raise(call, "RuntimeError", "a captured object cannot be changed: it is a constant of the compiled library");
  return false;
}

template <typename T, typename... Item>
List<T> new_list_of(Call &call, Item &&...item) {
  auto list = new_list<T>(call, sizeof...(Item));
  if (!call.failed()) (list.push(call, std::forward<Item>(item)), ...);
  return list;
}

template <typename T>
List<T> frozen(List<T> list) {
  if (list) list.object()->frozen = true;
  return list;
}

template <typename T>
int64_t len(Call &, const List<T> &list) {
  return list.size();
}
template <typename... T>
int64_t len(Call &, const std::tuple<T...> &) {
  return sizeof...(T);
}
inline int64_t len(Call &, const Range &range) {
  return range.length();
}

template <typename T>
void append(Call &call, const List<T> &list, T item) {
  if (writable(call, *list.object()) && list.push(call, std::move(item))) assume_running(call);
}

template <typename T>
bool place_of(Call &call, const List<T> &list, int64_t &at, const char *message) {
  const int64_t size = list.size();
  if (at < 0) at += size;
  if (static_cast<uint64_t>(at) >= static_cast<uint64_t>(size)) [[unlikely]] {
    raise(call, "IndexError", message);
    return false;
  }
  assume_running(call);
  return true;
}

template <typename T>
T index(Call &call, const List<T> &list, int64_t at) {
  return place_of(call, list, at, "list index out of range") ? list.at(at) : T{};
}

template <typename T>
List<T> index(Call &call, const List<T> &list, const Slice &slice) {
  const Cut taken = cut(call, slice, list.size());
  if (call.failed()) return {};
  auto out = new_list<T>(call, taken.count);
  for (int64_t at = 0; !call.failed() && at < taken.count; ++at) out.push(call, list.at(taken.start + at * taken.step));
  return out;
}

inline int64_t index(Call &call, const Range &range, int64_t at) {
  const int64_t length = range.length();
  const int64_t place = at < 0 ? at + length : at;
  if (place < 0 || place >= length) return call.raise("IndexError", "range object index out of range"), 0;
  return range.at(place);
}

template <typename T>
void store(Call &call, const List<T> &list, int64_t at, T item) {
  if (!writable(call, *list.object()) || !place_of(call, list, at, "list assignment index out of range")) return;
  list.items()[at] = std::move(item);
  assume_running(call);
}

template <typename T>
void remove_at(Call &call, const List<T> &list, int64_t at) {
  if (writable(call, *list.object()) && place_of(call, list, at, "list assignment index out of range")) list.items().take(at);
}

template <typename T>
void remove_at(Call &call, const List<T> &list, const Slice &slice) {
  if (!writable(call, *list.object())) return;
  const Cut taken = cut(call, slice, list.size());
  if (call.failed() || taken.count == 0) return;
  if (taken.step == 1) return list.items().erase(taken.start, taken.count);
  const bool forward = taken.step > 0;
  for (int64_t at = taken.count - 1; at >= 0; --at) list.items().take(taken.start + (forward ? at : taken.count - 1 - at) * taken.step);
}

// A list of whatever a loop over `values` gives.
template <typename T, typename V>
List<T> to_list(Call &call, const V &values) {
  auto out = new_list<T>(call);
  if (call.failed()) return out;
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item)) {
    if (interrupted(call)) break;
    out.push(call, convert<T>(item));
  }
  return out;
}

template <typename T, typename V>
void store_slice(Call &call, const List<T> &list, const Slice &slice, const V &values) {
  if (!writable(call, *list.object())) return;
  const auto fresh = to_list<T>(call, values);
  if (call.failed()) return;
  const Cut taken = cut(call, slice, list.size());
  if (call.failed()) return;
  auto &items = list.items();
  if (taken.step == 1) {
    if (taken.count > 0) items.erase(taken.start, taken.count);
    if (!items.open(call, taken.start, fresh.size())) return;
    for (int64_t at = 0; at < fresh.size(); ++at) items.place(taken.start + at, fresh.at(at));
    return;
  }
  if (fresh.size() != taken.count) {
    call.raise("ValueError", "attempt to assign sequence of size " + std::to_string(fresh.size()) + " to extended slice of size " +
                                 std::to_string(taken.count));
    return;
  }
  for (int64_t at = 0; at < taken.count; ++at) items[taken.start + at * taken.step] = fresh.at(at);
}

template <typename T, typename V>
void extend(Call &call, const List<T> &list, const V &values) {
  if (!writable(call, *list.object())) return;
  if constexpr (std::is_same_v<V, List<T>>) {
    const int64_t count = values.size();  // once, since the list may be extended by itself
    for (int64_t at = 0; at < count && !call.failed(); ++at) list.push(call, T(values.at(at)));
  } else {
    auto iterator = iterate(call, values);
    typename decltype(iterator)::Item item{};
    while (!call.failed() && iterator.next(call, item)) {
      if (interrupted(call)) return;
      list.push(call, convert<T>(item));
    }
  }
}

template <typename T, typename V>
List<T> extended(Call &call, const List<T> &list, const V &values) {
  extend(call, list, values);
  return list;
}

template <typename T>
void insert(Call &call, const List<T> &list, int64_t at, T item) {
  if (!writable(call, *list.object())) return;
  const int64_t size = list.size();
  if (at < 0) at = at < -size ? 0 : at + size;
  if (at > size) at = size;
  if (list.items().open(call, at, 1)) list.items().place(at, std::move(item));
}

template <typename T>
T pop(Call &call, const List<T> &list, int64_t at) {
  if (!writable(call, *list.object())) return T{};
  if (list.size() == 0) return call.raise("IndexError", "pop from empty list"), T{};
  return place_of(call, list, at, "pop index out of range") ? list.items().take(at) : T{};
}

template <typename T, typename Q>
void remove(Call &call, const List<T> &list, const Q &item) {
  if (!writable(call, *list.object())) return;
  for (int64_t at = 0; at < list.size(); ++at) {
    if (!same(list.at(at), item)) continue;
    list.items().take(at);
    return;
  }
  call.raise("ValueError", "list.remove(x): x not in list");
}

template <typename T>
void clear(Call &call, const List<T> &list) {
  if (writable(call, *list.object())) list.items().truncate(0);
}

template <typename T>
void reverse(Call &call, const List<T> &list) {
  if (!writable(call, *list.object())) return;
  auto &items = list.items();
  for (int64_t low = 0, high = items.size() - 1; low < high; ++low, --high) std::swap(items[low], items[high]);
}

template <typename T>
List<T> copy(Call &call, const List<T> &list) {
  return to_list<T>(call, list);
}

template <typename T, typename Q>
int64_t count(Call &, const List<T> &list, const Q &item) {
  int64_t found = 0;
  for (const T &one : list) found += same(one, item) ? 1 : 0;
  return found;
}

template <typename T, typename Q>
int64_t index_of(Call &call, const List<T> &list, const Q &item, int64_t start, int64_t end) {
  const int64_t size = list.size();
  if (start < 0) start = start < -size ? 0 : start + size;
  if (end < 0) end += size;
  for (int64_t at = start; at < end && at < list.size(); ++at)
    if (same(list.at(at), item)) return at;
  call.raise("ValueError", to_utf8(repr(call, item)) + " is not in list");
  return 0;
}

template <typename Q, typename V>
bool contains(Call &call, const Q &item, const V &values) {
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item one{};
  while (iterator.next(call, one))
    if (same(one, item)) return true;
  return false;
}

template <typename Q, typename... T>
bool contains_tuple(Call &, const Q &item, const std::tuple<T...> &values) {
  return std::apply([&](const auto &...one) { return (same(one, item) || ...); }, values);
}

inline bool contains(Call &, int64_t item, const Range &range) {
  if (range.step > 0 ? item < range.start || item >= range.stop : item > range.start || item <= range.stop) return false;
  return (static_cast<__int128>(item) - range.start) % range.step == 0;
}
// A number that is no int is in a range when it equals one of its ints.
inline bool contains(Call &call, double item, const Range &range) {
  return item >= -0x1p63 && item < 0x1p63 && item == std::floor(item) && contains(call, static_cast<int64_t>(item), range);
}
inline int64_t count(Call &call, const Range &range, double item) {
  return contains(call, item, range) ? 1 : 0;
}
inline int64_t count(Call &call, const Range &range, int64_t item) {
  return contains(call, item, range) ? 1 : 0;
}
inline int64_t index_of(Call &call, const Range &range, int64_t item) {
  if (!contains(call, item, range)) return call.raise("ValueError", std::to_string(item) + " is not in range"), 0;
  return static_cast<int64_t>((static_cast<__int128>(item) - range.start) / range.step);
}

template <typename T, typename A, typename B>
List<T> add(Call &call, const List<A> &left, const List<B> &right) {
  auto out = new_list<T>(call, left.size() + right.size());
  for (int64_t at = 0; !call.failed() && at < left.size(); ++at) out.push(call, convert<T>(left.at(at)));
  for (int64_t at = 0; !call.failed() && at < right.size(); ++at) out.push(call, convert<T>(right.at(at)));
  return out;
}

template <typename... A, typename... B>
std::tuple<A..., B...> add(Call &, const std::tuple<A...> &left, const std::tuple<B...> &right) {
  return std::tuple_cat(left, right);
}

template <typename T>
List<T> multiply(Call &call, const List<T> &list, int64_t count) {
  int64_t size = 0;
  if (count < 0) count = 0;
  if (__builtin_mul_overflow(list.size(), count, &size)) return call.raise("MemoryError", ""), List<T>();
  auto out = new_list<T>(call, size);
  for (int64_t round = 0; round < count && !call.failed(); ++round)
    for (int64_t at = 0; at < list.size() && !call.failed(); ++at) out.push(call, T(list.at(at)));
  return out;
}

// Stable, like Python's. Where values have no order (NaN), Python's result depends on how it sorts: short lists are sorted as
// CPython does, a run first and then by binary insertion; longer ones are an error.
template <typename T, typename Before>
void insertion_sort(T *items, int64_t count, Before &&before) {
  int64_t run = count < 2 ? count : 2;
  const bool falling = count >= 2 && before(items[1], items[0]);
  while (run < count && before(items[run], items[run - 1]) == falling) ++run;
  if (falling) std::reverse(items, items + run);
  for (; run < count; ++run) {
    int64_t low = 0;
    int64_t high = run;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      before(items[run], items[middle]) ? high = middle : low = middle + 1;
    }
    std::rotate(items + low, items + run, items + run + 1);
  }
}

template <typename T, typename Key, typename Before>
void stable_sort(Call &call, T *items, int64_t count, Key &&key, Before &&before) {
  constexpr int64_t longest_run = 64;
  if (count < longest_run) {
    insertion_sort(items, count, before);
    return;
  }
  for (int64_t at = 0; at < count; ++at)
    if (!ordered(key(items[at])))
      return raise(call, "ValueError", "a list of 64 or more items with NaN among them cannot be sorted in compiled code");
  std::stable_sort(items, items + count, before);
}

// reverse=True keeps equal items in order: Python reverses, sorts, and reverses again.
template <typename T>
void sort(Call &call, const List<T> &list, bool descending) {
  if (!writable(call, *list.object())) return;
  auto &items = list.items();
  if (descending) std::reverse(items.begin(), items.end());
  stable_sort(
      call, items.begin(), items.size(), [](const T &item) -> const T & { return item; },
      [&](const T &left, const T &right) { return before(call, left, right); });
  if (descending) std::reverse(items.begin(), items.end());
}

template <typename T, typename V>
List<T> sorted(Call &call, const V &values, bool descending) {
  auto out = to_list<T>(call, values);
  if (!call.failed()) sort(call, out, descending);
  return out;
}

// The items in the order of their keys.
template <typename T, typename K>
List<T> sorted_by(Call &call, const List<T> &items, const List<K> &keys, bool descending) {
  std::vector<int64_t> places(static_cast<std::size_t>(items.size()));
  for (std::size_t at = 0; at < places.size(); ++at) places[at] = static_cast<int64_t>(at);
  if (descending) std::reverse(places.begin(), places.end());
  stable_sort(
      call, places.data(), items.size(), [&](int64_t place) -> const K & { return keys.at(place); },
      [&](int64_t left, int64_t right) { return before(call, keys.at(left), keys.at(right)); });
  if (descending) std::reverse(places.begin(), places.end());
  auto out = new_list<T>(call, items.size());
  for (int64_t place : places) {
    if (call.failed()) break;
    out.push(call, T(items.at(place)));
  }
  return out;
}

template <typename T, typename K>
void sort_by(Call &call, const List<T> &list, const List<T> &items, const List<K> &keys, bool descending) {
  if (!writable(call, *list.object())) return;
  const auto sorted = sorted_by(call, items, keys, descending);
  if (!call.failed()) list.items().swap(sorted.items());
}

template <typename T, typename K>
T best_by(Call &call, const List<T> &items, const List<K> &keys, bool largest, const char *name) {
  if (items.size() == 0) return call.raise("ValueError", std::string(name) + "() arg is an empty sequence"), T{};
  int64_t best = 0;
  for (int64_t at = 1; at < items.size(); ++at)
    if (before(call, keys.at(at), keys.at(best), largest)) best = at;
  return items.at(best);
}

template <typename T, typename V>
bool best(Call &call, const V &values, bool largest, T &out) {
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  bool found = false;
  while (!call.failed() && iterator.next(call, item)) {
    if (!found || before(call, item, out, largest)) out = item;
    found = true;
  }
  return found;
}

// Of a few numbers of one type, as max(a, b) has them: the first that no later one passes.
template <typename T, typename... Rest>
  requires(is_number<T> && (std::is_same_v<T, Rest> && ...))
T max_of(Call &call, const std::tuple<T, Rest...> &values) {
  assume_running(call);
  T out = std::get<0>(values);
  std::apply([&](const auto &...each) { ((out = each > out ? each : out), ...); }, values);
  return out;
}
template <typename T, typename... Rest>
  requires(is_number<T> && (std::is_same_v<T, Rest> && ...))
T min_of(Call &call, const std::tuple<T, Rest...> &values) {
  assume_running(call);
  T out = std::get<0>(values);
  std::apply([&](const auto &...each) { ((out = each < out ? each : out), ...); }, values);
  return out;
}

template <typename V>
ItemOf<V> max_of(Call &call, const V &values) {
  ItemOf<V> out{};
  if (!best(call, values, true, out)) call.raise("ValueError", "max() arg is an empty sequence");
  return out;
}
template <typename V>
ItemOf<V> min_of(Call &call, const V &values) {
  ItemOf<V> out{};
  if (!best(call, values, false, out)) call.raise("ValueError", "min() arg is an empty sequence");
  return out;
}
template <typename T, typename V>
T best_or(Call &call, const V &values, bool largest, const T &otherwise) {
  ItemOf<V> out{};
  return best(call, values, largest, out) ? convert<T>(out) : otherwise;
}

template <typename T, typename K>
T max_by(Call &call, const List<T> &items, const List<K> &keys) {
  return best_by(call, items, keys, true, "max");
}
template <typename T, typename K>
T min_by(Call &call, const List<T> &items, const List<K> &keys) {
  return best_by(call, items, keys, false, "min");
}
template <typename R, typename T, typename K>
R best_by_or(Call &call, const List<T> &items, const List<K> &keys, bool largest, const R &otherwise) {
  return items.size() == 0 ? otherwise : convert<R>(best_by(call, items, keys, largest, ""));
}

// list *= count
template <typename T>
List<T> multiply_in_place(Call &call, const List<T> &list, int64_t count) {
  if (!writable(call, *list.object())) return list;
  const auto repeated = multiply(call, list, count);
  if (!call.failed()) list.items().swap(repeated.items());
  return list;
}

template <typename T>
List<T> multiply_left(Call &call, int64_t count, const List<T> &list) {
  return multiply(call, list, count);
}

template <typename T, typename... Rest>
T tuple_item(Call &call, const std::tuple<T, Rest...> &tuple, int64_t at) {
  constexpr auto size = static_cast<int64_t>(sizeof...(Rest) + 1);
  TupleIterator<std::tuple<T, Rest...>> iterator{tuple, at < 0 ? at + size : at};
  T out{};
  if (!iterator.next(call, out)) call.raise("IndexError", "tuple index out of range");
  return out;
}

// `count` items exactly, or Python's ValueError.
[[gnu::cold]] void raise_unpacked(Call &call, int64_t size, int64_t count);
template <typename T>
List<T> unpack(Call &call, const List<T> &list, int64_t count) {
  list.size() == count ? assume_running(call) : raise_unpacked(call, list.size(), count);
  return list;
}
template <typename T>
List<T> unpack_star(Call &call, const List<T> &list, int64_t count) {
  if (list.size() < count - 1) {
    call.raise("ValueError", "not enough values to unpack (expected at least " + std::to_string(count - 1) + ", got " +
                                 std::to_string(list.size()) + ")");
  }
  return list;
}

// The items of a named tuple, which are as many as it has fields.
template <typename T>
List<T> make_named(Call &call, const List<T> &list, int64_t count) {
  if (list.size() != count) call.raise("TypeError", "Expected " + std::to_string(count) + " arguments, got " + std::to_string(list.size()));
  return list;
}

// A constant, built once a call and kept on its heap.
template <typename T, typename Build>
T constant(Call &call, const void *key, Build &&build) {
  auto *kept = static_cast<Kept<T> *>(heap(call).constant(key));
  if (kept != nullptr) return kept->value;
  T value = build(call);
  if (call.failed()) return value;
  if (const Ref<Object> made = keep_value(call, value)) heap(call).keep(key, made.get());
  return value;
}

}  // namespace modelet::python
