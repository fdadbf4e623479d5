// The body of a request for a response.
#pragma once

#include "openai/chat/request.h"

namespace modelet::openai {

// False with a 400 that names the field.
bool read_response_request(RequestReader &reader);

}  // namespace modelet::openai
