// Python's str: code points, UTF-32 in memory, surrogates are ordinary values.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "python/heap.h"

namespace modelet::python {

// The characters of one or more strings. Not an Object: it holds no references, so it cannot be part of a cycle.
struct Characters {
  Heap *heap;
  uint32_t references;
  int64_t used;  // characters that some string sees; beyond, there is room to append
  int64_t capacity;
  char32_t data[1];  // [capacity]
};

// A view into counted characters, or into a constant of the program. Copying and slicing do not copy characters.
class Str {
 public:
  Str() = default;
  // Constants: `text` must live as long as the program.
  constexpr explicit Str(std::u32string_view text) : data_(text.data()), length_(static_cast<int64_t>(text.size())) {}
  Str(const char32_t *data, int64_t length, Characters *owner) : data_(data), length_(length), owner_(owner) {
    if (owner_ != nullptr) ++owner_->references;
  }
  Str(const Str &other) : Str(other.data_, other.length_, other.owner_) {}
  Str(Str &&other) noexcept : data_(other.data_), length_(other.length_), owner_(std::exchange(other.owner_, nullptr)) {}
  Str &operator=(Str other) noexcept {
    std::swap(data_, other.data_);
    std::swap(length_, other.length_);
    std::swap(owner_, other.owner_);
    return *this;
  }
  ~Str() {
    if (owner_ != nullptr && --owner_->references == 0) release(owner_);
  }

  std::u32string_view view() const { return {data_, static_cast<std::size_t>(length_)}; }
  int64_t length() const { return length_; }
  char32_t operator[](int64_t index) const { return data_[index]; }
  Characters *owner() const { return owner_; }
  // Characters first to last (exclusive), both in range; shares memory.
  Str part(int64_t first, int64_t last) const { return {data_ + first, last - first, owner_}; }

  // `text += more`: in place while nobody else sees the characters of `text`, which then may move. Unchanged with MemoryError raised.
  friend void add_into(Call &call, Str &text, const Str &more);

  friend bool operator==(const Str &left, const Str &right) { return left.view() == right.view(); }
  friend std::strong_ordering operator<=>(const Str &left, const Str &right) { return left.view() <=> right.view(); }

 private:
  static void release(Characters *owner) noexcept;
  const char32_t *data_ = nullptr;
  int64_t length_ = 0;
  Characters *owner_ = nullptr;
};

// A string of one character while nothing keeps it (emit/characters.py).
struct Char {
  char32_t point = 0;
};

// New strings, on the call's heap. Empty with MemoryError raised when there is no room.
Str new_str(Call &call, std::u32string_view text);
Str new_str(Call &call, std::string_view ascii);
void add_into(Call &call, Str &text, const Str &more);
// Room for `length` characters to be written by the caller; null with MemoryError raised.
char32_t *new_str(Call &call, int64_t length, Str &out);

// UTF-8; surrogates, which UTF-8 cannot carry, as their three-byte form.
std::string to_utf8(std::u32string_view text);
inline std::string to_utf8(const Str &text) {
  return to_utf8(text.view());
}
// Ill-formed input becomes U+FFFD.
Str from_utf8(Call &call, std::string_view text);
// What to_utf8 wrote, surrogates included: messages of exceptions.
Str from_message(Call &call, std::string_view text);
// `left` followed by `right`; linear over all when a string is built piece by piece.
Str append(Call &call, const Str &left, std::u32string_view right);
// A constant that holds surrogates, which a literal cannot.
template <uint32_t... values>
inline constexpr char32_t point_array[] = {static_cast<char32_t>(values)...};
template <uint32_t... values>
inline constexpr std::u32string_view points{point_array<values...>, sizeof...(values)};

}  // namespace modelet::python
