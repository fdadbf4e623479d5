// The messages of a request, checked, and as the function gets them: dicts with `role` and `content` as text.
#pragma once

#include "openai/chat/request.h"

namespace modelet::openai {

// The official form of chat.completions. Text parts are joined by line ends; arguments of an assistant's tool calls become objects, as chat
// templates want them; `developer` is `system`. False with a 400 that names the place.
bool read_messages(RequestReader &reader, std::string_view name, Json &value);

// Text, or a list of text parts of the types in `types`, joined. `where` is for the error.
bool read_text_parts(RequestReader &reader, const std::string &where, const Json &content, std::span<const std::string_view> types,
                     std::string &text);

// An assistant's tool call as chat.completions has it.
Json tool_call_object(const std::string &id, const std::string &name, std::string_view arguments);

// False with a 400 when an answer that was begun, and goes on, shall fit a format as a whole.
bool check_beginning(RequestReader &reader);

// Hands the messages to the function's input. False with a 400 when they hold what its type cannot.
bool give_messages(RequestReader &reader, std::string_view name, const Json &messages);

}  // namespace modelet::openai
