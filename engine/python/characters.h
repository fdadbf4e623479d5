// Strings of one character that nothing keeps: their code points (emit/characters.py).
#pragma once

#include "python/builtins.h"

namespace modelet::python {

// As a string, which must not outlive `character`.
inline Str borrowed(const Char &character) {
  return Str(std::u32string_view(&character.point, 1));
}

// As a string of its own. Those of Latin-1 are constants, as in CPython; of others memory may lack.
Str text_of(Call &call, Char character);

inline Char character(Call &call, const Str &text, int64_t at) {
  if (at < 0) at += text.length();
  if (static_cast<uint64_t>(at) >= static_cast<uint64_t>(text.length())) [[unlikely]]
    return raise(call, "IndexError", "string index out of range"), Char();
  assume_running(call);
  return {text[at]};
}

inline Char character_of(Call &call, int64_t code) {
  if (static_cast<uint64_t>(code) >= 0x110000) [[unlikely]] {
    chr(call, code);  // says why
    assume_failed(call);
    return {};
  }
  assume_running(call);
  return {static_cast<char32_t>(code)};
}

inline bool equal(Call &, Char left, Char right) {
  return left.point == right.point;
}
inline bool equal(Call &, Char left, const Str &right) {
  return right.length() == 1 && right[0] == left.point;
}
inline bool equal(Call &call, const Str &left, Char right) {
  return equal(call, right, left);
}

// Code points order as strings of one do.
inline std::strong_ordering order_characters(Char left, Char right) {
  return static_cast<uint32_t>(left.point) <=> static_cast<uint32_t>(right.point);
}
inline std::strong_ordering order_characters(Char left, const Str &right) {
  if (right.length() == 0) return std::strong_ordering::greater;
  const auto first = order_characters(left, Char{right[0]});
  return first != 0 || right.length() == 1 ? first : std::strong_ordering::less;
}
inline std::strong_ordering order_characters(const Str &left, Char right) {
  return 0 <=> order_characters(right, left);
}

template <typename A, typename B>
concept WithCharacter =
    (std::is_same_v<A, Char> && (std::is_same_v<B, Char> || std::is_same_v<B, Str>)) || (std::is_same_v<A, Str> && std::is_same_v<B, Char>);
template <typename A, typename B>
  requires WithCharacter<A, B>
bool not_equal(Call &call, const A &left, const B &right) {
  return !equal(call, left, right);
}
template <typename A, typename B>
  requires WithCharacter<A, B>
bool less(Call &, const A &left, const B &right) {
  return order_characters(left, right) < 0;
}
template <typename A, typename B>
  requires WithCharacter<A, B>
bool less_equal(Call &, const A &left, const B &right) {
  return order_characters(left, right) <= 0;
}
template <typename A, typename B>
  requires WithCharacter<A, B>
bool greater(Call &, const A &left, const B &right) {
  return order_characters(left, right) > 0;
}
template <typename A, typename B>
  requires WithCharacter<A, B>
bool greater_equal(Call &, const A &left, const B &right) {
  return order_characters(left, right) >= 0;
}

inline bool contains(Call &, Char part, const Str &text) {
  for (const char32_t point : text.view())
    if (point == part.point) return true;
  return false;
}

inline Str add(Call &call, const Str &left, Char right) {
  return append(call, left, std::u32string_view(&right.point, 1));
}
void add_into(Call &call, Str &text, Char more);

inline int64_t ord(Call &, Char character) {
  return static_cast<int64_t>(character.point);
}
inline int64_t len(Call &, Char) {
  return 1;
}

namespace detail {

inline bool between(Char character, char32_t first, char32_t last) {
  return static_cast<uint32_t>(character.point) - static_cast<uint32_t>(first) <=
         static_cast<uint32_t>(last) - static_cast<uint32_t>(first);
}
inline bool is_ascii_letter(Char character) {
  return between({static_cast<char32_t>(static_cast<uint32_t>(character.point) | 0x20)}, U'a', U'z');
}
inline bool in_ascii(Char character) {
  return static_cast<uint32_t>(character.point) < 0x80;
}

}  // namespace detail

inline bool isalpha(Call &call, Char character) {
  return detail::in_ascii(character) ? detail::is_ascii_letter(character) : isalpha(call, borrowed(character));
}
inline bool isdigit(Call &call, Char character) {
  return detail::in_ascii(character) ? detail::between(character, U'0', U'9') : isdigit(call, borrowed(character));
}
inline bool isdecimal(Call &call, Char character) {
  return detail::in_ascii(character) ? detail::between(character, U'0', U'9') : isdecimal(call, borrowed(character));
}
inline bool isnumeric(Call &call, Char character) {
  return detail::in_ascii(character) ? detail::between(character, U'0', U'9') : isnumeric(call, borrowed(character));
}
inline bool isalnum(Call &call, Char character) {
  if (!detail::in_ascii(character)) return isalnum(call, borrowed(character));
  return detail::is_ascii_letter(character) || detail::between(character, U'0', U'9');
}
inline bool isspace(Call &call, Char character) {
  if (!detail::in_ascii(character)) return isspace(call, borrowed(character));
  return character.point == U' ' || detail::between(character, U'\t', U'\r') || detail::between(character, U'\x1C', U'\x1F');
}
inline bool isupper(Call &call, Char character) {
  return detail::in_ascii(character) ? detail::between(character, U'A', U'Z') : isupper(call, borrowed(character));
}
inline bool islower(Call &call, Char character) {
  return detail::in_ascii(character) ? detail::between(character, U'a', U'z') : islower(call, borrowed(character));
}
inline bool isprintable(Call &call, Char character) {
  return detail::in_ascii(character) ? detail::between(character, U' ', U'~') : isprintable(call, borrowed(character));
}
inline bool is_ascii(Call &, Char character) {
  return detail::in_ascii(character);
}

}  // namespace modelet::python
