#include "numpy/sorting.h"

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "core/cpu.h"
#include "core/memory.h"

namespace modelet::numpy {
namespace {

constexpr int digit_bits = 8;
constexpr std::size_t digits = std::size_t{1} << digit_bits;

#if defined(__x86_64__)
bool has_vectors(const Call &call) {
  return isa_allows(call.context.isa, Isa::avx2);
}
#endif

template <typename Key>
std::size_t digit_of(Key key, int pass) {
  return static_cast<std::size_t>(key >> (pass * digit_bits)) & (digits - 1);
}

// The keys' digits of every pass, counted in one run over them.
template <typename Key>
std::vector<std::array<int64_t, digits>> count_digits(const Key *keys, int64_t count) {
  constexpr int passes = (8 * sizeof(Key) + digit_bits - 1) / digit_bits;
  std::vector<std::array<int64_t, digits>> counts(passes);
  for (int64_t index = 0; index < count; ++index)
    for (int pass = 0; pass < passes; ++pass) ++counts[static_cast<std::size_t>(pass)][digit_of(keys[index], pass)];
  return counts;
}

// Sorts keys, and the places beside them unless that is null.
template <typename Key>
void sort_by_digits(Call &call, Key *given, int64_t count, int64_t *given_places) {
  auto counts = count_digits(given, count);
  const std::shared_ptr<void> room = detail::sorting_room(call, count, sizeof(Key));
  const std::shared_ptr<void> places_room =
      room == nullptr || given_places == nullptr ? nullptr : detail::sorting_room(call, count, sizeof(int64_t));
  if (call.failed()) return;
  Key *keys = given, *moved = static_cast<Key *>(room.get());
  int64_t *places = given_places, *moved_places = static_cast<int64_t *>(places_room.get());
  for (std::size_t pass = 0; pass < counts.size(); ++pass) {
    auto &starts = counts[pass];
    if (starts[digit_of(keys[0], static_cast<int>(pass))] == count) continue;  // all have this digit
    int64_t next = 0;
    for (int64_t &start : starts) next += std::exchange(start, next);
    for (int64_t index = 0; index < count; ++index) {
      const int64_t to = starts[digit_of(keys[index], static_cast<int>(pass))]++;
      moved[to] = keys[index];
      if (places != nullptr) moved_places[to] = places[index];
    }
    std::swap(keys, moved);
    std::swap(places, moved_places);
  }
  if (keys != given) std::copy(keys, keys + count, given);
  if (places != given_places) std::copy(places, places + count, given_places);
}

template <typename T>
void sort_values_by_digits(Call &call, T *values, int64_t count) {
  const std::shared_ptr<void> room = detail::sorting_room(call, count, sizeof(T));
  if (room == nullptr) return;
  auto *keys = static_cast<detail::Key<T> *>(room.get());
  std::transform(values, values + count, keys, detail::key_of<T>);
  sort_by_digits(call, keys, count, nullptr);
  std::transform(keys, keys + count, values, detail::value_of<T>);
}

// ---- floats: NaN is taken out first, and zeros, which compare equal, get back the signs they had in the line

template <typename T>
struct Special {
  int64_t nans = 0, zeros = 0, negative_zeros = 0;
};
template <typename T>
Special<T> special_of(const T *values, int64_t count) {
  Special<T> out;
  for (int64_t index = 0; index < count; ++index) {
    const T value = values[index];
    out.nans += value != value ? 1 : 0;
    out.zeros += value == 0 ? 1 : 0;
    out.negative_zeros += std::bit_cast<detail::Key<T>>(value) == detail::top_bit<T> ? 1 : 0;
  }
  return out;
}

template <typename T>
void sort_numbers([[maybe_unused]] Call &call, T *values, int64_t count) {
#if defined(__x86_64__)
  if (has_vectors(call)) return sort_avx2(values, count);
#endif
  sort_values_by_digits(call, values, count);
}

template <typename T>
void sort_floats(Call &call, T *values, int64_t count) {
  const Special<T> special = special_of(values, count);
  const std::shared_ptr<void> nan_room = special.nans == 0 ? nullptr : detail::sorting_room(call, special.nans, sizeof(T));
  const std::shared_ptr<void> zero_room = special.negative_zeros == 0 ? nullptr : detail::sorting_room(call, special.zeros, sizeof(T));
  if (call.failed()) return;
  auto *nans = static_cast<T *>(nan_room.get()), *zeros = static_cast<T *>(zero_room.get());
  if (zeros != nullptr) std::copy_if(values, values + count, zeros, [](T value) { return value == 0; });
  if (nans != nullptr) {
    std::copy_if(values, values + count, nans, [](T value) { return std::isnan(value); });
    std::copy(nans, nans + special.nans, std::remove_if(values, values + count, [](T value) { return std::isnan(value); }));
  }
  const int64_t numbers = count - special.nans;
  if (numbers > 0) sort_numbers(call, values, numbers);
  if (zeros != nullptr) std::copy(zeros, zeros + special.zeros, std::lower_bound(values, values + numbers, T{0}));
}

// ---- ints: of a narrow range they are counted

template <typename T>
void sort_counted(Call &call, T *values, int64_t count, T least, int64_t range) {
  const std::shared_ptr<void> room = detail::sorting_room(call, range + 1, sizeof(int64_t));
  if (room == nullptr) return;
  auto *counts = static_cast<int64_t *>(room.get());
  std::fill(counts, counts + range + 1, 0);
  const auto base = static_cast<uint64_t>(least);
  for (int64_t index = 0; index < count; ++index) ++counts[static_cast<uint64_t>(values[index]) - base];
  for (int64_t each = 0; each <= range; ++each)
    values = std::fill_n(values, counts[each], static_cast<T>(base + static_cast<uint64_t>(each)));
}

#if defined(__x86_64__)
// Whole numbers as doubles that are neither denormal nor infinite: their bits, which have the order of the numbers.
constexpr uint64_t first_normal = uint64_t{1} << 52;
constexpr int normal_bits = 62;
#endif

template <typename T>
void sort_wide(Call &call, T *values, int64_t count, T least, uint64_t range) {
#if defined(__x86_64__)
  if (has_vectors(call) && range >> normal_bits == 0) {
    // The ints' own memory holds the doubles, one for one.
    const auto base = static_cast<uint64_t>(least);
    auto *numbers = reinterpret_cast<double *>(values);
    for (int64_t index = 0; index < count; ++index) {
      const uint64_t bits = static_cast<uint64_t>(values[index]) - base + first_normal;
      std::memcpy(numbers + index, &bits, sizeof(bits));
    }
    sort_avx2(numbers, count);
    for (int64_t index = 0; index < count; ++index) {
      uint64_t bits;
      std::memcpy(&bits, numbers + index, sizeof(bits));
      const T value = static_cast<T>(bits - first_normal + base);
      std::memcpy(values + index, &value, sizeof(value));
    }
    return;
  }
#endif
  static_cast<void>(least);
  static_cast<void>(range);
  sort_values_by_digits(call, values, count);
}

template <typename T>
void sort_ints(Call &call, T *values, int64_t count) {
  T least = values[0], greatest = values[0];
  for (int64_t index = 0; index < count; ++index) {
    least = std::min(least, values[index]);
    greatest = std::max(greatest, values[index]);
  }
  const uint64_t range = static_cast<uint64_t>(greatest) - static_cast<uint64_t>(least);
  if (range <= static_cast<uint64_t>(count) / 2) return sort_counted(call, values, count, least, static_cast<int64_t>(range));
  if constexpr (sizeof(T) == 8)
    sort_wide(call, values, count, least, range);
  else if constexpr (std::is_same_v<T, int32_t>)
    sort_numbers(call, values, count);
  else
    sort_values_by_digits(call, values, count);
}

// ---- places

#if defined(__x86_64__)
// Keys less the least one, as many of their bits as there is room for, above the places: one sort of numbers finds both. Keys that
// agree in those bits are put in order afterwards.
template <typename Key>
void sort_packed(const Key *keys, int64_t count, int64_t *places) {
  const auto [least, greatest] = std::minmax_element(keys, keys + count);
  const uint64_t base = *least;
  const int key_bits = static_cast<int>(std::bit_width(static_cast<uint64_t>(*greatest) - base));
  const int place_bits = static_cast<int>(std::bit_width(static_cast<uint64_t>(count - 1)));
  const int lost = std::max(0, key_bits + place_bits - normal_bits);
  auto *numbers = reinterpret_cast<double *>(places);
  for (int64_t index = 0; index < count; ++index) {
    const uint64_t bits = ((static_cast<uint64_t>(keys[index]) - base) >> lost << place_bits) + static_cast<uint64_t>(index) + first_normal;
    std::memcpy(numbers + index, &bits, sizeof(bits));
  }
  sort_avx2(numbers, count);
  const uint64_t mask = (uint64_t{1} << place_bits) - 1;
  const auto packed = [&](int64_t index) {
    uint64_t bits;
    std::memcpy(&bits, numbers + index, sizeof(bits));
    return bits - first_normal;
  };
  for (int64_t first = 0; first < count;) {
    const uint64_t high = packed(first) >> place_bits;
    int64_t last = first;
    for (; last < count; ++last) {
      const uint64_t bits = packed(last);
      if (bits >> place_bits != high) break;
      const auto place = static_cast<int64_t>(bits & mask);
      std::memcpy(places + last, &place, sizeof(place));
    }
    if (lost > 0 && last - first > 1)
      std::stable_sort(places + first, places + last, [&](int64_t a, int64_t b) { return keys[a] < keys[b]; });
    first = last;
  }
}
#endif

template <typename Key>
void places_of(Call &call, Key *keys, int64_t count, int64_t *places) {
#if defined(__x86_64__)
  if constexpr (sizeof(Key) >= 4) {
    if (has_vectors(call)) return sort_packed(keys, count, places);
  }
#endif
  std::iota(places, places + count, 0);
  sort_by_digits(call, keys, count, places);
}

}  // namespace

namespace detail {

std::shared_ptr<void> sorting_room(Call &call, int64_t count, std::size_t element) {
  const uint64_t bytes = static_cast<uint64_t>(count) * element;
  if (call.memory_limit != 0 && bytes > call.memory_limit) return call.raise("MemoryError", ""), nullptr;
  return new_bytes(call, bytes);
}

void sort_long(Call &call, double *values, int64_t count) {
  sort_floats(call, values, count);
}
void sort_long(Call &call, float *values, int64_t count) {
  sort_floats(call, values, count);
}
void sort_long(Call &call, int64_t *values, int64_t count) {
  sort_ints(call, values, count);
}
void sort_long(Call &call, int32_t *values, int64_t count) {
  sort_ints(call, values, count);
}
void sort_long(Call &call, int16_t *values, int64_t count) {
  sort_ints(call, values, count);
}
void sort_long(Call &call, int8_t *values, int64_t count) {
  sort_ints(call, values, count);
}
void sort_long(Call &call, uint64_t *values, int64_t count) {
  sort_ints(call, values, count);
}
void sort_long(Call &call, uint32_t *values, int64_t count) {
  sort_ints(call, values, count);
}
void sort_long(Call &call, uint16_t *values, int64_t count) {
  sort_ints(call, values, count);
}
void sort_long(Call &call, uint8_t *values, int64_t count) {
  sort_ints(call, values, count);
}

void sort_key_places(Call &call, uint64_t *keys, int64_t count, int64_t *places) {
  places_of(call, keys, count, places);
}
void sort_key_places(Call &call, uint32_t *keys, int64_t count, int64_t *places) {
  places_of(call, keys, count, places);
}
void sort_key_places(Call &call, uint16_t *keys, int64_t count, int64_t *places) {
  places_of(call, keys, count, places);
}
void sort_key_places(Call &call, uint8_t *keys, int64_t count, int64_t *places) {
  places_of(call, keys, count, places);
}

}  // namespace detail
}  // namespace modelet::numpy
