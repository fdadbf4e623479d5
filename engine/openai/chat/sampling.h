// Options of a request that act on how a model chooses its next token.
#pragma once

#include <string_view>

#include "openai/chat/request.h"

namespace modelet::openai {

bool is_sampling_option(std::string_view name);

// Checks the value, and hands it to the function's parameter or else to the model. False with a 400 that names the option when it
// is out of range, or when neither takes it.
bool read_sampling_option(RequestReader &reader, std::string_view name, Json &value);

}  // namespace modelet::openai
