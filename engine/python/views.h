// What `keys`, `values` and `items` of a dict can do: containment, comparison and the operators of sets.
#pragma once

#include "python/sets.h"

namespace modelet::python {

template <typename K, typename V, Part part>
int64_t len(Call &, const DictView<K, V, part> &view) {
  return view.dict.size();
}

template <typename Q, typename K, typename V, Part part>
bool contains(Call &call, const Q &item, const DictView<K, V, part> &view) {
  if constexpr (part == Part::keys) {
    return contains(call, item, view.dict);
  } else if constexpr (part == Part::values) {
    for (const auto &entry : view.dict.table().entries())
      if (entry.live && same(entry.value, item)) return true;
    return false;
  } else if constexpr (is_variant<Q>) {
    return std::visit([&](const auto &member) { return contains(call, member, view); }, item);
  } else if constexpr (is_tuple<Q>) {
    if constexpr (std::tuple_size_v<Q> == 2) {
      const auto *entry = view.dict.table().find(std::get<0>(item));
      return entry != nullptr && same(entry->value, std::get<1>(item));
    }
    return false;
  } else {
    return false;
  }
}

// The set that an operator starts from. Of keys, the dict itself is taken, as CPython does.
template <typename T, typename V>
Set<T> view_set(Call &call, const V &value) {
  if constexpr (is_view<V>) {
    if constexpr (V::part == Part::keys) return to_set<T>(call, value.dict);
  }
  return to_set<T>(call, value);
}

template <typename T, typename A, typename B>
Set<T> view_or(Call &call, const A &left, const B &right) {
  auto out = view_set<T>(call, left);
  if (!call.failed()) add_all(call, out, right);
  return out;
}
template <typename T, typename A, typename B>
Set<T> view_without(Call &call, const A &left, const B &right) {
  auto out = view_set<T>(call, left);
  if (!call.failed()) remove_all(call, out, right);
  return out;
}
template <typename T, typename A, typename B>
Set<T> view_either(Call &call, const A &left, const B &right) {
  auto out = view_set<T>(call, left);
  if (!call.failed()) keep_either(call, out, right);
  return out;
}

namespace detail {

template <typename T, typename A, typename B>
Set<T> view_common(Call &call, const A &kept, const B &walked) {
  auto out = new_set<T>(call);
  if (call.failed()) return out;
  auto iterator = iterate(call, walked);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item))
    if (contains(call, item, kept)) out.add(call, convert<T>(item));
  return out;
}

}  // namespace detail

template <typename T, typename A, typename B>
Set<T> view_and(Call &call, const A &left, const B &right) {
  if constexpr (!is_view<A>) {
    return view_and<T>(call, right, left);
  } else if constexpr (is_view<B>) {
    return len(call, right) > len(call, left) ? detail::view_common<T>(call, right, left) : detail::view_common<T>(call, left, right);
  } else if constexpr (detail::is_set<B>) {
    return len(call, left) <= len(call, right) ? detail::view_common<T>(call, right, left) : detail::view_common<T>(call, left, right);
  } else {
    return detail::view_common<T>(call, left, right);
  }
}

template <typename A, typename B>
bool view_within(Call &call, const A &left, const B &right) {
  auto iterator = iterate(call, left);
  typename decltype(iterator)::Item item{};
  while (iterator.next(call, item))
    if (!contains(call, item, right)) return false;
  return true;
}
template <typename A, typename B>
bool view_equal(Call &call, const A &left, const B &right) {
  return len(call, left) == len(call, right) && view_within(call, left, right);
}
template <typename A, typename B>
bool view_less_equal(Call &call, const A &left, const B &right) {
  return len(call, left) <= len(call, right) && view_within(call, left, right);
}
template <typename A, typename B>
bool view_less(Call &call, const A &left, const B &right) {
  return len(call, left) < len(call, right) && view_within(call, left, right);
}
template <typename A, typename B>
bool view_disjoint(Call &call, const A &left, const B &right) {
  auto iterator = iterate(call, right);
  typename decltype(iterator)::Item item{};
  while (iterator.next(call, item))
    if (contains(call, item, left)) return false;
  return !call.failed();
}

}  // namespace modelet::python
