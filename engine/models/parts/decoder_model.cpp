#include "models/parts/decoder_model.h"

namespace modelet::models {
namespace {

class DecoderModel : public Model {
 public:
  DecoderModel(const Decoder &decoder, const Weights &weights, LayerFunction layer)
      : decoder_(decoder),
        weights_(weights),
        layer_(layer),
        dimensions_{static_cast<int64_t>(decoder.layers.size()), decoder.width, decoder.vocabulary, decoder.context_length} {}

  const Dimensions &dimensions() const override { return dimensions_; }

  uint64_t scratch_bytes(int64_t tokens, int64_t logit_rows) const override { return step_bytes(decoder_, tokens, logit_rows); }

  void forward(const Context &context, const Batch &batch, const CacheView &cache, void *scratch, const Output &output) const override {
    const Step step = begin(context, decoder_, weights_, batch, cache, scratch);
    embed(step);
    if (decoder_.layer_inputs != nullptr) make_layer_inputs(step);
    for (std::size_t index = 0; index < decoder_.layers.size(); ++index) layer_(step, decoder_.layers[index], index);
    finish(step, output);
  }

 private:
  const Decoder &decoder_;
  const Weights &weights_;
  const LayerFunction layer_;
  const Dimensions dimensions_;
};

}  // namespace

std::unique_ptr<const Model> make_decoder_model(const Decoder &decoder, const Weights &weights, LayerFunction layer) {
  return std::make_unique<DecoderModel>(decoder, weights, layer);
}

}  // namespace modelet::models
