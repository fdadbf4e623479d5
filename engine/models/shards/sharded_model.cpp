#include "models/shards/sharded_model.h"

#if !defined(__wasm__)

#include <deque>
#include <exception>
#include <thread>
#include <vector>

#include "models/shards/slice.h"
#include "models/shards/together.h"

namespace modelet::models {
namespace {

class ShardedModel : public Model {
 public:
  ShardedModel(const Decoder &whole, int64_t ranks)
      : layers_(whole.layers.size()),
        dimensions_{static_cast<int64_t>(layers_), whole.width, whole.vocabulary, whole.context_length},
        together_(ranks) {}

  bool add(const Family &family, const Decoder &whole, const Weights &weights, int64_t rank, int64_t ranks, Error &error) {
    const Ranks &meeting = meetings_.emplace_back(together_, rank);
    slices_.push_back(make_slice(whole, weights, meeting, rank, ranks, error));
    if (slices_.back() == nullptr) return false;
    models_.push_back(family.make(slices_.back()->decoder(), slices_.back()->weights()));
    return true;
  }

  const Dimensions &dimensions() const override { return dimensions_; }
  uint64_t scratch_bytes(int64_t tokens, int64_t logit_rows) const override {
    return models_.size() * models_[0]->scratch_bytes(tokens, logit_rows);
  }

  // One at a time: ranks meet each other's, not those of another step.
  void forward(const Context &context, const Batch &batch, const CacheView &cache, void *scratch, const Output &output) const override {
    const Lock lock(mutex_);
    together_.begin();
    int64_t rows = 0, logit_rows = 0;
    for (const Segment &segment : batch.segments) rows += static_cast<int64_t>(segment.tokens.size()), logit_rows += segment.logit_rows;
    const uint64_t bytes = models_[0]->scratch_bytes(rows, logit_rows);
    std::vector<std::exception_ptr> failed(models_.size());  // of each rank
    const auto run = [&](std::size_t rank) {
      try {
        const CacheView part{cache.layers.subspan(rank * layers_, layers_)};
        models_[rank]->forward(context, batch, part, static_cast<std::byte *>(scratch) + rank * bytes, rank == 0 ? output : Output{});
      } catch (...) {
        failed[rank] = std::current_exception();
        together_.give_up();
      }
    };
    std::vector<std::thread> others;
    try {
      for (std::size_t rank = 1; rank < models_.size(); ++rank) others.emplace_back(run, rank);
    } catch (...) {  // no thread is left: those that run must not wait for it
      failed[0] = std::current_exception();
      together_.give_up();
    }
    if (!failed[0]) run(0);
    for (std::thread &other : others) other.join();
    for (const std::exception_ptr &one : failed) {
      if (one) std::rethrow_exception(one);
    }
  }

 private:
  const std::size_t layers_;
  const Dimensions dimensions_;
  mutable Mutex mutex_;
  mutable Together together_;
  std::deque<ThreadRank> meetings_;
  std::vector<std::unique_ptr<const Slice>> slices_;
  std::vector<std::unique_ptr<const Model>> models_;
};

}  // namespace

std::unique_ptr<const Model> make_sharded(const Family &family, const Decoder &decoder, const Weights &weights, int64_t ranks,
                                          Error &error) {
  auto made = std::make_unique<ShardedModel>(decoder, ranks);
  for (int64_t rank = 0; rank < ranks; ++rank) {
    if (!made->add(family, decoder, weights, rank, ranks, error)) return nullptr;
  }
  return made;
}

}  // namespace modelet::models

#endif
