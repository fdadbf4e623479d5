// A model made of equal layers: embeddings, the layers in order, the last norm and the head.
#pragma once

#include <memory>

#include "models/parts/step.h"

namespace modelet::models {

using LayerFunction = void (*)(const Step &step, const Layer &layer, std::size_t index);

std::unique_ptr<const Model> make_decoder_model(const Decoder &decoder, const Weights &weights, LayerFunction layer);

template <LayerFunction layer>
std::unique_ptr<const Model> make_decoder(const Decoder &decoder, const Weights &weights) {
  return make_decoder_model(decoder, weights, layer);
}

}  // namespace modelet::models
