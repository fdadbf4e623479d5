// From a row of logits to the next token of a request.
#pragma once

#include <span>

#include "core/context.h"
#include "core/text_codec.h"
#include "generation/request.h"

namespace modelet::generation {

// `logits` are used up. False with `error` set, for that request alone. `codec` writes the bytes of log probabilities; may be null.
bool choose_token(const Context &context, std::span<float> logits, ActiveRequest &request, const TextCodec *codec, Produced &out,
                  Error &error);

}  // namespace modelet::generation
