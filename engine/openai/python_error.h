// Exceptions of the user's function as an HTTP server would answer them.
#pragma once

#include "core/error.h"

namespace modelet::openai {

// ValueError and TypeError (and their subclasses) are the request's fault: 400 with the exception's message. Others are 500. Errors that
// the engine made keep their status and code.
void as_http(Error &error);

}  // namespace modelet::openai
