// Reading well-formed JSON fast.
#pragma once

#include <string_view>

#include "json/json_fwd.h"

namespace modelet::json {

// The value of a JSON text (UTF-8), nested `depth` levels at most. False for a text that is none, and for the few well-formed ones that are
// left to the library (a byte order mark): whoever called asks it then, also for what is wrong.
bool read_well_formed(std::string_view text, int depth, Json &out);

}  // namespace modelet::json
