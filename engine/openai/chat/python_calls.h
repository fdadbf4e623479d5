// Tool calls that a model writes as Python.
#pragma once

#include <string_view>
#include <vector>

#include "openai/chat/formats.h"

namespace modelet::openai {

// Calls `name(key=literal, …)` one after another, also inside of `[…]` or `print(…)`; `name.call(…)` calls `name`, as Llama writes it for
// its own tools. Literals are those of Python: texts, numbers, True, False, None, lists, tuples and dicts with texts as keys. False when
// there is anything else: positional arguments have no names by which a tool could be called.
bool read_python_calls(std::string_view text, std::vector<CalledTool> &out);

}  // namespace modelet::openai
