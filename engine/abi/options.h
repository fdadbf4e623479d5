// The options of `open`: include/modelet/options.schema.json describes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/library.h"
#include "weights/weights.h"

namespace modelet::abi {

struct Options {
  WeightsSource weights;  // of the library's one file
  std::optional<uint64_t> threads;
  uint64_t memory_limit = 0;
  bool verify_always = false;
  std::string kernels = "auto";
  Isa isa = Isa::generic;  // what `kernels` means on this host
  uint64_t seed = 0;
  std::string cache;
};

// Reads and checks the whole text. False with an error of code invalid_options or unknown_key whose `param` names the option.
bool read_options(std::string_view text, const Library &library, Options &out, Error &error);

}  // namespace modelet::abi
