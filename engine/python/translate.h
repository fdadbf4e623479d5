// str.maketrans and str.translate.
#pragma once

#include "python/dicts.h"
#include "python/strings.h"

namespace modelet::python {

// The code point that a key of a table names. ValueError for a longer string.
int64_t table_key(Call &call, const Str &key);
inline int64_t table_key(Call &, int64_t key) {
  return key;
}

template <typename V, typename K, typename A>
Dict<int64_t, V> make_table(Call &call, const Dict<K, A> &given) {
  auto out = new_dict<int64_t, V>(call);
  for (const auto &entry : given.table().entries()) {
    if (call.failed()) break;
    if (!entry.live) continue;
    int64_t code = 0;
    if constexpr (is_variant<K>) {
      code = std::visit([&](const auto &member) { return table_key(call, member); }, entry.key);
    } else {
      code = table_key(call, entry.key);
    }
    if (!call.failed()) out.table().put(call, code, convert<V>(entry.value));
  }
  return out;
}

template <typename V>
Dict<int64_t, V> make_table(Call &call, const Str &from, const Str &to, const Str &removed) {
  auto out = new_dict<int64_t, V>(call);
  if (from.length() != to.length()) call.raise("ValueError", "the first two maketrans arguments must have equal length");
  for (int64_t at = 0; at < from.length() && !call.failed(); ++at)
    out.table().put(call, static_cast<int64_t>(from[at]), convert<V>(static_cast<int64_t>(to[at])));
  for (int64_t at = 0; at < removed.length() && !call.failed(); ++at)
    if constexpr (is_variant<V>) out.table().put(call, static_cast<int64_t>(removed[at]), convert<V>(None{}));
  return out;
}

// Appends what a table gives for a character.
bool translated(Call &call, std::u32string &out, int64_t code);
inline bool translated(Call &, std::u32string &, None) {
  return true;
}
inline bool translated(Call &, std::u32string &out, const Str &text) {
  out += text.view();
  return true;
}

template <typename K, typename V>
Str translate(Call &call, const Str &text, const Dict<K, V> &table) {
  std::u32string out;
  for (char32_t point : text.view()) {
    const auto *entry = table.table().find(static_cast<int64_t>(point));
    if (entry == nullptr) {
      out.push_back(point);
      continue;
    }
    bool fine = false;
    if constexpr (is_variant<V>) {
      fine = std::visit([&](const auto &member) { return translated(call, out, member); }, entry->value);
    } else {
      fine = translated(call, out, entry->value);
    }
    if (!fine) return {};
  }
  return new_str(call, out);
}

}  // namespace modelet::python
