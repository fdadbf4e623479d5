// Drafts from the sequence itself: what followed when its last tokens stood there before. Costs nothing, and guesses well where an answer
// repeats its prompt (summaries, code, extraction).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "speculation/drafter.h"

namespace modelet::speculation {

struct PromptLookup {
  int64_t longest_match = 3;  // tokens that must agree, at most; then fewer, down to 2
  int64_t most_drafted = 6;
};

// What followed the latest earlier place of the sequence's last tokens; empty when there is none.
std::vector<int32_t> look_up(const PromptLookup &lookup, std::span<const int32_t> tokens);

std::unique_ptr<Drafter> make_prompt_lookup(const PromptLookup &lookup);

}  // namespace modelet::speculation
