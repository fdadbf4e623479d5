// Tuples whose length is known at run time only. Their items never change, so copies share them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "python/union.h"

namespace modelet::python {

// Not an Object: a cycle can only close through a list, a dict or an instance, which the final sweep clears.
template <typename T>
class TupleOf {
 public:
  using Item = T;

  TupleOf() = default;
  explicit TupleOf(std::vector<T> items) : block_(items.empty() ? nullptr : new Block{1, std::move(items)}) {}
  TupleOf(const TupleOf &other) : block_(other.block_) {
    if (block_ != nullptr) ++block_->references;
  }
  TupleOf(TupleOf &&other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  TupleOf &operator=(TupleOf other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~TupleOf() {
    if (block_ != nullptr && --block_->references == 0) delete block_;
  }

  int64_t size() const { return block_ == nullptr ? 0 : static_cast<int64_t>(block_->items.size()); }
  const T &at(int64_t index) const { return block_->items[static_cast<std::size_t>(index)]; }

 private:
  struct Block {
    uint32_t references;
    std::vector<T> items;
  };
  Block *block_ = nullptr;
};

namespace detail {

// From a tuple of known length, or of other items.
template <typename To, typename From>
To to_tuple_of(const From &value) {
  using Item = typename To::Item;
  std::vector<Item> items;
  if constexpr (is_tuple_of<From>) {
    items.reserve(static_cast<std::size_t>(value.size()));
    for (int64_t at = 0; at < value.size(); ++at) items.push_back(convert<Item>(value.at(at)));
  } else {
    std::apply([&](const auto &...one) { (items.push_back(convert<Item>(one)), ...); }, value);
  }
  return To(std::move(items));
}

}  // namespace detail

}  // namespace modelet::python
