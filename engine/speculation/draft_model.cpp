#include "speculation/draft_model.h"

#include <algorithm>
#include <utility>

#include "cache/key_value_cache.h"
#include "core/scratch.h"
#include "models/geometry.h"
#include "weights/weights.h"

namespace modelet::speculation {
namespace {

constexpr int64_t most_rows = 384;      // tokens in one step for one sequence
constexpr int64_t beside_others = 128;  // and for several, so that nobody waits long

struct Followed : Memory {
  cache::Sequence blocks;
  std::vector<int32_t> computed;  // tokens whose keys and values the blocks hold
};

// One sequence while guesses are made for it.
struct Guessing {
  const Wish *wish;
  Followed *followed;
  int64_t rows = 0;  // in the step that runs

  int64_t size() const { return static_cast<int64_t>(wish->tokens.size() + wish->draft.size()); }
  int64_t computed() const { return static_cast<int64_t>(followed->computed.size()); }
  int64_t unread() const { return size() - computed(); }
  int32_t token(int64_t position) const {
    const auto at = static_cast<std::size_t>(position);
    return at < wish->tokens.size() ? wish->tokens[at] : wish->draft[at - wish->tokens.size()];
  }
};

// What was computed and still stands in the sequence; its last token must be computed again for its logits.
void keep_common(Followed &followed, std::span<const int32_t> tokens) {
  std::vector<int32_t> &computed = followed.computed;
  const auto limit = tokens.begin() + static_cast<std::ptrdiff_t>(std::min(computed.size(), tokens.size() - 1));
  const auto differs = std::mismatch(tokens.begin(), limit, computed.begin()).second;
  computed.erase(differs, computed.end());
}

class ModelDrafter : public Drafter {
 public:
  ModelDrafter(const DraftModel &options, const Weights &weights, std::unique_ptr<cache::KeyValueCache> cache, int64_t vocabulary)
      : options_(options),
        vocabulary_(std::min(vocabulary, options.decoder->vocabulary)),
        model_(options.family->make(*options.decoder, weights)),
        cache_(std::move(cache)) {}

  // A long prompt is read over several turns, as the scheduler cuts prompts, without guesses meanwhile.
  void draft(const Context &context, std::span<const Wish> wishes) override {
    std::vector<Guessing> guessing;
    for (const Wish &wish : wishes) {
      if (guessable(wish)) guessing.push_back({&wish, &follow(wish)});
    }
    std::stable_sort(guessing.begin(), guessing.end(), [](const Guessing &a, const Guessing &b) { return a.unread() < b.unread(); });
    const int64_t budget = guessing.size() > 1 ? beside_others : most_rows;
    while (!guessing.empty()) {
      plan(guessing, budget);
      if (guessing.empty() || !run(context, guessing)) return;
      std::erase_if(guessing, [this](const Guessing &one) { return one.wish->draft.empty() || enough(one); });
    }
  }

  void forget(Memory &memory) override {
    auto &followed = static_cast<Followed &>(memory);
    cache_->release(followed.blocks);
    std::erase(followed_, &followed);
  }

  std::string check() const override {
    const std::vector<const cache::Sequence *> live = [this] {
      std::vector<const cache::Sequence *> blocks;
      for (const Followed *one : followed_) blocks.push_back(&one->blocks);
      return blocks;
    }();
    return cache::check_invariants(cache_->snapshot(live));
  }

 private:
  bool guessable(const Wish &wish) const {
    const auto known = [this](int32_t token) { return token < options_.decoder->vocabulary; };
    return static_cast<int64_t>(wish.tokens.size()) < options_.decoder->context_length &&
           std::all_of(wish.tokens.begin(), wish.tokens.end(), known);
  }
  Followed &follow(const Wish &wish) {
    if (wish.memory == nullptr) {
      auto made = std::make_unique<Followed>();
      followed_.push_back(made.get());
      wish.memory = std::move(made);
    }
    auto &followed = static_cast<Followed &>(*wish.memory);
    keep_common(followed, wish.tokens);
    return followed;
  }
  bool enough(const Guessing &one) const {
    const auto drafted = static_cast<int64_t>(one.wish->draft.size());
    return drafted >= std::min(one.wish->most, options_.most_drafted) || one.size() >= options_.decoder->context_length;
  }

  // How many tokens of each sequence are computed now; a sequence for which there is no room is given up.
  void plan(std::vector<Guessing> &guessing, int64_t budget) {
    for (Guessing &one : guessing) {
      one.rows = std::min(budget, one.unread());
      if (!cache_->append(one.followed->blocks, one.computed() + one.rows)) {
        one.rows = 0;
        give_up(one);
      }
      budget -= one.rows;
    }
    std::erase_if(guessing, [](const Guessing &one) { return one.followed == nullptr; });
  }
  void give_up(Guessing &one) {
    cache_->release(one.followed->blocks);
    one.followed->computed.clear();
    one.followed = nullptr;
  }

  // One step of the model. False when there is no memory for it.
  bool run(const Context &context, std::vector<Guessing> &guessing) {
    std::vector<std::vector<int32_t>> tokens(guessing.size());
    std::vector<models::Segment> segments;
    int64_t rows = 0, ends = 0;
    for (std::size_t index = 0; index < guessing.size(); ++index) {
      const Guessing &one = guessing[index];
      if (one.rows == 0) continue;
      for (int64_t row = 0; row < one.rows; ++row) tokens[index].push_back(one.token(one.computed() + row));
      const bool ending = one.computed() + one.rows == one.size();
      segments.push_back({tokens[index], one.computed(), one.followed->blocks.blocks(), ending ? 1 : 0});
      rows += one.rows;
      ends += ending ? 1 : 0;
    }
    const int64_t width = options_.decoder->vocabulary;
    void *const scratch = scratch_.reserve(model_->scratch_bytes(rows, ends));
    auto *const logits = static_cast<float *>(logits_.reserve(static_cast<uint64_t>(std::max<int64_t>(ends, 1) * width) * sizeof(float)));
    if (scratch == nullptr || logits == nullptr) return false;
    model_->forward(context, {segments}, {cache_->layers()}, scratch, {ends > 0 ? logits : nullptr, nullptr});
    take(guessing, tokens, logits);
    return true;
  }
  void take(std::vector<Guessing> &guessing, const std::vector<std::vector<int32_t>> &tokens, const float *logits) {
    for (std::size_t index = 0; index < guessing.size(); ++index) {
      Guessing &one = guessing[index];
      if (one.rows == 0) continue;
      one.followed->computed.insert(one.followed->computed.end(), tokens[index].begin(), tokens[index].end());
      if (one.computed() < one.size()) continue;
      const float *const row = std::exchange(logits, logits + options_.decoder->vocabulary);
      one.wish->draft.push_back(static_cast<int32_t>(std::max_element(row, row + vocabulary_) - row));
    }
  }

  const DraftModel &options_;
  const int64_t vocabulary_;
  const std::unique_ptr<const models::Model> model_;
  const std::unique_ptr<cache::KeyValueCache> cache_;
  std::vector<const Followed *> followed_;
  Scratch scratch_, logits_;
};

}  // namespace

std::unique_ptr<Drafter> make_draft_model(const DraftModel &model, const Surroundings &surroundings, Error &error) {
  const cache::Geometry geometry = models::cache_geometry(*model.decoder, model.cache_format, *surroundings.weights);
  auto cache = cache::KeyValueCache::create(geometry, models::cache_blocks(surroundings.cache_tokens), surroundings.budget, error);
  if (cache == nullptr) return nullptr;
  return std::make_unique<ModelDrafter>(model, *surroundings.weights, std::move(cache), surroundings.vocabulary);
}

}  // namespace modelet::speculation
