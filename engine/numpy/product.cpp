#include "numpy/product.h"

namespace modelet::numpy {

namespace {

int64_t depth_of_right(const Array &right) {
  return right.shape[right.rank() == 1 ? 0 : right.rank() - 2];
}

bool check_depth(Call &call, const Array &left, const Array &right) {
  if (left.rank() == 0 || right.rank() == 0) {
    const std::string which = left.rank() == 0 ? "0" : "1";
    call.raise("ValueError", "matmul: Input operand " + which +
                                 " does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)");
    return false;
  }
  const int64_t depth = left.shape[left.rank() - 1], other = depth_of_right(right);
  if (depth == other) return true;
  call.raise("ValueError",
             "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size " +
                 std::to_string(other) + " is different from " + std::to_string(depth) + ")");
  return false;
}

Extents leading_axes(const Array &array) {
  Extents out = array.shape;
  out.rank -= 2;
  return out;
}

Array stack_of(const Array &array, const Extents &leading) {
  Extents shape = leading;
  shape[shape.rank++] = array.shape[array.rank() - 2];
  shape[shape.rank++] = array.shape[array.rank() - 1];
  return broadcast_to(array, shape);
}

std::string remapped(const Array &array) {
  std::string out = shape_text(array.shape) + "->(";
  for (int32_t axis = 0; axis + 2 < array.rank(); ++axis) out += std::to_string(array.shape[axis]) + ",";
  return out + "newaxis,newaxis)";
}

}  // namespace

bool factors_of(Call &call, const Array &left, const Array &right, Factors &out) {
  if (!check_depth(call, left, right)) return false;
  out.vector_left = left.rank() == 1;
  out.vector_right = right.rank() == 1;
  out.left = out.vector_left ? expand_dims(call, left, 0) : left;
  out.right = out.vector_right ? expand_dims(call, right, 1) : right;
  if (call.failed()) return false;
  Array heads[2];
  heads[0].shape = leading_axes(out.left);
  heads[1].shape = leading_axes(out.right);
  Call quiet;
  if (!broadcast(quiet, heads, 2, out.leading)) {
    call.raise("ValueError", "operands could not be broadcast together with remapped shapes [original->remapped]: " + remapped(out.left) +
                                 " " + remapped(out.right) + "  and requested shape (" +
                                 std::to_string(out.left.shape[out.left.rank() - 2]) + "," +
                                 std::to_string(out.right.shape[out.right.rank() - 1]) + ")");
    return false;
  }
  out.left = stack_of(out.left, out.leading);
  out.right = stack_of(out.right, out.leading);
  return true;
}

Array matrix_at(const Array &stack, int64_t which, const Extents &leading) {
  Array out = stack;
  for (int32_t axis = leading.rank - 1; axis >= 0; --axis) {
    out.advance(which % leading[axis] * stack.strides[axis]);
    which /= leading[axis];
  }
  out.shape = {stack.shape[leading.rank], stack.shape[leading.rank + 1]};
  out.strides = {stack.strides[leading.rank], stack.strides[leading.rank + 1]};
  return out;
}

Array product_result(const Factors &factors, const Array &product) {
  Gone gone = {};
  gone[product.rank() - 2] = factors.vector_left;
  gone[product.rank() - 1] = factors.vector_right;
  return without_axes(product, gone, false);
}

Array columns_of(Call &call, const Array &right) {
  Extents order;
  order[order.rank++] = right.rank() - 2;
  for (int32_t axis = 0; axis < right.rank(); ++axis)
    if (axis != right.rank() - 2) order[order.rank++] = axis;
  Axes axes{python::None{}};
  axes.listed = order;
  axes.everything = false;
  const Array turned = transpose(call, right, axes);
  const int64_t depth = right.shape[right.rank() - 2];
  return call.failed() ? Array() : reshape(call, turned, {depth, depth == 0 ? 0 : right.size() / depth});
}

Extents dot_shape(const Array &left, const Array &right) {
  Extents out = left.shape;
  --out.rank;
  for (int32_t axis = 0; axis < right.rank() && out.rank < Extents::maximum; ++axis)
    if (axis != right.rank() - 2) out[out.rank++] = right.shape[axis];
  return out;
}

bool check_dot(Call &call, const Array &left, const Array &right) {
  const int64_t depth = left.shape[left.rank() - 1], other = depth_of_right(right);
  if (depth == other) return true;
  call.raise("ValueError", "shapes " + shape_text(left.shape) + " and " + shape_text(right.shape) +
                               " not aligned: " + std::to_string(depth) + " (dim " + std::to_string(left.rank() - 1) +
                               ") != " + std::to_string(other) + " (dim " + std::to_string(right.rank() == 1 ? 0 : right.rank() - 2) + ")");
  return false;
}

}  // namespace modelet::numpy
