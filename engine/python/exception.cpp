#include "python/exception.h"

#if defined(__linux__) || defined(__APPLE__)
#include <pthread.h>
#endif

#include "python/format.h"

namespace modelet::python {

namespace {

struct Class {
  std::string_view name;
  std::string_view base;
};

constexpr Class classes[] = {
    {"Exception", "BaseException"},
    {"GeneratorExit", "BaseException"},
    {"KeyboardInterrupt", "BaseException"},
    {"SystemExit", "BaseException"},
    {"ArithmeticError", "Exception"},
    {"FloatingPointError", "ArithmeticError"},
    {"OverflowError", "ArithmeticError"},
    {"ZeroDivisionError", "ArithmeticError"},
    {"AssertionError", "Exception"},
    {"AttributeError", "Exception"},
    {"FrozenInstanceError", "AttributeError"},
    {"BufferError", "Exception"},
    {"EOFError", "Exception"},
    {"ImportError", "Exception"},
    {"ModuleNotFoundError", "ImportError"},
    {"LookupError", "Exception"},
    {"IndexError", "LookupError"},
    {"KeyError", "LookupError"},
    {"MemoryError", "Exception"},
    {"NameError", "Exception"},
    {"UnboundLocalError", "NameError"},
    {"OSError", "Exception"},
    {"BlockingIOError", "OSError"},
    {"ChildProcessError", "OSError"},
    {"ConnectionError", "OSError"},
    {"BrokenPipeError", "ConnectionError"},
    {"ConnectionAbortedError", "ConnectionError"},
    {"ConnectionRefusedError", "ConnectionError"},
    {"ConnectionResetError", "ConnectionError"},
    {"FileExistsError", "OSError"},
    {"FileNotFoundError", "OSError"},
    {"InterruptedError", "OSError"},
    {"IsADirectoryError", "OSError"},
    {"NotADirectoryError", "OSError"},
    {"PermissionError", "OSError"},
    {"ProcessLookupError", "OSError"},
    {"TimeoutError", "OSError"},
    {"ReferenceError", "Exception"},
    {"RuntimeError", "Exception"},
    {"NotImplementedError", "RuntimeError"},
    {"RecursionError", "RuntimeError"},
    {"StopAsyncIteration", "Exception"},
    {"StopIteration", "Exception"},
    {"SyntaxError", "Exception"},
    {"IndentationError", "SyntaxError"},
    {"TabError", "IndentationError"},
    {"SystemError", "Exception"},
    {"TypeError", "Exception"},
    {"ValueError", "Exception"},
    {"AxisError", "ValueError"},
    {"LinAlgError", "ValueError"},
    {"JSONDecodeError", "ValueError"},
    {"StatisticsError", "ValueError"},
    {"Error", "ValueError"},  // of binascii
    {"UnicodeError", "ValueError"},
    {"UnicodeDecodeError", "UnicodeError"},
    {"UnicodeEncodeError", "UnicodeError"},
    {"UnicodeTranslateError", "UnicodeError"},
    {"Warning", "Exception"},
    {"BytesWarning", "Warning"},
    {"DeprecationWarning", "Warning"},
    {"FutureWarning", "Warning"},
    {"ResourceWarning", "Warning"},
    {"RuntimeWarning", "Warning"},
    {"SyntaxWarning", "Warning"},
    {"UnicodeWarning", "Warning"},
    {"UserWarning", "Warning"},
};

std::string_view base_of(std::string_view name) {
  for (const Class &entry : classes)
    if (entry.name == name) return entry.base;
  return name == "BaseException" ? "" : "Exception";
}

bool is_subclass(std::string_view name, std::string_view wanted) {
  for (; !name.empty(); name = base_of(name))
    if (name == wanted) return true;
  return false;
}

}  // namespace

Exception exception(Call &, const Str &python_class, const Str &message) {
  Call empty;
  empty.raise(to_utf8(python_class), to_utf8(message));
  return {std::move(empty.error)};
}

Exception shown_exception(Call &call, const Str &python_class, const Str &message, const Str &shown) {
  Exception made = exception(call, python_class, message);
  made.error.shown = to_utf8(shown);
  return made;
}

namespace {

void hold_raised(Heap &heap, Object *object, const void *identity) {
  if (object != nullptr) object->retain();
  heap.raised_class = identity;
  if (Object *old = std::exchange(heap.raised, object)) old->drop();
}

}  // namespace

void raise_object(Call &call, Error error, Object *object, const void *identity) {
  if (call.failed()) return;
  error.code = error.python_class;
  error.type = "python_exception";
  call.fail(std::move(error));
  hold_raised(heap(call), object, identity);
}

void raise(Call &call, const Exception &exception) {
  if (exception.object) return raise_object(call, exception.error, exception.object.get(), exception.identity);
  call.fail(exception.error);
}

Exception caught(Call &call) {
  Exception taken{std::move(call.error)};
  call.error = Error();
  if (taken.error.python_base.empty()) return taken;
  Heap &owner = heap(call);
  taken.object = Ref<Object>(owner.raised);
  taken.identity = owner.raised_class;
  hold_raised(owner, nullptr, nullptr);
  return taken;
}

bool catchable(const Exception &exception) {
  return exception.error.type != "cancelled_error";
}

bool matches(const Exception &exception, std::initializer_list<std::string_view> wanted) {
  if (!catchable(exception)) return false;
  const Error &error = exception.error;
  const std::string_view builtin = error.python_base.empty() ? error.python_class : error.python_base;
  for (std::string_view name : wanted)
    if (is_subclass(builtin, name)) return true;
  return false;
}

bool is_one_of(const Exception &exception, std::initializer_list<const void *> identities) {
  if (exception.identity == nullptr) return false;
  for (const void *identity : identities)
    if (identity == exception.identity) return true;
  return false;
}

Exception hold(Call &call) {
  return caught(call);
}

void restore(Call &call, const Exception &held) {
  if (held.error) raise(call, held);
}

Str str(Call &call, const Exception &exception) {
  return from_message(call, exception.error.message);
}

Str repr(Call &call, const Exception &exception) {
  const std::string &message = exception.error.message;
  if (!exception.error.shown.empty()) return from_message(call, exception.error.shown);
  const bool quoted = exception.error.python_class == "KeyError";
  const std::string inside = message.empty() || quoted ? message : to_utf8(repr(call, from_message(call, message)));
  return from_message(call, exception.error.python_class + "(" + inside + ")");
}

Str class_name(Call &call, const Exception &exception) {
  return new_str(call, std::string_view(exception.error.python_class));
}

namespace {

constexpr std::ptrdiff_t always_there = 256 * 1024;  // of stack, below whoever calls a modelet
constexpr std::ptrdiff_t margin = 96 * 1024;         // for what compiled code calls

// How far the stack may grow below `top`, as the system says; asked once a call, and only by deep recursion.
std::ptrdiff_t stack_room([[maybe_unused]] const char *top) {
#if defined(__linux__)
  pthread_attr_t attributes;
  void *low = nullptr;
  std::size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return always_there;
  const bool known = pthread_attr_getstack(&attributes, &low, &size) == 0;
  pthread_attr_destroy(&attributes);
  const std::ptrdiff_t room = known ? top - static_cast<const char *>(low) - margin : 0;
#elif defined(__APPLE__)
  const auto *high = static_cast<const char *>(pthread_get_stackaddr_np(pthread_self()));
  const std::ptrdiff_t room = top - (high - pthread_get_stacksize_np(pthread_self())) - margin;
#else
  const std::ptrdiff_t room = always_there;
#endif
  return room > always_there ? room : always_there;
}

}  // namespace

Depth::Depth(Call &call) : heap_(heap(call)) {
  constexpr int32_t limit = 1000;
  const char *address = static_cast<const char *>(__builtin_frame_address(0));
  if (heap_.depth++ == 0) heap_.stack = address;
  const std::ptrdiff_t used = heap_.stack > address ? heap_.stack - address : address - heap_.stack;
  if (used > always_there && heap_.stack_room == 0) heap_.stack_room = stack_room(heap_.stack);
  if (heap_.depth > limit || used > (heap_.stack_room == 0 ? always_there : heap_.stack_room)) {
    call.raise("RecursionError", "maximum recursion depth exceeded");
  }
}

}  // namespace modelet::python
