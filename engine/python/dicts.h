// The operations and methods of dict and set.
#pragma once

#include "python/lists.h"

namespace modelet::python {

template <typename K, typename V>
void put_pairs(Call &, const Dict<K, V> &) {}
template <typename K, typename V, typename A, typename B, typename... Rest>
void put_pairs(Call &call, const Dict<K, V> &dict, A &&key, B &&value, Rest &&...rest) {
  if (dict.table().put(call, std::forward<A>(key), std::forward<B>(value))) put_pairs(call, dict, std::forward<Rest>(rest)...);
}

template <typename K, typename V, typename... Part>
Dict<K, V> new_dict_of(Call &call, Part &&...part) {
  auto dict = new_dict<K, V>(call);
  if (!call.failed()) put_pairs(call, dict, std::forward<Part>(part)...);
  return dict;
}

// Makes `dict` the kind of dict that `other` is.
template <typename K, typename V>
void become(const Dict<K, V> &dict, const Dict<K, V> &other) {
  dict.object()->kind = other.object()->kind;
  dict.object()->factory = other.object()->factory;
}

template <typename K, typename V>
Dict<K, V> frozen(Dict<K, V> dict) {
  if (dict.object() != nullptr) dict.object()->frozen = true;
  return dict;
}

template <typename K, typename V>
int64_t len(Call &, const Dict<K, V> &dict) {
  return dict.size();
}

template <typename K>
void key_error(Call &call, const K &key) {
  call.raise("KeyError", to_utf8(repr(call, key)));
}

// What a subclass of dict gives for a key that it does not hold.
template <typename K, typename V, typename Q>
[[gnu::noinline]] V missing(Call &call, const Dict<K, V> &dict, const Q &key) {
  if (dict.object()->kind == DictKind::counter) return convert<V>(int64_t{0});
  if (!dict.object()->factory) return key_error(call, key), V{};
  V value = Ref<Factory<V>>(dict.object()->factory)->make(call);
  if (!call.failed()) dict.table().put(call, convert<K>(key), value);
  return value;
}

template <typename K, typename V, typename Q>
V index(Call &call, const Dict<K, V> &dict, const Q &key) {
  const auto *entry = dict.table().find(key);
  if (entry != nullptr) return entry->value;
  if (dict.object()->kind != DictKind::plain) return missing(call, dict, key);
  key_error(call, key);
  return V{};
}

template <typename K, typename V>
void store(Call &call, const Dict<K, V> &dict, const K &key, V value) {
  if (writable(call, *dict.object())) dict.table().put(call, key, std::move(value));
}

template <typename K, typename V, typename Q>
void remove_at(Call &call, const Dict<K, V> &dict, const Q &key) {
  if (!writable(call, *dict.object())) return;
  auto *entry = dict.table().find(key);
  if (entry == nullptr) return dict.object()->kind == DictKind::counter ? void() : key_error(call, key);
  dict.table().remove(*entry);
}

template <typename Q, typename K, typename V>
bool contains(Call &, const Q &key, const Dict<K, V> &dict) {
  return dict.table().find(key) != nullptr;
}

template <typename R, typename K, typename V, typename Q, typename D>
R get(Call &, const Dict<K, V> &dict, const Q &key, const D &otherwise) {
  const auto *entry = dict.table().find(key);
  return entry != nullptr ? convert<R>(entry->value) : convert<R>(otherwise);
}

template <typename K, typename V, typename Q>
V pop(Call &call, const Dict<K, V> &dict, const Q &key) {
  if (!writable(call, *dict.object())) return V{};
  auto *entry = dict.table().find(key);
  if (entry == nullptr) return key_error(call, key), V{};
  V value = std::move(entry->value);
  dict.table().remove(*entry);
  return value;
}

template <typename R, typename K, typename V, typename Q, typename D>
R pop_or(Call &call, const Dict<K, V> &dict, const Q &key, const D &otherwise) {
  return dict.table().find(key) != nullptr ? convert<R>(pop(call, dict, key)) : convert<R>(otherwise);
}

template <typename K, typename V>
V setdefault(Call &call, const Dict<K, V> &dict, const K &key, V value) {
  if (!writable(call, *dict.object())) return V{};
  if (const auto *entry = dict.table().find(key)) return entry->value;
  dict.table().put(call, key, value);
  return value;
}

template <typename K, typename V>
std::tuple<K, V> popitem(Call &call, const Dict<K, V> &dict) {
  std::tuple<K, V> out;
  if (!writable(call, *dict.object())) return out;
  if (dict.size() == 0) {
    const bool ordered = dict.object()->kind == DictKind::ordered;
    return call.raise("KeyError", ordered ? "'dictionary is empty'" : "'popitem(): dictionary is empty'"), out;
  }
  auto &entries = dict.table().entries();
  auto &entry = entries[entries.size() - 1];
  out = {entry.key, entry.value};
  dict.table().remove(entry);
  return out;
}

template <typename K, typename V, typename A, typename B>
void update(Call &call, const Dict<K, V> &dict, const Dict<A, B> &other) {
  if (!writable(call, *dict.object())) return;
  auto iterator = iterate(call, items(call, other));
  std::tuple<A, B> item;
  while (!call.failed() && iterator.next(call, item)) dict.table().put(call, convert<K>(std::get<0>(item)), convert<V>(std::get<1>(item)));
}

template <typename K, typename V>
void clear(Call &call, const Dict<K, V> &dict) {
  if (writable(call, *dict.object())) dict.table().clear();
}

template <typename K, typename V, typename A, typename B>
Dict<K, V> to_dict(Call &call, const Dict<A, B> &other) {
  auto out = new_dict<K, V>(call);
  if (!call.failed()) update(call, out, other);
  return out;
}

// dict(pairs)
template <typename K, typename V, typename P>
Dict<K, V> to_dict(Call &call, const P &pairs) {
  auto out = new_dict<K, V>(call);
  if (call.failed()) return out;
  auto iterator = iterate(call, pairs);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item)) out.table().put(call, convert<K>(std::get<0>(item)), convert<V>(std::get<1>(item)));
  return out;
}

template <typename K, typename V>
Dict<K, V> copy(Call &call, const Dict<K, V> &dict) {
  auto out = to_dict<K, V>(call, dict);
  if (!call.failed()) become(out, dict);
  return out;
}

template <typename K, typename V>
Dict<K, V> merged(Call &call, const Dict<K, V> &left, const Dict<K, V> &right) {
  auto out = copy(call, left);
  if (call.failed()) return out;
  if (left.object()->kind == DictKind::plain) become(out, right);  // a subclass answers for its base
  update(call, out, right);
  return out;
}

template <typename K, typename V>
Dict<K, V> updated(Call &call, const Dict<K, V> &left, const Dict<K, V> &right) {
  update(call, left, right);
  return left;
}

// ---- sets

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

template <typename T>
int64_t len(Call &, const Set<T> &set) {
  return set.size();
}

template <typename T, typename V>
Set<T> to_set(Call &call, const V &values) {
  auto out = new_set<T>(call);
  if (call.failed()) return out;
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item)) out.add(call, convert<T>(item));
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

template <typename T, typename V>
void update(Call &call, const Set<T> &set, const V &values) {
  if (!writable(call, *set.object())) return;
  const auto fresh = to_list<T>(call, values);
  for (int64_t at = 0; !call.failed() && at < fresh.size(); ++at) set.add(call, fresh.at(at));
}

template <typename Q, typename T>
bool contains(Call &, const Q &item, const Set<T> &set) {
  return set.has(item);
}

// CPython copies the table as it is when it can, so that order is kept.
template <typename T>
Set<T> copy(Call &call, const Set<T> &set) {
  auto out = new_set<T>(call);
  if (call.failed()) return out;
  auto &target = *out.object();
  const auto &source = *set.object();
  if ((target.fill + source.used) * 5 >= 7 * 3 && !target.resize(call, SetObject<T>::sized((target.used + source.used) * 2))) return out;
  set.each([&](const T &item) { out.add(call, item); });
  return out;
}

template <typename T, typename V>
Set<T> united(Call &call, const Set<T> &left, const V &right) {
  auto out = copy(call, left);
  if (!call.failed()) update(call, out, right);
  return out;
}

template <typename T, typename U>
Set<T> common(Call &call, const Set<T> &left, const Set<U> &right) {
  auto out = new_set<T>(call);
  if (call.failed()) return out;
  if (right.size() > left.size()) {
    left.each([&](const T &item) { right.has(item) ? static_cast<void>(out.add(call, item)) : void(); });
  } else {
    right.each([&](const U &item) { left.has(item) ? static_cast<void>(out.add(call, convert<T>(item))) : void(); });
  }
  return out;
}

template <typename T, typename U>
Set<T> without(Call &call, const Set<T> &left, const Set<U> &right) {
  auto out = new_set<T>(call);
  if (!call.failed()) left.each([&](const T &item) { right.has(item) ? void() : static_cast<void>(out.add(call, item)); });
  return out;
}

template <typename T>
Set<T> either(Call &call, const Set<T> &left, const Set<T> &right) {
  auto out = copy(call, right);
  if (call.failed()) return out;
  left.each([&](const T &item) {
    if (auto *place = out.object()->find(item, hash(item))) {
      out.object()->remove(*place);
    } else {
      out.add(call, item);
    }
  });
  return out;
}

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
template <typename T, typename U>
bool is_disjoint(Call &, const Set<T> &left, const Set<U> &right) {
  bool none = true;
  left.each([&](const T &item) { none = none && !right.has(item); });
  return none;
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
