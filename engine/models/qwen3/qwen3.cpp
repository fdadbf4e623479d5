#include "models/qwen3/qwen3.h"

#include "models/parts/decoder_model.h"

namespace modelet::models {
namespace {

void self_attention(const Step &step, const Attention &attention, std::size_t index) {
  normalize(step, attention.norm, step.x, step.h);
  project(step, attention.query_key_value, step.h, step.query_key_value);
  normalize_heads(step, attention);
  attend(step, attention, index);
  project_into_residual(step, attention.output, step.attended);
}

void dense_feed_forward(const Step &step, const FeedForward &feed_forward) {
  project(step, feed_forward.gate_up, step.h, step.gate_up);
  gate(step, feed_forward.down.in);
  project_into_residual(step, feed_forward.down, step.gated);
}

void dense_layer(const Step &step, const Layer &layer, std::size_t index) {
  self_attention(step, layer.attention, index);
  normalize(step, layer.feed_forward.norm, step.x, step.h);
  dense_feed_forward(step, layer.feed_forward);
}

// Some layers of a mixture are dense.
void mixed_layer(const Step &step, const Layer &layer, std::size_t index) {
  self_attention(step, layer.attention, index);
  normalize(step, layer.feed_forward.norm, step.x, step.h);
  layer.experts != nullptr ? mix_experts(step, *layer.experts) : dense_feed_forward(step, layer.feed_forward);
}

}  // namespace

constexpr Family qwen3{"qwen3", make_decoder<dense_layer>};
constexpr Family qwen3_moe{"qwen3_moe", make_decoder<mixed_layer>};

}  // namespace modelet::models
