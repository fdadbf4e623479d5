#include "templates/interpreter.h"

#include <bit>

#include "python/strings.h"

namespace modelet::templates {

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

}  // namespace modelet::templates
