// The operations and methods of set, in CPython's order.
#pragma once

#include "python/dicts.h"

namespace modelet::python {

template <typename T, typename... Item>
Set<T> new_set_of(Call &call, Item &&...item) {
  auto set = new_set<T>(call);
  if (!call.failed()) (set.add(call, std::forward<Item>(item)), ...);
  return set;
}

template <typename T>
Set<T> frozen(Set<T> set) {
  if (set.object() != nullptr) set.object()->frozen = true;
  return set;
}

// A frozenset as the set it shares its table with, and the other way round.
template <typename T>
Set<T> thawed(Call &, const FrozenSet<T> &set) {
  return set;
}
template <typename T>
FrozenSet<T> frozen_set(Call &, const Set<T> &set) {
  return FrozenSet<T>(set);
}

template <typename T>
int64_t len(Call &, const Set<T> &set) {
  return set.size();
}

// Adds all of `values`. CPython takes sets and dicts at once, with room for all of them made before, which shows in the order.
template <typename T, typename V>
void add_all(Call &call, const Set<T> &set, const V &values) {
  if constexpr (detail::is_set<V>) {
    if (values.object() == static_cast<const void *>(set.object()) || values.size() == 0) return;
    auto &target = *set.object();
    const auto &source = *values.object();
    if (!target.expect(call, source.used)) return;
    if (target.fill == 0 && target.places.size() == source.places.size() && source.fill == source.used) return target.take(source);
    values.each([&](const auto &item) { set.add(call, convert<T>(item)); });
  } else {
    if constexpr (detail::is_dict<V>) {
      if (!set.object()->expect(call, values.size())) return;
    }
    auto iterator = iterate(call, values);
    typename decltype(iterator)::Item item{};
    while (!call.failed() && iterator.next(call, item) && !interrupted(call)) set.add(call, convert<T>(item));
  }
}

template <typename T, typename V>
Set<T> to_set(Call &call, const V &values) {
  auto out = new_set<T>(call);
  if (!call.failed()) add_all(call, out, values);
  return out;
}

template <typename T>
void add_item(Call &call, const Set<T> &set, const T &item) {
  if (writable(call, *set.object())) set.add(call, item);
}

template <typename T, typename Q>
void discard(Call &call, const Set<T> &set, const Q &item) {
  if (!writable(call, *set.object())) return;
  if (auto *place = set.object()->find(item, hash(item))) set.object()->remove(*place);
}

template <typename T, typename Q>
void remove(Call &call, const Set<T> &set, const Q &item) {
  if (!writable(call, *set.object())) return;
  auto *place = set.object()->find(item, hash(item));
  if (place == nullptr) return key_error(call, item);
  set.object()->remove(*place);
}

template <typename T>
void clear(Call &call, const Set<T> &set) {
  if (writable(call, *set.object())) set.object()->clear();
}

template <typename T>
T pop(Call &call, const Set<T> &set) {
  if (!writable(call, *set.object())) return T{};
  if (set.size() == 0) return call.raise("KeyError", "'pop from an empty set'"), T{};
  auto &place = set.object()->next_live();
  T item = place.item;
  set.object()->remove(place);
  return item;
}

template <typename Q, typename T>
bool contains(Call &, const Q &item, const Set<T> &set) {
  return set.has(item);
}

template <typename T>
Set<T> copy(Call &call, const Set<T> &set) {
  return to_set<T>(call, set);
}

template <typename T, typename... V>
void update(Call &call, const Set<T> &set, const V &...values) {
  if (writable(call, *set.object())) (add_all(call, set, values), ...);
}

template <typename T, typename L, typename... V>
Set<T> united(Call &call, const Set<L> &left, const V &...right) {
  auto out = to_set<T>(call, left);
  if (!call.failed()) (add_all(call, out, right), ...);
  return out;
}

// What of `left` is in `right`; of two sets the smaller one is walked.
template <typename T, typename V>
Set<T> common(Call &call, const Set<T> &left, const V &right) {
  auto out = new_set<T>(call);
  if (call.failed()) return out;
  if constexpr (detail::is_set<V>) {
    if (right.size() > left.size()) {
      left.each([&](const T &item) { right.has(item) ? static_cast<void>(out.add(call, item)) : void(); });
    } else {
      right.each([&](const auto &item) { left.has(item) ? static_cast<void>(out.add(call, convert<T>(item))) : void(); });
    }
  } else {
    auto iterator = iterate(call, right);
    typename decltype(iterator)::Item item{};
    while (!call.failed() && iterator.next(call, item) && !interrupted(call))
      if (left.has(item)) out.add(call, convert<T>(item));
  }
  return out;
}

template <typename T>
Set<T> common_of(Call &call, const Set<T> &set) {
  return copy(call, set);
}
template <typename T, typename V, typename... Rest>
Set<T> common_of(Call &call, const Set<T> &left, const V &right, const Rest &...rest) {
  auto out = common(call, left, right);
  if constexpr (sizeof...(Rest) == 0) {
    return out;
  } else {
    return call.failed() ? out : common_of(call, out, rest...);
  }
}

template <typename T, typename V>
void remove_all(Call &call, const Set<T> &set, const V &values) {
  auto &object = *set.object();
  auto discarded = [&](const auto &item) {
    if (auto *place = object.find(item, hash(item))) object.remove(*place);
  };
  if constexpr (detail::is_set<V>) {
    if (values.object() == static_cast<const void *>(&object)) return object.clear();
    values.each(discarded);
  } else {
    auto iterator = iterate(call, values);
    typename decltype(iterator)::Item item{};
    while (!call.failed() && iterator.next(call, item) && !interrupted(call)) discarded(item);
  }
  if (object.places.size() > 0 && !call.failed()) object.tidy(call);
}

// Of a large set the few are taken out of a copy; else what is left is added one by one.
template <typename T, typename V>
Set<T> without(Call &call, const Set<T> &left, const V &right) {
  constexpr bool sized = detail::is_set<V> || detail::is_dict<V>;
  if constexpr (sized) {
    if (left.size() >> 2 <= right.size()) {
      auto out = new_set<T>(call);
      auto has = [&](const T &item) {
        if constexpr (detail::is_set<V>)
          return right.has(item);
        else
          return right.table().find(item) != nullptr;
      };
      if (!call.failed()) left.each([&](const T &item) { has(item) ? void() : static_cast<void>(out.add(call, item)); });
      return out;
    }
  }
  auto out = copy(call, left);
  if (!call.failed()) remove_all(call, out, right);
  return out;
}

template <typename T>
Set<T> without_all(Call &call, const Set<T> &set) {
  return copy(call, set);
}
template <typename T, typename V, typename... Rest>
Set<T> without_all(Call &call, const Set<T> &left, const V &right, const Rest &...rest) {
  auto out = without(call, left, right);
  if (!call.failed()) (remove_all(call, out, rest), ...);
  return out;
}

// Each item of `values` goes into the set, or out of it.
template <typename T, typename V>
void toggle(Call &call, const Set<T> &set, const V &values) {
  values.each([&](const auto &item) {
    if (auto *place = set.object()->find(item, hash(item))) {
      set.object()->remove(*place);
    } else {
      set.add(call, convert<T>(item));
    }
  });
}

template <typename T, typename L, typename V>
Set<T> either(Call &call, const Set<L> &left, const V &right) {
  auto out = to_set<T>(call, right);
  if (!call.failed()) toggle(call, out, left);
  return out;
}

// ---- in place: the set keeps its identity

template <typename T, typename... V>
void keep_common(Call &call, const Set<T> &set, const V &...values) {
  if (!writable(call, *set.object())) return;
  auto kept = common_of(call, set, values...);
  if (!call.failed()) set.object()->swap(*kept.object());
}
template <typename T, typename... V>
void discard_all(Call &call, const Set<T> &set, const V &...values) {
  if (writable(call, *set.object())) (remove_all(call, set, values), ...);
}
template <typename T, typename V>
void keep_either(Call &call, const Set<T> &set, const V &values) {
  if (!writable(call, *set.object())) return;
  if constexpr (detail::is_set<V>) {
    if (values.object() == static_cast<const void *>(set.object())) return set.object()->clear();
    toggle(call, set, values);
  } else {
    const auto others = to_set<T>(call, values);
    if (!call.failed()) toggle(call, set, others);
  }
}
template <typename T, typename V>
Set<T> updated(Call &call, const Set<T> &set, const V &values) {
  update(call, set, values);
  return set;
}
template <typename T, typename V>
Set<T> kept_common(Call &call, const Set<T> &set, const V &values) {
  keep_common(call, set, values);
  return set;
}
template <typename T, typename V>
Set<T> discarded(Call &call, const Set<T> &set, const V &values) {
  discard_all(call, set, values);
  return set;
}
template <typename T, typename V>
Set<T> kept_either(Call &call, const Set<T> &set, const V &values) {
  keep_either(call, set, values);
  return set;
}

// ---- inclusion

template <typename T, typename U>
bool is_subset(Call &, const Set<T> &left, const Set<U> &right) {
  bool all = left.size() <= right.size();
  left.each([&](const T &item) { all = all && right.has(item); });
  return all;
}
template <typename T, typename U>
bool is_superset(Call &call, const Set<T> &left, const Set<U> &right) {
  return is_subset(call, right, left);
}
template <typename T, typename U>
bool is_proper_subset(Call &call, const Set<T> &left, const Set<U> &right) {
  return left.size() < right.size() && is_subset(call, left, right);
}
template <typename T, typename U>
bool is_proper_superset(Call &call, const Set<T> &left, const Set<U> &right) {
  return is_proper_subset(call, right, left);
}
template <typename T, typename V>
bool is_subset_of(Call &call, const Set<T> &left, const V &right) {
  const auto other = to_set<ItemOf<V>>(call, right);
  return !call.failed() && is_subset(call, left, other);
}
template <typename T, typename V>
bool is_superset_of(Call &call, const Set<T> &left, const V &right) {
  auto iterator = iterate(call, right);
  typename decltype(iterator)::Item item{};
  while (iterator.next(call, item))
    if (!left.has(item)) return false;
  return !call.failed();
}
template <typename T, typename V>
bool is_disjoint(Call &call, const Set<T> &left, const V &right) {
  auto iterator = iterate(call, right);
  typename decltype(iterator)::Item item{};
  while (iterator.next(call, item))
    if (left.has(item)) return false;
  return !call.failed();
}

// ---- constants, from arrays of the program

template <typename T, typename V, std::size_t count>
List<T> list_of_table(Call &call, const V (&items)[count]) {
  auto out = new_list<T>(call, count);
  for (const V &item : items) {
    if (call.failed()) break;
    out.push(call, T(item));
  }
  return out;
}

template <typename T, typename V, std::size_t count>
Set<T> set_of_table(Call &call, const V (&items)[count]) {
  auto out = new_set<T>(call);
  for (const V &item : items) {
    if (call.failed()) break;
    out.add(call, T(item));
  }
  return out;
}

template <typename K, typename V, typename A, typename B, std::size_t count>
Dict<K, V> dict_of_tables(Call &call, const A (&keys)[count], const B (&values)[count]) {
  auto out = new_dict<K, V>(call);
  for (std::size_t at = 0; at < count && !call.failed(); ++at) out.table().put(call, K(keys[at]), V(values[at]));
  return out;
}

}  // namespace modelet::python
