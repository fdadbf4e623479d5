// POST /v1/responses for the function bound to chat.completions. Stateless: nothing is kept between requests.
#pragma once

#include "core/library.h"

namespace modelet::openai {

// One message, the official `response`; with `stream` one message an event.
extern const EndpointHandler responses;

}  // namespace modelet::openai
