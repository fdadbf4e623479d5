// Names of JSON objects other than those that are taken.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "grammar/network.h"

namespace modelet::grammar {

// A name in quotes that is none of `taken`, which are written as JSON without the quote before them. `character`: the rule of one
// character of a JSON string. Names that begin with an escape or with a character beyond ASCII where a taken name goes on are left out,
// which only narrows.
Fragment name_besides(Network &network, const std::set<std::string> &taken, int32_t character);

}  // namespace modelet::grammar
