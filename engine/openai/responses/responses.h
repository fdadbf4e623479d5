// POST /v1/responses for the function bound to chat.completions. Stateless: nothing is kept between requests.
#pragma once

#include "core/library.h"

namespace modelet::openai {

// One message, the official `response`; with `stream` one message an event.
extern const EndpointHandler responses;

// POST /v1/responses/input_tokens: {"object": "response.input_tokens", "input_tokens": …}
extern const EndpointHandler input_tokens;

}  // namespace modelet::openai
