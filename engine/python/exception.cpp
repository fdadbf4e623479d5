#include "python/exception.h"

#include <algorithm>

#include "platform/process.h"
#include "python/format.h"
#include "python/generator.h"

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

const Error &Exception::error() const {
  static const Error none = memory_error("");
  return object ? object->error : none;
}

void ExceptionObject::clear() noexcept {
  arguments.reset();
  cause = context = {};
  notes = {};
}

Str ExceptionObject::text(Call &call) {
  return from_message(call, error.message);
}

namespace {

class BuiltinException final : public ExceptionObject {
 public:
  using ExceptionObject::ExceptionObject;
  std::size_t bytes() const noexcept override { return 0; }
};

Exception new_exception(Call &call, Error error) {
  Exception made{Ref<ExceptionObject>(new (heap(call)) BuiltinException(heap(call)))};
  if (made) made.object->error = std::move(error);
  return made;
}

void hold_raised(Heap &heap, Object *object) {
  if (object != nullptr) object->retain();
  if (Object *old = std::exchange(heap.raised, object)) old->drop();
}

ExceptionObject *handled_now(Call &call) {
  return static_cast<ExceptionObject *>(heap(call).handled);
}

// What was raised is in the call's heap from here on, as the object itself.
void throw_object(Call &call, const Exception &exception) {
  if (call.failed()) return;
  Error error = exception.error();
  error.object = static_cast<bool>(exception);
  call.fail(std::move(error));
  hold_raised(heap(call), exception.object.get());
}

// Python's rule: what is being handled becomes the context, unless it is raised again; and no chain is a ring.
void set_context(ExceptionObject &raised, ExceptionObject *handled) {
  if (handled == nullptr || handled == &raised) return;
  for (ExceptionObject *one = handled; one != nullptr; one = one->context.object.get())
    if (one->context.object.get() == &raised) one->context = {};
  raised.context.object = Ref<ExceptionObject>(handled);
}

}  // namespace

Exception exception(Call &call, const Str &python_class, const Str &message) {
  Call empty;
  empty.raise(to_utf8(python_class), to_utf8(message));
  return new_exception(call, std::move(empty.error));
}

Exception shown_exception(Call &call, const Str &python_class, const Str &message, const Str &shown) {
  Exception made = exception(call, python_class, message);
  if (made) made.object->error.shown = to_utf8(shown);
  return made;
}

void raise(Call &call, const Exception &exception) {
  if (exception) set_context(*exception.object, handled_now(call));
  throw_object(call, exception);
}

void set_cause(const Exception &exception, const Exception &cause) {
  if (!exception) return;
  exception.object->cause = cause;
  exception.object->suppress_context = true;
}

void raise_again(Call &call) {
  ExceptionObject *handled = handled_now(call);
  if (handled == nullptr) return call.raise("RuntimeError", "No active exception to reraise");
  throw_object(call, {Ref<ExceptionObject>(handled)});
}

Exception caught(Call &call) {
  if (!call.failed()) return {};
  Heap &owner = heap(call);
  Exception taken;
  if (call.error.object) {
    taken.object = Ref<ExceptionObject>(static_cast<ExceptionObject *>(owner.raised));
    hold_raised(owner, nullptr);
  } else {
    taken = new_exception(call, std::move(call.error));
    if (taken) set_context(*taken.object, handled_now(call));
  }
  call.error = Error();
  return taken;
}

void restore(Call &call, const Exception &held) {
  if (held) throw_object(call, held);
}

bool catchable(const Exception &exception) {
  return exception.error().type != "cancelled_error";
}

bool matches(const Exception &exception, std::initializer_list<std::string_view> wanted) {
  if (!catchable(exception)) return false;
  const Error &error = exception.error();
  const std::string_view builtin = error.python_base.empty() ? error.python_class.text() : error.python_base;
  for (std::string_view name : wanted)
    if (is_subclass(builtin, name)) return true;
  return false;
}

bool is_one_of(const Exception &exception, std::initializer_list<const void *> identities) {
  if (!exception || exception.object->identity == nullptr) return false;
  for (const void *identity : identities)
    if (identity == exception.object->identity) return true;
  return false;
}

bool is_class_of(Call &, const Str &name, std::initializer_list<std::string_view> wanted, std::initializer_list<std::string_view> exact) {
  const std::string text = to_utf8(name);
  for (std::string_view one : wanted)
    if (is_subclass(text, one)) return true;
  for (std::string_view one : exact)
    if (text == one) return true;
  return false;
}

void describe(Call &call) {
  if (!call.failed() || !call.error.object) return;
  const Exception raised = caught(call);
  Error error = raised.error();
  if (raised.object->identity != nullptr) {
    error.message = to_utf8(raised.object->text(call));
    call.error = Error();
  }
  call.fail(std::move(error));
}

Str str(Call &call, const Exception &exception) {
  return exception ? exception.object->text(call) : Str();
}

Str repr(Call &call, const Exception &exception) {
  const Error &error = exception.error();
  const std::string &message = error.message;
  if (!error.shown.empty()) return from_message(call, error.shown);
  const bool quoted = error.python_class == "KeyError";
  const std::string inside = message.empty() || quoted ? message : to_utf8(repr(call, from_message(call, message)));
  return from_message(call, error.python_class.text() + "(" + inside + ")");
}

Str class_name(Call &call, const Exception &exception) {
  return new_str(call, std::string_view(exception.error().python_class.text()));
}

void no_exception_attribute(Call &call, const Exception &exception, const Str &name) {
  call.raise("AttributeError", "'" + exception.error().python_class.text() + "' object has no attribute '" + to_utf8(name) + "'");
}

void add_note(Call &call, const Exception &exception, const Str &note) {
  List<Str> &notes = exception.object->notes;
  if (!notes) notes = new_list<Str>(call);
  if (notes) notes.push(call, note);
}

List<Str> notes(Call &call, const Exception &exception) {
  if (!exception.object->notes) no_exception_attribute(call, exception, Str(U"__notes__"));
  return exception.object->notes;
}

void generator_stopped(Call &call) {
  const Exception stop = caught(call);
  const Exception made = exception(call, Str(U"RuntimeError"), Str(U"generator raised StopIteration"));
  if (!stop || !made) return call.raise("MemoryError", "");
  set_cause(made, stop);
  set_context(*made.object, stop.object.get());
  throw_object(call, made);
}

bool has_message(const Exception &exception) {
  return !exception.error().message.empty();
}

Str plain_message(Call &call, const Exception &exception) {
  const Error &error = exception.error();
  const bool quoted = error.python_class == "KeyError" && error.message.size() > 1;
  return from_message(call, quoted ? error.message.substr(1, error.message.size() - 2) : error.message);
}

bool is_range_error(const Exception &exception) {
  return exception.error().python_class == "OverflowError" && exception.error().message.starts_with("(34, '");
}

Str range_error_text(Call &call, const Exception &exception) {
  const std::string &message = exception.error().message;
  return from_message(call, message.substr(6, message.size() - 8));
}

void unknown_arguments(Call &call, const Exception &exception) {
  call.raise("RuntimeError", "the arguments of this " + exception.error().python_class.text() + " are not known");
}

Handling::Handling(Call &call, const Exception &exception)
    : call_(call), exception_(exception), outer_(heap(call).handled), active_(static_cast<bool>(exception)) {
  if (active_) heap(call).handled = exception_.object.get();
}

Handling::~Handling() {
  if (!active_) return;
  if (call_.failed() && !call_.error.object && call_.error.type != "cancelled_error") restore(call_, caught(call_));
  heap(call_).handled = outer_;
}

void Handling::pause() {
  if (std::exchange(active_, false)) heap(call_).handled = outer_;
}

void Handling::resume() {
  active_ = static_cast<bool>(exception_);
  if (active_) outer_ = std::exchange(heap(call_).handled, exception_.object.get());
}

namespace {

constexpr std::ptrdiff_t always_there = 256 * 1024;  // of stack, below whoever calls a modelet
constexpr std::ptrdiff_t margin = 96 * 1024;         // for what compiled code calls

// How far a stack may grow below `top`, if that lies in it at all: a host may call on a stack of its own, which the system does not know.
std::ptrdiff_t room_below(const char *top, const char *low, std::size_t size) {
  if (top < low || static_cast<std::size_t>(top - low) >= size) return always_there;
  return std::max(top - low - margin, always_there);
}

// How far the stack may grow below `top`, as the system says; asked once a call, and only by deep recursion.
std::ptrdiff_t stack_room(const char *top) {
  const platform::Stack stack = platform::thread_stack();
  return room_below(top, stack.low, stack.size);
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
