// Instances of users' classes. The compiler emits one struct a class, derived from Object, with an Attribute for every
// attribute that its code stores, and gives it the hooks below for what the runtime asks of values inside containers:
//   static bool equals(Call &, const Instance<S> &, const Instance<S> &)     __eq__
//   static bool less(Call &, const Instance<S> &, const Instance<S> &)       __lt__
//   static int64_t hash_of(Call &, const Instance<S> &)                      __hash__
//   static Str repr_of / str_of(Call &, const Instance<S> &)                 __repr__, __str__
//   static void encode(Call &, Writer &, const Instance<S> &), bool decode(Call &, const Reader &, Instance<S> &)
// `identity_equal`: the class has no __eq__ of its own; `name` is "module.Class".
#pragma once

#include <concepts>
#include <string_view>

#include "python/heap.h"

namespace modelet::python {

class Str;

struct NotImplemented {
  friend bool operator==(NotImplemented, NotImplemented) { return true; }
};

// Copies refer to the same instance.
template <typename S>
class Instance {
 public:
  using Struct = S;

  Instance() = default;
  explicit Instance(Ref<S> object) : object_(std::move(object)) {}

  S *object() const { return object_.get(); }
  S *operator->() const { return object_.get(); }
  friend bool operator==(const Instance &left, const Instance &right) { return left.object_ == right.object_; }

 private:
  Ref<S> object_;
};

template <typename T>
inline constexpr bool is_instance = false;
template <typename S>
inline constexpr bool is_instance<Instance<S>> = true;

// The call that an instance belongs to: hooks may raise, and a hook is not asked while an error is set.
template <typename S>
Call &call_of(const Instance<S> &instance) {
  return *instance.object()->heap().call;
}

// `left is right or left == right`, as containers compare.
template <typename S>
bool same_instance(const Instance<S> &left, const Instance<S> &right) {
  if (left == right) return true;
  if constexpr (S::identity_equal) {
    return false;
  } else {
    Call &call = call_of(left);
    return !call.failed() && S::equals(call, left, right);
  }
}

// Whether the class of A says when its instances equal values of another type that they are compared with.
template <typename A, typename B>
inline constexpr bool compares_with = false;
template <typename S, typename B>
inline constexpr bool compares_with<Instance<S>, B> =
    !std::is_same_v<Instance<S>, B> &&
    requires(Call &call, const Instance<S> &left, const B &right) { S::equals_other(call, left, right); };

template <typename S, typename B>
bool same_other(const Instance<S> &left, const B &right) {
  Call &call = call_of(left);
  return !call.failed() && S::equals_other(call, left, right);
}

[[gnu::cold, gnu::noinline]] void not_orderable(Call &call, std::string_view class_name);

template <typename S>
bool less_instance(const Instance<S> &left, const Instance<S> &right) {
  Call &call = call_of(left);
  if constexpr (requires { &S::less; }) {
    return !call.failed() && S::less(call, left, right);
  } else {
    if (!call.failed()) not_orderable(call, S::name);
    return false;
  }
}

template <typename S>
int64_t hash_instance(const Instance<S> &instance) {
  if constexpr (S::identity_hash) {
    const auto address = reinterpret_cast<uintptr_t>(instance.object());
    return static_cast<int64_t>(address >> 4 | address << (sizeof(address) * 8 - 4));
  } else {
    Call &call = call_of(instance);
    return call.failed() ? 0 : S::hash_of(call, instance);
  }
}

// An attribute is bound by its first store.
template <typename T>
struct Attribute {
  T value{};
  bool bound = false;
};

template <typename I>
I new_instance(Call &call) {
  return new_object<typename I::Struct, I>(call);
}

[[gnu::cold, gnu::noinline]] void no_attribute(Call &call, std::string_view class_name, const char *name);

template <auto member, typename I>
auto load_attribute(Call &call, const I &instance, const char *name) {
  const auto &attribute = instance.object()->*member;
  if (!attribute.bound) [[unlikely]] {
    no_attribute(call, I::Struct::name, name);
    assume_failed(call);
  }
  return attribute.value;
}

template <auto member, typename I>
bool has_attribute(Call &, const I &instance) {
  return (instance.object()->*member).bound;
}

// What was held before is dropped last, as its end may look at the instance.
template <auto member, typename I, typename V>
void store_attribute(Call &, const I &instance, V value) {
  auto &attribute = instance.object()->*member;
  attribute.bound = true;
  std::swap(attribute.value, value);
}

// The same for classes with captured instances.
template <auto member, typename I, typename V>
void store_unfrozen_attribute(Call &call, const I &instance, V value) {
  if (writable(call, *instance.object())) store_attribute<member>(call, instance, std::move(value));
}

// A captured instance, built once a call and frozen unless code changes it. It is kept before `fill` stores its attributes, as they may
// hold it.
template <typename I, typename Fill>
I constant_instance(Call &call, const void *key, Fill &&fill, bool frozen) {
  using S = typename I::Struct;
  if (Object *kept = heap(call).constant(key)) return I(Ref<S>(static_cast<S *>(kept)));
  I made = new_instance<I>(call);
  if (call.failed()) return made;
  made->retain();  // by the heap, whose final sweep takes it
  heap(call).keep(key, made.object());
  fill(made);
  made->frozen = frozen;
  return made;
}

// Whether the instance is being shown already; if not, it is from now on.
template <typename I>
bool begin_showing(Call &, const I &instance) {
  return std::exchange(instance->showing, true);
}
template <typename I>
None end_showing(Call &, const I &instance) {
  instance->showing = false;
  return {};
}

template <auto member, typename I>
void delete_attribute(Call &call, const I &instance, const char *name) {
  auto &attribute = instance.object()->*member;
  if (!attribute.bound) return no_attribute(call, I::Struct::name, name);
  if (writable(call, *instance.object())) attribute = {};
}

}  // namespace modelet::python
