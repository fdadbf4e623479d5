// `usage` as chat.completions and completions tell it.
#pragma once

#include "json/json.h"
#include "openai/chat/conversation.h"

namespace modelet::openai {

inline Json usage_object(const TextUsage &usage) {
  return {{"prompt_tokens", usage.prompt_tokens},
          {"completion_tokens", usage.completion_tokens},
          {"total_tokens", usage.prompt_tokens + usage.completion_tokens},
          {"prompt_tokens_details", {{"cached_tokens", usage.cached_tokens}}},
          {"completion_tokens_details", {{"reasoning_tokens", usage.reasoning_tokens}}}};
}

inline const char *finish_name(Finish finish) {
  constexpr const char *names[] = {"stop", "length", "tool_calls", "content_filter"};
  return names[static_cast<std::size_t>(finish)];
}

}  // namespace modelet::openai
