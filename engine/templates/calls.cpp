#include "templates/interpreter.h"

#include <algorithm>

#include "python/format.h"
#include "python/strings.h"

namespace modelet::templates {

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

}  // namespace modelet::templates
