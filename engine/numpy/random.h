// numpy.random.Generator over PCG64, and RandomState over the Mersenne twister: the same numbers as numpy's for the same seed.
#pragma once

#include <memory>
#include <random>

#include "numpy/arrange.h"
#include "python/list.h"

namespace modelet::numpy {

extern const uint64_t normal_heights[256], normal_widths[256], normal_limits[256];
extern const uint64_t exponential_heights[256], exponential_widths[256], exponential_limits[256];

// Copies share the state, as in Python.
class Generator {
 public:
  // Of a RandomState: numpy keeps how its numbers were always drawn.
  struct Legacy {
    std::mt19937 twister;
    bool kept = false;  // the second of the two that `normal` makes at a time
    double spare = 0;
  };
  struct State {
    unsigned __int128 state = 0, increment = 1;
    bool buffered = false;
    uint32_t buffer = 0;
    std::unique_ptr<Legacy> legacy;
  };

  Generator() = default;
  explicit Generator(const std::vector<uint32_t> &entropy);
  explicit Generator(uint32_t seed);  // a RandomState

  bool legacy() const { return state_->legacy != nullptr; }
  void seed(uint32_t value) const;
  uint64_t next64() const;
  uint32_t next32() const;
  double uniform() const;
  double normal() const;
  double exponential() const;
  uint64_t below(uint64_t largest) const;     // from 0 to `largest`, as numpy's integers and choice draw
  uint64_t interval(uint64_t largest) const;  // the same, as numpy's shuffle draws

 private:
  std::shared_ptr<State> state_;
};

Generator random_state(Call &call, int64_t seed);
Generator unseeded_state(Call &call);
Generator module_state(Call &call);  // the one behind numpy.random's functions, one a call
void seed_state(Call &call, const Generator &random, int64_t seed);
Generator default_rng(Call &call, int64_t seed);
Generator default_rng_of(Call &call, const python::List<int64_t> &seed);
Generator unseeded_rng(Call &call);

Array random_uniform(Call &call, const Generator &random, const Extents &shape, double low, double high);
Array random_normal(Call &call, const Generator &random, const Extents &shape, double centre, double scale);
Array random_exponential(Call &call, const Generator &random, const Extents &shape, double scale);
Array random_integers(Call &call, const Generator &random, const Extents &shape, int64_t low, int64_t high, bool endpoint);
// Of a smaller dtype: numpy cuts several from one word of 32 bits.
Array random_small_integers(Call &call, const Generator &random, const Extents &shape, int64_t low, int64_t high, bool endpoint,
                            DType dtype);
Array random_singles(Call &call, const Generator &random, const Extents &shape);  // float32, from 0 to 1
void shuffle(Call &call, const Generator &random, const Array &array, int64_t axis);
Array permutation(Call &call, const Generator &random, const Array &array, int64_t axis);
Array permutation_of(Call &call, const Generator &random, int64_t count);
// Positions; `shares` is float64.
Array choose(Call &call, const Generator &random, int64_t population, const Extents &shape, bool replace, bool shuffled, bool items);
Array choose_by(Call &call, const Generator &random, int64_t population, const Extents &shape, const Array &shares, bool replace);

template <typename T>
void shuffle_list(Call &, const Generator &random, const python::List<T> &list) {
  auto &items = list.items();
  for (int64_t index = list.size() - 1; index > 0; --index) {
    const auto other = static_cast<int64_t>(random.interval(static_cast<uint64_t>(index)));
    if (other != index) std::swap(items[index], items[other]);
  }
}

inline Extents sizes(python::None) {
  return {};
}
template <typename S>
Extents sizes(const S &shape) {
  return extents(shape);
}
template <typename S>
Array draw_uniform(Call &call, const Generator &random, const S &shape, double low, double high) {
  return random_uniform(call, random, sizes(shape), low, high);
}
template <typename S>
Array draw_normal(Call &call, const Generator &random, const S &shape, double centre, double scale) {
  return random_normal(call, random, sizes(shape), centre, scale);
}
template <typename S>
Array draw_exponential(Call &call, const Generator &random, const S &shape, double scale) {
  return random_exponential(call, random, sizes(shape), scale);
}
template <typename S>
Array draw_integers(Call &call, const Generator &random, const S &shape, int64_t low, int64_t high, bool endpoint) {
  return random_integers(call, random, sizes(shape), low, high, endpoint);
}
template <typename S>
Array draw_small_integers(Call &call, const Generator &random, const S &shape, int64_t low, int64_t high, bool endpoint, DType dtype) {
  return random_small_integers(call, random, sizes(shape), low, high, endpoint, dtype);
}
template <typename S>
Array draw_singles(Call &call, const Generator &random, const S &shape) {
  return random_singles(call, random, sizes(shape));
}
template <typename S>
Array draw_choice(Call &call, const Generator &random, int64_t population, const S &shape, bool replace, bool shuffled, bool items) {
  return choose(call, random, population, sizes(shape), replace, shuffled, items);
}
template <typename S>
Array draw_choice_by(Call &call, const Generator &random, int64_t population, const S &shape, const Array &shares, bool replace) {
  return choose_by(call, random, population, sizes(shape), shares, replace);
}

}  // namespace modelet::numpy
