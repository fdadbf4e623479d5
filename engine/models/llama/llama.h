// Llama 2 and 3, SmolLM2, Mistral, Qwen 2, and what shares their layers.
#pragma once

#include "models/decoder.h"

namespace modelet::models {

extern const Family llama;

}  // namespace modelet::models
