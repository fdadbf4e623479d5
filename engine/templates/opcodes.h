// The operations of a template's program. The compiler reads their names here.
//
// Operands: a `node` is a position, a `text` an index; a list is its count and then its members. `target` and `slot` are
// (depth, place): so many frames out, at which place.
#pragma once

#include <cstdint>

namespace modelet::templates {

enum class Op : uint32_t {
  // Statements
  block,         // nodes
  write_text,    // text
  write,         // expression
  resolve,       // place, text: a variable that was given, or a global
  copy_slot,     // place, slot
  forget,        // place
  assign,        // target, expression
  assign_block,  // target, expression or 0, body
  check_space,   // slot
  branch,        // condition, body, body or 0
  loop,          // definition, expression
  recursive,     // definition, expression
  define_macro,  // place, definition
  call_block,    // place, definition, call
  filter_block,  // body, expression
  leave,         // break
  repeat,        // continue
  // Targets
  to_slot,   // place
  to_space,  // slot, text
  to_items,  // targets
  // Expressions
  none,
  yes,
  no,
  integer,   // low, high
  floating,  // low, high
  text,      // text
  load,      // slot, text
  captured,  // the text that a filter block or a block assignment wrote
  list,      // expressions
  tuple,     // expressions
  dict,      // pairs of expressions
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  modulo,
  power,
  both,    // `and`
  either,  // `or`
  negation,
  positive,
  negative,
  join,       // expressions
  compare,    // expression, (comparison, expression) list
  attribute,  // expression, text
  item,       // expression, expression
  slice,      // expression, expression or 0 for start, stop and step
  filter,     // text, expression, arguments
  test,       // text, expression, arguments
  unknown,    // text: the error that it gives
  choose,     // condition, expression, expression or 0, line
  call,       // expression, arguments
  generated,  // caller: the block of a `generation` tag
};

// Arguments: expressions, (text, expression) list, expression or 0 for `*`, expression or 0 for `**`.

enum class Comparison : uint32_t { eq, ne, lt, lteq, gt, gteq, in, notin };

// The definition of a loop:
//   target, filter or 0, body, body for no items or 0, place of `loop` + 1, entering, entering of the second, leaving
// of a recursive one besides: slots of its frame. A filter: slots, entering, target, condition.
// The definition of a macro:
//   name or 0, slots, flags, places of its parameters, (text, default or 0) list, body, entering
struct LoopLayout {
  enum : uint32_t { target, filter, body, otherwise, variable, enter, enter_otherwise, leave, leave_otherwise, slots };
};
struct FilterLayout {
  enum : uint32_t { slots, enter, target, condition };
};
struct MacroLayout {
  // `places` of caller, kwargs and varargs are + 1; 0: it does not ask for them.
  enum : uint32_t { name, slots, caller, named, rest, enter, body, count, parameters };
};
struct MacroParameter {
  enum : uint32_t { name, place, otherwise, size };
};

}  // namespace modelet::templates
