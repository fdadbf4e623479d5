// Along axes: sums, products, extremes, tests, means, norms, positions. Floats are added in numpy's order: pairwise along the innermost run
// of memory when its axis goes, else row after row.
#pragma once

#include <algorithm>
#include <vector>

#include "numpy/fused.h"
#include "python/union.h"

namespace modelet::numpy {

// The axes an argument named: none at all means every axis.
struct Axes {
  Extents listed;
  bool everything = false;
  Axes(python::None) : everything(true) {}
  Axes(int64_t axis) : listed{axis} {}
  template <typename... T>
  Axes(const std::tuple<T...> &axes) : listed(std::apply([](auto... axis) { return Extents{static_cast<int64_t>(axis)...}; }, axes)) {
    static_assert(sizeof...(T) <= static_cast<std::size_t>(Extents::maximum));
  }
};
using Gone = bool[Extents::maximum];

// The axis counted from the front; AxisError when there is none, which begins with the argument's `name`.
bool normal_axis(Call &call, int64_t axis, int32_t rank, int32_t &out, const char *name = "");
// Which axes go; ValueError for one named twice.
bool chosen_axes(Call &call, const Array &array, const Axes &axes, Gone &gone);
int64_t counted(const Array &array, const Gone &gone);
// The result with extent 1 for each axis that goes, its memory laid out as the array's.
Array reduced_array(Call &call, const Array &array, const Gone &gone, DType dtype);
Array without_axes(const Array &array, const Gone &gone, bool keep);
bool check_not_empty(Call &call, const Array &array, const Gone &gone, const char *name);

namespace detail {

// The same order for values that are computed, at(index) of 0 <= index < count.
template <typename T, typename At>
T pairwise_of(const At &at, int64_t first, int64_t count) {
  if (count < 8) {
    T sum = -T{};
    for (int64_t index = 0; index < count; ++index) sum += at(first + index);
    return sum;
  }
  if (count <= 128) {
    T part[8];
    for (int64_t lane = 0; lane < 8; ++lane) part[lane] = at(first + lane);
    int64_t index = 8;
    for (; index < count - count % 8; index += 8)
      for (int64_t lane = 0; lane < 8; ++lane) part[lane] += at(first + index + lane);
    T sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
    for (; index < count; ++index) sum += at(first + index);
    return sum;
  }
  int64_t half = count / 2;
  half -= half % 8;
  return pairwise_of<T>(at, first, half) + pairwise_of<T>(at, first + half, count - half);
}

template <typename T, typename From>
T pairwise(const std::byte *data, int64_t count, int64_t stride) {
  auto at = [&](int64_t index) { return cast<T>(load<From>(data + index * stride)); };
  if (count < 8) {
    T sum = -T{};
    for (int64_t index = 0; index < count; ++index) sum += at(index);
    return sum;
  }
  if (count <= 128) {
    T part[8];
    int64_t index = 8;
    if (stride == static_cast<int64_t>(sizeof(From))) {
      const auto *values = reinterpret_cast<const From *>(data);
      for (int64_t lane = 0; lane < 8; ++lane) part[lane] = cast<T>(values[lane]);
      for (; index < count - count % 8; index += 8)
        for (int64_t lane = 0; lane < 8; ++lane) part[lane] += cast<T>(values[index + lane]);
    } else {
      for (int64_t lane = 0; lane < 8; ++lane) part[lane] = at(lane);
      for (; index < count - count % 8; index += 8)
        for (int64_t lane = 0; lane < 8; ++lane) part[lane] += at(index + lane);
    }
    T sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
    for (; index < count; ++index) sum += at(index);
    return sum;
  }
  int64_t half = count / 2;
  half -= half % 8;
  return pairwise<T, From>(data, half, stride) + pairwise<T, From>(data + half * stride, count - half, stride);
}

}  // namespace detail

struct Sum : Add {
  template <typename T>
  static constexpr T first = T{};
};
struct Product : Multiply {
  template <typename T>
  static constexpr T first = T{1};
};
struct Any : LogicalOr {
  template <typename T>
  static constexpr T first = false;
};
struct All : LogicalAnd {
  template <typename T>
  static constexpr T first = true;
};
struct Largest : Maximum {
  static constexpr const char *name = "maximum";
};
struct Smallest : Minimum {
  static constexpr const char *name = "minimum";
};

struct LargestNumber : FMax {
  static constexpr const char *name = "fmax";
};
struct SmallestNumber : FMin {
  static constexpr const char *name = "fmin";
};

// Whether the values may be taken in any order: the result is one of them.
template <typename Operation>
inline constexpr bool takes_one = std::is_base_of_v<Maximum, Operation> || std::is_base_of_v<Minimum, Operation>;
template <typename Operation>
inline constexpr bool has_first = requires { Operation::template first<int>; };

namespace detail {

constexpr int64_t buffer_elements = 8192;  // of numpy's iterator

constexpr int64_t worth_lanes = 64;

// The values of a line in turn, each into the result so far. Extremes of long lines of floats are found in several lanes.
template <typename Operation, typename T, typename From>
T reduce_line(T value, const From *values, int64_t count) {
  const Operation operation;
  int64_t index = 0;
  if constexpr (takes_one<Operation> && std::is_floating_point_v<T>) {
    constexpr int lanes = 16;
    if (count >= worth_lanes) {
      T best[lanes];
      for (int lane = 0; lane < lanes; ++lane) best[lane] = cast<T>(values[lane]);
      for (index = lanes; index + lanes <= count; index += lanes)
        for (int lane = 0; lane < lanes; ++lane) best[lane] = operation(best[lane], cast<T>(values[index + lane]));
      for (int lane = 0; lane < lanes; ++lane) value = operation(value, best[lane]);
    }
  }
  for (; index < count; ++index) value = static_cast<T>(operation(value, cast<T>(values[index])));
  return value;
}

// How numpy cuts what it adds up in one go: the innermost axes that fit into its buffer together, and steps along the next one.
struct Blocks {
  int32_t reduced = 0;  // leading axes of the walk that all go
  int32_t inner = 1;    // axes of a block
  int64_t step = 1;     // blocks joined along the next axis
};
Blocks blocks_of(const Walk &walk);

// Sums over several axes that do not follow one another in memory: block by block through a buffer.
template <typename T, typename From>
void add_blocks(const Array (&arrays)[2], const Walk &walk, const Blocks &blocks) {
  std::vector<T> buffer;
  int64_t at[Extents::maximum] = {};
  std::byte *source = arrays[0].data(), *target = arrays[1].data();
  for (;;) {
    const bool steps = blocks.inner < blocks.reduced;
    const int64_t joined = steps ? std::min(blocks.step, walk.shape[blocks.inner] - at[blocks.inner]) : 1;
    T sum;
    if (blocks.inner == 1 && joined == 1) {
      sum = pairwise<T, From>(source, walk.shape[0], walk.strides[0][0]);
    } else {
      buffer.clear();
      int64_t inside[Extents::maximum] = {};
      const int32_t axes = blocks.inner + (steps ? 1 : 0);
      const std::byte *element = source;
      for (int32_t axis = 0; axis < axes;) {
        for (int64_t index = 0; index < walk.shape[0]; ++index) buffer.push_back(cast<T>(load<From>(element + index * walk.strides[0][0])));
        for (axis = 1; axis < axes; ++axis) {
          const int64_t extent = axis == blocks.inner ? joined : walk.shape[axis];
          element += walk.strides[0][axis];
          if (++inside[axis] < extent) break;
          element -= walk.strides[0][axis] * extent;
          inside[axis] = 0;
        }
      }
      sum = pairwise<T, T>(reinterpret_cast<const std::byte *>(buffer.data()), static_cast<int64_t>(buffer.size()), sizeof(T));
    }
    save<T>(target, load<T>(target) + sum);
    int32_t axis = blocks.inner;
    for (; axis < walk.rank; ++axis) {
      const int64_t moved = axis == blocks.inner ? joined : 1;
      source += walk.strides[0][axis] * moved;
      target += walk.strides[1][axis] * moved;
      at[axis] += moved;
      if (at[axis] < walk.shape[axis]) break;
      source -= walk.strides[0][axis] * walk.shape[axis];
      target -= walk.strides[1][axis] * walk.shape[axis];
      at[axis] = 0;
    }
    if (axis >= walk.rank) return;
  }
}

}  // namespace detail

// Goes on from what `out` holds: the array's shape, with extent 1 for each axis that goes.
template <typename Operation, typename T, typename From>
void reduce_into(const Array &array, const Array &out) {
  const Array arrays[2] = {array, broadcast_to(out, array.shape)};
  if constexpr (std::is_same_v<Operation, Sum> && std::is_floating_point_v<T>) {
    const Walk walk = walk_of(arrays, 2, 1);
    const detail::Blocks blocks = detail::blocks_of(walk);
    if (blocks.reduced > 1 && array.size() > 0) return detail::add_blocks<T, From>(arrays, walk, blocks);
  }
  each_run(arrays, 1, [](std::byte **at, int64_t count, const int64_t *stride) {
    const Operation operation;
    const auto *values = reinterpret_cast<const From *>(at[0]);
    const bool packed = stride[0] == static_cast<int64_t>(sizeof(From));
    if (packed && stride[1] == static_cast<int64_t>(sizeof(T))) {
      auto *places = reinterpret_cast<T *>(at[1]);
      for (int64_t index = 0; index < count; ++index) places[index] = static_cast<T>(operation(places[index], cast<T>(values[index])));
      return;
    }
    if (stride[1] != 0) {
      for (int64_t index = 0; index < count; ++index) {
        std::byte *place = at[1] + index * stride[1];
        save<T>(place, static_cast<T>(operation(load<T>(place), cast<T>(load<From>(at[0] + index * stride[0])))));
      }
      return;
    }
    T value = load<T>(at[1]);
    if constexpr (std::is_same_v<Operation, Sum> && std::is_floating_point_v<T>) {
      // What has to be cast comes through a buffer.
      constexpr int64_t most = std::is_same_v<T, From> ? INT64_MAX : detail::buffer_elements;
      for (int64_t done = 0; done < count; done += std::min(most, count - done))
        value = value + detail::pairwise<T, From>(at[0] + done * stride[0], std::min(most, count - done), stride[0]);
    } else if (packed) {
      value = detail::reduce_line<Operation, T, From>(value, values, count);
    } else {
      for (int64_t index = 0; index < count; ++index)
        value = static_cast<T>(operation(value, cast<T>(load<From>(at[0] + index * stride[0]))));
    }
    save<T>(at[1], value);
  });
}

// The same of the elements where a mask of the array's shape holds: each stretch of them in one go.
template <typename Operation, typename T, typename From>
void reduce_masked(const Array &array, const Array &mask, const Array &out) {
  const Array arrays[3] = {array, broadcast_to(out, array.shape), mask};
  each_run(arrays, 1, [](std::byte **at, int64_t count, const int64_t *stride) {
    const Operation operation;
    auto holds = [&](int64_t index) { return load<bool>(at[2] + index * stride[2]); };
    for (int64_t index = 0; index < count;) {
      int64_t last = index;
      while (last < count && holds(last)) ++last;
      if constexpr (std::is_same_v<Operation, Sum> && std::is_floating_point_v<T>) {
        if (stride[1] == 0 && last > index) {
          save<T>(at[1], load<T>(at[1]) + detail::pairwise<T, From>(at[0] + index * stride[0], last - index, stride[0]));
          index = last;
        }
      }
      for (; index < last; ++index) {
        std::byte *place = at[1] + index * stride[1];
        save<T>(place, static_cast<T>(operation(load<T>(place), cast<T>(load<From>(at[0] + index * stride[0])))));
      }
      while (index < count && !holds(index)) ++index;
    }
  });
}

// T is what numpy accumulates in, From the array's dtype.
template <typename Operation, typename T, typename From>
Array reduce(Call &call, const Array &array, const Axes &axes, bool keep) {
  Gone gone = {};
  if (!chosen_axes(call, array, axes, gone)) return {};
  const Array out = reduced_array(call, array, gone, dtype_of<T>);
  if (call.failed()) return {};
  if constexpr (has_first<Operation>) {
    using Number = std::conditional_t<is_whole<T>, int64_t, std::conditional_t<std::is_floating_point_v<T>, double, bool>>;
    assign<T, T>(call, out, Operation::template first<Number>);
  } else {
    if (out.size() > 0 && !check_not_empty(call, array, gone, Operation::name)) return {};
    Array first = array;
    for (int32_t axis = 0; axis < array.rank(); ++axis)
      if (gone[axis]) first.shape[axis] = 1;
    assign<T, From>(call, out, first);
  }
  if (call.failed()) return {};
  reduce_into<Operation, T, From>(array, out);
  return without_axes(out, gone, keep);
}

// From a first value (None: the operation's own), where a mask holds.
template <typename Operation, typename T, typename From, typename Start>
Array reduce_where(Call &call, const Array &array, const Axes &axes, bool keep, const Start &start, const Array &mask) {
  Gone gone = {};
  if (!chosen_axes(call, array, axes, gone)) return {};
  const Array both[2] = {array, mask};
  Extents shape;
  if (!broadcast(call, both, 2, shape)) return {};
  if (!(shape == array.shape)) return call.raise("ValueError", "compiled numpy code needs a mask that fits the array's shape"), Array();
  const Array out = reduced_array(call, array, gone, dtype_of<T>);
  if (call.failed()) return {};
  if constexpr (std::is_same_v<Start, python::None>) {
    using Number = std::conditional_t<is_whole<T>, int64_t, std::conditional_t<std::is_floating_point_v<T>, double, bool>>;
    assign<T, T>(call, out, Operation::template first<Number>);
  } else {
    assign<T, T>(call, out, start);
  }
  if (call.failed()) return {};
  if (mask.rank() == 0 && load<bool>(mask.data())) {
    reduce_into<Operation, T, From>(array, out);
  } else {
    reduce_masked<Operation, T, From>(array, broadcast_to(mask, array.shape), out);
  }
  return without_axes(out, gone, keep);
}

// Division by a count, which numpy does in float64.
template <typename T>
Array divided(Call &call, const Array &sum, int64_t count) {
  const Array arrays[1] = {sum};
  static_cast<void>(call);
  each_run(arrays, 1, [&](std::byte **at, int64_t length, const int64_t *stride) {
    for (int64_t index = 0; index < length; ++index) {
      std::byte *place = at[0] + index * stride[0];
      save<T>(place, static_cast<T>(static_cast<double>(load<T>(place)) / static_cast<double>(count)));
    }
  });
  return sum;
}

// T is the result's type; ints are averaged in float64.
template <typename T, typename From>
Array mean(Call &call, const Array &array, const Axes &axes, bool keep) {
  Gone gone = {};
  if (!chosen_axes(call, array, axes, gone)) return {};
  const Array sum = reduce<Sum, T, From>(call, array, axes, keep);
  return call.failed() ? Array() : divided<T>(call, sum, counted(array, gone));
}

// Squared deviations from the mean, over (count - correction).
template <typename T, typename From>
Array variance(Call &call, const Array &array, const Axes &axes, bool keep, int64_t correction) {
  Gone gone = {};
  if (!chosen_axes(call, array, axes, gone)) return {};
  const Array centre = mean<T, From>(call, array, axes, true);
  if constexpr (std::is_floating_point_v<T> && !is_complex<From>) {
    if (!call.failed() && array.rank() > 0 && array.contiguous() && counted(array, gone) == array.size() && array.size() > 0) {
      const T middle = load<T>(centre.data());
      const auto *values = reinterpret_cast<const From *>(array.data());
      const auto square = [&](int64_t index) {
        const T gap = cast<T>(values[index]) - middle;
        return gap * gap;
      };
      const Array sum = reduced_array(call, array, gone, dtype_of<T>);
      if (call.failed()) return {};
      save<T>(sum.data(), T{} + detail::pairwise_of<T>(square, 0, array.size()));
      return divided<T>(call, without_axes(sum, gone, keep), std::max<int64_t>(array.size() - correction, 0));
    }
  }
  using Squares = One<Square, T, Two<Subtract, T, T, Leaf<0, From>, Leaf<1, T>>>;
  const Array squares = call.failed() ? Array() : fused<Squares, From, T>(call, array, centre);
  const Array sum = call.failed() ? Array() : reduce<Sum, T, T>(call, squares, axes, keep);
  return call.failed() ? Array() : divided<T>(call, sum, std::max<int64_t>(counted(array, gone) - correction, 0));
}
template <typename T, typename From>
Array deviation(Call &call, const Array &array, const Axes &axes, bool keep, int64_t correction) {
  const Array out = variance<T, From>(call, array, axes, keep, correction);
  return call.failed() ? Array() : unary<Sqrt, T, T>(call, out);
}

// The root of the sum of squares.
template <typename T, typename From>
Array norm(Call &call, const Array &array, const Axes &axes, bool keep) {
  const Array source = as_dtype<T, From>(call, array);
  const Array squares = call.failed() ? Array() : unary<Square, T, T>(call, source);
  const Array sum = call.failed() ? Array() : reduce<Sum, T, T>(call, squares, axes, keep);
  return call.failed() ? Array() : unary<Sqrt, T, T>(call, sum);
}
// Of order 1, infinity or -infinity: a reduction of the absolute values.
template <typename Operation, typename T, typename From>
Array absolute_norm(Call &call, const Array &array, const Axes &axes, bool keep) {
  const Array sizes = unary<Absolute, T, From>(call, array);
  return call.failed() ? Array() : reduce<Operation, T, T>(call, sizes, axes, keep);
}

}  // namespace modelet::numpy
