// Gemma 3 (text): windows in most layers, heads normalised, and a norm before and after each block.
#pragma once

#include "models/decoder.h"

namespace modelet::models {

extern const Family gemma3;

}  // namespace modelet::models
