// The keywords of JSON Schema.
#pragma once

#include <string_view>

#include "json/json_fwd.h"

namespace modelet::grammar {

// Whether a keyword says nothing about which texts fit.
bool is_remark(std::string_view keyword);
// Whether a constant is of a type, or of one of a list of types.
bool is_of_type(const Json &value, const Json &type);

}  // namespace modelet::grammar
