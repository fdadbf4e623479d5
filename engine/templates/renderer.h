// One rendering: the interpreter of a template's program.
#pragma once

#include <algorithm>

#include "templates/operations.h"
#include "templates/template.h"

namespace modelet::templates {

// Text that is being written; its memory counts against the call's limit.
class Output {
 public:
  explicit Output(Call &call) : call_(call) {}
  Output(const Output &) = delete;
  Output &operator=(const Output &) = delete;
  ~Output() { python::heap(call_).release(reserved_); }

  std::u32string text;

  // To be called after something was written. False with MemoryError raised.
  bool account();

 private:
  Call &call_;
  std::size_t reserved_ = 0;
};

struct Renderer {
  Call &call;
  const Template &program;
  const Variables &variables;
  std::vector<Generated> *generated = nullptr;
  const int64_t *now = nullptr;
  Output *out = nullptr;   // where text is written now
  Output *root = nullptr;  // where the whole is written
  Frame *frame = nullptr;
  Str captured = {};                    // what the innermost filter block wrote
  std::vector<Ref<Frame>> frames = {};  // all that were made, to be emptied at the end

  bool failed() const { return call.failed(); }
};

// Calls whatever can be called.
Value call_value(Renderer &renderer, const Value &callee, Arguments &arguments);
Value call_macro(Renderer &renderer, const MacroObject &macro, Arguments &arguments);
Value call_loop(Renderer &renderer, const LoopObject &loop, const Value &items);
Value loop_attribute(Renderer &renderer, LoopObject &loop, const Str &name);

// Filters and tests by their names; null when there is none.
const Native *find_filter(std::u32string_view name);
const Native *find_test(std::u32string_view name);
Value call_native(Renderer &renderer, const Native &native, Arguments &arguments);

// Whether a namespace may hold an attribute of this name. False with SecurityError raised.
bool may_store(Call &call, const Value &name);

// The global functions, in the order of their numbers. Missing when there is none of this name.
Value find_global(std::u32string_view name);
const char *global_name(int64_t number);
Value call_global(Renderer &renderer, int64_t number, Arguments &arguments);

// The methods of text, dicts, lists and numbers. Null when there is none.
const Native *find_method(const Value &value, std::u32string_view name);

// Finds one of a table sorted by name.
template <std::size_t size>
const Native *find_native(const Native (&table)[size], std::u32string_view name) {
  std::size_t first = 0, last = size;
  while (first < last) {
    const std::size_t middle = (first + last) / 2;
    const std::string_view here = table[middle].name;
    const bool before = std::lexicographical_compare(here.begin(), here.end(), name.begin(), name.end(), [](auto left, auto right) {
      return static_cast<uint32_t>(left) < static_cast<uint32_t>(right);
    });
    if (before) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  if (first == size || table[first].name.size() != name.size()) return nullptr;
  return std::equal(name.begin(), name.end(), table[first].name.begin(),
                    [](char32_t left, char right) { return left == static_cast<unsigned char>(right); })
             ? &table[first]
             : nullptr;
}

}  // namespace modelet::templates
