// Element by element, broadcast. The compiler knows every dtype and names the loop by numpy's own rules: each template is made only
// for the types a program uses.
#pragma once

#include "numpy/functions.h"
#include "numpy/walk.h"

namespace modelet::numpy {

void raise_out_of_bounds(Call &call, int64_t number, DType dtype);

// A Python number where an array meets it: it takes the loop's type. OverflowError when an int does not fit.
template <typename T>
T weak_number(Call &call, int64_t number) {
  if constexpr (is_whole<T>) {
    if (!std::in_range<T>(number)) raise_out_of_bounds(call, number, dtype_of<T>);
    return static_cast<T>(number);
  } else {
    return cast<T>(static_cast<double>(number));
  }
}
template <typename T>
T weak_number(Call &call, int number) {
  return weak_number<T>(call, static_cast<int64_t>(number));
}
template <typename T>
T weak_number(Call &, double number) {
  return cast<T>(number);
}
template <typename T>
T weak_number(Call &, bool truth) {
  return static_cast<T>(truth);
}

// The same as an array of rank 0.
template <typename T>
struct Weak {
  T value;
  Array array;
  template <typename Number>
  Weak(Call &call, Number number) : value(weak_number<T>(call, number)) {
    array.dtype = dtype_of<T>;
    array.refer(reinterpret_cast<std::byte *>(&value));
  }
  Weak(const Weak &) = delete;
};

namespace detail {

template <typename T>
const Array &operand(Call &, const Array &array, Tag<T>) {
  return array;
}
template <typename T, typename Number>
  requires std::is_arithmetic_v<Number>
Weak<T> operand(Call &call, Number number, Tag<T>) {
  return Weak<T>(call, number);
}
inline const Array &seen(const Array &array) {
  return array;
}
template <typename T>
const Array &seen(const Weak<T> &weak) {
  return weak.array;
}

// A scalar's or a Python number's value in dtype T.
template <typename T>
T scalar_value(Call &, const Array &scalar) {
  return load<T>(scalar.data());
}
template <typename T, typename Number>
  requires std::is_arithmetic_v<Number>
T scalar_value(Call &call, Number number) {
  return weak_number<T>(call, number);
}
inline bool is_scalar(const Array &array) {
  return array.rank() == 0;
}
template <typename Number>
  requires std::is_arithmetic_v<Number>
constexpr bool is_scalar(Number) {
  return true;
}

template <typename T>
Array scalar_from(T value) {
  Array out = new_scalar(dtype_of<T>);
  save<T>(out.data(), value);
  return out;
}

// out = operation(left, right); L and R are the arrays' types, A and B what the operation is given.
template <typename Operation, typename A, typename B, typename O, typename L, typename R>
void run_binary(const Array (&arrays)[3], int sorting) {
  each_run(arrays, sorting, [](std::byte **at, int64_t count, const int64_t *stride) {
    constexpr auto l = static_cast<int64_t>(sizeof(L)), r = static_cast<int64_t>(sizeof(R)), o = static_cast<int64_t>(sizeof(O));
    const Operation operation;
    auto one = [&](L left, R right) { return cast<O>(operation(cast<A>(left), cast<B>(right))); };
    const auto *left = reinterpret_cast<const L *>(at[0]);
    const auto *right = reinterpret_cast<const R *>(at[1]);
    auto *out = reinterpret_cast<O *>(at[2]);
    if (stride[0] == l && stride[1] == r && stride[2] == o) {
      for (int64_t index = 0; index < count; ++index) out[index] = one(left[index], right[index]);
    } else if (stride[0] == l && stride[1] == 0 && stride[2] == o) {
      const R same = right[0];
      for (int64_t index = 0; index < count; ++index) out[index] = one(left[index], same);
    } else {
      for (int64_t index = 0; index < count; ++index)
        save<O>(at[2] + index * stride[2], one(load<L>(at[0] + index * stride[0]), load<R>(at[1] + index * stride[1])));
    }
  });
}

template <typename Operation, typename A, typename B>
using Result = decltype(Operation()(A{}, B{}));

}  // namespace detail

// The operation gets its left operand as A and its right one as B; L and R are the dtypes of the operands. A number is a weak scalar.
template <typename Operation, typename A, typename B, typename L, typename R, typename Left, typename Right>
Array binary(Call &call, const Left &given_left, const Right &given_right) {
  using O = detail::Result<Operation, A, B>;
  if (detail::is_scalar(given_left) && detail::is_scalar(given_right)) {
    const L one = detail::scalar_value<L>(call, given_left);
    const R other = detail::scalar_value<R>(call, given_right);
    if (call.failed()) return {};
    return detail::scalar_from<O>(cast<O>(Operation()(cast<A>(one), cast<B>(other))));
  }
  const auto &left = detail::operand(call, given_left, Tag<L>());
  const auto &right = detail::operand(call, given_right, Tag<R>());
  if (call.failed()) return {};
  Array arrays[3] = {detail::seen(left), detail::seen(right), {}};
  Extents shape;
  if (!broadcast(call, arrays, 2, shape)) return {};
  for (int which = 0; which < 2; ++which) arrays[which] = broadcast_to(arrays[which], shape);
  arrays[2] = new_array_like(call, dtype_of<O>, shape, arrays, 2);
  if (!call.failed()) detail::run_binary<Operation, A, B, O, L, R>(arrays, 2);
  return arrays[2];
}

// The bytes an array may touch: the first, and the one behind the last.
std::pair<const std::byte *, const std::byte *> reach(const Array &array);
// Whether the two may overlap without being the same view.
bool overlaps(const Array &target, const Array &source);
// Whether the two have an element in common; `bounds`: whether the stretches of memory between their first and last do.
bool shares_memory(Call &call, const Array &left, const Array &right, bool bounds);
Array copy(Call &call, const Array &array);  // C order
// ValueError when the target cannot be written to, or has not the operands' shape.
bool writeable(Call &call, const Array &target, const char *message);
bool check_target(Call &call, const Array &target, const Array &right);

// `target op= right`: the loop runs in A and B, the result is cast to the target's dtype L.
template <typename Operation, typename A, typename B, typename L, typename R, typename Right>
Array in_place(Call &call, const Array &target, const Right &given_right) {
  if (target.rank() == 0) return binary<Operation, A, B, L, R>(call, target, given_right);
  const auto &right = detail::operand(call, given_right, Tag<R>());
  if (call.failed() || !check_target(call, target, detail::seen(right))) return target;
  Array source = detail::seen(right);
  if (overlaps(target, source)) source = copy(call, source);
  if (call.failed()) return target;
  const Array arrays[3] = {target, broadcast_to(source, target.shape), target};
  detail::run_binary<Operation, A, B, L, L, R>(arrays, 3);
  return target;
}

// T is the loop's type, From the array's.
template <typename Operation, typename T, typename From>
Array unary(Call &call, const Array &array) {
  using O = decltype(Operation()(T{}));
  if (array.rank() == 0) return detail::scalar_from<O>(Operation()(cast<T>(load<From>(array.data()))));
  Array arrays[2] = {array, {}};
  arrays[1] = new_array_like(call, dtype_of<O>, array.shape, &array, 1);
  if (call.failed()) return {};
  each_run(arrays, 1, [](std::byte **at, int64_t count, const int64_t *stride) {
    const Operation operation;
    if (stride[0] == static_cast<int64_t>(sizeof(From)) && stride[1] == static_cast<int64_t>(sizeof(O))) {
      const auto *from = reinterpret_cast<const From *>(at[0]);
      auto *out = reinterpret_cast<O *>(at[1]);
      for (int64_t index = 0; index < count; ++index) out[index] = operation(cast<T>(from[index]));
      return;
    }
    for (int64_t index = 0; index < count; ++index)
      save<O>(at[1] + index * stride[1], operation(cast<T>(load<From>(at[0] + index * stride[0]))));
  });
  return arrays[1];
}

struct Same {
  template <typename T>
  T operator()(T value) const {
    return value;
  }
};
// Always a copy, memory laid out as before.
template <typename To, typename From>
Array astype(Call &call, const Array &array) {
  return unary<Same, To, From>(call, array);
}
// The array itself when nothing changes; of a scalar an array.
template <typename To, typename From>
Array as_dtype(Call &call, const Array &array) {
  Array out = std::is_same_v<To, From> ? array : astype<To, From>(call, array);
  share_value(out);
  return out;
}
// The array itself when its memory is in C order already.
template <typename To, typename From>
Array contiguous(Call &call, const Array &array) {
  const Array out = as_dtype<To, From>(call, array);
  return call.failed() || out.contiguous() ? out : copy(call, out);
}
// A rank-0 array of its own.
template <typename T, typename Number>
Array scalar(Call &call, Number number) {
  const Weak<T> weak(call, number);
  Array out = call.failed() ? Array() : new_array(call, dtype_of<T>, {});
  if (!call.failed()) save<T>(out.data(), weak.value);
  return out;
}

// Whether the source broadcasts into the target; ValueError as numpy says it.
bool check_assignment(Call &call, const Array &target, const Array &source);

// Copies `source`, broadcast and cast, into `target`.
template <typename To, typename From, typename Source>
void assign(Call &call, const Array &target, const Source &given) {
  const auto &held = detail::operand(call, given, Tag<From>());
  if (call.failed()) return;
  Array source = detail::seen(held);
  if (!check_assignment(call, target, source)) return;
  if (overlaps(target, source)) source = copy(call, source);
  if (call.failed()) return;
  while (source.rank() > target.rank()) {  // leading axes of extent 1
    for (int32_t axis = 0; axis + 1 < source.rank(); ++axis) {
      source.shape[axis] = source.shape[axis + 1];
      source.strides[axis] = source.strides[axis + 1];
    }
    --source.shape.rank;
    --source.strides.rank;
  }
  const Array arrays[2] = {target, broadcast_to(source, target.shape)};
  each_run(arrays, 2, [](std::byte **at, int64_t count, const int64_t *stride) {
    for (int64_t index = 0; index < count; ++index) save<To>(at[0] + index * stride[0], cast<To>(load<From>(at[1] + index * stride[1])));
  });
}

// Stores a result in `out`, which must have its shape or a larger one; where `mask` is true only.
bool check_out(Call &call, const Array &out, const Array &result);
template <typename To, typename From>
void assign_out(Call &call, const Array &out, const Array &result) {
  if (check_out(call, out, result)) assign<To, From>(call, out, result);
}
template <typename To, typename From>
void assign_where(Call &call, const Array &out, const Array &mask, const Array &result) {
  if (!check_out(call, out, result) || !check_out(call, out, mask)) return;
  const Array chosen = overlaps(out, mask) ? copy(call, mask) : mask;
  if (call.failed()) return;
  const Array arrays[3] = {out, broadcast_to(chosen, out.shape), broadcast_to(result, out.shape)};
  each_run(arrays, 3, [](std::byte **at, int64_t count, const int64_t *stride) {
    for (int64_t index = 0; index < count; ++index)
      if (load<bool>(at[1] + index * stride[1])) save<To>(at[0] + index * stride[0], cast<To>(load<From>(at[2] + index * stride[2])));
  });
}

// numpy.where; T is the result's type, Y and N those of the choices.
template <typename T, typename C, typename Y, typename N, typename Condition, typename Yes, typename No>
Array where(Call &call, const Condition &given_condition, const Yes &given_yes, const No &given_no) {
  const auto &condition = detail::operand(call, given_condition, Tag<C>());
  const auto &yes = detail::operand(call, given_yes, Tag<Y>());
  const auto &no = detail::operand(call, given_no, Tag<N>());
  if (call.failed()) return {};
  Array arrays[4] = {detail::seen(condition), detail::seen(yes), detail::seen(no), {}};
  Extents shape;
  if (!broadcast(call, arrays, 3, shape)) return {};
  for (int which = 0; which < 3; ++which) arrays[which] = broadcast_to(arrays[which], shape);
  arrays[3] = new_array_like(call, dtype_of<T>, shape, arrays, 3);
  if (call.failed()) return {};
  each_run(arrays, 3, [](std::byte **at, int64_t count, const int64_t *stride) {
    for (int64_t index = 0; index < count; ++index) {
      const bool chosen = load<C>(at[0] + index * stride[0]) != C{};
      save<T>(at[3] + index * stride[3],
              chosen ? cast<T>(load<Y>(at[1] + index * stride[1])) : cast<T>(load<N>(at[2] + index * stride[2])));
    }
  });
  return arrays[3];
}

// Integers to negative integer powers are a ValueError.
template <typename T>
bool has_negative(const Array &array) {
  bool found = false;
  if constexpr (std::is_signed_v<T>) {
    const Array arrays[] = {array};
    each_run(arrays, 1, [&](std::byte **at, int64_t count, const int64_t *stride) {
      for (int64_t index = 0; index < count; ++index) found = found || load<T>(at[0] + index * stride[0]) < T{};
    });
  }
  return found;
}
// numpy computes a few powers of arrays by simpler operations when the exponent is a Python number.
template <typename T>
bool simple_power(Call &call, const Array &base, double exponent, Array &out) {
  if (base.rank() == 0) return false;
  if (exponent == 2) return out = unary<Square, T, T>(call, base), true;
  if (exponent == 1) return out = unary<Same, T, T>(call, base), true;
  if constexpr (std::is_floating_point_v<T>) {
    if (exponent == 0.5) return out = unary<Sqrt, T, T>(call, base), true;
    if (exponent == -1) return out = unary<Reciprocal, T, T>(call, base), true;
  }
  return false;
}
template <typename T, typename L, typename R, typename Left, typename Right>
Array power(Call &call, const Left &left, const Right &given_right) {
  if constexpr (std::is_same_v<Left, Array> && std::is_same_v<T, L> && (std::is_same_v<Right, int64_t> || std::is_same_v<Right, double>)) {
    Array out;
    if (simple_power<T>(call, left, static_cast<double>(given_right), out)) return out;
  }
  const auto &right = detail::operand(call, given_right, Tag<R>());
  if (!call.failed() && is_whole<T> && has_negative<R>(detail::seen(right)))
    call.raise("ValueError", "Integers to negative integer powers are not allowed.");
  return call.failed() ? Array() : binary<Power, T, T, L, R>(call, left, detail::seen(right));
}

// As numpy rounds: multiply by a power of ten, round half to even, divide.
template <typename T>
Array round(Call &call, const Array &array, int64_t decimals) {
  if constexpr (!std::is_floating_point_v<T>) {
    if (decimals < 0) call.raise("ValueError", "rounding integers to tens is not supported in compiled numpy code");
    return call.failed() ? Array() : astype<T, T>(call, array);
  } else {
    if (decimals == 0) return unary<Rint, T, T>(call, array);
    const double unit = std::pow(10.0, static_cast<double>(decimals < 0 ? -decimals : decimals));
    const Array scaled = decimals > 0 ? binary<Multiply, T, T, T, T>(call, array, unit) : binary<Divide, T, T, T, T>(call, array, unit);
    const Array rounded = call.failed() ? Array() : unary<Rint, T, T>(call, scaled);
    if (call.failed()) return {};
    return decimals > 0 ? binary<Divide, T, T, T, T>(call, rounded, unit) : binary<Multiply, T, T, T, T>(call, rounded, unit);
  }
}

}  // namespace modelet::numpy
