// Buffers that one thread reuses from text to text.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "tokenizers/text.h"

namespace modelet::tokenizers {

// A part of a word on its way to becoming a token of byte-pair encoding.
struct Symbol {
  uint32_t id;
  int32_t before, after;  // neighbours, or -1
  bool gone;              // the symbol before has taken it in
};

// Two neighbours that may become one: the smallest rank is merged first, then the leftmost.
struct Candidate {
  uint64_t rank_and_place;
  uint32_t result;
};

// The best way for Unigram to reach a place of a word.
struct Arrival {
  double score;
  uint32_t begin;
  int32_t id;  // -1: not reached yet
};

struct Scratch {
  Text text, spare;
  Text rewritten;                // by a pre-tokenizer that changes what it cuts
  std::u32string units;          // a word as its model sees it
  std::string bytes;             // the same, in UTF-8
  std::vector<Symbol> symbols;   // of one word
  std::vector<Candidate> queue;  // a heap
  std::vector<Arrival> arrivals;
  std::vector<uint32_t> path;
  const std::atomic<bool> *cancelled = nullptr;  // a long word looks at it

  bool is_cancelled() const { return cancelled != nullptr && cancelled->load(std::memory_order_relaxed); }
};

}  // namespace modelet::tokenizers
