// Exceptions as values, and how `try` statements catch, hold and raise them.
#pragma once

#include <initializer_list>
#include <string_view>

#include "python/depth.h"
#include "python/instance.h"
#include "python/str.h"
#include "python/union.h"

namespace modelet::python {

// `object` and `identity` only for instances of users' classes: the instance, and the address of its struct's `identity`.
struct Exception {
  Error error;
  Ref<Object> object = {};
  const void *identity = nullptr;
};

// How control leaves a body that has a `finally`.
enum class Leaving : uint8_t { normally, error, returned, broke, continued };

Exception exception(Call &call, const Str &python_class, const Str &message);
// `shown` is its repr(), where that is not class('message').
Exception shown_exception(Call &call, const Str &python_class, const Str &message, const Str &shown);
void raise(Call &call, const Exception &exception);  // beside heap.h's, which takes a class and a message
// Takes the error out of the call.
Exception caught(Call &call);
bool matches(const Exception &exception, std::initializer_list<std::string_view> classes);
// Whether it is an instance of one of these users' classes.
bool is_one_of(const Exception &exception, std::initializer_list<const void *> identities);
// Cancelling is not an exception that Python code may catch.
bool catchable(const Exception &exception);
// For `finally`: takes the error, if there is one, out of the call, and puts it back unless a new one was raised.
Exception hold(Call &call);
void restore(Call &call, const Exception &held);

Str str(Call &call, const Exception &exception);
Str repr(Call &call, const Exception &exception);
Str class_name(Call &call, const Exception &exception);

// Raises an instance of a user's class.
void raise_object(Call &call, Error error, Object *object, const void *identity);

template <typename S>
void raise(Call &call, const Instance<S> &instance) {
  const Str text = S::str_of(call, instance);
  if (call.failed()) return;
  constexpr std::string_view name = S::name.substr(S::name.rfind('.') + 1);
  Error error;
  error.python_class = name;
  error.message = to_utf8(text);
  error.python_base = S::builtin_base;
  error.shown = to_utf8(S::repr_of(call, instance));
  raise_object(call, std::move(error), instance.object(), &S::identity);
}
template <typename... T>
void raise(Call &call, const std::variant<T...> &exception) {
  std::visit([&](const auto &one) { raise(call, one); }, exception);
}

// What a handler's variable holds: the instance, or the exception.
template <typename T>
T handled(const Exception &exception);

namespace detail {

template <typename T, std::size_t index = 0>
T handled_member(const Exception &exception) {
  if constexpr (index == std::variant_size_v<T>) {
    return T{};
  } else {
    using Member = std::variant_alternative_t<index, T>;
    if constexpr (is_instance<Member>) {
      if (exception.identity == &Member::Struct::identity) return T(std::in_place_index<index>, handled<Member>(exception));
      return handled_member<T, index + 1>(exception);
    } else {
      if constexpr (index + 1 < std::variant_size_v<T>) {
        T later = handled_member<T, index + 1>(exception);
        if (later.index() != 0) return later;
      }
      return T(std::in_place_index<index>, exception);
    }
  }
}

}  // namespace detail

template <typename T>
T handled(const Exception &exception) {
  if constexpr (is_instance<T>) {
    return T(Ref<typename T::Struct>(static_cast<typename T::Struct *>(exception.object.get())));
  } else if constexpr (is_variant<T>) {
    return detail::handled_member<T>(exception);
  } else {
    return exception;
  }
}

}  // namespace modelet::python
