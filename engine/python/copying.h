// copy.copy and copy.deepcopy. A deep copy keeps what is one object one object.
#pragma once

#include <unordered_map>

#include "python/bytearray.h"
#include "python/deque.h"
#include "python/json_values.h"

namespace modelet::python {

// What has been copied already; it keeps the copies alive.
using Copied = std::unordered_map<const void *, Ref<Object>>;

template <typename T>
T deep_copy(Call &call, Copied &copied, const T &value);

namespace detail {

template <typename Handle, typename Make, typename Fill>
Handle copy_once(Call &call, Copied &copied, const Handle &value, Make &&make, Fill &&fill) {
  using Object = std::remove_pointer_t<decltype(value.object())>;
  if (const auto found = copied.find(value.object()); found != copied.end())
    return Handle(Ref<Object>(static_cast<Object *>(found->second.get())));
  Handle out = make();
  if (call.failed()) return out;
  copied.emplace(value.object(), Ref<python::Object>(out.object()));
  fill(out);
  return out;
}

template <typename T>
inline constexpr bool is_deque = false;
template <typename T>
inline constexpr bool is_deque<Deque<T>> = true;

template <typename T>
Deque<T> copy_deque(Call &call, Copied &copied, const Deque<T> &value) {
  return copy_once(
      call, copied, value, [&] { return new_deque<T>(call, maxlen(call, value)); },
      [&](const Deque<T> &out) {
        for (int64_t at = 0; at < value.size() && !call.failed(); ++at) append(call, out, deep_copy(call, copied, value.at(at)));
      });
}

template <typename T>
List<T> copy_list(Call &call, Copied &copied, const List<T> &value) {
  return copy_once(
      call, copied, value, [&] { return new_list<T>(call, value.size()); },
      [&](const List<T> &out) {
        for (int64_t at = 0; at < value.size() && !call.failed(); ++at) out.push(call, deep_copy(call, copied, value.at(at)));
      });
}

template <typename K, typename V>
Dict<K, V> copy_dict(Call &call, Copied &copied, const Dict<K, V> &value) {
  return copy_once(
      call, copied, value, [&] { return new_dict<K, V>(call); },
      [&](const Dict<K, V> &out) {
        become(out, value);
        for (const auto &entry : value.table().entries())
          if (entry.live && !call.failed()) out.table().put(call, deep_copy(call, copied, entry.key), deep_copy(call, copied, entry.value));
      });
}

}  // namespace detail

template <typename T>
T deep_copy(Call &call, Copied &copied, const T &value) {
  if constexpr (std::is_same_v<T, JsonValue>) {
    const Depth depth(call);
    if (call.failed()) return {};
    return std::visit([&](const auto &member) { return json(deep_copy(call, copied, member)); }, value);
  } else if constexpr (is_variant<T>) {
    return std::visit([&](const auto &member) { return T(deep_copy(call, copied, member)); }, value);
  } else if constexpr (std::is_same_v<T, ByteArray>) {
    return detail::copy_once(call, copied, value, [&] { return new_bytearray(call, std::string(value.view())); }, [](const T &) {});
  } else if constexpr (detail::is_list<T>) {
    return detail::copy_list(call, copied, value);
  } else if constexpr (detail::is_dict<T>) {
    return detail::copy_dict(call, copied, value);
  } else if constexpr (detail::is_deque<T>) {
    return detail::copy_deque(call, copied, value);
  } else if constexpr (detail::is_set<T>) {
    return detail::copy_once(call, copied, value, [&] { return copy(call, value); }, [](const T &) {});
  } else if constexpr (is_instance<T>) {
    return detail::copy_once(
        call, copied, value, [&] { return new_instance<T>(call); },
        [&](const T &out) { T::Struct::copy_deeply(call, copied, value, out); });
  } else if constexpr (is_tuple<T>) {
    return std::apply([&](const auto &...item) { return T(deep_copy(call, copied, item)...); }, value);
  } else {
    return value;
  }
}

template <typename T>
Attribute<T> deep_attribute(Call &call, Copied &copied, const Attribute<T> &attribute) {
  if (!attribute.bound || call.failed()) return {};
  return {deep_copy(call, copied, attribute.value), true};
}

// copy.copy of an instance.
template <typename I>
I copy_instance(Call &call, const I &value) {
  I out = new_instance<I>(call);
  if (!call.failed()) I::Struct::copy_attributes(value, out);
  return out;
}

template <typename T>
T deepcopy(Call &call, const T &value) {
  Copied copied;
  return deep_copy(call, copied, value);
}

}  // namespace modelet::python
