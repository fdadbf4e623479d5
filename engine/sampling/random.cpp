#include "sampling/random.h"

namespace modelet::sampling {

namespace {

// A bijection of 64 bits in which every bit of the input moves every bit of the output (the finisher of SplitMix64).
uint64_t scramble(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
  x = (x ^ x >> 27) * 0x94d049bb133111ebU;
  return x ^ x >> 31;
}

constexpr uint64_t golden = 0x9e3779b97f4a7c15U;  // 2^64 divided by the golden ratio: multiples of it lie evenly

}  // namespace

double uniform(uint64_t seed, uint64_t place) {
  const uint64_t bits = scramble(scramble(seed + golden) + (place + 1) * golden);
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

}  // namespace modelet::sampling
