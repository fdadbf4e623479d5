// Python's bytes.
#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "python/dicts.h"
#include "python/strings.h"

namespace modelet::python {

// A view into counted bytes, or into a constant of the program. Copying and slicing do not copy bytes.
class Bytes {
 public:
  using Item = int64_t;

  Bytes() = default;
  // Constants: `text` must live as long as the program.
  constexpr Bytes(const char *data, int64_t length) : data_(data), length_(length) {}
  explicit Bytes(std::string text) : owner_(new Block{1, std::move(text)}) {
    data_ = owner_->text.data();
    length_ = static_cast<int64_t>(owner_->text.size());
  }
  Bytes(const Bytes &other) : data_(other.data_), length_(other.length_), owner_(other.owner_) {
    if (owner_ != nullptr) ++owner_->references;
  }
  Bytes(Bytes &&other) noexcept : data_(other.data_), length_(other.length_), owner_(std::exchange(other.owner_, nullptr)) {}
  Bytes &operator=(Bytes other) noexcept {
    std::swap(data_, other.data_);
    std::swap(length_, other.length_);
    std::swap(owner_, other.owner_);
    return *this;
  }
  ~Bytes() {
    if (owner_ != nullptr && --owner_->references == 0) delete owner_;
  }

  std::string_view view() const { return {data_, static_cast<std::size_t>(length_)}; }
  int64_t size() const { return length_; }
  int64_t at(int64_t index) const { return static_cast<unsigned char>(data_[index]); }

  int64_t hash_code() const { return static_cast<int64_t>(std::hash<std::string_view>()(view())); }
  bool empty() const { return length_ == 0; }

  friend bool operator==(const Bytes &left, const Bytes &right) { return left.view() == right.view(); }
  friend std::strong_ordering operator<=>(const Bytes &left, const Bytes &right) { return left.view() <=> right.view(); }

 private:
  struct Block {
    uint32_t references;
    std::string text;
  };
  const char *data_ = nullptr;
  int64_t length_ = 0;
  Block *owner_ = nullptr;
};

struct BytesIterator {
  using Item = int64_t;
  Bytes bytes;
  int64_t at = 0;
  bool next(Call &, int64_t &item) {
    if (at >= bytes.size()) return false;
    item = bytes.at(at++);
    return true;
  }
};
inline BytesIterator iterate(Call &, const Bytes &bytes) {
  return {bytes};
}

inline BytesIterator reversed(Call &, const Bytes &bytes) {
  return {Bytes(std::string(bytes.view().rbegin(), bytes.view().rend()))};
}

inline int64_t len(Call &, const Bytes &bytes) {
  return bytes.size();
}
Str repr(Call &call, const Bytes &bytes);
Bytes add(Call &call, const Bytes &left, const Bytes &right);
Bytes multiply(Call &call, const Bytes &bytes, int64_t count);
inline Bytes multiply_left(Call &call, int64_t count, const Bytes &bytes) {
  return multiply(call, bytes, count);
}
int64_t index(Call &call, const Bytes &bytes, int64_t at);
Bytes index(Call &call, const Bytes &bytes, const Slice &slice);
bool contains(Call &call, const Bytes &part, const Bytes &bytes);
bool contains(Call &call, int64_t byte, const Bytes &bytes);

// Each byte as the character of that number, and back: what the methods of bytes share with those of str.
Str widened_bytes(Call &call, const Bytes &bytes);
List<Str> widened_list(Call &call, const List<Bytes> &parts);
Bytes narrowed_bytes(Call &call, const Str &text);
List<Bytes> narrowed_list(Call &call, const List<Str> &parts);
std::tuple<Bytes, Bytes, Bytes> narrowed_three(Call &call, const std::tuple<Str, Str, Str> &parts);
List<Bytes> split_bytes(Call &call, const Bytes &bytes, int64_t limit);  // by white space
Bytes bytes_lower(Call &call, const Bytes &bytes);
Bytes bytes_upper(Call &call, const Bytes &bytes);

Str bytes_hex(Call &call, const Bytes &bytes, const Str &separator, int64_t every);
Bytes bytes_from_hex(Call &call, const Str &text);
Bytes zero_bytes(Call &call, int64_t count);

template <typename V>
Bytes to_bytes(Call &call, const V &values) {
  std::string out;
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item) && !interrupted(call)) {
    if (static_cast<int64_t>(item) < 0 || static_cast<int64_t>(item) > 255)
      return call.raise("ValueError", "bytes must be in range(0, 256)"), Bytes();
    out.push_back(static_cast<char>(item));
  }
  return call.failed() ? Bytes() : Bytes(std::move(out));
}

// int.to_bytes and int.from_bytes.
Bytes int_to_bytes(Call &call, int64_t value, int64_t length, const Str &order, bool with_sign);
int64_t int_from_bytes(Call &call, const Bytes &bytes, const Str &order, bool with_sign);

// The encodings that need no tables; `errors` is one of CPython's error handlers.
enum class Encoding { utf8, ascii, latin1 };
enum class OnError { strict, ignore, replace, backslashreplace, xmlcharrefreplace };
Bytes encode_text(Call &call, const Str &text, Encoding encoding, OnError errors);
Str decode_bytes(Call &call, const Bytes &bytes, Encoding encoding, OnError errors);

}  // namespace modelet::python
