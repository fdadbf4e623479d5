#include "numpy/sorting.h"

#include <array>
#include <utility>

namespace modelet::numpy {
namespace {

constexpr int digit_bits = 8;
constexpr std::size_t digits = std::size_t{1} << digit_bits;

template <typename Key>
std::size_t digit_of(Key key, int pass) {
  return static_cast<std::size_t>(key >> (pass * digit_bits)) & (digits - 1);
}

// The keys' digits of every pass, counted in one run over them.
template <typename Key>
std::vector<std::array<std::size_t, digits>> count_digits(const std::vector<Key> &keys) {
  constexpr int passes = (8 * sizeof(Key) + digit_bits - 1) / digit_bits;
  std::vector<std::array<std::size_t, digits>> counts(passes);
  for (const Key key : keys)
    for (int pass = 0; pass < passes; ++pass) ++counts[static_cast<std::size_t>(pass)][digit_of(key, pass)];
  return counts;
}

template <typename Key>
void sort_keys(std::vector<Key> &keys, std::vector<int64_t> *places) {
  auto counts = count_digits(keys);
  std::vector<Key> moved(keys.size());
  std::vector<int64_t> moved_places(places == nullptr ? 0 : keys.size());
  for (std::size_t pass = 0; pass < counts.size(); ++pass) {
    auto &starts = counts[pass];
    if (starts[digit_of(keys[0], static_cast<int>(pass))] == keys.size()) continue;  // all have this digit
    std::size_t next = 0;
    for (std::size_t &start : starts) next += std::exchange(start, next);
    for (std::size_t index = 0; index < keys.size(); ++index) {
      const std::size_t to = starts[digit_of(keys[index], static_cast<int>(pass))]++;
      moved[to] = keys[index];
      if (places != nullptr) moved_places[to] = (*places)[index];
    }
    keys.swap(moved);
    if (places != nullptr) places->swap(moved_places);
  }
}

}  // namespace

void sort_by_digits(std::vector<uint8_t> &keys, std::vector<int64_t> *places) {
  sort_keys(keys, places);
}
void sort_by_digits(std::vector<uint16_t> &keys, std::vector<int64_t> *places) {
  sort_keys(keys, places);
}
void sort_by_digits(std::vector<uint32_t> &keys, std::vector<int64_t> *places) {
  sort_keys(keys, places);
}
void sort_by_digits(std::vector<uint64_t> &keys, std::vector<int64_t> *places) {
  sort_keys(keys, places);
}

}  // namespace modelet::numpy
