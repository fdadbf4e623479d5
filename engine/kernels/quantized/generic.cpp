#include "kernels/simd/generic.h"
#include "kernels/quantized/activations.h"
#include "kernels/quantized/floating.h"
#include "kernels/quantized/kernel.h"
#include "kernels/simd/half.h"

namespace modelet::kernels {
namespace {

using Bytes = uint8_t __attribute__((vector_size(16)));
using Words = int16_t __attribute__((vector_size(16)));
using HalfBytes = uint8_t __attribute__((vector_size(8)));
using Integer = Generic::Integer;

struct GenericActivations {
  using V = Generic;
  static uint32_t largest_magnitude(const float *x) {
    uint32_t largest = 0;
    for (int64_t k = 0; k < group_width; ++k) {
      const uint32_t magnitude = std::bit_cast<uint32_t>(x[k]) & 0x7fffffffU;
      largest = magnitude > largest ? magnitude : largest;
    }
    return largest;
  }
  static void store_bytes(int8_t *to, V::Register x) {
    const auto bits = reinterpret_cast<Integer>(x);
    for (int64_t lane = 0; lane < V::width; ++lane) to[lane] = static_cast<int8_t>(bits[lane]);
  }
};

// Four columns of one step: depth 0 to 3 of columns 0 and 1, then of 2 and 3.
struct StepWords {
  Words low, high;
};
inline StepWords widen(Bytes bytes) {
  return {__builtin_convertvector(__builtin_shufflevector(bytes, bytes, 0, 1, 2, 3, 4, 5, 6, 7), Words),
          __builtin_convertvector(__builtin_shufflevector(bytes, bytes, 8, 9, 10, 11, 12, 13, 14, 15), Words)};
}
inline Bytes load_bytes(const uint8_t *from) {
  Bytes bytes;
  std::memcpy(&bytes, from, sizeof(bytes));
  return bytes;
}
// Neighbours added.
inline Integer add_pairs(Words words) {
  const auto both = reinterpret_cast<Integer>(words);
  return (both << 16 >> 16) + (both >> 16);
}
inline Integer add_pairs(Integer low, Integer high) {
  return __builtin_shufflevector(low, high, 0, 2, 4, 6) + __builtin_shufflevector(low, high, 1, 3, 5, 7);
}

struct GenericFormat {
  using V = Generic;
  static constexpr int lines = 2, vectors = 4;
  using Values = Words;
  struct Weights {
    StepWords first, second;
  };
  static Values spread(const int8_t *x) { return Words{x[0], x[1], x[2], x[3], x[0], x[1], x[2], x[3]}; }
  static V::Register factors(const uint8_t *from) {
    uint16_t halves[4];
    std::memcpy(halves, from, sizeof(halves));
    return V::Register{from_half(halves[0]), from_half(halves[1]), from_half(halves[2]), from_half(halves[3])};
  }
};

// Eight products of 15 · 127 fit 16 bits.
struct GenericQ4 : GenericFormat {
  static constexpr WeightFormat format = WeightFormat::q4;
  using Sum = StepWords;
  static Weights load(const uint8_t *from) {
    const Bytes bytes = load_bytes(from);
    return {widen(bytes & 15), widen(bytes >> 4)};
  }
  static Sum start(const int32_t *) { return {Words{}, Words{}}; }
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    return {sum.low + weights.first.low * first + weights.second.low * second,
            sum.high + weights.first.high * first + weights.second.high * second};
  }
  static V::Register finish(Sum sum) { return __builtin_convertvector(add_pairs(add_pairs(sum.low), add_pairs(sum.high)), V::Register); }
};

struct GenericQ8 : GenericFormat {
  static constexpr WeightFormat format = WeightFormat::q8;
  struct Sum {
    Integer low, high;
  };
  static StepWords load_step(const uint8_t *from) {
    const StepWords step = widen(load_bytes(from));
    return {step.low - 128, step.high - 128};
  }
  static Weights load(const uint8_t *from) { return {load_step(from), load_step(from + 64)}; }
  static Sum start(const int32_t *) { return {Integer{}, Integer{}}; }
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    return {sum.low + add_pairs(weights.first.low * first) + add_pairs(weights.second.low * second),
            sum.high + add_pairs(weights.first.high * first) + add_pairs(weights.second.high * second)};
  }
  static V::Register finish(Sum sum) { return __builtin_convertvector(add_pairs(sum.low, sum.high), V::Register); }
};

struct GenericHalf {
  using V = Generic;
  static V::Register load(const uint16_t *from) {
    return V::Register{from_half(from[0]), from_half(from[1]), from_half(from[2]), from_half(from[3])};
  }
};
struct GenericBfloat {
  using V = Generic;
  static V::Register load(const uint16_t *from) {
    return V::Register{from_bfloat(from[0]), from_bfloat(from[1]), from_bfloat(from[2]), from_bfloat(from[3])};
  }
};

}  // namespace

void quantize_generic(const PackedLinearArguments &arguments, const QuantizedRows &rows, int64_t first, int64_t last) {
  quantize_rows<GenericActivations>(arguments, rows, first, last);
}
void quantized_generic(const PackedLinearArguments &arguments, const QuantizedRows &rows, const PackedPart &part) {
  quantized_part<GenericQ8, GenericQ4>(arguments, rows, part);
}
void floating_generic(const PackedLinearArguments &arguments, const PackedPart &part) {
  floating_part<GenericHalf, GenericBfloat>(arguments, part);
}

}  // namespace modelet::kernels
