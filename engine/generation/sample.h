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

// Without a log probability: of a token that nothing stands before.
TokenLogprob name_token(const TextCodec *codec, int32_t token);

// The log probability of the request's token at `place`, from the logits of the one before it, goes to its prompt_details, unless it is
// known. False with `error` set, as above.
bool score_token(const Context &context, std::span<const float> logits, int64_t place, ActiveRequest &request, const TextCodec *codec,
                 Error &error);

}  // namespace modelet::generation
