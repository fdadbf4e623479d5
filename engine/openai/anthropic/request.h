// The bodies of requests as the Anthropic SDK sends them.
#pragma once

#include "openai/chat/request.h"

namespace modelet::anthropic {

// False with a 400 that names the field. `counting`: no answer is wanted, so that a limit of tokens is not needed.
bool read_messages_request(openai::RequestReader &reader, bool counting);

}  // namespace modelet::anthropic
