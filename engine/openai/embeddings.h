// POST /v1/embeddings for the function bound to it.
#pragma once

#include "core/library.h"

namespace modelet::openai {

// One message, the official JSON object. With encoding_format base64 the vectors stand in it, little-endian float32; else
// each is {"$tensor": 0, "row": i} of one float32 tensor [texts, dimensions].
// A ValueError or TypeError of the function is a 400 with its message, any other exception a 500.
extern const EndpointHandler embeddings;

}  // namespace modelet::openai
