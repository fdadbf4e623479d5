#include "models/gemma3/gemma3.h"

#include "models/parts/decoder_model.h"

namespace modelet::models {
namespace {

void layer(const Step &step, const Layer &weights, std::size_t index) {
  const Attention &attention = weights.attention;
  const FeedForward &feed_forward = weights.feed_forward;
  normalize(step, attention.norm, step.x, step.h);
  project(step, attention.query_key_value, step.h, step.query_key_value);
  normalize_heads(step, attention);
  attend(step, attention, index);
  project(step, attention.output, step.attended, step.h);
  add_normalized(step, attention.norm_after, step.h);
  normalize(step, feed_forward.norm, step.x, step.h);
  project(step, feed_forward.gate_up, step.h, step.gate_up);
  gate(step, feed_forward.down.in);
  project(step, feed_forward.down, step.gated, step.h);
  add_normalized(step, feed_forward.norm_after, step.h);
}

}  // namespace

constexpr Family gemma3{"gemma3", make_decoder<layer>};

}  // namespace modelet::models
