// The subclasses of dict in collections: defaultdict, Counter, OrderedDict.
#pragma once

#include "python/views.h"

namespace modelet::python {

template <typename V, typename Make>
class FactoryOf final : public Factory<V> {
 public:
  FactoryOf(Heap &heap, Str name, Make make) : Factory<V>(heap, std::move(name)), make_(std::move(make)) {}
  void clear() noexcept override {}
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  V make(Call &call) override { return make_(call); }

 private:
  Make make_;
};

template <typename V, typename Make>
Ref<Factory<V>> new_factory(Call &call, const Str &name, Make make) {
  using Made = FactoryOf<V, Make>;
  return Ref<Factory<V>>(new_object<Made, Ref<Made>>(call, name, std::move(make)).get());
}

template <typename K, typename V>
Dict<K, V> dict_of_kind(Call &, const Dict<K, V> &dict, DictKind kind) {
  if (dict.object() != nullptr) dict.object()->kind = kind;
  return dict;
}

template <typename K, typename V>
Dict<K, V> with_factory(Call &, const Dict<K, V> &dict, const Ref<Factory<V>> &factory) {
  if (dict.object() == nullptr) return dict;
  dict.object()->kind = DictKind::fallback;
  dict.object()->factory = factory;
  return dict;
}

template <typename K, typename V, typename Q>
void move_to_end(Call &call, const Dict<K, V> &dict, const Q &key, bool last) {
  if (!writable(call, *dict.object())) return;
  auto *entry = dict.table().find(key);
  if (entry == nullptr) return key_error(call, key);
  const K kept = entry->key;
  V value = entry->value;
  if (last) {
    dict.table().remove(*entry);
    dict.table().put(call, kept, std::move(value));
    return;
  }
  auto rest = to_dict<K, V>(call, dict);
  if (call.failed()) return;
  dict.table().clear();
  dict.table().put(call, kept, std::move(value));
  for (auto &other : rest.table().entries())
    if (other.live && !call.failed() && !same(other.key, kept)) dict.table().put(call, other.key, other.value);
}

template <typename K, typename V>
std::tuple<K, V> popitem_from(Call &call, const Dict<K, V> &dict, bool last) {
  if (last || dict.size() == 0) return popitem(call, dict);
  std::tuple<K, V> out;
  if (!writable(call, *dict.object())) return out;
  auto *entry = dict.table().first();
  out = {entry->key, entry->value};
  dict.table().remove(*entry);
  return out;
}

}  // namespace modelet::python
