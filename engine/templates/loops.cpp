#include "templates/interpreter.h"

namespace modelet::templates {

namespace {

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

}  // namespace

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

// ---- loop.…

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

}  // namespace modelet::templates
