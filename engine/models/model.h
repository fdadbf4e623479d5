// What every language model is: `forward(context, batch)`. The parts around it (cache, scheduler, sampling, speculation) know no
// architecture, and an architecture knows none of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/context.h"
#include "kernels/language.h"

namespace modelet {
class Weights;
}

namespace modelet::models {

// The cache of all layers: one allocation of `blocks` blocks for each layer (cache/key_value_cache.h owns it).
struct CacheView {
  std::span<const kernels::LayerCache> layers;  // [layers]
};

// Consecutive tokens of one sequence.
struct Segment {
  std::span<const int32_t> tokens;  // ids, at positions position, position + 1, …
  int64_t position;
  std::span<const int32_t> blocks;  // of the sequence, enough for position + tokens.size() positions
  int64_t logit_rows;               // logits are wanted for the last so many tokens
};

struct Batch {
  std::span<const Segment> segments;
  kernels::Mask mask = kernels::Mask::causal;
};

// Where results go; null: not wanted.
struct Output {
  float *logits = nullptr;  // [sum of logit_rows, vocabulary], in the order of segments and tokens
  float *hidden = nullptr;  // [tokens, width]: after the last norm, for embeddings and drafters
};

// What the parts around a model must know of it.
struct Dimensions {
  int64_t layers;
  int64_t width;  // of hidden states
  int64_t vocabulary;
  int64_t context_length;  // positions
};

// Immutable: any number of threads may run `forward` at once, on different cache blocks.
class Model {
 public:
  virtual ~Model() = default;
  virtual const Dimensions &dimensions() const = 0;

  // Bytes of scratch, aligned to 64, for a batch of `tokens` tokens and `logit_rows` rows of logits.
  virtual uint64_t scratch_bytes(int64_t tokens, int64_t logit_rows) const = 0;

  // Stores the keys and values of the batch's tokens, and computes what is asked for. Stops early, with results undefined, once
  // context.cancelled is set.
  virtual void forward(const Context &context, const Batch &batch, const CacheView &cache, void *scratch, const Output &output) const = 0;
};

}  // namespace modelet::models
