// Drafts by a second, smaller model of the same vocabulary, greedily. It has a cache of its own, and computes of each sequence what it has
// not computed yet; guesses of all sequences share its steps.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/language.h"
#include "models/decoder.h"
#include "speculation/drafter.h"

namespace modelet::speculation {

struct DraftModel {
  const models::Decoder *decoder;
  const models::Family *family;
  kernels::CacheFormat cache_format;
  int64_t most_drafted;  // tokens of a sequence in one step
};

// `model` outlives the result. Null with out_of_memory or cache_size.
std::unique_ptr<Drafter> make_draft_model(const DraftModel &model, const Surroundings &surroundings, Error &error);

}  // namespace modelet::speculation
