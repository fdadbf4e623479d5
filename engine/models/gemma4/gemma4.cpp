#include "models/gemma4/gemma4.h"

#include "models/parts/decoder_model.h"

namespace modelet::models {
namespace {

void self_attention(const Step &step, const Attention &attention, std::size_t index) {
  normalize(step, attention.norm, step.x, step.h);
  project(step, attention.query_key_value, step.h, step.query_key_value);
  normalize_heads(step, attention);
  normalize_values(step, attention);
  attend(step, attention, index);
  project(step, attention.output, step.attended, step.h);
  add_normalized(step, attention.norm_after, step.h);
}

void feed_forward(const Step &step, const FeedForward &block, const Experts *experts) {
  normalize(step, block.norm, step.x, step.h);
  project(step, block.gate_up, step.h, step.gate_up);
  gate(step, block.down.in);
  project(step, block.down, step.gated, step.h);
  if (experts != nullptr) mix_experts_beside(step, *experts);
  add_normalized(step, block.norm_after, step.h);
}

void layer(const Step &step, const Layer &weights, std::size_t index) {
  self_attention(step, weights.attention, index);
  feed_forward(step, weights.feed_forward, weights.experts);
  if (weights.input != nullptr) add_layer_input(step, *weights.input, index);
  scale_residual(step, weights.scale);
}

}  // namespace

constexpr Family gemma4{"gemma4", make_decoder<layer>};

}  // namespace modelet::models
