// A model whose ranks are threads of this process, each with a slice of the weights and of the cache: the smallest case of several devices,
// and the test of what they need. Results agree with those of one rank up to the order of sums.
#pragma once

#include <cstdint>
#include <memory>

#include "core/error.h"
#include "models/decoder.h"

namespace modelet::models {

// `decoder`, `weights` and `family` outlive the result. Its cache has the layers of the first rank, then those of the next, and so on, each
// with its part of the heads (cache_geometry of models/geometry.h, with as many ranks). Null with an error of make_slice.
std::unique_ptr<const Model> make_sharded(const Family &family, const Decoder &decoder, const Weights &weights, int64_t ranks,
                                          Error &error);

}  // namespace modelet::models
