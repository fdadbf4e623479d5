// The values that a chat template computes with: what Jinja sees of Python's objects.
//
// Lists, tuples and dicts never change once they are made: the sandbox refuses every method that would.
#pragma once

#include <new>
#include <utility>
#include <vector>

#include "python/buffer.h"
#include "python/dict.h"
#include "python/range.h"
#include "python/str.h"

namespace modelet::templates {

using python::Heap;
using python::Object;
using python::Range;
using python::Ref;
using python::Str;

struct Renderer;
struct Native;

enum class Kind : uint8_t {
  missing,  // a variable that nothing was assigned to, an argument that was not given
  none,
  boolean,
  integer,
  floating,
  function,  // a global function, by its number
  text,
  markup,  // text that `escape` leaves alone
  undefined,
  list,
  tuple,
  dict,
  range,
  view,
  space,  // a namespace
  macro,
  loop,
  method,
  iterator,
};

class Value {
 public:
  Value() : kind_(Kind::missing), integer_(0) {}
  explicit Value(bool value) : kind_(Kind::boolean), integer_(value ? 1 : 0) {}
  explicit Value(int64_t value) : kind_(Kind::integer), integer_(value) {}
  explicit Value(double value) : kind_(Kind::floating), number_(value) {}
  explicit Value(Str text, Kind kind = Kind::text) : kind_(kind), text_(std::move(text)) {}
  explicit Value(const char32_t *text) : Value(Str(std::u32string_view(text))) {}
  // An error was raised when there is no object.
  Value(Kind kind, Object *object) : kind_(object == nullptr ? Kind::missing : kind), object_(object) {
    if (object_ != nullptr) object_->retain();
  }
  static Value none() { return Value(Kind::none, int64_t{0}); }
  static Value function(int64_t number) { return Value(Kind::function, number); }

  Value(const Value &other) : kind_(other.kind_), integer_(0) { copy(other); }
  Value(Value &&other) noexcept : kind_(other.kind_), integer_(0) { take(other); }
  Value &operator=(const Value &other) {
    if (this != &other) {
      Value fresh(other);
      *this = std::move(fresh);
    }
    return *this;
  }
  Value &operator=(Value &&other) noexcept {
    if (this != &other) {
      Value old(std::move(*this));
      kind_ = other.kind_;
      take(other);
    }
    return *this;
  }
  ~Value() { destroy(); }

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  bool is_missing() const { return kind_ == Kind::missing; }
  bool is_none() const { return kind_ == Kind::none; }
  bool is_undefined() const { return kind_ == Kind::undefined; }
  bool is_text() const { return kind_ == Kind::text || kind_ == Kind::markup; }
  bool is_whole() const { return kind_ == Kind::integer || kind_ == Kind::boolean; }  // an int, as bool is one
  bool is_number() const { return is_whole() || kind_ == Kind::floating; }
  bool is_sequence() const { return kind_ == Kind::list || kind_ == Kind::tuple; }

  bool boolean() const { return integer_ != 0; }
  int64_t integer() const { return integer_; }
  double number() const { return kind_ == Kind::floating ? number_ : static_cast<double>(integer_); }
  const Str &text() const { return text_; }
  Object *object() const { return object_; }
  template <typename T>
  T &as() const {
    return *static_cast<T *>(object_);
  }

 private:
  Value(Kind kind, int64_t integer) : kind_(kind), integer_(integer) {}
  bool holds_object() const { return kind_ >= Kind::undefined; }
  void copy(const Value &other) {
    if (other.is_text()) {
      new (&text_) Str(other.text_);
    } else if (other.holds_object()) {
      object_ = other.object_;
      object_->retain();
    } else {
      integer_ = other.integer_;
    }
  }
  void take(Value &other) noexcept {
    if (other.is_text()) {
      new (&text_) Str(std::move(other.text_));
      other.text_.~Str();
    } else if (other.holds_object()) {
      object_ = other.object_;
    } else {
      integer_ = other.integer_;
    }
    other.kind_ = Kind::missing;
    other.integer_ = 0;
  }
  void destroy() {
    if (is_text()) {
      text_.~Str();
    } else if (holds_object()) {
      object_->drop();
    }
  }

  Kind kind_;
  union {
    int64_t integer_;
    double number_;
    Str text_;
    Object *object_;
  };
};

// What dict keys are compared by (python/dict.h finds them by these names).
int64_t hash(const Value &value);
bool same(const Value &left, const Value &right);
bool hashable(Call &call, const Value &value);  // false with TypeError raised

// An object on the call's heap. Null with MemoryError raised.
template <typename T, typename... Argument>
Ref<T> make(Call &call, Argument &&...argument) {
  if (call.failed()) return {};
  return python::new_object<T, Ref<T>>(call, std::forward<Argument>(argument)...);
}

// Of a list and of a tuple.
class ListObject final : public Object {
 public:
  explicit ListObject(Heap &heap) : Object(heap), items(heap) {}
  void clear() noexcept override { items.truncate(0); }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  python::Buffer<Value> items;
  bool group = false;  // a tuple that `groupby` made: it has the attributes `grouper` and `list`
};

using Table = python::Table<Value, Value>;

// Of a dict and of a namespace.
class DictObject final : public Object {
 public:
  explicit DictObject(Heap &heap) : Object(heap), table(heap) {}
  void clear() noexcept override { table.clear(); }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  Table table;
};

class RangeObject final : public Object {
 public:
  RangeObject(Heap &heap, Range range) : Object(heap), range(range) {}
  void clear() noexcept override {}
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  Range range;
};

// What dict.keys(), .values() and .items() give.
class ViewObject final : public Object {
 public:
  enum class Part : uint8_t { keys, values, items };
  ViewObject(Heap &heap, Value dict, Part part) : Object(heap), dict(std::move(dict)), part(part) {}
  void clear() noexcept override { dict = Value(); }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  Value dict;
  Part part;
};

// Why a value is undefined; the message is made when something needs it.
class UndefinedObject final : public Object {
 public:
  enum class Reason : uint8_t { variable, attribute, hint, unsafe };
  UndefinedObject(Heap &heap, Reason reason, const char *type, Value name, Str hint)
      : Object(heap), reason(reason), type(type), name(std::move(name)), hint(std::move(hint)) {}
  void clear() noexcept override {
    name = Value();
    hint = Str();
  }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  Reason reason;
  const char *type;  // of the object that lacks the attribute, as the message shows it
  Value name;
  Str hint;
};

// Items that are computed when they are asked for, once.
class IteratorObject : public Object {
 public:
  IteratorObject(Heap &heap, const char *type) : Object(heap), type(type) {}
  // False at the end, and with an error raised.
  virtual bool next(Renderer &renderer, Value &item) = 0;
  virtual int64_t length() const { return -1; }  // of what it runs over, where that has one
  const char *type;
};

class MethodObject final : public Object {
 public:
  MethodObject(Heap &heap, Value self, const Native &method) : Object(heap), self(std::move(self)), method(&method) {}
  void clear() noexcept override { self = Value(); }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  Value self;
  const Native *method;
};

// The variables of one run of a template, of a macro, of a recursive loop. Macros refer to the frame they were made in.
class Frame final : public Object {
 public:
  Frame(Heap &heap, Ref<Frame> outer) : Object(heap), slots(heap), outer(std::move(outer)) {}
  void clear() noexcept override {
    slots.truncate(0);
    outer.reset();
  }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  python::Buffer<Value> slots;
  Ref<Frame> outer;
};

class MacroObject final : public Object {
 public:
  MacroObject(Heap &heap, const uint32_t *definition, Str name, Ref<Frame> frame)
      : Object(heap), definition(definition), name(std::move(name)), frame(std::move(frame)) {}
  void clear() noexcept override { frame.reset(); }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  const uint32_t *definition;
  Str name;  // none: the block of a call
  Ref<Frame> frame;
};

// `loop`.
class LoopObject final : public Object {
 public:
  explicit LoopObject(Heap &heap) : Object(heap) {}
  void clear() noexcept override {
    iterable = before = current = after = changed = Value();
    iterator.reset();
    frame.reset();
  }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  Value iterable, before, current, after, changed;
  Ref<IteratorObject> iterator;
  Ref<Frame> frame;                      // in which a recursive loop stands
  const uint32_t *definition = nullptr;  // of a recursive loop
  int64_t index0 = -1;
  int64_t known_length = -1;
  int64_t depth0 = 0;
};

// What a call is given.
struct Arguments {
  std::vector<Value> positional;
  std::vector<std::pair<Str, Value>> named;
};

// A filter, a test or a method: its parameters by name, in their order. One that begins with `/` cannot be named; `*` takes the rest.
struct Native {
  std::string_view name;
  std::string_view parameters;
  uint8_t required;
  Value (*run)(Renderer &renderer, Value *given, Arguments &rest);
  std::string_view python = {};  // what errors call it
};

// Puts the arguments into `given` [most], in the order of the parameters. False with TypeError raised.
inline constexpr std::size_t most_parameters = 8;
bool bind(Call &call, const Native &native, Arguments &arguments, Value *given);

Value list_of(Call &call, std::vector<Value> items, Kind kind = Kind::list);
Value pair(Call &call, const Value &first, const Value &second);

}  // namespace modelet::templates
