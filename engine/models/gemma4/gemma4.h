// Gemma 4 (text): heads that differ from layer to layer, layers that read the keys and values of earlier ones, experts beside the dense
// block, and an input of the token's own for every layer. A model may have any of these.
#pragma once

#include "models/decoder.h"

namespace modelet::models {

extern const Family gemma4;

}  // namespace modelet::models
