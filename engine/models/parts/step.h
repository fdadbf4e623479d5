// One run of a decoder over a batch, and the parts a layer is composed of. A family (llama/, qwen3/, …) is the order in which it calls
// them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/context.h"
#include "models/decoder.h"
#include "models/model.h"
#include "weights/weights.h"

namespace modelet::models {

// Rows of activations of one batch. All arrays lie in the caller's scratch.
struct Step {
  const Context &context;
  const Decoder &decoder;
  const Weights &weights;
  const Batch &batch;
  const CacheView &cache;
  int64_t rows;                                  // tokens
  std::vector<kernels::CachedSegment> segments;  // of the batch
  float *x;                                      // [rows, width], the residual stream
  float *h;                                      // [rows, width], input of a projection
  float *query_key_value;                        // [rows, heads + 2 * kv_heads, head_dim] of the layer
  float *attended;                               // [rows, heads * head_dim] of the layer
  float *gate_up;                                // [rows, 2, intermediate], where the attention's arrays stood
  float *gated;                                  // [rows, intermediate]
  float *routes;                                 // [rows, experts], when a layer has experts
  float *expert_input;                           // [rows, width], what experts beside a dense block read
  float *expert_rows;                            // [rows, width], what one expert works on
  float *expert_results;                         // [rows, width]
  float *mixed;                                  // [rows, width], what experts beside a dense block give
  float *layer_inputs;                           // [rows, layers, input width], when layers take in something of the token
  float *layer_input;                            // [rows, layers * input width]
  void *scratch;                                 // of packed_linear
};

// Lays a step's arrays out in `scratch`; the same function without memory says how much is needed.
Step begin(const Context &context, const Decoder &decoder, const Weights &weights, const Batch &batch, const CacheView &cache,
           void *scratch);
uint64_t step_bytes(const Decoder &decoder, int64_t tokens, int64_t logit_rows);

inline const float *floats(const Step &step, WeightIndex index) {
  return index == absent ? nullptr : step.weights.data<float>(index);
}

// x = embedding_scale * embeddings[token].
void embed(const Step &step);
// to = rms_norm(from) * weight; may be in place.
void normalize(const Step &step, WeightIndex weight, const float *from, float *to);
// to = from · wᵀ + bias.
void project(const Step &step, const Projection &projection, const float *from, float *to);
// The same over some rows that the caller gathered.
void project_rows(const Step &step, const Projection &projection, const float *from, int64_t rows, float *to);
// The same, added to x.
void project_into_residual(const Step &step, const Projection &projection, const float *from);
// Queries and keys, each head normalised on its own.
void normalize_heads(const Step &step, const Attention &attention);
// Values too, without weights.
void normalize_values(const Step &step, const Attention &attention);
// Rotates queries and keys, stores keys and values (if they are the layer's own), and attends: query_key_value → attended.
void attend(const Step &step, const Attention &attention, std::size_t layer);
// gated = activation(gate) * up.
void gate(const Step &step, int64_t intermediate, int64_t rows);
inline void gate(const Step &step, int64_t intermediate) {
  gate(step, intermediate, step.rows);
}
// h → x += the chosen experts' results, weighted.
void mix_experts(const Step &step, const Experts &experts);
// h, the dense block's result → h = rms_norm(h) + rms_norm(the chosen experts' results, weighted), of x with norms of their own.
void mix_experts_beside(const Step &step, const Experts &experts);
// embeddings in x → layer_inputs.
void make_layer_inputs(const Step &step);
// x += rms_norm(projection(activation(gate(x)) * layer_inputs[layer])).
void add_layer_input(const Step &step, const LayerInput &input, std::size_t layer);
// x += rms_norm(from) * weight, for families that normalise a block's result.
void add_normalized(const Step &step, WeightIndex weight, float *from);
// x *= scale.
void scale_residual(const Step &step, float scale);
// What the caller of forward wants: logits of the rows asked for, and hidden states.
void finish(const Step &step, const Output &output);

}  // namespace modelet::models
