// POST /v1/completions for the function bound to it.
#pragma once

#include "core/library.h"

namespace modelet::openai {

// One message, the official `text_completion`; with `stream` one message a step. A request with several prompts has `n` choices for each.
extern const EndpointHandler completions;

}  // namespace modelet::openai
