// What the compiler knows of a function that yields text, beside its input.
#pragma once

#include <span>

#include "openai/chat/formats.h"

namespace modelet::openai {

// A field of the request and the parameter of the function that takes it.
struct Receiver {
  const char *field;
  const char *parameter;
};

struct ChatBinding {
  std::span<const Receiver> receivers = {};  // fields beside the input; the parameter's own name where no official field has one
  bool generates = false;                    // a language model of the library works for the function: sampling options act on it
  bool text_messages = false;                // a message holds strings only, so that tool calls cannot be handed over
  TextFormat format = {};                    // how the model writes tool calls and reasoning
};

}  // namespace modelet::openai
