// What runs a template's program; its parts are statements.cpp, loops.cpp, expressions.cpp and calls.cpp. Only for this folder.
#pragma once

#include <utility>

#include "python/depth.h"
#include "templates/renderer.h"

namespace modelet::templates {

using python::Depth;
using python::new_str;

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

// Variables for a body that runs, inside of `outer`; empty with MemoryError raised. The renderer keeps it until the end, or until it is
// given up: macros may refer to it.
Ref<Frame> new_frame(Renderer &renderer, uint32_t slots, Frame *outer);

// Frames that macros did not keep are given up at once.
void give_up(Renderer &renderer, Ref<Frame> &frame);

// The text that one level of a recursive loop gives.
Value render_level(Renderer &renderer, const uint32_t *definition, Frame *outer, const Value &items, int64_t depth0);

}  // namespace modelet::templates
