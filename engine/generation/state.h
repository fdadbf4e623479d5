// A request as bytes, so that another engine of the same model goes on with it: all integers little-endian.
//
//   "MREQUEST", uint32 version, uint64 tokens of the prompt, uint64 seed, uint64 tokens, int32 ids [tokens]
//   keys and values of the first of them (cache/exchange.cpp), which say how many they are; nothing when none were computed
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/error.h"

namespace modelet::generation {

struct RequestState {
  uint64_t prompt_tokens = 0;
  uint64_t seed = 0;
  std::vector<int32_t> tokens;  // the prompt, and what was said after it
  std::vector<std::byte> cached;
};

std::vector<std::byte> write_state(const RequestState &state);
// False with the error generation_import; `out` is empty then.
bool read_state(std::span<const std::byte> bytes, RequestState &out, Error &error);

}  // namespace modelet::generation
