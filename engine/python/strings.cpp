// Building, indexing, case, classes and numbers.
#include "python/strings.h"

#include <charconv>
#include <cmath>
#include <cstring>

#include "python/format.h"
#include "python/numbers.h"
#include "python/unicode.h"

namespace modelet::python {

using unicode::Case;

Str add(Call &call, const Str &left, const Str &right) {
  if (left.length() == 0) return right;
  return append(call, left, right.view());
}

Str multiply(Call &call, const Str &text, int64_t count) {
  if (count <= 0 || text.length() == 0) return {};
  if (count == 1) return text;
  int64_t length = 0;
  if (__builtin_mul_overflow(text.length(), count, &length)) return call.raise("OverflowError", "repeated string is too long"), Str();
  Str out;
  char32_t *data = new_str(call, length, out);
  if (data == nullptr) return out;
  const std::size_t once = text.view().size();
  for (int64_t at = 0; at < count; ++at)
    std::memcpy(data + static_cast<std::size_t>(at) * once, text.view().data(), once * sizeof(char32_t));
  return out;
}

Str concatenate(Call &call, std::initializer_list<std::u32string_view> parts) {
  std::size_t length = 0;
  for (auto part : parts) length += part.size();
  Str out;
  char32_t *data = length == 0 ? nullptr : new_str(call, static_cast<int64_t>(length), out);
  if (data == nullptr) return out;
  for (auto part : parts) {
    if (!part.empty()) std::memcpy(data, part.data(), part.size() * sizeof(char32_t));
    data += part.size();
  }
  return out;
}

Str index(Call &call, const Str &text, int64_t at) {
  const int64_t place = at < 0 ? at + text.length() : at;
  if (place < 0 || place >= text.length()) return call.raise("IndexError", "string index out of range"), Str();
  return text.part(place, place + 1);
}

Str index(Call &call, const Str &text, const Slice &slice) {
  const Cut taken = cut(call, slice, text.length());
  if (call.failed() || taken.count == 0) return {};
  if (taken.step == 1) return text.part(taken.start, taken.start + taken.count);
  Str out;
  char32_t *data = new_str(call, taken.count, out);
  for (int64_t at = 0; data != nullptr && at < taken.count; ++at) data[at] = text[taken.start + at * taken.step];
  return out;
}

namespace {

// A capital sigma that ends a word: a cased letter before it and none behind, skipping what case ignores.
bool final_sigma(std::u32string_view text, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && unicode::has(text[before - 1], unicode::case_ignorable)) --before;
  if (before == 0 || !unicode::has(text[before - 1], unicode::cased)) return false;
  std::size_t behind = at + 1;
  while (behind < text.size() && unicode::has(text[behind], unicode::case_ignorable)) ++behind;
  return behind == text.size() || !unicode::has(text[behind], unicode::cased);
}

// Writes what one character becomes; a mapping may be up to three characters.
class Mapper {
 public:
  Mapper(Call &call, const Str &text) : call_(call), text_(text.view()) { out_.reserve(text_.size() + 8); }
  void put(std::size_t at, Case target) {
    const char32_t point = text_[at];
    if (point == U'\u03A3' && target == Case::to_lower) {
      out_.push_back(final_sigma(text_, at) ? U'\u03C2' : U'\u03C3');
      return;
    }
    const unicode::Mapping &mapping = unicode::record(point).mappings[target];
    if (mapping.length == 0) {
      out_.push_back(static_cast<char32_t>(static_cast<int32_t>(point) + mapping.value));
    } else {
      out_.append(unicode::extra + mapping.value, static_cast<std::size_t>(mapping.length));
    }
  }
  void keep(std::size_t at) { out_.push_back(text_[at]); }
  Str done() { return new_str(call_, out_); }

 private:
  Call &call_;
  std::u32string_view text_;
  std::u32string out_;
};

// Looks at every character, as that is many at a time.
bool is_ascii(const Str &text) {
  char32_t seen = 0;
  for (char32_t point : text.view()) seen |= point;
  return static_cast<uint32_t>(seen) < 0x80;
}

// With those of the 26 letters that begin at `first` moved by `distance`.
Str letters_moved(Call &call, const Str &text, char32_t first, int distance) {
  if (text.length() == 0) return {};
  Str out;
  char32_t *data = new_str(call, text.length(), out);
  if (data == nullptr) return out;
  for (char32_t point : text.view()) {
    const bool moves = static_cast<uint32_t>(point) - static_cast<uint32_t>(first) < 26;
    *data++ = static_cast<char32_t>(static_cast<int32_t>(point) + (moves ? distance : 0));
  }
  return out;
}

Str mapped(Call &call, const Str &text, Case target) {
  if (is_ascii(text)) return target == Case::to_upper ? letters_moved(call, text, U'a', -32) : letters_moved(call, text, U'A', 32);
  Mapper mapper(call, text);
  for (std::size_t at = 0; at < text.view().size(); ++at) mapper.put(at, target);
  return mapper.done();
}

bool all(const Str &text, uint16_t flags) {
  for (char32_t point : text.view())
    if (!unicode::has(point, flags)) return false;
  return text.length() > 0;
}

}  // namespace

Str lower(Call &call, const Str &text) {
  return mapped(call, text, Case::to_lower);
}
Str upper(Call &call, const Str &text) {
  return mapped(call, text, Case::to_upper);
}
Str casefold(Call &call, const Str &text) {
  return mapped(call, text, Case::to_fold);
}

Str title(Call &call, const Str &text) {
  Mapper mapper(call, text);
  bool inside = false;
  for (std::size_t at = 0; at < text.view().size(); ++at) {
    mapper.put(at, inside ? Case::to_lower : Case::to_title);
    inside = unicode::has(text.view()[at], unicode::cased);
  }
  return mapper.done();
}

Str capitalize(Call &call, const Str &text) {
  Mapper mapper(call, text);
  for (std::size_t at = 0; at < text.view().size(); ++at) mapper.put(at, at == 0 ? Case::to_title : Case::to_lower);
  return mapper.done();
}

Str swapcase(Call &call, const Str &text) {
  Mapper mapper(call, text);
  for (std::size_t at = 0; at < text.view().size(); ++at) {
    const char32_t point = text.view()[at];
    if (unicode::has(point, unicode::upper)) {
      mapper.put(at, Case::to_lower);
    } else if (unicode::has(point, unicode::lower)) {
      mapper.put(at, Case::to_upper);
    } else {
      mapper.keep(at);
    }
  }
  return mapper.done();
}

bool isalpha(Call &, const Str &text) {
  return all(text, unicode::alpha);
}
bool isdecimal(Call &, const Str &text) {
  return all(text, unicode::decimal);
}
bool isdigit(Call &, const Str &text) {
  return all(text, unicode::digit);
}
bool isnumeric(Call &, const Str &text) {
  return all(text, unicode::numeric);
}
bool isalnum(Call &, const Str &text) {
  return all(text, unicode::alpha | unicode::decimal | unicode::digit | unicode::numeric);
}
bool isspace(Call &, const Str &text) {
  return all(text, unicode::space);
}
bool isprintable(Call &, const Str &text) {
  return text.length() == 0 || all(text, unicode::printable);
}

bool is_ascii(Call &, const Str &text) {
  for (char32_t point : text.view())
    if (static_cast<uint32_t>(point) > 127) return false;
  return true;
}

namespace {

bool one_case(const Str &text, uint16_t wanted, uint16_t others) {
  bool found = false;
  for (char32_t point : text.view()) {
    if (unicode::has(point, others)) return false;
    found = found || unicode::has(point, wanted);
  }
  return found;
}

}  // namespace

bool islower(Call &, const Str &text) {
  return one_case(text, unicode::lower, unicode::upper | unicode::title);
}
bool isupper(Call &, const Str &text) {
  return one_case(text, unicode::upper, unicode::lower | unicode::title);
}

bool isidentifier(Call &, const Str &text) {
  if (text.length() == 0 || !unicode::has(text[0], unicode::identifier_start)) return false;
  for (char32_t point : text.view())
    if (!unicode::has(point, unicode::identifier_part)) return false;
  return true;
}

bool istitle(Call &, const Str &text) {
  bool found = false;
  bool inside = false;
  for (char32_t point : text.view()) {
    if (unicode::has(point, unicode::upper | unicode::title)) {
      if (inside) return false;
      inside = found = true;
    } else if (unicode::has(point, unicode::lower)) {
      if (!inside) return false;
      found = true;
    } else {
      inside = false;
    }
  }
  return found;
}

namespace {

Str padded(Call &call, const Str &text, int64_t left, int64_t right, const Str &fill) {
  if (fill.length() != 1) return call.raise("TypeError", "The fill character must be exactly one character long"), Str();
  if (left <= 0 && right <= 0) return text;
  Str out;
  char32_t *data = new_str(call, text.length() + left + right, out);
  if (data == nullptr) return out;
  for (int64_t at = 0; at < left; ++at) *data++ = fill[0];
  for (char32_t point : text.view()) *data++ = point;
  for (int64_t at = 0; at < right; ++at) *data++ = fill[0];
  return out;
}

}  // namespace

Str center(Call &call, const Str &text, int64_t width, const Str &fill) {
  const int64_t room = width > text.length() ? width - text.length() : 0;
  const int64_t left = room / 2 + (room & width & 1);
  return padded(call, text, left, room - left, fill);
}

Str ljust(Call &call, const Str &text, int64_t width, const Str &fill) {
  return padded(call, text, 0, width > text.length() ? width - text.length() : 0, fill);
}

Str rjust(Call &call, const Str &text, int64_t width, const Str &fill) {
  return padded(call, text, width > text.length() ? width - text.length() : 0, 0, fill);
}

Str zfill(Call &call, const Str &text, int64_t width) {
  if (width <= text.length()) return text;
  const bool sign = text.length() > 0 && (text[0] == U'+' || text[0] == U'-');
  const Str rest = sign ? text.part(1, text.length()) : text;
  const Str zeros = padded(call, rest, width - text.length(), 0, Str(U"0"));
  return sign ? concatenate(call, {text.view().substr(0, 1), zeros.view()}) : zeros;
}

Str expandtabs(Call &call, const Str &text, int64_t size) {
  std::u32string out;
  int64_t column = 0;
  for (char32_t point : text.view()) {
    if (point == U'\t') {
      const int64_t spaces = size > 0 ? size - column % size : 0;
      out.append(static_cast<std::size_t>(spaces), U' ');
      column += spaces;
    } else {
      out.push_back(point);
      column = point == U'\n' || point == U'\r' ? 0 : column + 1;
    }
  }
  return new_str(call, out);
}

int64_t ord(Call &call, const Str &text) {
  if (text.length() == 1) return static_cast<int64_t>(text[0]);
  call.raise("TypeError", "ord() expected a character, but string of length " + std::to_string(text.length()) + " found");
  return 0;
}

Str chr(Call &call, int64_t code) {
  if (code < 0 || code > 0x10FFFF) return call.raise("ValueError", "chr() arg not in range(0x110000)"), Str();
  const auto point = static_cast<char32_t>(code);
  return new_str(call, std::u32string_view(&point, 1));
}

namespace {

// The digits' ASCII form, white space around them gone; false when another character is among them.
bool ascii_number(const Str &text, std::string &out) {
  Str inner = text;
  int64_t first = 0;
  int64_t last = text.length();
  while (first < last && unicode::has(text[first], unicode::space)) ++first;
  while (first < last && unicode::has(text[last - 1], unicode::space)) --last;
  for (int64_t at = first; at < last; ++at) {
    const char32_t point = text[at];
    if (unicode::has(point, unicode::decimal)) {
      out.push_back(static_cast<char>('0' + unicode::record(point).digit_value));
    } else if (static_cast<uint32_t>(point) < 128) {
      out.push_back(static_cast<char>(point));
    } else {
      return false;
    }
  }
  return true;
}

// Underscores stand only between digits.
bool drop_underscores(std::string &text, bool hexadecimal) {
  std::string out;
  auto digit = [&](char character) {
    return hexadecimal ? std::isxdigit(static_cast<unsigned char>(character)) || std::isalpha(static_cast<unsigned char>(character))
                       : std::isdigit(static_cast<unsigned char>(character)) != 0;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '_') {
      out.push_back(text[at]);
      continue;
    }
    if (at == 0 || at + 1 == text.size() || !digit(text[at - 1]) || !digit(text[at + 1])) return false;
  }
  text = out;
  return true;
}

int digit_of(char character) {
  if (character >= '0' && character <= '9') return character - '0';
  if (character >= 'a' && character <= 'z') return character - 'a' + 10;
  if (character >= 'A' && character <= 'Z') return character - 'A' + 10;
  return 99;
}

// The base that a prefix says, which is taken off; `base` 0 means any.
int64_t take_prefix(std::string &digits, int64_t base) {
  if (digits.size() < 2 || digits[0] != '0') return base == 0 ? 10 : base;
  const char letter = static_cast<char>(digits[1] | 32);
  const int64_t said = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
  if (said != 0 && (base == 0 || base == said)) {
    digits.erase(0, digits.size() > 2 && digits[2] == '_' ? 3 : 2);
    return said;
  }
  return base == 0 ? 10 : base;
}

bool digits_to_int(Call &call, const std::string &digits, int64_t base, bool negative, int64_t &out) {
  if (digits.empty()) return false;
  __int128 value = 0;
  bool large = false;
  for (char character : digits) {
    const int digit = digit_of(character);
    if (digit >= base) return false;
    if (!large) value = value * base + digit;
    large = large || value > (static_cast<__int128>(1) << 64);
  }
  if (negative) value = -value;
  if (large || value > INT64_MAX || value < INT64_MIN) overflowed(call);
  out = static_cast<int64_t>(value);
  return true;
}

}  // namespace

int64_t parse_int(Call &call, const Str &text, int64_t base) {
  if (base != 0 && (base < 2 || base > 36)) return call.raise("ValueError", "int() base must be >= 2 and <= 36, or 0"), 0;
  std::string digits;
  bool valid = ascii_number(text, digits);
  const bool negative = !digits.empty() && digits[0] == '-';
  if (valid && !digits.empty() && (negative || digits[0] == '+')) digits.erase(0, 1);
  const bool any = base == 0;
  const int64_t actual = take_prefix(digits, base);
  valid = valid && drop_underscores(digits, actual > 10);
  if (valid && any && actual == 10 && digits.size() > 1 && digits[0] == '0' && digits.find_first_not_of('0') != std::string::npos)
    valid = false;
  int64_t value = 0;
  if (!valid || !digits_to_int(call, digits, actual, negative, value)) {
    call.raise("ValueError", "invalid literal for int() with base " + std::to_string(base) + ": " + to_utf8(repr(call, text)));
  }
  return value;
}

double parse_float(Call &call, const Str &text) {
  std::string number;
  bool valid = ascii_number(text, number) && drop_underscores(number, false);
  std::string word;
  for (char character : number) word.push_back(static_cast<char>(character >= 'A' && character <= 'Z' ? character | 32 : character));
  const bool negative = !word.empty() && word[0] == '-';
  if (!word.empty() && (negative || word[0] == '+')) word.erase(0, 1);
  if (valid && (word == "inf" || word == "infinity")) return negative ? -infinity : infinity;
  if (valid && word == "nan") return negative ? -not_a_number : not_a_number;
  double value = 0;
  valid = valid && !word.empty() && (std::isdigit(static_cast<unsigned char>(word[0])) || word[0] == '.');
  if (valid) {
    const auto parsed = std::from_chars(word.data(), word.data() + word.size(), value);
    valid = parsed.ptr == word.data() + word.size() && parsed.ec != std::errc::invalid_argument;
    if (parsed.ec == std::errc::result_out_of_range) value = float_beyond(word);
  }
  if (!valid) call.raise("ValueError", "could not convert string to float: " + to_utf8(repr(call, text)));
  return negative ? -value : value;
}

}  // namespace modelet::python
