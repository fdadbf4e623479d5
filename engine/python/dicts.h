// The operations and methods of dict.
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
[[gnu::cold, gnu::noinline]] void key_error(Call &call, const K &key) {
  const Str shown = repr(call, key);
  if (call.failed()) return;
  const Exception made = exception(call, Str(U"KeyError"), shown);
  if (!made) return call.raise("MemoryError", "");
  keep_arguments(call, made, std::tuple<K>(key));
  raise(call, made);
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

// A class by its name. `paths`: what repr() shows of classes that are no builtins, a line each.
[[gnu::cold, gnu::noinline]] void class_key_error(Call &call, const Class &key, const Str &paths);

template <typename K, typename V>
V index_class(Call &call, const Dict<K, V> &dict, const Class &key, const Str &paths) {
  const auto *entry = dict.table().find(key);
  if (entry != nullptr) return entry->value;
  if (dict.object()->kind != DictKind::plain) return missing(call, dict, key);
  class_key_error(call, key, paths);
  return V{};
}

template <typename K, typename V, typename Q>
V index(Call &call, const Dict<K, V> &dict, const Q &key) {
  if (!hashable(call, key)) return V{};
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
  if (!writable(call, *dict.object()) || !hashable(call, key)) return;
  auto *entry = dict.table().find(key);
  if (entry == nullptr) return dict.object()->kind == DictKind::counter ? void() : key_error(call, key);
  dict.table().remove(*entry);
}

template <typename Q, typename K, typename V>
bool contains(Call &call, const Q &key, const Dict<K, V> &dict) {
  return hashable(call, key) && dict.table().find(key) != nullptr;
}

template <typename R, typename K, typename V, typename Q, typename D>
R get(Call &call, const Dict<K, V> &dict, const Q &key, const D &otherwise) {
  if (!hashable(call, key)) return R{};
  const auto *entry = dict.table().find(key);
  return entry != nullptr ? convert<R>(entry->value) : convert<R>(otherwise);
}

template <typename K, typename V, typename Q>
V pop(Call &call, const Dict<K, V> &dict, const Q &key) {
  if (!writable(call, *dict.object()) || !hashable(call, key)) return V{};
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

// One of the pairs that `dict(pairs)` and `update(pairs)` take.
template <typename K, typename V, typename A, typename B>
void put_pair(Call &call, const Dict<K, V> &dict, int64_t, const std::tuple<A, B> &pair) {
  dict.table().put(call, convert<K>(std::get<0>(pair)), convert<V>(std::get<1>(pair)));
}
template <typename K, typename V, typename T>
void put_pair(Call &call, const Dict<K, V> &dict, int64_t at, const List<T> &pair) {
  if (pair.size() == 2) return static_cast<void>(dict.table().put(call, convert<K>(pair.at(0)), convert<V>(pair.at(1))));
  call.raise("ValueError", "dictionary update sequence element #" + std::to_string(at) + " has length " + std::to_string(pair.size()) +
                               "; 2 is required");
}

template <typename K, typename V, typename P>
void update(Call &call, const Dict<K, V> &dict, const P &pairs) {
  if (!writable(call, *dict.object())) return;
  auto iterator = iterate(call, pairs);
  typename decltype(iterator)::Item item{};
  for (int64_t at = 0; !call.failed() && iterator.next(call, item) && !interrupted(call); ++at) put_pair(call, dict, at, item);
}
template <typename K, typename V, typename A, typename B>
void update(Call &call, const Dict<K, V> &dict, const Dict<A, B> &other) {
  if (!writable(call, *dict.object())) return;
  auto iterator = iterate(call, items(call, other));
  std::tuple<A, B> item;
  while (!call.failed() && iterator.next(call, item)) put_pair(call, dict, 0, item);
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
  if (!call.failed()) update(call, out, pairs);
  return out;
}

// dict.fromkeys(keys, value)
template <typename K, typename V, typename P>
Dict<K, V> from_keys(Call &call, const P &keys, const V &value) {
  auto out = new_dict<K, V>(call);
  if (call.failed()) return out;
  auto iterator = iterate(call, keys);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item) && !interrupted(call)) out.table().put(call, convert<K>(item), V(value));
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

template <typename K, typename V, typename A, typename B>
Dict<K, V> merged(Call &call, const A &left, const B &right) {
  auto out = to_dict<K, V>(call, left);
  if (!call.failed()) update(call, out, right);
  return out;
}

template <typename K, typename V, typename P>
Dict<K, V> updated(Call &call, const Dict<K, V> &left, const P &right) {
  update(call, left, right);
  return left;
}

}  // namespace modelet::python
