// A growing buffer of code points whose room is written directly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

namespace modelet::tokenizers {

class Text {
 public:
  std::size_t size() const { return size_; }
  char32_t *data() { return data_.get(); }
  std::u32string_view view() const { return {data_.get(), size_}; }
  void resize(std::size_t size) { size_ = size; }  // at most what was reserved

  // Room for `capacity` characters in all, the first `kept` of which keep their values.
  char32_t *reserve(std::size_t capacity, std::size_t kept) {
    if (capacity > capacity_) {
      capacity = std::max(capacity, capacity_ + capacity_ / 2);
      std::unique_ptr<char32_t[]> larger(new char32_t[capacity]);
      std::copy_n(data_.get(), kept, larger.get());
      data_ = std::move(larger);
      capacity_ = capacity;
    }
    return data_.get();
  }

  void assign(std::u32string_view text) {
    std::copy(text.begin(), text.end(), reserve(text.size(), 0));
    size_ = text.size();
  }
  void append(std::u32string_view text) {
    std::copy(text.begin(), text.end(), reserve(size_ + text.size(), size_) + size_);
    size_ += text.size();
  }
  void swap(Text &other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  std::unique_ptr<char32_t[]> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace modelet::tokenizers
