// A hash without collisions, found while compiling: a bucket picks a displacement, which picks a slot that is no other key's.
#pragma once

#include <cstdint>

namespace modelet::tokenizers {

struct PerfectHash {
  uint64_t seed;
  const char16_t *displacements;  // [buckets]
  uint32_t buckets;
  uint32_t slots;
};

// The state of a key grows by a number at a time, so that all beginnings of a word are hashed in one pass; it begins with the seed.
inline uint64_t hash_character(uint64_t state, uint64_t character) {
  return (state ^ character) * 0x9E3779B97F4A7C15u;
}

// Where a key with this state must be, if it is there at all.
inline uint32_t slot_of(const PerfectHash &hash, uint64_t state) {
  auto mix = [](uint64_t value) { return value ^ (value >> 32); };
  auto scale = [](uint32_t value, uint32_t count) { return static_cast<uint32_t>(uint64_t{value} * count >> 32); };  // over [0, count)
  uint64_t mixed = mix(mix(state) * 0xD6E8FEB86659FD93u);
  uint32_t displacement = hash.displacements[scale(static_cast<uint32_t>(mixed), hash.buckets)];
  uint32_t value = (static_cast<uint32_t>(mixed >> 32) ^ (displacement * 0x9E3779B1u)) * 0x85EBCA77u;
  return scale(value ^ (value >> 15), hash.slots);
}

}  // namespace modelet::tokenizers
