// A compiled chat template, and rendering it. The compiler's `lowering/tokenizers/templates` writes the tables.
//
// A program is one array of 32-bit words: nodes, each an operation (opcodes.h) and its operands, which are numbers, texts (by
// their index) and other nodes (by their position).
#pragma once

#include <cstdint>
#include <string_view>

#include "core/call.h"
#include "templates/value.h"

namespace modelet::templates {

struct Template {
  const uint32_t *code;
  uint32_t root;                     // the position of the function that renders
  const std::u32string_view *texts;  // names and pieces of output
  const std::u32string_view *reads;  // [reads_count] the variables that it asks for: `messages`, `tools`, …
  uint32_t reads_count;
  std::u32string_view source;  // searched by `continue_final_message`
};

// Whether a variable that is given can have any effect.
bool reads(const Template &program, std::u32string_view name);

using Variables = Table;

// Parts of the rendered text that `{% generation %}` blocks wrote.
struct Generated {
  int64_t start;
  int64_t stop;
};

// The rendered text; empty with an error raised, of the class that Jinja raises. `now`: microseconds since 1970, for
// `strftime_now`; none: the host's clock.
Str render(Call &call, const Template &program, const Variables &variables, std::vector<Generated> *generated = nullptr,
           const int64_t *now = nullptr);

}  // namespace modelet::templates
