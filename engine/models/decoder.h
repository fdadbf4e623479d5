// The description of a decoder, as the compiler writes it into a library: constants, and where each weight stands in the weights file.
// Families (llama/, qwen3/, …) read what they need; what a family does not have is zero or null.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/weight_file.h"
#include "kernels/kernels.h"
#include "kernels/quantized.h"
#include "models/model.h"

namespace modelet::models {

class Ranks;

// A weight by index into WeightFile::entries; absent: no such weight.
using WeightIndex = uint32_t;
inline constexpr WeightIndex absent = 0xffffffff;

// y = x · wᵀ + bias.
struct Projection {
  kernels::WeightFormat format;
  WeightIndex panels = absent;
  int64_t out, in;
  WeightIndex bias = absent;  // float32 [out]
  bool partial = false;       // reads a slice of its input: the result is the sum over all ranks
};

// Which angles positions have.
struct Rotary {
  WeightIndex inverse_frequencies;  // float32 [rotary_dim / 2], scaling (linear, llama3, yarn, …) applied by the compiler
  int64_t rotary_dim;
  float attention_factor;
};

struct Attention {
  WeightIndex norm;                                    // float32 [width]; norms of the form 1 + w are stored with the 1 added
  Projection query_key_value;                          // out: [heads + 2 * kv_heads, head_dim], queries first
  Projection output;                                   // in: [heads, head_dim]
  WeightIndex query_norm = absent, key_norm = absent;  // float32 [head_dim]
  WeightIndex norm_after = absent;                     // on the result, before the residual (Gemma)
  uint32_t rotary;                                     // index into Decoder::rotaries
  int64_t window;                                      // 0: none
  int64_t kv_heads, head_dim;                          // kv_heads 0: no keys and values of its own
  uint32_t cache_layer;                                // whose keys and values it reads: its own index, or an earlier layer's
};

struct FeedForward {
  WeightIndex norm;
  Projection gate_up;  // out: [2, intermediate], gates first
  Projection down;     // in: intermediate
  WeightIndex norm_after = absent;
};

// Mixture of experts, instead of FeedForward's projections or beside them.
struct Experts {
  Projection router;                          // out: experts
  std::span<const Projection> gate_up, down;  // [experts]
  int64_t chosen;                             // experts a token
  bool normalize_chosen;                      // their weights add up to 1
  // Where experts work beside a dense block (Gemma 4).
  WeightIndex router_norm = absent, norm = absent;             // float32 [width]: of what the router and the experts read
  WeightIndex norm_after = absent, dense_norm_after = absent;  // of what the experts and the dense block give
  WeightIndex scales = absent;                                 // float32 [experts]: of the chosen ones' weights
};

// What a layer takes in of the token itself, besides the residual stream.
struct LayerInput {
  Projection gate;        // out: LayerInputs::width
  Projection projection;  // in: LayerInputs::width
  WeightIndex norm_after;
};

// What layers take in: (rms_norm(scale · projection(embeddings)) + a table's row) / √2, [layers, width] a token.
struct LayerInputs {
  int64_t width;
  kernels::TableFormat format;
  WeightIndex table;  // [vocabulary, layers * width]
  float table_scale;
  Projection projection;  // out: [layers, width]
  float projection_scale;
  WeightIndex norm;  // float32 [width]
};

struct Layer {
  Attention attention;
  FeedForward feed_forward;
  const Experts *experts = nullptr;
  const LayerInput *input = nullptr;
  float scale = 1;  // of the residual stream at the layer's end
};

struct Decoder {
  int64_t width, heads, vocabulary, context_length;
  float norm_epsilon;
  float attention_scale;
  float attention_softcap = 0, logit_softcap = 0;  // 0: none
  float embedding_scale = 1, logit_scale = 1;
  kernels::Activation activation;  // of gates
  kernels::TableFormat embedding_format;
  WeightIndex embeddings;  // [vocabulary, width]; absent: the head is tied to them and packed, and its columns are read
  WeightIndex norm;        // after the last layer
  Projection head;         // out: vocabulary
  std::span<const Rotary> rotaries;
  std::span<const Layer> layers;
  const LayerInputs *layer_inputs = nullptr;
  const Ranks *ranks = nullptr;  // those that hold the other slices (shards/slice.h); null: it is whole
};

// One architecture. The emitter names the one a library uses, so that only that is linked.
struct Family {
  const char *name;  // "llama"
  std::unique_ptr<const Model> (*make)(const Decoder &decoder, const Weights &weights);
};

}  // namespace modelet::models
