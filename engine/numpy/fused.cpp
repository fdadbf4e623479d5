#include "numpy/fused.h"

#include <algorithm>
#include <cstring>

namespace modelet::numpy {

namespace {

template <typename T>
void copy_elements(const std::byte *from, int64_t stride, std::byte *to, int64_t count) {
  auto *out = reinterpret_cast<T *>(to);
  if (stride == 0) {
    std::fill_n(out, count, load<T>(from));
    return;
  }
  for (int64_t index = 0; index < count; ++index) out[index] = load<T>(from + index * stride);
}

}  // namespace

void Gathered::open(const Array &array, const AxisOrder &order) {
  at_ = array.data();
  element_ = static_cast<int64_t>(dtype_bytes(array.dtype));
  for (int32_t place = 0; place < array.rank(); ++place) {
    const int32_t axis = order.axes[place];
    if (array.shape[axis] == 1) continue;
    if (rank_ > 0 && strides_[rank_ - 1] * shape_[rank_ - 1] == array.strides[axis]) {
      shape_[rank_ - 1] *= array.shape[axis];
      continue;
    }
    shape_[rank_] = array.shape[axis];
    strides_[rank_++] = array.strides[axis];
  }
  direct_ = rank_ == 0 || (rank_ == 1 && strides_[0] == element_);
  same_ = rank_ == 1 && strides_[0] == 0;
}

void Gathered::copy_run(std::byte *to, int64_t count) const {
  const int64_t stride = strides_[0];
  if (stride == element_) {
    std::memcpy(to, at_, static_cast<std::size_t>(count * element_));
  } else if (element_ == 1) {
    copy_elements<uint8_t>(at_, stride, to, count);
  } else if (element_ == 2) {
    copy_elements<uint16_t>(at_, stride, to, count);
  } else if (element_ == 4) {
    copy_elements<uint32_t>(at_, stride, to, count);
  } else {
    copy_elements<uint64_t>(at_, stride, to, count);
  }
}

void Gathered::fill(std::byte *block, int64_t count) {
  while (count > 0) {
    const int64_t run = std::min(count, shape_[0] - index_[0]);
    copy_run(block, run);
    block += run * element_;
    count -= run;
    at_ += run * strides_[0];
    index_[0] += run;
    for (int32_t axis = 0; index_[axis] == shape_[axis]; ++axis) {
      at_ -= strides_[axis] * shape_[axis];
      index_[axis] = 0;
      if (axis + 1 == rank_) return;
      at_ += strides_[axis + 1];
      ++index_[axis + 1];
    }
  }
}

const std::byte *Gathered::next(int64_t count, std::byte *block) {
  if (direct_) {
    const std::byte *here = at_;
    at_ += count * element_;
    return here;
  }
  if (!same_) {
    fill(block, count);
  } else if (filled_ < count) {
    copy_run(block, count);
    filled_ = count;
  }
  return block;
}

bool planned(Call &call, const Array *operands, int count, DType dtype, Array &out) {
  if (!broadcast(call, operands, count, out.shape)) return false;
  Array seen[3];
  for (int which = 0; which < count; ++which) seen[which] = broadcast_to(operands[which], out.shape);
  out.dtype = dtype;
  out.strides = strides_like(dtype, out.shape, seen, count);
  return true;
}

Array planned_like(const Array &operand, DType dtype) {
  Array out;
  out.dtype = dtype;
  out.shape = operand.shape;
  out.strides = strides_like(dtype, operand.shape, &operand, 1);
  return out;
}

void detail::run_fused(const Array &out, const Array *operands, int count, FusedLoop loop) {
  const int64_t total = out.size();
  if (total == 0) return;
  const AxisOrder order = axis_order(&out, 1, out.shape);
  Gathered leaves[most_leaves];
  Array wide[most_leaves];  // what the leaves read lies in a scalar itself
  bool direct = true;
  for (int which = 0; which < count; ++which) {
    wide[which] = broadcast_to(operands[which], out.shape);
    leaves[which].open(wide[which], order);
    direct = direct && leaves[which].direct();
  }
  alignas(64) std::byte storage[most_leaves][fused_block * 8];
  const std::byte *blocks[most_leaves] = {};
  const auto element = static_cast<int64_t>(dtype_bytes(out.dtype));
  const int64_t step = direct ? total : fused_block;
  for (int64_t done = 0; done < total; done += step) {
    const int64_t now = std::min(step, total - done);
    for (int which = 0; which < count; ++which) blocks[which] = leaves[which].next(now, storage[which]);
    loop(out.data() + done * element, blocks, now);
  }
}

}  // namespace modelet::numpy
