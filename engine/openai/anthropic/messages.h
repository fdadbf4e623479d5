// POST /v1/messages and /v1/messages/count_tokens, as the Anthropic SDK sends them, for the function bound to chat.completions.
#pragma once

#include "core/library.h"

namespace modelet::anthropic {

// One message, the official `message`; with `stream` one message an event.
extern const EndpointHandler messages;

// {"input_tokens": …}: what the function counts before it says anything.
extern const EndpointHandler count_tokens;

}  // namespace modelet::anthropic
