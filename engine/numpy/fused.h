// Chains of operations on elements in one loop: the values between stay in registers, each rounded to its own type as it would be in
// an array. The compiler writes the chain as a type (emit/fusion.py):
//   fused<Two<Add, double, double, Two<Multiply, double, double, Leaf<0, double>, Leaf<1, double>>, Leaf<2, double>>,
//         double, double, double>(call, x, 2.0, y)
#pragma once

#include <tuple>

#include "numpy/elementwise.h"

#if defined(__x86_64__)
#define MODELET_WIDE __attribute__((target("avx2")))
#endif

namespace modelet::numpy {

inline constexpr int most_leaves = 8;
inline constexpr int64_t fused_block = 512;  // elements of a leaf that are gathered at once

// What a chain reads: elements in the order in which the result lies in memory.
class Gathered {
 public:
  // `array`, which must outlive this, is broadcast to the result's shape; `order` says how the result lies.
  void open(const Array &array, const AxisOrder &order);
  bool direct() const { return direct_; }  // the elements lie as the result's do
  // The next `count` elements: where they are, or copied to `block`.
  const std::byte *next(int64_t count, std::byte *block);

 private:
  void copy_run(std::byte *to, int64_t count) const;
  void fill(std::byte *block, int64_t count);

  const std::byte *at_ = nullptr;
  int64_t element_ = 0;
  bool direct_ = false;
  bool same_ = false;  // one element for all; in the block once it has been filled
  int64_t filled_ = 0;
  int32_t rank_ = 0;
  int64_t shape_[Extents::maximum] = {}, strides_[Extents::maximum] = {}, index_[Extents::maximum] = {};  // innermost first
};

// An array without elements that stands for what a step of a chain would make: dtype, shape and how it would lie.
bool planned(Call &call, const Array *operands, int count, DType dtype, Array &out);
// Of a step of one operand.
Array planned_like(const Array &operand, DType dtype);

// ---- the steps of a chain; `Value` is the C++ type of what each gives

template <int place, typename T>
struct Leaf {
  using Value = T;
  [[gnu::always_inline]] static T at(const std::byte *const *blocks, int64_t index) {
    return reinterpret_cast<const T *>(blocks[place])[index];
  }
  static bool plan(Call &, const Array *operands, Array &out) { return out = operands[place], true; }
};

template <typename Operation, typename T, typename X>
struct One {
  using Value = decltype(Operation()(T{}));
  [[gnu::always_inline]] static Value at(const std::byte *const *blocks, int64_t index) {
    return Operation()(cast<T>(X::at(blocks, index)));
  }
  static bool plan(Call &call, const Array *operands, Array &out) {
    Array x;
    if (!X::plan(call, operands, x)) return false;
    return out = planned_like(x, dtype_of<Value>), true;
  }
};

template <typename Operation, typename A, typename B, typename L, typename R>
struct Two {
  using Value = detail::Result<Operation, A, B>;
  [[gnu::always_inline]] static Value at(const std::byte *const *blocks, int64_t index) {
    return cast<Value>(Operation()(cast<A>(L::at(blocks, index)), cast<B>(R::at(blocks, index))));
  }
  static bool plan(Call &call, const Array *operands, Array &out) {
    Array both[2];
    return L::plan(call, operands, both[0]) && R::plan(call, operands, both[1]) && planned(call, both, 2, dtype_of<Value>, out);
  }
};

// numpy.where
template <typename T, typename C, typename Y, typename N>
struct Choice {
  using Value = T;
  [[gnu::always_inline]] static T at(const std::byte *const *blocks, int64_t index) {
    const T yes = cast<T>(Y::at(blocks, index)), no = cast<T>(N::at(blocks, index));
    return C::at(blocks, index) != typename C::Value{} ? yes : no;
  }
  static bool plan(Call &call, const Array *operands, Array &out) {
    Array all[3];
    return C::plan(call, operands, all[0]) && Y::plan(call, operands, all[1]) && N::plan(call, operands, all[2]) &&
           planned(call, all, 3, dtype_of<T>, out);
  }
};

namespace detail {

template <typename Chain>
[[gnu::always_inline]] inline void fused_loop(std::byte *out, const std::byte *const *blocks, int64_t count) {
  auto *values = reinterpret_cast<typename Chain::Value *>(out);
  for (int64_t index = 0; index < count; ++index) values[index] = Chain::at(blocks, index);
}
template <typename Chain>
void fused_narrow(std::byte *out, const std::byte *const *blocks, int64_t count) {
  fused_loop<Chain>(out, blocks, count);
}
#if defined(MODELET_WIDE)
template <typename Chain>
MODELET_WIDE void fused_wide(std::byte *out, const std::byte *const *blocks, int64_t count) {
  fused_loop<Chain>(out, blocks, count);
}
#endif

using FusedLoop = void (*)(std::byte *out, const std::byte *const *blocks, int64_t count);

template <typename Chain>
FusedLoop fused_loop_for([[maybe_unused]] Isa isa) {
#if defined(MODELET_WIDE)
  if (isa == Isa::avx2 || isa == Isa::avx512 || isa == Isa::avx512vnni) return fused_wide<Chain>;
#endif
  return fused_narrow<Chain>;
}

// The whole result, block by block. `operands` [count] are not yet broadcast.
void run_fused(const Array &out, const Array *operands, int count, FusedLoop loop);

template <typename Chain, typename... Read, typename... Given>
Array fused_scalars(Call &call, const Given &...given) {
  const std::tuple<Read...> values{scalar_value<Read>(call, given)...};
  if (call.failed()) return {};
  return std::apply(
      [](const auto &...value) {
        const std::byte *const blocks[] = {reinterpret_cast<const std::byte *>(&value)...};
        return scalar_from<typename Chain::Value>(Chain::at(blocks, 0));
      },
      values);
}

}  // namespace detail

// `Read` are the types of the leaves, in their order: a Python number takes that type, as a weak scalar.
template <typename Chain, typename... Read, typename... Given>
Array fused(Call &call, const Given &...given) {
  static_assert(sizeof...(Read) == sizeof...(Given) && sizeof...(Given) <= static_cast<std::size_t>(most_leaves));
  if ((detail::is_scalar(given) && ...)) return detail::fused_scalars<Chain, Read...>(call, given...);
  auto run = [&](const auto &...held) -> Array {
    if (call.failed()) return {};
    const Array operands[] = {detail::seen(held)...};
    Array plan;
    if (!Chain::plan(call, operands, plan)) return {};
    Array out = new_array(call, dtype_of<typename Chain::Value>, plan.shape);
    if (call.failed()) return {};
    out.strides = plan.strides;
    detail::run_fused(out, operands, static_cast<int>(sizeof...(Given)), detail::fused_loop_for<Chain>(call.context.isa));
    return out;
  };
  return run(detail::operand(call, given, Tag<Read>())...);
}

}  // namespace modelet::numpy
