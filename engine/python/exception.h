// Exceptions as values, and how `try` statements catch, hold and raise them.
#pragma once

#include <initializer_list>
#include <string_view>

#include "python/depth.h"
#include "python/instance.h"
#include "python/list.h"
#include "python/str.h"
#include "python/union.h"

namespace modelet::python {

class ExceptionObject;

// A reference to an exception; none where nothing was raised.
struct Exception {
  Ref<ExceptionObject> object = {};

  explicit operator bool() const { return static_cast<bool>(object); }
  const Error &error() const;
  friend bool operator==(const Exception &left, const Exception &right) { return left.object == right.object; }
};

// What every exception has; the structs of users' classes derive from it.
class ExceptionObject : public Object {
 public:
  explicit ExceptionObject(Heap &heap, const void *identity = nullptr) : Object(heap), identity(identity) {}
  void clear() noexcept override;
  // str(), for a caller of the library; of a builtin it is the error's message.
  virtual Str text(Call &call);

  Error error;            // as which it is raised
  const void *identity;   // the address of `identity` in the struct of a user's class; null: a builtin one
  Ref<Object> arguments;  // a Kept tuple, where code looks at `args`
  const void *arguments_type = nullptr;
  Exception cause;
  Exception context;
  bool suppress_context = false;
  List<Str> notes;
};

// How control leaves a body that has a `finally`.
enum class Leaving : uint8_t { normally, error, returned, broke, continued };

// A builtin exception. `shown` is its repr(), where that is not class('message').
Exception exception(Call &call, const Str &python_class, const Str &message);
Exception shown_exception(Call &call, const Str &python_class, const Str &message, const Str &shown);

void raise(Call &call, const Exception &exception);  // beside heap.h's, which takes a class and a message
// `raise exception from cause`; no cause: `from None`.
void set_cause(const Exception &exception, const Exception &cause);
// Raises again what is being handled.
void raise_again(Call &call);
// Takes the error out of the call.
Exception caught(Call &call);
// Puts it back, as if it had never been taken; nothing when there was none, or a new one was raised.
void restore(Call &call, const Exception &held);
bool matches(const Exception &exception, std::initializer_list<std::string_view> classes);
// Whether it is an instance of one of these users' classes.
bool is_one_of(const Exception &exception, std::initializer_list<const void *> identities);
// Whether a class, by its name, is one of these or derives from one; `exact` are names of users' classes.
bool is_class_of(Call &call, const Str &name, std::initializer_list<std::string_view> classes,
                 std::initializer_list<std::string_view> exact);
// Cancelling is not an exception that Python code may catch.
bool catchable(const Exception &exception);
// Before a call ends with an exception: computes its message, which an instance of a user's class tells late.
void describe(Call &call);

Str str(Call &call, const Exception &exception);
Str repr(Call &call, const Exception &exception);
Str class_name(Call &call, const Exception &exception);
inline bool identical(Call &, const Exception &left, const Exception &right) {
  return left == right;
}
inline bool not_identical(Call &, const Exception &left, const Exception &right) {
  return !(left == right);
}

// `exception.name`, where no class has such an attribute.
void no_exception_attribute(Call &call, const Exception &exception, const Str &name);
void add_note(Call &call, const Exception &exception, const Str &note);
List<Str> notes(Call &call, const Exception &exception);
inline bool suppress_context(Call &, const Exception &exception) {
  return exception.object->suppress_context;
}

// Says what is being handled while a handler or a `finally` runs: whatever is raised meanwhile has it as its context.
class Handling {
 public:
  Handling(Call &call, const Exception &exception);
  Handling(const Handling &) = delete;
  Handling &operator=(const Handling &) = delete;
  ~Handling();
  // While the generator that handles is suspended.
  void pause();
  void resume();

 private:
  Call &call_;
  Exception exception_;
  Object *outer_;
  bool active_;
};

// The tuple of a builtin exception's arguments, by type.
template <typename T>
inline constexpr char tuple_identity = 0;

template <typename T>
void keep_arguments(Call &call, const Exception &exception, T arguments) {
  exception.object->arguments = keep_value(call, std::move(arguments));
  exception.object->arguments_type = &tuple_identity<T>;
}
template <typename... T>
Exception exception_of(Call &call, const Str &python_class, const Str &message, const Str &shown, std::tuple<T...> arguments) {
  Exception made = shown_exception(call, python_class, message, shown);
  keep_arguments(call, made, std::move(arguments));
  return made;
}

// The argument of an exception that the runtime raised; none when its message is empty.
bool has_message(const Exception &exception);
Str plain_message(Call &call, const Exception &exception);
// The OverflowError of a power, whose arguments are (34, text) as the C library has them.
bool is_range_error(const Exception &exception);
Str range_error_text(Call &call, const Exception &exception);
void unknown_arguments(Call &call, const Exception &exception);

namespace detail {

template <typename T>
bool take_arguments(Call &call, const Exception &exception, T &out) {
  const ExceptionObject &object = *exception.object;
  if (object.arguments) {
    if (object.arguments_type != &tuple_identity<T>) return false;
    out = static_cast<const Kept<T> *>(object.arguments.get())->value;
    return true;
  }
  if constexpr (std::is_same_v<T, std::tuple<>>) {
    return !has_message(exception);
  } else if constexpr (std::is_same_v<T, std::tuple<int64_t, Str>>) {
    if (!is_range_error(exception)) return false;
    out = {34, range_error_text(call, exception)};
    return true;
  } else if constexpr (std::is_same_v<T, std::tuple<Str>>) {
    if (!has_message(exception) || is_range_error(exception)) return false;
    out = {plain_message(call, exception)};
    return true;
  }
  return false;
}

}  // namespace detail

// `exception.args`: one of the tuples that the program gives exceptions, as R.
template <typename R, typename... T>
R arguments_of(Call &call, const Exception &exception) {
  R out{};
  const auto one = [&]<typename One>(One tuple) {
    const bool found = detail::take_arguments(call, exception, tuple);
    if (found) out = convert<R>(std::move(tuple));
    return found;
  };
  if (!(... || one(T{}))) unknown_arguments(call, exception);
  return out;
}

// An instance of a user's class, or one of several exceptions, as an exception.
inline const Exception &as_exception(Call &, const Exception &exception) {
  return exception;
}
template <typename S>
Exception as_exception(Call &, const Instance<S> &instance) {
  return {Ref<ExceptionObject>(instance.object())};
}
template <typename... T>
Exception as_exception(Call &call, const std::variant<T...> &value) {
  return std::visit([&](const auto &one) { return as_exception(call, one); }, value);
}
// `raise None`.
inline void raise(Call &call, None) {
  call.raise("TypeError", "exceptions must derive from BaseException");
}
inline Exception as_exception(Call &, None) {
  return {};
}

// Raises an instance of a user's class.
template <typename S>
void raise(Call &call, const Instance<S> &instance) {
  Error &error = instance.object()->error;
  error.python_class = S::name.substr(S::name.rfind('.') + 1);
  error.python_base = S::builtin_base;
  error.code = error.python_class;
  error.type = "python_exception";
  raise(call, as_exception(call, instance));
}
template <typename... T>
void raise(Call &call, const std::variant<T...> &exception) {
  std::visit([&](const auto &one) { raise(call, one); }, exception);
}

// What a handler's variable holds: the instance, or the exception.
template <typename T>
T handled(const Exception &exception);

namespace detail {

// Whether a member of a union is what holds this exception.
template <typename M>
bool holds_handled(const Exception &exception) {
  if constexpr (std::is_same_v<M, None>) {
    return !exception;
  } else if constexpr (is_instance<M>) {
    return exception && exception.object->identity == &M::Struct::identity;
  } else {
    return exception && exception.object->identity == nullptr;
  }
}

template <typename V, std::size_t... index>
V handled_among(const Exception &exception, std::index_sequence<index...>) {
  V out{};
  (... || (holds_handled<std::variant_alternative_t<index, V>>(exception) &&
           (out.template emplace<index>(handled<std::variant_alternative_t<index, V>>(exception)), true)));
  return out;
}

}  // namespace detail

template <typename T>
T handled(const Exception &exception) {
  if constexpr (is_instance<T>) {
    return T(Ref<typename T::Struct>(static_cast<typename T::Struct *>(exception.object.get())));
  } else if constexpr (is_variant<T>) {
    return detail::handled_among<T>(exception, std::make_index_sequence<std::variant_size_v<T>>());
  } else if constexpr (std::is_same_v<T, None>) {
    return {};
  } else {
    return exception;
  }
}

// `exception.__cause__` and `exception.__context__`.
template <typename T>
T cause_of(Call &, const Exception &exception) {
  return handled<T>(exception.object->cause);
}
template <typename T>
T context_of(Call &, const Exception &exception) {
  return handled<T>(exception.object->context);
}

}  // namespace modelet::python
