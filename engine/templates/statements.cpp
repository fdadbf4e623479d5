#include "templates/interpreter.h"

namespace modelet::templates {

Value &Interpreter::slot(uint32_t depth, uint32_t place) {
  Frame *frame = r_.frame;
  for (; depth > 0; --depth) frame = frame->outer.get();
  return frame->slots[place];
}

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

// ---- targets

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

}  // namespace modelet::templates
