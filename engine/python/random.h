// random.Random: the Mersenne twister, as CPython seeds and reads it. What is made from its numbers is Python
// (compiler/modelet_compiler/standard/random_functions.py).
#pragma once

#include <array>
#include <vector>

#include "python/dicts.h"

namespace modelet::python {

class RandomObject final : public Object {
 public:
  explicit RandomObject(Heap &heap) : Object(heap) {}
  void clear() noexcept override {}
  std::size_t bytes() const noexcept override { return sizeof(*this); }

  void seed(const std::vector<uint32_t> &key);
  uint32_t next();
  void restore(const int64_t (&words)[624], int64_t at) {
    for (std::size_t place = 0; place < size; ++place) state_[place] = static_cast<uint32_t>(words[place]);
    at_ = static_cast<std::size_t>(at);
  }

  std::variant<None, double> kept_gauss;  // the second of the two that gauss makes at a time

 private:
  static constexpr std::size_t size = 624;
  void fill(uint32_t value);
  std::array<uint32_t, size> state_{};
  std::size_t at_ = size;
};

// Copies of a Random refer to the same generator.
class Random {
 public:
  Random() = default;
  explicit Random(Ref<RandomObject> object) : object_(std::move(object)) {}
  RandomObject *object() const { return object_.get(); }

 private:
  Ref<RandomObject> object_;
};

void seed_random(Call &call, const Random &random, None);  // from time and addresses
void seed_random(Call &call, const Random &random, int64_t value);
void seed_random(Call &call, const Random &random, const Str &text);

template <typename S>
Random new_random(Call &call, const S &seed) {
  auto random = new_object<RandomObject, Random>(call);
  if (!call.failed()) seed_random(call, random, seed);
  return random;
}

// One in the state that another had.
template <typename G>
Random random_of_state(Call &call, const int64_t (&words)[624], int64_t at, const G &kept) {
  auto random = new_object<RandomObject, Random>(call);
  if (call.failed()) return random;
  random.object()->restore(words, at);
  random.object()->kept_gauss = kept;
  return random;
}

// The generator behind the module's functions, one a call.
Random module_random(Call &call);

double random_random(Call &call, const Random &random);
int64_t random_bits(Call &call, const Random &random, int64_t count);
std::variant<None, double> take_gauss(Call &call, const Random &random);
void keep_gauss(Call &call, const Random &random, double value);

inline bool identical(Call &, const Random &left, const Random &right) {
  return left.object() == right.object();
}

}  // namespace modelet::python
