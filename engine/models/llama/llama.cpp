#include "models/llama/llama.h"

#include "models/parts/decoder_model.h"

namespace modelet::models {
namespace {

void layer(const Step &step, const Layer &weights, std::size_t index) {
  const Attention &attention = weights.attention;
  const FeedForward &feed_forward = weights.feed_forward;
  normalize(step, attention.norm, step.x, step.h);
  project(step, attention.query_key_value, step.h, step.query_key_value);
  attend(step, attention, index);
  project_into_residual(step, attention.output, step.attended);
  normalize(step, feed_forward.norm, step.x, step.h);
  project(step, feed_forward.gate_up, step.h, step.gate_up);
  gate(step, feed_forward.down.in);
  project_into_residual(step, feed_forward.down, step.gated);
}

}  // namespace

constexpr Family llama{"llama", make_decoder<layer>};

}  // namespace modelet::models
