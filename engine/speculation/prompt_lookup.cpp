#include "speculation/prompt_lookup.h"

#include <algorithm>

namespace modelet::speculation {
namespace {

class PromptDrafter : public Drafter {
 public:
  explicit PromptDrafter(const PromptLookup &lookup) : lookup_(lookup) {}

  void draft(const Context &, std::span<const Wish> wishes) override {
    for (const Wish &wish : wishes) {
      wish.draft = look_up(lookup_, wish.tokens);
      if (static_cast<int64_t>(wish.draft.size()) > wish.most) wish.draft.resize(static_cast<std::size_t>(wish.most));
    }
  }

 private:
  const PromptLookup lookup_;
};

}  // namespace

std::vector<int32_t> look_up(const PromptLookup &lookup, std::span<const int32_t> tokens) {
  for (int64_t length = lookup.longest_match; length >= 2; --length) {
    if (static_cast<int64_t>(tokens.size()) <= length) continue;
    const auto last = tokens.end() - length;
    const auto found = std::find_end(tokens.begin(), tokens.end() - 1, last, tokens.end());
    if (found == tokens.end() - 1) continue;
    const auto first = found + length;
    return {first, first + std::min<int64_t>(lookup.most_drafted, tokens.end() - first)};
  }
  return {};
}

std::unique_ptr<Drafter> make_prompt_lookup(const PromptLookup &lookup) {
  return std::make_unique<PromptDrafter>(lookup);
}

}  // namespace modelet::speculation
