// Python's bytearray, and what bytes has in common with it but not with str.
#pragma once

#include "python/bytes.h"
#include "python/closure.h"

namespace modelet::python {

class ByteArrayObject final : public Object {
 public:
  explicit ByteArrayObject(Heap &heap) : Object(heap) {}
  void clear() noexcept override { text.clear(); }
  std::size_t bytes() const noexcept override { return sizeof(*this); }

  std::string text;
};

// Copies of a ByteArray refer to the same one.
class ByteArray {
 public:
  using Item = int64_t;
  ByteArray() = default;
  explicit ByteArray(Ref<ByteArrayObject> object) : object_(std::move(object)) {}
  ByteArrayObject *object() const { return object_.get(); }
  std::string &text() const { return object_->text; }
  std::string_view view() const { return object_ ? std::string_view(object_->text) : std::string_view(); }
  int64_t size() const { return static_cast<int64_t>(view().size()); }
  int64_t at(int64_t index) const { return static_cast<unsigned char>(view()[static_cast<std::size_t>(index)]); }

 private:
  Ref<ByteArrayObject> object_;
};
template <>
inline constexpr const char *unhashable_name<ByteArray> = "bytearray";

inline bool same_object(const ByteArray &left, const ByteArray &right) {
  return left.view() == right.view();
}
inline bool same_object(const ByteArray &left, const Bytes &right) {
  return left.view() == right.view();
}
inline bool same_object(const Bytes &left, const ByteArray &right) {
  return left.view() == right.view();
}

struct ByteArrayIterator {
  using Item = int64_t;
  ByteArray bytes;
  int64_t at = 0;
  bool next(Call &, int64_t &item) {
    if (at >= bytes.size()) return false;
    item = bytes.at(at++);
    return true;
  }
};
inline ByteArrayIterator iterate(Call &, const ByteArray &bytes) {
  return {bytes};
}
inline int64_t len(Call &, const ByteArray &bytes) {
  return bytes.size();
}
inline bool truth(Call &, const ByteArray &bytes) {
  return bytes.size() != 0;
}
inline bool identical(Call &, const ByteArray &left, const ByteArray &right) {
  return left.object() == right.object();
}
inline bool not_identical(Call &, const ByteArray &left, const ByteArray &right) {
  return left.object() != right.object();
}

ByteArray new_bytearray(Call &call, std::string text);
inline ByteArray to_bytearray(Call &call, const Bytes &bytes) {
  return new_bytearray(call, std::string(bytes.view()));
}
inline Bytes frozen_bytes(Call &, const ByteArray &bytes) {
  return Bytes(std::string(bytes.view()));
}
List<ByteArray> bytearray_list(Call &call, const List<Bytes> &parts);
std::tuple<ByteArray, ByteArray, ByteArray> bytearray_three(Call &call, const std::tuple<Bytes, Bytes, Bytes> &parts);

Str repr(Call &call, const ByteArray &bytes);
int64_t index(Call &call, const ByteArray &bytes, int64_t at);
ByteArray index(Call &call, const ByteArray &bytes, const Slice &slice);
void store(Call &call, const ByteArray &bytes, int64_t at, int64_t byte);
void store_slice(Call &call, const ByteArray &bytes, const Slice &slice, const Bytes &fresh);
void remove_at(Call &call, const ByteArray &bytes, int64_t at);
void remove_at(Call &call, const ByteArray &bytes, const Slice &slice);
ByteArray extended(Call &call, const ByteArray &bytes, const Bytes &more);
ByteArray multiply_in_place(Call &call, const ByteArray &bytes, int64_t count);
void append(Call &call, const ByteArray &bytes, int64_t byte);
void insert(Call &call, const ByteArray &bytes, int64_t at, int64_t byte);
int64_t pop(Call &call, const ByteArray &bytes, int64_t at);
void remove(Call &call, const ByteArray &bytes, int64_t byte);
void clear(Call &call, const ByteArray &bytes);
void reverse(Call &call, const ByteArray &bytes);

// Whatever gives ints, for a bytearray to take in.
template <typename V>
Bytes to_byte_items(Call &call, const V &values) {
  std::string out;
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item) && !interrupted(call)) {
    if (static_cast<int64_t>(item) < 0 || static_cast<int64_t>(item) > 255)
      return call.raise("ValueError", "byte must be in range(0, 256)"), Bytes();
    out.push_back(static_cast<char>(item));
  }
  return call.failed() ? Bytes() : Bytes(std::move(out));
}

// A byte by its number, as `find` and others take it.
Bytes single_byte(Call &call, int64_t byte);
bool bytes_isdigit(Call &call, const Bytes &bytes);
bool bytes_isalpha(Call &call, const Bytes &bytes);
bool bytes_isalnum(Call &call, const Bytes &bytes);
bool bytes_isspace(Call &call, const Bytes &bytes);
bool bytes_islower(Call &call, const Bytes &bytes);
bool bytes_isupper(Call &call, const Bytes &bytes);
bool bytes_istitle(Call &call, const Bytes &bytes);
bool bytes_isascii(Call &call, const Bytes &bytes);
Bytes bytes_swapcase(Call &call, const Bytes &bytes);
Bytes bytes_title(Call &call, const Bytes &bytes);
Bytes bytes_capitalize(Call &call, const Bytes &bytes);
List<Bytes> bytes_splitlines(Call &call, const Bytes &bytes, bool keep);
List<Bytes> rsplit_bytes(Call &call, const Bytes &bytes, int64_t limit);
int64_t found_or_raise(Call &call, int64_t place);
Bytes bytes_translate(Call &call, const Bytes &bytes, const Bytes &table, const Bytes &removed);
Bytes bytes_maketrans(Call &call, const Bytes &from, const Bytes &to);

}  // namespace modelet::python
