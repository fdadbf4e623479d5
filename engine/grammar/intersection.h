// What two parts of a network have in common.
#pragma once

#include "grammar/network.h"

namespace modelet::grammar {

// The texts that both fragments match, which go through no rules. From every state of it an end can be reached. False when there is no
// such text, or when it takes more than `most_states` states.
bool intersect(Network &network, Fragment left, Fragment right, Fragment &out);

}  // namespace modelet::grammar
