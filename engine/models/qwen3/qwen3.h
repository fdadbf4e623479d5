// Qwen 3: heads are normalised before they are rotated; dense layers, or mixtures of experts.
#pragma once

#include "models/decoder.h"

namespace modelet::models {

extern const Family qwen3, qwen3_moe;

}  // namespace modelet::models
