#include "templates/renderer.h"

#include <algorithm>
#include <bit>

#include "python/depth.h"
#include "python/format.h"
#include "python/strings.h"

namespace modelet::templates {

using python::Depth;
using python::new_str;

bool Output::account() {
  const std::size_t bytes = text.capacity() * sizeof(char32_t);
  if (bytes <= reserved_) return true;
  if (!python::heap(call_).reserve(call_, bytes - reserved_)) return false;
  reserved_ = bytes;
  return true;
}

namespace {

// How a statement ended.
enum class Flow : uint8_t { next, leave, repeat };

class Interpreter {
 public:
  explicit Interpreter(Renderer &renderer) : r_(renderer), call_(renderer.call), code_(renderer.program.code) {}

  Flow run(uint32_t node);
  Value evaluate(uint32_t node);
  Flow run_loop(const uint32_t *definition, const Value &items, LoopObject *recursive);
  bool store(uint32_t target, const Value &value);
  Value load_target(uint32_t target);

 private:
  Op op(uint32_t node) const { return static_cast<Op>(code_[node]); }
  const uint32_t *operands(uint32_t node) const { return code_ + node + 1; }
  Str text(uint32_t index) const { return Str(r_.program.texts[index]); }
  Value &slot(uint32_t depth, uint32_t place);
  std::u32string &out() { return r_.out->text; }

  Flow run_all(const uint32_t *list);
  void write(const Value &value);
  void resolve(uint32_t place, const Str &name);
  Flow capture(uint32_t body, Str &out);
  Flow run_assign_block(const uint32_t *operands);
  Flow run_filter_block(const uint32_t *operands);
  Flow run_otherwise(const uint32_t *definition);
  void run_recursive(const uint32_t *definition, const Value &items);
  Ref<MacroObject> make_macro(const uint32_t *definition);
  void check_space(const uint32_t *operands);
  bool store_items(const uint32_t *targets, const Value &value);
  bool store_space(const uint32_t *operands, const Value &value);

  Value evaluate_list(const uint32_t *list, Kind kind);
  Value evaluate_dict(const uint32_t *list);
  Value evaluate_arithmetic(Op operation, const uint32_t *operands);
  Value evaluate_compare(const uint32_t *operands);
  Value evaluate_join(const uint32_t *list);
  Value evaluate_native(const uint32_t *operands, bool filter);
  Value evaluate_call(const uint32_t *operands);
  Value evaluate_attribute(const Value &value, const Str &name);
  Value evaluate_item(const Value &value, const Value &key);
  bool evaluate_arguments(const uint32_t *list, Arguments &out);
  bool unpack_named(const Value &mapping, Arguments &out);
  bool decided(uint32_t node);

  Renderer &r_;
  Call &call_;
  const uint32_t *code_;
};

// What `caller` is while a call block's call is evaluated.
struct Swap {
  Swap(Frame *&place, Frame *value) : place_(place), old_(std::exchange(place, value)) {}
  Swap(const Swap &) = delete;
  Swap &operator=(const Swap &) = delete;
  ~Swap() { place_ = old_; }

 private:
  Frame *&place_;
  Frame *old_;
};

Ref<Frame> new_frame(Renderer &renderer, uint32_t slots, Frame *outer) {
  Ref<Frame> frame = make<Frame>(renderer.call, Ref<Frame>(outer));
  if (!frame || !frame->slots.reserve(renderer.call, slots)) return {};
  for (uint32_t at = 0; at < slots; ++at) frame->slots.push(renderer.call, Value());
  renderer.frames.push_back(frame);
  return frame;
}

// Frames that macros did not keep are given up at once.
void give_up(Renderer &renderer, Ref<Frame> &frame) {
  if (!renderer.frames.empty() && renderer.frames.back() == frame) renderer.frames.pop_back();
  frame.reset();
}

Value &Interpreter::slot(uint32_t depth, uint32_t place) {
  Frame *frame = r_.frame;
  for (; depth > 0; --depth) frame = frame->outer.get();
  return frame->slots[place];
}

// ---------------------------------------------------------------------------------------------- loops

// The items of a loop that its `if` lets through.
class Filtered final : public IteratorObject {
 public:
  Filtered(Heap &heap, const uint32_t *definition, Value items, Ref<Frame> outer)
      : IteratorObject(heap, "generator"), definition_(definition), items_(std::move(items)), outer_(std::move(outer)) {}
  void clear() noexcept override {
    items_ = Value();
    iterator_.reset();
    outer_.reset();
    frame_.reset();
  }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  bool next(Renderer &renderer, Value &out) override {
    if (!frame_ && !begin(renderer)) return false;
    const Swap inside(renderer.frame, frame_.get());
    Interpreter interpreter(renderer);
    while (!renderer.call.interrupted() && iterator_ && iterator_->next(renderer, out)) {
      if (!interpreter.store(definition_[FilterLayout::target], out)) return false;
      const Value fits = interpreter.evaluate(definition_[FilterLayout::condition]);
      if (renderer.failed()) return false;
      if (!truth(renderer.call, fits)) continue;
      out = interpreter.load_target(definition_[FilterLayout::target]);
      return !renderer.failed();
    }
    return false;
  }

 private:
  bool begin(Renderer &renderer) {
    frame_ = new_frame(renderer, definition_[FilterLayout::slots], outer_.get());
    if (!frame_) return false;
    const Swap inside(renderer.frame, frame_.get());
    Interpreter(renderer).run(definition_[FilterLayout::enter]);
    if (!renderer.failed()) iterator_ = iterate(renderer.call, items_);
    return static_cast<bool>(iterator_);
  }

  const uint32_t *definition_;
  Value items_;
  Ref<IteratorObject> iterator_;
  Ref<Frame> outer_, frame_;
};

bool next_of(Renderer &renderer, LoopObject &loop) {
  Value item;
  if (!loop.after.is_missing()) {
    item = std::exchange(loop.after, Value());
  } else if (!loop.iterator->next(renderer, item)) {
    return false;
  }
  ++loop.index0;
  loop.before = std::exchange(loop.current, std::move(item));
  return true;
}

Flow Interpreter::run_loop(const uint32_t *definition, const Value &given, LoopObject *recursive) {
  Value items = given;
  if (definition[LoopLayout::filter] != 0) {
    items = Value(Kind::iterator, make<Filtered>(call_, code_ + definition[LoopLayout::filter], given, Ref<Frame>(r_.frame)).get());
  }
  const Ref<IteratorObject> iterator = call_.failed() ? Ref<IteratorObject>() : iterate(call_, items);
  if (!iterator) return Flow::next;
  Ref<LoopObject> loop(recursive);
  if (definition[LoopLayout::variable] != 0 && !loop) loop = make<LoopObject>(call_);
  if (loop) {
    loop->iterable = items;
    loop->iterator = iterator;
  }
  bool completed = false;
  Value item;
  while (!call_.interrupted()) {
    if (loop ? !next_of(r_, *loop) : !iterator->next(r_, item)) break;
    if (loop) slot(0, definition[LoopLayout::variable] - 1) = Value(Kind::loop, loop.get());
    if (!store(definition[LoopLayout::target], loop ? loop->current : item)) break;
    run(definition[LoopLayout::enter]);
    const Flow flow = run(definition[LoopLayout::body]);
    if (call_.failed() || flow == Flow::leave) break;
    // Jinja notes a turn at its end: one that `continue` cuts short does not count for `else`.
    completed = completed || flow == Flow::next;
  }
  if (call_.failed()) return Flow::next;
  run(definition[LoopLayout::leave]);
  return completed || definition[LoopLayout::otherwise] == 0 ? Flow::next : run_otherwise(definition);
}

Flow Interpreter::run_otherwise(const uint32_t *definition) {
  run(definition[LoopLayout::enter_otherwise]);
  const Flow flow = run(definition[LoopLayout::otherwise]);
  if (flow == Flow::next && !call_.failed()) run(definition[LoopLayout::leave_otherwise]);
  return flow;
}

// The text that one level of a recursive loop gives.
Value render_level(Renderer &renderer, const uint32_t *definition, Frame *outer, const Value &items, int64_t depth0) {
  const Depth depth(renderer.call);
  if (renderer.failed()) return {};
  Ref<Frame> frame = new_frame(renderer, definition[LoopLayout::slots], outer);
  const Ref<LoopObject> loop = make<LoopObject>(renderer.call);
  if (!frame || !loop) return {};
  loop->definition = definition;
  loop->frame = Ref<Frame>(outer);
  loop->depth0 = depth0;
  Output output(renderer.call);
  Output *before = std::exchange(renderer.out, &output);
  {
    const Swap inside(renderer.frame, frame.get());
    Interpreter(renderer).run_loop(definition, items, loop.get());
  }
  renderer.out = before;
  give_up(renderer, frame);
  return renderer.failed() ? Value() : Value(new_str(renderer.call, output.text));
}

void Interpreter::run_recursive(const uint32_t *definition, const Value &items) {
  const Value text = render_level(r_, definition, r_.frame, items, 0);
  if (!call_.failed()) write(text);
}

// ---------------------------------------------------------------------------------------------- statements

Flow Interpreter::run_all(const uint32_t *list) {
  for (uint32_t at = 1; at <= list[0]; ++at) {
    const Flow flow = run(list[at]);
    if (flow != Flow::next || call_.failed()) return flow;
  }
  return Flow::next;
}

void Interpreter::write(const Value &value) {
  if (call_.failed()) return;
  write_str(call_, out(), value);
  r_.out->account();
}

void Interpreter::resolve(uint32_t place, const Str &name) {
  const auto *entry = r_.variables.find(Value(name));
  slot(0, place) = entry != nullptr ? entry->value : find_global(name.view());
}

// Runs a body whose text is not written but kept.
Flow Interpreter::capture(uint32_t body, Str &text) {
  Output output(call_);
  Output *before = std::exchange(r_.out, &output);
  const Flow flow = run(body);
  r_.out = before;
  if (!call_.failed()) text = new_str(call_, output.text);
  return flow;
}

Flow Interpreter::run_assign_block(const uint32_t *operands) {
  Str text;
  const Flow flow = capture(operands[2], text);
  if (flow != Flow::next || call_.failed()) return flow;
  Value value(text);
  if (operands[1] != 0) {
    const Str before = std::exchange(r_.captured, text);
    value = evaluate(operands[1]);
    r_.captured = before;
  }
  if (!call_.failed()) store(operands[0], value);
  return Flow::next;
}

Flow Interpreter::run_filter_block(const uint32_t *operands) {
  Str text;
  const Flow flow = capture(operands[0], text);
  if (flow != Flow::next || call_.failed()) return flow;
  const Str before = std::exchange(r_.captured, text);
  const Value value = evaluate(operands[1]);
  r_.captured = before;
  write(value);
  return Flow::next;
}

Ref<MacroObject> Interpreter::make_macro(const uint32_t *definition) {
  const uint32_t name = definition[MacroLayout::name];
  return make<MacroObject>(call_, definition, name == 0 ? Str() : text(name - 1), Ref<Frame>(r_.frame));
}

void Interpreter::check_space(const uint32_t *operands) {
  if (slot(operands[0], operands[1]).is(Kind::space)) return;
  raise_template(call_, "TemplateRuntimeError", "cannot assign attribute on non-namespace object");
}

Flow Interpreter::run(uint32_t node) {
  const uint32_t *a = operands(node);
  switch (op(node)) {
    case Op::block:
      return run_all(a);
    case Op::write_text:
      out() += r_.program.texts[a[0]];
      r_.out->account();
      break;
    case Op::write:
      write(evaluate(a[0]));
      break;
    case Op::resolve:
      resolve(a[0], text(a[1]));
      break;
    case Op::copy_slot:
      slot(0, a[0]) = Value(slot(a[1], a[2]));
      break;
    case Op::forget:
      slot(0, a[0]) = Value();
      break;
    case Op::assign: {
      const Value value = evaluate(a[1]);
      if (!call_.failed()) store(a[0], value);
      break;
    }
    case Op::assign_block:
      return run_assign_block(a);
    case Op::check_space:
      check_space(a);
      break;
    case Op::branch:
      if (const bool taken = decided(a[0]); !call_.failed() && (taken || a[2] != 0)) return run(taken ? a[1] : a[2]);
      break;
    case Op::loop: {
      const Value items = evaluate(a[1]);
      return call_.failed() ? Flow::next : run_loop(code_ + a[0], items, nullptr);
    }
    case Op::recursive: {
      const Value items = evaluate(a[1]);
      if (!call_.failed()) run_recursive(code_ + a[0], items);
      break;
    }
    case Op::define_macro:
      slot(0, a[0]) = Value(Kind::macro, make_macro(code_ + a[1]).get());
      break;
    case Op::call_block:
      slot(0, a[0]) = Value(Kind::macro, make_macro(code_ + a[1]).get());
      write(evaluate(a[2]));
      break;
    case Op::filter_block:
      return run_filter_block(a);
    case Op::leave:
      return Flow::leave;
    case Op::repeat:
      return Flow::repeat;
    default:
      break;
  }
  return Flow::next;
}

// ---------------------------------------------------------------------------------------------- targets

bool Interpreter::store_items(const uint32_t *targets, const Value &value) {
  const Ref<IteratorObject> iterator = iterate(call_, value);
  if (!iterator) {
    if (caught(call_, {"TypeError"})) raise_type(call_, std::string("cannot unpack non-iterable ") + type_name(value) + " object");
    return false;
  }
  std::vector<Value> items;
  Value one;
  while (items.size() <= targets[0] && iterator->next(r_, one)) items.push_back(std::move(one));
  if (call_.failed()) return false;
  const std::string expected = std::to_string(targets[0]);
  if (items.size() > targets[0]) {
    call_.raise("ValueError", "too many values to unpack (expected " + expected + ")");
  } else if (items.size() < targets[0]) {
    call_.raise("ValueError", "not enough values to unpack (expected " + expected + ", got " + std::to_string(items.size()) + ")");
  }
  for (uint32_t at = 0; at < targets[0] && !call_.failed(); ++at) store(targets[at + 1], items[at]);
  return !call_.failed();
}

bool Interpreter::store_space(const uint32_t *operands, const Value &value) {
  const Value &space = slot(operands[0], operands[1]);
  const Value name(text(operands[2]));
  if (!space.is(Kind::space)) {
    call_.raise("NotImplementedError", "a block that is set on something else than a namespace in a compiled chat template");
    return false;
  }
  return may_store(call_, name) && space.as<DictObject>().table.put(call_, name, value);
}

bool Interpreter::store(uint32_t target, const Value &value) {
  const uint32_t *a = operands(target);
  if (op(target) == Op::to_items) return store_items(a, value);
  if (op(target) == Op::to_space) return store_space(a, value);
  slot(0, a[0]) = value;
  return true;
}

Value Interpreter::load_target(uint32_t target) {
  const uint32_t *a = operands(target);
  if (op(target) != Op::to_items) return slot(0, a[0]);
  std::vector<Value> items;
  for (uint32_t at = 1; at <= a[0]; ++at) items.push_back(load_target(a[at]));
  return list_of(call_, std::move(items), Kind::tuple);
}

// ---------------------------------------------------------------------------------------------- expressions

bool Interpreter::decided(uint32_t node) {
  const Value value = evaluate(node);
  return !call_.failed() && truth(call_, value);
}

Value Interpreter::evaluate_list(const uint32_t *list, Kind kind) {
  std::vector<Value> items;
  for (uint32_t at = 1; at <= list[0] && !call_.failed(); ++at) items.push_back(evaluate(list[at]));
  return call_.failed() ? Value() : list_of(call_, std::move(items), kind);
}

Value Interpreter::evaluate_dict(const uint32_t *list) {
  const Ref<DictObject> dict = make<DictObject>(call_);
  for (uint32_t at = 1; at <= 2 * list[0] && dict; at += 2) {
    const Value key = evaluate(list[at]);
    const Value value = call_.failed() ? Value() : evaluate(list[at + 1]);
    if (call_.failed() || !dict->table.put(call_, key, value)) return {};
  }
  return Value(Kind::dict, dict.get());
}

Value Interpreter::evaluate_arithmetic(Op operation, const uint32_t *operands) {
  const Value left = evaluate(operands[0]);
  const Value right = call_.failed() ? Value() : evaluate(operands[1]);
  const Value out = call_.failed() ? Value() : arithmetic(call_, operation, left, right);
  return call_.failed() ? Value() : out;
}

Value Interpreter::evaluate_compare(const uint32_t *operands) {
  Value left = evaluate(operands[0]);
  bool holds = true;
  for (uint32_t at = 0; at < operands[1] && holds && !call_.failed(); ++at) {
    const auto comparison = static_cast<Comparison>(operands[2 + 2 * at]);
    const Value right = evaluate(operands[3 + 2 * at]);
    if (call_.failed()) break;
    if (comparison == Comparison::in || comparison == Comparison::notin) {
      holds = contains(r_, left, right) == (comparison == Comparison::in);
    } else {
      holds = compare(call_, comparison, left, right);
    }
    left = right;
  }
  return call_.failed() ? Value() : Value(holds);
}

Value Interpreter::evaluate_join(const uint32_t *list) {
  std::vector<Value> parts;
  for (uint32_t at = 1; at <= list[0] && !call_.failed(); ++at) parts.push_back(evaluate(list[at]));
  std::u32string out;
  for (const Value &part : parts) {
    if (call_.failed()) return {};
    write_str(call_, out, part);
  }
  return call_.failed() ? Value() : Value(new_str(call_, out));
}

bool Interpreter::unpack_named(const Value &mapping, Arguments &out) {
  if (!mapping.is(Kind::dict)) {
    raise_type(call_, std::string("argument after ** must be a mapping, not ") + type_name(mapping));
    return false;
  }
  for (const auto &entry : mapping.as<DictObject>().table.entries()) {
    if (!entry.key.is_text()) return raise_type(call_, "keywords must be strings"), false;
    for (const auto &known : out.named)
      if (known.first == entry.key.text()) return raise_type(call_, "got multiple values for keyword argument"), false;
    out.named.emplace_back(entry.key.text(), entry.value);
  }
  return true;
}

bool Interpreter::evaluate_arguments(const uint32_t *list, Arguments &out) {
  const uint32_t *at = list;
  for (uint32_t count = *at++; count > 0 && !call_.failed(); --count) out.positional.push_back(evaluate(*at++));
  if (call_.failed()) return false;
  for (uint32_t count = *at++; count > 0 && !call_.failed(); --count, at += 2) out.named.emplace_back(text(at[0]), evaluate(at[1]));
  if (call_.failed()) return false;
  if (at[0] != 0) {
    const Value items = evaluate(at[0]);
    if (call_.failed()) return false;
    if (!has_length(items) && !items.is(Kind::iterator)) {
      return raise_type(call_, std::string("Value after * must be an iterable, not ") + type_name(items)), false;
    }
    if (!collect(r_, items, out.positional)) return false;
  }
  if (at[1] != 0) {
    const Value mapping = evaluate(at[1]);
    if (call_.failed() || !unpack_named(mapping, out)) return false;
  }
  return true;
}

Value Interpreter::evaluate_native(const uint32_t *operands, bool filter) {
  const std::u32string_view name = r_.program.texts[operands[0]];
  const Native *native = filter ? find_filter(name) : find_test(name);
  Arguments arguments;
  arguments.positional.push_back(evaluate(operands[1]));
  if (call_.failed() || !evaluate_arguments(operands + 2, arguments)) return {};
  const Value out = call_native(r_, *native, arguments);
  return call_.failed() ? Value() : out;
}

Value Interpreter::evaluate_call(const uint32_t *operands) {
  const Value callee = evaluate(operands[0]);
  Arguments arguments;
  if (call_.failed() || !evaluate_arguments(operands + 1, arguments)) return {};
  const Value out = call_value(r_, callee, arguments);
  return call_.failed() ? Value() : out;
}

Value Interpreter::evaluate_attribute(const Value &value, const Str &name) {
  if (value.is(Kind::loop) && has_own_attribute(value, name)) return loop_attribute(r_, value.as<LoopObject>(), name);
  return attribute(call_, value, name);
}

Value Interpreter::evaluate_item(const Value &value, const Value &key) {
  if (value.is(Kind::loop) && key.is_text()) return evaluate_attribute(value, key.text());
  return item(call_, value, key);
}

Value Interpreter::evaluate(uint32_t node) {
  const uint32_t *a = operands(node);
  switch (op(node)) {
    case Op::none:
      return Value::none();
    case Op::yes:
      return Value(true);
    case Op::no:
      return Value(false);
    case Op::integer:
      return Value(static_cast<int64_t>(a[0] | static_cast<uint64_t>(a[1]) << 32));
    case Op::floating:
      return Value(std::bit_cast<double>(a[0] | static_cast<uint64_t>(a[1]) << 32));
    case Op::text:
      return Value(text(a[0]));
    case Op::load: {
      const Value &value = slot(a[0], a[1]);
      return value.is_missing() ? undefined_variable(call_, text(a[2])) : value;
    }
    case Op::captured:
      return Value(r_.captured);
    case Op::list:
      return evaluate_list(a, Kind::list);
    case Op::tuple:
      return evaluate_list(a, Kind::tuple);
    case Op::dict:
      return evaluate_dict(a);
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::floor_divide:
    case Op::modulo:
    case Op::power:
      return evaluate_arithmetic(op(node), a);
    case Op::both:
    case Op::either: {
      Value left = evaluate(a[0]);
      if (call_.failed()) return {};
      return truth(call_, left) == (op(node) == Op::both) ? evaluate(a[1]) : left;
    }
    case Op::negation: {
      const bool value = decided(a[0]);
      return call_.failed() ? Value() : Value(!value);
    }
    case Op::positive:
    case Op::negative: {
      const Value value = evaluate(a[0]);
      if (call_.failed()) return {};
      return op(node) == Op::negative ? negative(call_, value) : positive(call_, value);
    }
    case Op::join:
      return evaluate_join(a);
    case Op::compare:
      return evaluate_compare(a);
    case Op::attribute: {
      const Value value = evaluate(a[0]);
      return call_.failed() ? Value() : evaluate_attribute(value, text(a[1]));
    }
    case Op::item: {
      const Value value = evaluate(a[0]);
      const Value key = call_.failed() ? Value() : evaluate(a[1]);
      return call_.failed() ? Value() : evaluate_item(value, key);
    }
    case Op::slice: {
      const Value value = evaluate(a[0]);
      Value bounds[3] = {Value::none(), Value::none(), Value::none()};
      for (uint32_t at = 0; at < 3 && !call_.failed(); ++at)
        if (a[at + 1] != 0) bounds[at] = evaluate(a[at + 1]);
      return call_.failed() ? Value() : subscript(call_, value, bounds[0], bounds[1], bounds[2]);
    }
    case Op::filter:
      return evaluate_native(a, true);
    case Op::test:
      return evaluate_native(a, false);
    case Op::unknown:
      return raise_template(call_, "TemplateRuntimeError", python::to_utf8(text(a[0])));
    case Op::choose: {
      const bool taken = decided(a[0]);
      if (call_.failed()) return {};
      if (taken || a[2] != 0) return evaluate(taken ? a[1] : a[2]);
      return undefined_hint(call_, r_.program.texts[a[3]]);
    }
    case Op::call:
      return evaluate_call(a);
    case Op::generated: {
      const auto start = static_cast<int64_t>(r_.root->text.size());
      Arguments none;
      Value written = call_value(r_, slot(0, a[0]), none);
      if (!call_.failed() && r_.generated != nullptr) r_.generated->push_back({start, start + written.text().length()});
      return written;
    }
    default:
      return {};
  }
}

}  // namespace

// ---------------------------------------------------------------------------------------------- calls

namespace {

Value take_named(Arguments &arguments, const Str &name) {
  for (auto one = arguments.named.begin(); one != arguments.named.end(); ++one) {
    if (!(one->first == name)) continue;
    Value out = one->second;
    arguments.named.erase(one);
    return out;
  }
  return {};
}

// Puts what was given by position and by name into the macro's variables; missing: it gets its default.
bool give_parameters(Renderer &renderer, const uint32_t *definition, Frame &frame, Arguments &arguments) {
  const uint32_t count = definition[MacroLayout::count];
  const uint32_t *parameter = definition + MacroLayout::parameters;
  for (uint32_t at = 0; at < count; ++at, parameter += MacroParameter::size) {
    const bool by_position = at < arguments.positional.size();
    const Str name(renderer.program.texts[parameter[MacroParameter::name]]);
    frame.slots[parameter[MacroParameter::place]] = by_position ? arguments.positional[at] : take_named(arguments, name);
  }
  return true;
}

bool refuse_rest(Renderer &renderer, const MacroObject &macro, const Arguments &arguments) {
  const std::string name = macro.name.length() > 0 ? python::to_utf8(python::repr(renderer.call, macro.name)) : "None";
  if (macro.definition[MacroLayout::named] == 0 && !arguments.named.empty()) {
    for (const auto &one : arguments.named) {
      if (one.first.view() != U"caller") continue;
      return raise_type(renderer.call,
                        "macro " + name + " was invoked with two values for the special caller argument. This is most likely a bug."),
             false;
    }
    const std::string first = python::to_utf8(python::repr(renderer.call, arguments.named[0].first));
    return raise_type(renderer.call, "macro " + name + " takes no keyword argument " + first), false;
  }
  const uint32_t count = macro.definition[MacroLayout::count];
  if (macro.definition[MacroLayout::rest] == 0 && arguments.positional.size() > count) {
    return raise_type(renderer.call, "macro " + name + " takes not more than " + std::to_string(count) + " argument(s)"), false;
  }
  return true;
}

// `caller`, `kwargs` and `varargs`, where the macro asks for them.
bool give_rest(Renderer &renderer, const MacroObject &macro, Frame &frame, Arguments &arguments) {
  Call &call = renderer.call;
  const uint32_t *definition = macro.definition;
  if (definition[MacroLayout::caller] != 0) {
    Value caller = take_named(arguments, Str(U"caller"));
    if (caller.is_missing() || caller.is_none()) caller = undefined_hint(call, U"No caller defined", Value(U"caller"));
    frame.slots[definition[MacroLayout::caller] - 1] = caller;
  }
  if (!refuse_rest(renderer, macro, arguments)) return false;
  if (definition[MacroLayout::named] != 0) {
    const Ref<DictObject> named = make<DictObject>(call);
    for (const auto &[name, value] : arguments.named)
      if (named) named->table.put(call, Value(name), value);
    frame.slots[definition[MacroLayout::named] - 1] = Value(Kind::dict, named.get());
  }
  if (definition[MacroLayout::rest] != 0) {
    const std::size_t taken = std::min<std::size_t>(definition[MacroLayout::count], arguments.positional.size());
    std::vector<Value> rest(arguments.positional.begin() + static_cast<std::ptrdiff_t>(taken), arguments.positional.end());
    frame.slots[definition[MacroLayout::rest] - 1] = list_of(call, std::move(rest), Kind::tuple);
  }
  return !call.failed();
}

void default_parameters(Renderer &renderer, const uint32_t *definition, Frame &frame) {
  const uint32_t *parameter = definition + MacroLayout::parameters;
  for (uint32_t at = 0; at < definition[MacroLayout::count] && !renderer.failed(); ++at, parameter += MacroParameter::size) {
    Value &place = frame.slots[parameter[MacroParameter::place]];
    if (!place.is_missing()) continue;
    const Str name(renderer.program.texts[parameter[MacroParameter::name]]);
    if (parameter[MacroParameter::otherwise] != 0) {
      Value value = Interpreter(renderer).evaluate(parameter[MacroParameter::otherwise]);
      frame.slots[parameter[MacroParameter::place]] = std::move(value);
    } else {
      const std::string hint = "parameter " + python::to_utf8(python::repr(renderer.call, name)) + " was not provided";
      place = undefined_hint(renderer.call, python::from_utf8(renderer.call, hint).view(), Value(name));
    }
  }
}

}  // namespace

Value call_macro(Renderer &renderer, const MacroObject &macro, Arguments &arguments) {
  Call &call = renderer.call;
  const Depth depth(call);
  const uint32_t *definition = macro.definition;
  if (call.failed()) return {};
  Ref<Frame> frame = new_frame(renderer, definition[MacroLayout::slots], macro.frame.get());
  if (!frame || !give_parameters(renderer, definition, *frame, arguments) || !give_rest(renderer, macro, *frame, arguments)) return {};
  Output output(call);
  Output *before = std::exchange(renderer.out, &output);
  {
    const Swap inside(renderer.frame, frame.get());
    Interpreter(renderer).run(definition[MacroLayout::enter]);
    default_parameters(renderer, definition, *frame);
    if (!call.failed()) Interpreter(renderer).run(definition[MacroLayout::body]);
  }
  renderer.out = before;
  give_up(renderer, frame);
  return call.failed() ? Value() : Value(new_str(call, output.text));
}

Value call_loop(Renderer &renderer, const LoopObject &loop, const Value &items) {
  if (loop.definition == nullptr) return raise_type(renderer.call, "The loop must have the 'recursive' marker to be called recursively.");
  return render_level(renderer, loop.definition, loop.frame.get(), items, loop.depth0 + 1);
}

namespace {

// The methods of escaped text give escaped text; those that would escape what they are given are not compiled.
Value as_markup(Renderer &renderer, const Native &method, Value result) {
  constexpr std::string_view escaping[] = {"center", "format", "format_map", "join", "ljust", "replace", "rjust"};
  if (std::find(std::begin(escaping), std::end(escaping), method.name) != std::end(escaping)) {
    renderer.call.raise("NotImplementedError", std::string(method.name) + " of escaped text in a compiled chat template");
    return {};
  }
  if (result.is(Kind::text)) return Value(result.text(), Kind::markup);
  if (!result.is_sequence()) return result;
  for (Value &one : result.as<ListObject>().items)
    if (one.is(Kind::text)) one = Value(one.text(), Kind::markup);
  return result;
}

Value call_method(Renderer &renderer, const MethodObject &method, Arguments &arguments) {
  arguments.positional.insert(arguments.positional.begin(), method.self);
  Value out = call_native(renderer, *method.method, arguments);
  if (renderer.failed()) return {};
  return method.self.is(Kind::markup) ? as_markup(renderer, *method.method, std::move(out)) : out;
}

}  // namespace

Value call_value(Renderer &renderer, const Value &callee, Arguments &arguments) {
  switch (callee.kind()) {
    case Kind::undefined:
      return raise_undefined(renderer.call, callee);
    case Kind::function:
      return call_global(renderer, callee.integer(), arguments);
    case Kind::macro:
      return call_macro(renderer, callee.as<MacroObject>(), arguments);
    case Kind::method:
      return call_method(renderer, callee.as<MethodObject>(), arguments);
    case Kind::loop:
      if (arguments.positional.size() == 1 && arguments.named.empty()) {
        return call_loop(renderer, callee.as<LoopObject>(), arguments.positional[0]);
      }
      return raise_type(renderer.call, "LoopContext.__call__() takes 2 positional arguments");
    default:
      return raise_type(renderer.call, std::string("'") + type_name(callee) + "' object is not callable");
  }
}

// ---------------------------------------------------------------------------------------------- loop.…

namespace {

Value cycled(Renderer &renderer, Value *given, Arguments &rest) {
  if (rest.positional.empty()) return raise_type(renderer.call, "no items for cycling given");
  const auto at = static_cast<std::size_t>(given[0].as<LoopObject>().index0);
  return rest.positional[at % rest.positional.size()];
}

Value changed(Renderer &renderer, Value *given, Arguments &rest) {
  auto &loop = given[0].as<LoopObject>();
  const Value now = list_of(renderer.call, std::move(rest.positional), Kind::tuple);
  if (renderer.failed() || (!loop.changed.is_missing() && equal(renderer.call, loop.changed, now))) return Value(false);
  loop.changed = now;
  return Value(true);
}

constexpr Native loop_methods[] = {
    {"changed", "self *", 1, changed},
    {"cycle", "self *", 1, cycled},
};

// Items that were taken from an iterator before their turn.
class Kept final : public IteratorObject {
 public:
  Kept(Heap &heap, std::vector<Value> items) : IteratorObject(heap, "list_iterator"), items_(std::move(items)) {}
  void clear() noexcept override { items_.clear(); }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  bool next(Renderer &, Value &out) override {
    if (at_ >= items_.size()) return false;
    out = items_[at_++];
    return true;
  }

 private:
  std::vector<Value> items_;
  std::size_t at_ = 0;
};

int64_t loop_length(Renderer &renderer, LoopObject &loop) {
  if (loop.known_length >= 0) return loop.known_length;
  if (has_length(loop.iterable) && !loop.iterable.is(Kind::loop)) return loop.known_length = length(renderer.call, loop.iterable);
  std::vector<Value> rest;
  Value one;
  while (!renderer.call.interrupted() && loop.iterator->next(renderer, one)) rest.push_back(std::move(one));
  if (renderer.failed()) return 0;
  loop.known_length = static_cast<int64_t>(rest.size()) + loop.index0 + 1 + (loop.after.is_missing() ? 0 : 1);
  loop.iterator = Ref<IteratorObject>(make<Kept>(renderer.call, std::move(rest)).get());
  return loop.known_length;
}

// Whether there is a next item; it is kept in `after`.
bool peek(Renderer &renderer, LoopObject &loop) {
  if (!loop.after.is_missing()) return true;
  Value item;
  if (!loop.iterator->next(renderer, item)) return false;
  loop.after = std::move(item);
  return true;
}

}  // namespace

Value loop_attribute(Renderer &renderer, LoopObject &loop, const Str &name) {
  Call &call = renderer.call;
  const std::u32string_view view = name.view();
  const auto number = [&](int64_t value) { return call.failed() ? Value() : Value(value); };
  if (view == U"index") return Value(loop.index0 + 1);
  if (view == U"index0") return Value(loop.index0);
  if (view == U"first") return Value(loop.index0 == 0);
  if (view == U"depth") return Value(loop.depth0 + 1);
  if (view == U"depth0") return Value(loop.depth0);
  if (view == U"length") return number(loop_length(renderer, loop));
  if (view == U"revindex") return number(loop_length(renderer, loop) - loop.index0);
  if (view == U"revindex0") return number(loop_length(renderer, loop) - loop.index0 - 1);
  if (view == U"previtem") return loop.index0 == 0 ? undefined_hint(call, U"there is no previous item") : loop.before;
  if (const Native *method = find_native(loop_methods, view)) {
    return Value(Kind::method, make<MethodObject>(call, Value(Kind::loop, &loop), *method).get());
  }
  if (view != U"last" && view != U"nextitem") return unsafe_attribute(call, Value(Kind::loop, &loop), Value(name));
  const bool more = peek(renderer, loop);
  if (call.failed()) return {};
  if (view == U"last") return Value(!more);
  return more ? loop.after : undefined_hint(call, U"there is no next item");
}

// ---------------------------------------------------------------------------------------------- a whole template

bool reads(const Template &program, std::u32string_view name) {
  for (uint32_t at = 0; at < program.reads_count; ++at)
    if (program.reads[at] == name) return true;
  return false;
}

Str render(Call &call, const Template &program, const Variables &variables, std::vector<Generated> *generated, const int64_t *now) {
  Output output(call);
  Renderer renderer{
      .call = call, .program = program, .variables = variables, .generated = generated, .now = now, .out = &output, .root = &output};
  // The root's definition: how many variables, and its statements.
  const uint32_t *root = program.code + program.root;
  const Ref<Frame> frame = new_frame(renderer, root[0], nullptr);
  if (frame) {
    renderer.frame = frame.get();
    Interpreter(renderer).run(root[1]);
  }
  // Macros refer to the frames that hold them.
  for (const Ref<Frame> &one : renderer.frames) one->clear();
  return call.failed() ? Str() : new_str(call, output.text);
}

}  // namespace modelet::templates
