// Quicksort in vectors: eight or four numbers at a time are compared with the pivot and moved to its sides by one permutation; short
// stretches go through a bitonic network.
#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "numpy/sorting.h"

#if defined(__clang__)
#define MODELET_SORT_UNROLL _Pragma("clang loop unroll(full)")
#else
#define MODELET_SORT_UNROLL _Pragma("GCC unroll 16")
#endif

namespace modelet::numpy {
namespace {

// For each mask of lanes: the places of those in it, then of the others. A place counts `width` lanes of 32 bits.
template <int lanes, int width>
constexpr auto arrangements() {
  std::array<std::array<uint8_t, 8>, std::size_t{1} << lanes> table{};
  for (std::size_t mask = 0; mask < table.size(); ++mask) {
    std::size_t next = 0;
    for (const bool inside : {true, false})
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (((mask >> lane & 1) != 0) == inside)
          for (std::size_t part = 0; part < width; ++part) table[mask][next++] = static_cast<uint8_t>(lane * width + part);
  }
  return table;
}
constexpr auto arrangements_of_4 = arrangements<4, 2>();
constexpr auto arrangements_of_8 = arrangements<8, 1>();

__m256i places_of(const std::array<uint8_t, 8> &bytes) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i *>(bytes.data())));
}

struct Doubles {
  using Number = double;
  using Vector = __m256d;
  static constexpr int lanes = 4;
  static constexpr double greatest = std::numeric_limits<double>::infinity();
  static Vector load(const double *at) { return _mm256_loadu_pd(at); }
  static void store(double *at, Vector value) { _mm256_storeu_pd(at, value); }
  static Vector all(double value) { return _mm256_set1_pd(value); }
  static Vector least(Vector a, Vector b) { return _mm256_min_pd(a, b); }
  static Vector most(Vector a, Vector b) { return _mm256_max_pd(a, b); }
  static unsigned below(Vector a, Vector b) { return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LT_OQ))); }
  static Vector arranged(Vector value, unsigned mask) {
    return _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(value), places_of(arrangements_of_4[mask])));
  }
  // Lane i is lane i ^ x of the value.
  template <int x>
  static Vector exchanged(Vector value) {
    return __builtin_shufflevector(value, value, 0 ^ x, 1 ^ x, 2 ^ x, 3 ^ x);
  }
  // Lanes whose number has the bit are those of `high`.
  template <int bit>
  static Vector chosen(Vector low, Vector high) {
    return __builtin_shufflevector(low, high, 0, (1 & bit) != 0 ? 5 : 1, (2 & bit) != 0 ? 6 : 2, (3 & bit) != 0 ? 7 : 3);
  }
};

template <typename Shuffled>
struct EightLanes {
  template <int x>
  static Shuffled exchanged(Shuffled value) {
    return __builtin_shufflevector(value, value, 0 ^ x, 1 ^ x, 2 ^ x, 3 ^ x, 4 ^ x, 5 ^ x, 6 ^ x, 7 ^ x);
  }
  template <int bit>
  static Shuffled chosen(Shuffled low, Shuffled high) {
    return __builtin_shufflevector(low, high, 0, (1 & bit) != 0 ? 9 : 1, (2 & bit) != 0 ? 10 : 2, (3 & bit) != 0 ? 11 : 3,
                                   (4 & bit) != 0 ? 12 : 4, (5 & bit) != 0 ? 13 : 5, (6 & bit) != 0 ? 14 : 6, (7 & bit) != 0 ? 15 : 7);
  }
};

struct Floats : EightLanes<__m256> {
  using Number = float;
  using Vector = __m256;
  static constexpr int lanes = 8;
  static constexpr float greatest = std::numeric_limits<float>::infinity();
  static Vector load(const float *at) { return _mm256_loadu_ps(at); }
  static void store(float *at, Vector value) { _mm256_storeu_ps(at, value); }
  static Vector all(float value) { return _mm256_set1_ps(value); }
  static Vector least(Vector a, Vector b) { return _mm256_min_ps(a, b); }
  static Vector most(Vector a, Vector b) { return _mm256_max_ps(a, b); }
  static unsigned below(Vector a, Vector b) { return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ))); }
  static Vector arranged(Vector value, unsigned mask) { return _mm256_permutevar8x32_ps(value, places_of(arrangements_of_8[mask])); }
};

typedef int32_t EightInts __attribute__((vector_size(32)));

struct Ints {
  using Number = int32_t;
  using Vector = __m256i;
  static constexpr int lanes = 8;
  static constexpr int32_t greatest = std::numeric_limits<int32_t>::max();
  static Vector load(const int32_t *at) { return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(at)); }
  static void store(int32_t *at, Vector value) { _mm256_storeu_si256(reinterpret_cast<__m256i *>(at), value); }
  static Vector all(int32_t value) { return _mm256_set1_epi32(value); }
  static Vector least(Vector a, Vector b) { return _mm256_min_epi32(a, b); }
  static Vector most(Vector a, Vector b) { return _mm256_max_epi32(a, b); }
  static unsigned below(Vector a, Vector b) {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(b, a))));
  }
  static Vector arranged(Vector value, unsigned mask) { return _mm256_permutevar8x32_epi32(value, places_of(arrangements_of_8[mask])); }
  template <int x>
  static Vector exchanged(Vector value) {
    return reinterpret_cast<Vector>(EightLanes<EightInts>::exchanged<x>(reinterpret_cast<EightInts>(value)));
  }
  template <int bit>
  static Vector chosen(Vector low, Vector high) {
    return reinterpret_cast<Vector>(
        EightLanes<EightInts>::chosen<bit>(reinterpret_cast<EightInts>(low), reinterpret_cast<EightInts>(high)));
  }
};

// ---- the network; comparators of a merge: each number with its mirror image, then at halved distances

template <typename Set>
[[gnu::always_inline]] inline void in_order(typename Set::Vector &low, typename Set::Vector &high) {
  const typename Set::Vector first = low;
  low = Set::least(first, high);
  high = Set::most(first, high);
}

// Compares lanes i and i ^ x; the one with the bit gets the larger number.
template <typename Set, int x, int bit>
[[gnu::always_inline]] inline typename Set::Vector within(typename Set::Vector value) {
  const typename Set::Vector other = Set::template exchanged<x>(value);
  return Set::template chosen<bit>(Set::least(value, other), Set::most(value, other));
}

// A bitonic vector becomes a sorted one.
template <typename Set, int distance>
[[gnu::always_inline]] inline typename Set::Vector settled(typename Set::Vector value) {
  if constexpr (distance == 0)
    return value;
  else
    return settled<Set, distance / 2>(within<Set, distance, distance>(value));
}

template <typename Set, int width = 2>
[[gnu::always_inline]] inline typename Set::Vector sorted_lanes(typename Set::Vector value) {
  if constexpr (width > Set::lanes)
    return value;
  else
    return sorted_lanes<Set, width * 2>(settled<Set, width / 4>(within<Set, width - 1, width / 2>(value)));
}

template <typename Set, int count>
void sort_vectors(typename Set::Number *numbers) {
  using Vector = typename Set::Vector;
  constexpr int lanes = Set::lanes;
  Vector value[count];
  MODELET_SORT_UNROLL
  for (int at = 0; at < count; ++at) value[at] = sorted_lanes<Set>(Set::load(numbers + at * lanes));
  MODELET_SORT_UNROLL
  for (int half = 1; half < count; half *= 2) {
    MODELET_SORT_UNROLL
    for (int first = 0; first < count; first += 2 * half) {
      MODELET_SORT_UNROLL
      for (int at = 0; at < half; ++at) {
        Vector mirrored = Set::template exchanged<lanes - 1>(value[first + 2 * half - 1 - at]);
        in_order<Set>(value[first + at], mirrored);
        value[first + 2 * half - 1 - at] = Set::template exchanged<lanes - 1>(mirrored);
      }
    }
    MODELET_SORT_UNROLL
    for (int step = half / 2; step > 0; step /= 2) {
      MODELET_SORT_UNROLL
      for (int at = 0; at < count; ++at)
        if ((at & step) == 0) in_order<Set>(value[at], value[at + step]);
    }
    MODELET_SORT_UNROLL
    for (int at = 0; at < count; ++at) value[at] = settled<Set, lanes / 2>(value[at]);
  }
  MODELET_SORT_UNROLL
  for (int at = 0; at < count; ++at) Set::store(numbers + at * lanes, value[at]);
}

constexpr int most_vectors = 16;

template <typename Set, int vectors>
void sort_padded(typename Set::Number *numbers, int64_t count) {
  if constexpr (vectors > 2) {
    if (count <= vectors / 2 * Set::lanes) return sort_padded<Set, vectors / 2>(numbers, count);
  }
  alignas(32) typename Set::Number room[vectors * Set::lanes];
  std::copy(numbers, numbers + count, room);
  std::fill(room + count, room + vectors * Set::lanes, Set::greatest);
  sort_vectors<Set, vectors>(room);
  std::copy(room, room + count, numbers);
}

// ---- partition

template <typename Set>
typename Set::Number pivot_of(const typename Set::Number *numbers, int64_t count) {
  constexpr int vectors = 4, wanted = vectors * Set::lanes;
  alignas(32) typename Set::Number sample[wanted];
  const int64_t step = count / wanted;
  for (int at = 0; at < wanted; ++at) sample[at] = numbers[at * step + step / 2];
  sort_vectors<Set, vectors>(sample);
  return sample[wanted / 2];
}

// Numbers below the pivot (`or_equal`: and those equal to it) first; how many they are. From both ends as much is read ahead as is
// written at once, so that nothing unread is written over.
template <typename Set, bool or_equal>
int64_t partition(typename Set::Number *numbers, int64_t count, typename Set::Number pivot_number) {
  using Number = typename Set::Number;
  using Vector = typename Set::Vector;
  constexpr int unrolled = 4, lanes = Set::lanes;
  constexpr int64_t step = unrolled * lanes;
  const Vector pivot = Set::all(pivot_number);
  Number *left = numbers, *right = numbers + count;
  const auto place = [&](Vector value) {
    constexpr unsigned every = (1U << lanes) - 1;
    const unsigned low = or_equal ? every & ~Set::below(pivot, value) : Set::below(value, pivot);
    const Vector arranged = Set::arranged(value, low);
    const int kept = std::popcount(low);
    Set::store(left, arranged);
    Set::store(right - lanes, arranged);
    left += kept;
    right -= lanes - kept;
  };
  Vector first[unrolled], last[unrolled];
  for (int at = 0; at < unrolled; ++at) {
    first[at] = Set::load(numbers + at * lanes);
    last[at] = Set::load(numbers + count - step + at * lanes);
  }
  const Number *unread = left + step, *end = right - step;
  while (end - unread >= step) {
    const bool from_left = unread - left <= right - end;
    const Number *from = from_left ? unread : end - step;
    unread += from_left ? step : 0;
    end -= from_left ? 0 : step;
    Vector value[unrolled];
    for (int at = 0; at < unrolled; ++at) value[at] = Set::load(from + at * lanes);
    for (int at = 0; at < unrolled; ++at) place(value[at]);
  }
  Number rest[step];
  const int64_t left_over = end - unread;
  std::copy(unread, end, rest);
  for (int64_t at = 0; at < left_over; ++at) {
    const Number value = rest[at];
    const bool low = or_equal ? !(pivot_number < value) : value < pivot_number;
    *left = value;
    *(right - 1) = value;
    left += low ? 1 : 0;
    right -= low ? 0 : 1;
  }
  // The room that is left is a multiple of a vector now: what two stores write over each other is the same.
  for (int at = 0; at < unrolled; ++at) place(first[at]);
  for (int at = 0; at < unrolled; ++at) place(last[at]);
  return left - numbers;
}

template <typename Set>
void sort_stretch(typename Set::Number *numbers, int64_t count, int depth) {
  while (count > most_vectors * Set::lanes) {
    if (depth-- == 0) return std::sort(numbers, numbers + count);  // the pivots are bad: this takes n log n always
    const typename Set::Number pivot = pivot_of<Set>(numbers, count);
    const int64_t below = partition<Set, false>(numbers, count, pivot);
    if (below == 0) {  // it is the least: those equal to it are in place
      const int64_t equal = partition<Set, true>(numbers, count, pivot);
      numbers += equal;
      count -= equal;
      continue;
    }
    if (below < count - below) {
      sort_stretch<Set>(numbers, below, depth);
      numbers += below;
      count -= below;
    } else {
      sort_stretch<Set>(numbers + below, count - below, depth);
      count = below;
    }
  }
  sort_padded<Set, most_vectors>(numbers, count);
}

template <typename Set>
void sort_all(typename Set::Number *numbers, int64_t count) {
  sort_stretch<Set>(numbers, count, 2 * std::bit_width(static_cast<uint64_t>(count)));
}

}  // namespace

void sort_avx2(double *numbers, int64_t count) {
  sort_all<Doubles>(numbers, count);
}
void sort_avx2(float *numbers, int64_t count) {
  sort_all<Floats>(numbers, count);
}
void sort_avx2(int32_t *numbers, int64_t count) {
  sort_all<Ints>(numbers, count);
}

}  // namespace modelet::numpy
#endif
