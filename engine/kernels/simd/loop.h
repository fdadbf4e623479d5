// Loops over a row: whole vectors, then the rest with the same arithmetic.
#pragma once

#include <cstdint>

namespace modelet::kernels {
namespace {

// What a body loads with: at(x) is the vector of x at the loop's place, zeros beyond the end.
template <typename V>
struct Whole {
  int64_t place;
  typename V::Register operator()(const float *x) const { return V::load(x + place); }
};
template <typename V>
struct Rest {
  int64_t place, count;
  typename V::Register operator()(const float *x) const { return V::load_part(x + place, count); }
};

// y[i] = body(at).
template <typename V, typename Body>
inline void for_each(int64_t width, float *y, const Body &body) {
  int64_t place = 0;
  for (; place + V::width <= width; place += V::width) V::store(y + place, body(Whole<V>{place}));
  if (place < width) V::store_part(y + place, body(Rest<V>{place, width - place}), width - place);
}

// Σ body(at), in four chains of vectors.
template <typename V, typename Body>
inline float sum_over(int64_t width, const Body &body) {
  typename V::Register total[4] = {V::set(0.0F), V::set(0.0F), V::set(0.0F), V::set(0.0F)};
  int64_t place = 0;
  for (; place + 4 * V::width <= width; place += 4 * V::width) {
    total[0] = V::add(total[0], body(Whole<V>{place}));
    total[1] = V::add(total[1], body(Whole<V>{place + V::width}));
    total[2] = V::add(total[2], body(Whole<V>{place + 2 * V::width}));
    total[3] = V::add(total[3], body(Whole<V>{place + 3 * V::width}));
  }
  for (; place + V::width <= width; place += V::width) total[0] = V::add(total[0], body(Whole<V>{place}));
  if (place < width) {
    const int64_t count = width - place;
    total[1] = V::add(total[1], V::choose(V::first(count), body(Rest<V>{place, count}), V::set(0.0F)));
  }
  return V::sum(V::add(V::add(total[0], total[1]), V::add(total[2], total[3])));
}

}  // namespace
}  // namespace modelet::kernels
