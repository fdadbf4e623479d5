#include "python/str.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace modelet::python {

namespace {

std::size_t storage(int64_t capacity) {
  return sizeof(Characters) + static_cast<std::size_t>(capacity) * sizeof(char32_t);
}

// What can be asked for; its bytes can be counted where memory has 32 bits, too.
constexpr int64_t most_characters = static_cast<int64_t>(std::min<uint64_t>(uint64_t{1} << 40, PTRDIFF_MAX / sizeof(char32_t)));

Characters *allocate(Call &call, int64_t capacity) {
  if (capacity > most_characters || !heap(call).reserve(call, storage(capacity))) {
    call.raise("MemoryError", "");
    return nullptr;
  }
  auto *made = static_cast<Characters *>(heap(call).pool().take(storage(capacity)));
  if (made == nullptr) {
    heap(call).release(storage(capacity));
    call.raise("MemoryError", "");
    return nullptr;
  }
  made->heap = &heap(call);
  made->references = 0;
  made->used = 0;
  made->capacity = capacity;
  return made;
}

}  // namespace

void Str::release(Characters *owner) noexcept {
  Heap &heap = *owner->heap;
  const std::size_t bytes = storage(owner->capacity);
  heap.pool().give(owner, bytes);
  heap.release(bytes);
}

char32_t *new_str(Call &call, int64_t length, Str &out) {
  Characters *made = allocate(call, length);
  if (made == nullptr) return nullptr;
  made->used = length;
  out = Str(made->data, length, made);
  return made->data;
}

Str new_str(Call &call, std::u32string_view text) {
  Str out;
  char32_t *data = text.empty() ? nullptr : new_str(call, static_cast<int64_t>(text.size()), out);
  if (data != nullptr) std::memcpy(data, text.data(), text.size() * sizeof(char32_t));
  return out;
}

Str new_str(Call &call, std::string_view ascii) {
  Str out;
  char32_t *data = ascii.empty() ? nullptr : new_str(call, static_cast<int64_t>(ascii.size()), out);
  if (data != nullptr)
    for (char character : ascii) *data++ = static_cast<unsigned char>(character);
  return out;
}

// Appends in place when `left` is the end of what its owner holds, so that building a string piece by piece is linear.
Str append(Call &call, const Str &left, std::u32string_view right) {
  const auto more = static_cast<int64_t>(right.size());
  if (more == 0) return left;
  Characters *owner = left.owner();
  if (owner != nullptr && left.view().data() + left.length() == owner->data + owner->used && owner->used + more <= owner->capacity) {
    std::memcpy(owner->data + owner->used, right.data(), right.size() * sizeof(char32_t));
    owner->used += more;
    return {left.view().data(), left.length() + more, owner};
  }
  const int64_t length = left.length() + more;
  Characters *made = allocate(call, length < 16 ? length : length + length / 2);
  if (made == nullptr) return {};
  if (left.length() > 0) std::memcpy(made->data, left.view().data(), left.view().size() * sizeof(char32_t));
  std::memcpy(made->data + left.length(), right.data(), right.size() * sizeof(char32_t));
  made->used = length;
  return {made->data, length, made};
}

void add_into(Call &call, Str &text, const Str &more) {
  Characters *owner = text.owner_;
  const bool alone = owner != nullptr && owner->references == 1 && text.data_ == owner->data && &text != &more;
  const int64_t length = text.length_ + more.length_;
  if (alone && length > owner->capacity) {
    const int64_t capacity = length + length / 2;
    if (capacity > most_characters) return call.raise("MemoryError", "");
    const std::size_t have = storage(owner->capacity), want = storage(capacity);
    if (!heap(call).reserve(call, want - have)) return;
    auto *grown = static_cast<Characters *>(heap(call).pool().grow(owner, have, want));
    if (grown == nullptr) {
      heap(call).release(want - have);
      return call.raise("MemoryError", "");
    }
    grown->capacity = capacity;
    text.owner_ = owner = grown;
    text.data_ = grown->data;
  }
  if (!alone) {
    Str made = text.length_ == 0 ? more : append(call, text, more.view());
    if (!call.failed()) text = std::move(made);
    return;
  }
  if (more.length_ > 0) std::memcpy(owner->data + text.length_, more.data_, static_cast<std::size_t>(more.length_) * sizeof(char32_t));
  owner->used = text.length_ = length;
}

std::string to_utf8(std::u32string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const auto point : text) {
    const auto value = static_cast<uint32_t>(point);
    auto put = [&](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (value < 0x80) {
      put(value);
    } else if (value < 0x800) {
      put(0xC0 | value >> 6), put(0x80 | (value & 0x3F));
    } else if (value < 0x10000) {
      put(0xE0 | value >> 12), put(0x80 | (value >> 6 & 0x3F)), put(0x80 | (value & 0x3F));
    } else {
      put(0xF0 | value >> 18), put(0x80 | (value >> 12 & 0x3F)), put(0x80 | (value >> 6 & 0x3F)), put(0x80 | (value & 0x3F));
    }
  }
  return out;
}

namespace {

// One code point of well-formed UTF-8 at `at`, which moves on; U+FFFD and one byte for anything else. `surrogates`: their
// three-byte form is accepted.
char32_t decode(std::string_view text, std::size_t &at, bool surrogates) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return static_cast<char32_t>(text[at++]);
  const int more = first >= 0xF0 && first < 0xF5 ? 3 : first >= 0xE0 && first < 0xF0 ? 2 : first >= 0xC2 && first < 0xE0 ? 1 : 0;
  uint32_t value = more == 3 ? first & 0x07u : more == 2 ? first & 0x0Fu : first & 0x1Fu;
  if (more == 0 || at + static_cast<std::size_t>(more) >= text.size()) return ++at, U'\uFFFD';
  for (int index = 1; index <= more; ++index) {
    const auto byte = static_cast<unsigned char>(text[at + static_cast<std::size_t>(index)]);
    if ((byte & 0xC0) != 0x80) return ++at, U'\uFFFD';
    value = value << 6 | (byte & 0x3Fu);
  }
  const uint32_t least = more == 3 ? 0x10000 : more == 2 ? 0x800 : 0x80;
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  if (value < least || value > 0x10FFFF || (surrogate && !surrogates)) return ++at, U'\uFFFD';
  at += static_cast<std::size_t>(more) + 1;
  return static_cast<char32_t>(value);
}

// Looks at every byte, as that is many at a time.
bool is_ascii(std::string_view text) {
  unsigned char seen = 0;
  for (const char byte : text) seen |= static_cast<unsigned char>(byte);
  return seen < 0x80;
}

Str from_bytes(Call &call, std::string_view text, bool surrogates) {
  if (is_ascii(text)) return new_str(call, text);
  int64_t length = 0;
  for (std::size_t at = 0; at < text.size(); ++length) decode(text, at, surrogates);
  Str out;
  char32_t *data = new_str(call, length, out);
  if (data != nullptr)
    for (std::size_t at = 0; at < text.size();) *data++ = decode(text, at, surrogates);
  return out;
}

}  // namespace

Str from_utf8(Call &call, std::string_view text) {
  return from_bytes(call, text, false);
}

Str from_message(Call &call, std::string_view text) {
  return from_bytes(call, text, true);
}

}  // namespace modelet::python
