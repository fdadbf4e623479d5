// The slice of a decoder that one rank runs: its heads and its part of every feed-forward block. Norms, embeddings, routers and the head
// are whole in every rank; results of projections that read a slice are sums over the ranks (Projection::partial).
#pragma once

#include <cstdint>
#include <memory>

#include "core/error.h"
#include "models/decoder.h"
#include "weights/weights.h"

namespace modelet::models {

class Ranks;

// A decoder with weights of its own, copied from those of the whole: a rank holds nothing of the others.
struct Slice {
  virtual ~Slice() = default;
  virtual const Decoder &decoder() const = 0;
  virtual const Weights &weights() const = 0;
};

// Null with the error shards when heads, feed-forward blocks or groups of quantised weights cannot be shared evenly, or with out_of_memory.
std::unique_ptr<const Slice> make_slice(const Decoder &decoder, const Weights &weights, const Ranks &meeting, int64_t rank, int64_t ranks,
                                        Error &error);

}  // namespace modelet::models
