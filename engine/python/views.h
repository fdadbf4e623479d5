// The views of a dict, which are sets of its keys or items as far as Python lets them be.
#pragma once

#include "python/dicts.h"

namespace modelet::python {

template <typename K, typename V, Part part>
int64_t len(Call &, const DictView<K, V, part> &view) {
  return view.dict.size();
}

// Whether a view of keys or items, or a set, holds an item.
template <typename K, typename V, typename Q>
bool holds_item(const DictView<K, V, Part::keys> &view, const Q &item) {
  return view.dict.table().find(item) != nullptr;
}
template <typename K, typename V, typename Q>
bool holds_item(const DictView<K, V, Part::items> &view, const Q &item) {
  if constexpr (is_tuple<Q>) {
    if constexpr (std::tuple_size_v<Q> == 2) {
      const auto *entry = view.dict.table().find(std::get<0>(item));
      return entry != nullptr && same(entry->value, std::get<1>(item));
    }
  }
  return false;
}
template <typename T, typename Q>
bool holds_item(const Set<T> &set, const Q &item) {
  return set.has(item);
}

template <typename Q, typename K, typename V>
bool contains(Call &, const Q &item, const DictView<K, V, Part::keys> &view) {
  return holds_item(view, item);
}
template <typename Q, typename K, typename V>
bool contains(Call &, const Q &item, const DictView<K, V, Part::items> &view) {
  return holds_item(view, item);
}

// Whether every item of `left` is in `right`.
template <typename L, typename R>
bool view_within(Call &call, const L &left, const R &right) {
  auto iterator = iterate(call, left);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item))
    if (!holds_item(right, item)) return false;
  return !call.failed();
}
template <typename L, typename R>
bool view_equal(Call &call, const L &left, const R &right) {
  return len(call, left) == len(call, right) && view_within(call, left, right);
}
template <typename L, typename R>
bool view_less_equal(Call &call, const L &left, const R &right) {
  return len(call, left) <= len(call, right) && view_within(call, left, right);
}
template <typename L, typename R>
bool view_less(Call &call, const L &left, const R &right) {
  return len(call, left) < len(call, right) && view_within(call, left, right);
}

namespace detail {

template <typename T, typename I, typename H>
Set<T> items_that(Call &call, const I &values, const H &holder, bool wanted) {
  auto out = new_set<T>(call);
  if (call.failed()) return out;
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item))
    if (holds_item(holder, item) == wanted) out.add(call, convert<T>(item));
  return out;
}

}  // namespace detail

// view & other. Which side is walked through decides the order of the set, as in CPython.
template <typename T, typename L, typename R>
Set<T> view_common(Call &call, const L &left, const R &right) {
  if constexpr (is_view<L> && detail::is_set<R>) {
    return len(call, left) <= len(call, right) ? detail::items_that<T>(call, left, right, true)
                                               : detail::items_that<T>(call, right, left, true);
  } else if constexpr (detail::is_set<L>) {
    return view_common<T>(call, right, left);
  } else {
    return len(call, right) > len(call, left) ? detail::items_that<T>(call, left, right, true)
                                              : detail::items_that<T>(call, right, left, true);
  }
}

template <typename T, typename L, typename R>
Set<T> view_without(Call &call, const L &left, const R &right) {
  auto out = to_set<T>(call, left);
  if (call.failed()) return out;
  auto iterator = iterate(call, right);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item)) discard(call, out, item);
  return out;
}

template <typename T, typename L, typename R>
Set<T> view_united(Call &call, const L &left, const R &right) {
  auto out = to_set<T>(call, left);
  if (!call.failed()) update(call, out, right);
  return out;
}

template <typename T, typename L, typename R>
Set<T> view_either(Call &call, const L &left, const R &right) {
  auto out = to_set<T>(call, left);
  const auto other = call.failed() ? Set<T>() : to_set<T>(call, right);
  if (call.failed()) return out;
  other.each([&](const T &item) {
    if (auto *place = out.object()->find(item, hash(item))) {
      out.object()->remove(*place);
    } else {
      out.add(call, item);
    }
  });
  return out;
}

}  // namespace modelet::python
