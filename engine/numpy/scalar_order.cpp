// The order of numpy's scalars.
#include <type_traits>
#include <utility>

#include "numpy/scalar.h"

namespace modelet::numpy {

namespace {

// body(value), which has the scalar's C++ type; unordered for what has no order, as arrays with axes have none.
template <typename Body>
std::partial_ordering with_value(const Array &scalar, Body &&body) {
  if (scalar.rank() != 0) return std::partial_ordering::unordered;
  switch (scalar.dtype) {
    case DType::boolean:
      return body(int64_t{load<bool>(scalar.data())});
    case DType::int8:
      return body(int64_t{load<int8_t>(scalar.data())});
    case DType::int16:
      return body(int64_t{load<int16_t>(scalar.data())});
    case DType::int32:
      return body(int64_t{load<int32_t>(scalar.data())});
    case DType::int64:
      return body(load<int64_t>(scalar.data()));
    case DType::uint8:
      return body(int64_t{load<uint8_t>(scalar.data())});
    case DType::uint16:
      return body(int64_t{load<uint16_t>(scalar.data())});
    case DType::uint32:
      return body(int64_t{load<uint32_t>(scalar.data())});
    case DType::uint64:
      return body(load<uint64_t>(scalar.data()));
    case DType::float32:
      return body(load<float>(scalar.data()));
    case DType::float64:
      return body(load<double>(scalar.data()));
    default:
      return std::partial_ordering::unordered;
  }
}

template <typename L, typename R>
std::partial_ordering order_values(L left, R right) {
  if constexpr (std::is_integral_v<L> && std::is_integral_v<R>) {
    if (std::cmp_equal(left, right)) return std::partial_ordering::equivalent;
    return std::cmp_less(left, right) ? std::partial_ordering::less : std::partial_ordering::greater;
  } else {
    return static_cast<double>(left) <=> static_cast<double>(right);
  }
}

}  // namespace

std::partial_ordering order_scalars(const Array &left, const Array &right) {
  return with_value(left, [&](auto a) { return with_value(right, [&](auto b) { return order_values(a, b); }); });
}

std::partial_ordering order_scalars(const Array &left, int64_t right) {
  return with_value(left, [&](auto value) {
    if constexpr (std::is_integral_v<decltype(value)>) return order_values(value, right);
    if constexpr (!std::is_integral_v<decltype(value)>) return order_values(value, static_cast<decltype(value)>(right));
  });
}

std::partial_ordering order_scalars(const Array &left, double right) {
  return with_value(left, [&](auto value) {
    if constexpr (std::is_same_v<decltype(value), float>) return order_values(value, static_cast<float>(right));
    if constexpr (!std::is_same_v<decltype(value), float>) return order_values(value, right);
  });
}

}  // namespace modelet::numpy
