// POST /v1/chat/completions for the function bound to it.
#pragma once

#include "core/library.h"

namespace modelet::openai {

// One message, the official `chat.completion`; with `stream` one message a `chat.completion.chunk`. The first chunk of a choice has the
// role. It comes when the function has yielded something, so that an error it begins with is still one of the request.
extern const EndpointHandler chat_completions;

}  // namespace modelet::openai
