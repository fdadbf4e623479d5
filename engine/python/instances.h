// Operations on instances of users' classes that need text and iteration.
#pragma once

#include "python/format.h"
#include "python/instance.h"

namespace modelet::python {

Str plain_repr(Call &call, std::string_view class_name, const Object *object);

// "<module.Class object at 0x…>"
template <typename S>
Str default_repr(Call &call, const Instance<S> &instance) {
  return plain_repr(call, S::name, instance.object());
}

template <typename T>
int64_t hash_value(Call &, const T &value) {
  return hash(value);
}

// `item in items`, for whatever a loop can run over.
template <typename T, typename V>
bool contains_any(Call &call, const T &item, const V &items) {
  auto iterator = iterate(call, items);
  typename decltype(iterator)::Item one{};
  while (!call.failed() && iterator.next(call, one)) {
    if (same(one, item)) return !call.failed();
    if (interrupted(call)) break;
  }
  return false;
}

template <typename E>
int64_t member_index(Call &, Member<E> member) {
  return member.index;
}
template <typename E>
bool identical(Call &, Member<E> left, Member<E> right) {
  return left == right;
}

template <typename S>
bool identical(Call &, const Instance<S> &left, const Instance<S> &right) {
  return left == right;
}
template <typename S>
bool not_identical(Call &, const Instance<S> &left, const Instance<S> &right) {
  return !(left == right);
}

// What `__len__` may return.
inline int64_t length_of(Call &call, int64_t length) {
  if (length < 0) call.raise("ValueError", "__len__() should return >= 0");
  return length;
}

// Ends a StopIteration: true when there was one.
inline bool stopped(Call &call) {
  if (call.error.python_class != "StopIteration" || call.error.type != "python_exception") return false;
  call.error = Error();
  return true;
}

// A loop over an instance that has `__next__`.
template <typename I>
struct InstanceIterator {
  using Item = decltype(I::Struct::next_of(std::declval<Call &>(), std::declval<const I &>()));
  I instance;
  bool next(Call &call, Item &item) {
    item = I::Struct::next_of(call, instance);
    if (!call.failed()) return true;
    stopped(call);
    return false;
  }
};

template <typename S>
InstanceIterator<Instance<S>> instance_iterator(Call &, const Instance<S> &instance) {
  return {instance};
}

}  // namespace modelet::python
