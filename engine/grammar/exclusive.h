// Whether at most one of two JSON schemas can fit a value, as far as can be told.
#pragma once

#include <functional>

#include "json/json_fwd.h"

namespace modelet::grammar {

// What a schema stands for: the target of its $ref, or itself.
using Resolve = std::function<const Json &(const Json &schema)>;

// True when no value fits both: other types, other constants, or objects that a property tells apart. False when that is not certain.
bool are_exclusive(const Json &left, const Json &right, const Resolve &resolve);

}  // namespace modelet::grammar
