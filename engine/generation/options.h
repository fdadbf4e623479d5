// What a request asks for, merged with what the model does by default.
#pragma once

#include <memory>

#include "core/error.h"
#include "core/generation.h"
#include "generation/engine.h"
#include "grammar/network.h"
#include "sampling/sampling.h"

namespace modelet::generation {

// Greedy unless the model's configuration samples, or the request gives a temperature or says which tokens may be drawn. `seed` where the
// request has none.
sampling::SamplingOptions resolve(const Configuration &configuration, const GenerationOptions &wanted, uint64_t seed);

// The grammar that the request asks for; null when it asks for none, or with the error set.
std::shared_ptr<const grammar::Grammar> read_grammar(const GenerationOptions &wanted, Error &error);

// A seed that nobody gave: another one each time. With an instance's seed, the same sequence of them in each process.
uint64_t fresh_seed(uint64_t instance_seed, uint64_t number);

}  // namespace modelet::generation
