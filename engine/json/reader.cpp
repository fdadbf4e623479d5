#include "json/reader.h"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "json/json.h"

namespace modelet::json {

namespace {

// A byte that stands for itself in a string.
bool is_plain(char letter) {
  const auto code = static_cast<unsigned char>(letter);
  return code >= 0x20 && code < 0x80 && code != '"' && code != '\\';
}

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

// How many plain bytes a text begins with; looks at every byte of a block, as that is many at a time.
std::size_t plain_length(const char *text, const char *end) {
  constexpr std::ptrdiff_t block = 16;
  const char *at = text;
  for (bool plain = true; end - at >= block; at += block) {
    for (std::ptrdiff_t each = 0; each < block; ++each) plain &= is_plain(at[each]);
    if (!plain) break;
  }
  while (at != end && is_plain(*at)) ++at;
  return static_cast<std::size_t>(at - text);
}

void append_utf8(std::string &out, uint32_t code) {
  const auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6), put(0x80 | (code & 63));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12), put(0x80 | (code >> 6 & 63)), put(0x80 | (code & 63));
  } else {
    put(0xF0 | code >> 18), put(0x80 | (code >> 12 & 63)), put(0x80 | (code >> 6 & 63)), put(0x80 | (code & 63));
  }
}

// The length of the well-formed character of two to four bytes that stands here; 0 for anything else (Unicode, table 3-7).
std::size_t long_character(const char *text, const char *end) {
  const auto byte = [&](std::ptrdiff_t at) { return end - text > at ? static_cast<unsigned char>(text[at]) : 0u; };
  const auto follows = [&](std::ptrdiff_t at) { return (byte(at) & 0xC0) == 0x80; };
  const unsigned first = byte(0), second = byte(1);
  if (first >= 0xC2 && first < 0xE0) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first < 0xF0) {
    const bool fits = (first != 0xE0 || second >= 0xA0) && (first != 0xED || second < 0xA0);
    return fits && follows(1) && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first < 0xF5) {
    const bool fits = (first != 0xF0 || second >= 0x90) && (first != 0xF4 || second < 0x90);
    return fits && follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

// Each function leaves `at_` behind what it read, or answers false.
class TextReader {
 public:
  TextReader(std::string_view text, int depth) : at_(text.data()), end_(text.data() + text.size()), levels_left_(depth) {}

  bool whole(Json &out) {
    skip_spaces();
    if (!value(out)) return false;
    skip_spaces();
    return at_ == end_;
  }

 private:
  bool at(char letter) const { return at_ != end_ && *at_ == letter; }
  bool take(char letter) { return at(letter) ? (++at_, true) : false; }
  void skip_spaces() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }

  bool value(Json &out) {
    if (at_ == end_) return false;
    switch (*at_) {
      case '"': {
        std::string text;
        if (!string(text)) return false;
        out = Json(std::move(text));
        return true;
      }
      case '[':
        return nested([&] { return array(out); });
      case '{':
        return nested([&] { return object(out); });
      case 't':
        return word("true", Json(true), out);
      case 'f':
        return word("false", Json(false), out);
      case 'n':
        return word("null", Json(nullptr), out);
      default:
        return number(out);
    }
  }

  bool word(std::string_view expected, Json meaning, Json &out) {
    if (std::string_view(at_, static_cast<std::size_t>(end_ - at_)).substr(0, expected.size()) != expected) return false;
    at_ += expected.size();
    out = std::move(meaning);
    return true;
  }

  template <typename Read>
  bool nested(const Read &read) {
    if (levels_left_ == 0) return false;
    --levels_left_;
    ++at_;
    skip_spaces();
    const bool done = read();
    ++levels_left_;
    return done;
  }

  // Whether another item follows; `wrong` unless that or the end does.
  bool another(char close, bool &wrong) {
    skip_spaces();
    if (take(close)) return false;
    wrong = !take(',');
    skip_spaces();
    return !wrong;
  }

  bool array(Json &out) {
    Json::array_t items;
    bool wrong = false;
    if (!take(']')) {
      do {
        if (!value(items.emplace_back())) return false;
      } while (another(']', wrong));
    }
    out = Json(std::move(items));
    return !wrong;
  }

  // Members are kept elsewhere until all are known: an object would copy its keys as it grows.
  bool object(Json &out) {
    const std::size_t first = members_.size();
    bool wrong = false;
    if (!take('}')) {
      do {
        std::string key;
        if (!at('"') || !string(key)) return false;
        skip_spaces();
        if (!take(':')) return false;
        skip_spaces();
        Json member;
        if (!value(member)) return false;
        members_.emplace_back(std::move(key), std::move(member));
      } while (another('}', wrong));
    }
    if (wrong) return false;
    Json::object_t made;
    made.reserve(members_.size() - first);
    for (std::size_t each = first; each < members_.size(); ++each) {
      auto &[key, member] = members_[each];
      const auto [place, fresh] = made.emplace(std::move(key), std::move(member));
      if (!fresh) place->second = std::move(member);
    }
    members_.resize(first);
    out = Json(std::move(made));
    return true;
  }

  bool string(std::string &out) {
    ++at_;
    for (;;) {
      const std::size_t plain = plain_length(at_, end_);
      out.append(at_, plain);
      at_ += plain;
      if (take('"')) return true;
      if (at_ == end_ || static_cast<unsigned char>(*at_) < 0x20) return false;
      if (*at_ == '\\' ? !escape(out) : !character(out)) return false;
    }
  }

  bool character(std::string &out) {
    const std::size_t length = long_character(at_, end_);
    out.append(at_, length);
    at_ += length;
    return length > 0;
  }

  bool escape(std::string &out) {
    if (end_ - at_ < 2) return false;
    const char letter = at_[1];
    at_ += 2;
    if (letter == 'u') return escaped_point(out);
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    const std::size_t found = letters.find(letter);
    if (found == std::string_view::npos) return false;
    out += meanings[found];
    return true;
  }

  bool escaped_point(std::string &out) {
    uint32_t code = 0, low = 0;
    if (!four_digits(code)) return false;
    if (code >= 0xD800 && code < 0xE000) {
      if (code >= 0xDC00 || !take('\\') || !take('u') || !four_digits(low) || low < 0xDC00 || low >= 0xE000) return false;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(out, code);
    return true;
  }

  bool four_digits(uint32_t &out) {
    if (end_ - at_ < 4) return false;
    const auto read = std::from_chars(at_, at_ + 4, out, 16);
    if (read.ec != std::errc() || read.ptr != at_ + 4) return false;
    at_ += 4;
    return true;
  }

  // -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
  bool number(Json &out) {
    const char *const first = at_;
    const bool negative = take('-');
    if (!take('0') && !digits()) return false;
    if (at('.') || at('e') || at('E')) return (!take('.') || digits()) && exponent() && floating(first, out);
    return negative ? integer<int64_t>(first, out) : integer<uint64_t>(first, out);
  }

  bool digits() {
    const char *const first = at_;
    while (at_ != end_ && is_digit(*at_)) ++at_;
    return at_ != first;
  }

  bool exponent() {
    if (!take('e') && !take('E')) return true;
    if (!take('+')) take('-');
    return digits();
  }

  template <typename Integer>
  bool integer(const char *first, Json &out) {
    Integer read = 0;
    if (std::from_chars(first, at_, read).ec != std::errc()) return floating(first, out);  // beyond 64 bits
    out = Json(read);
    return true;
  }

  // A number that no float holds is an error of the library.
  bool floating(const char *first, Json &out) const {
    double read = 0;
    if (std::from_chars(first, at_, read).ec != std::errc()) return false;
    out = Json(read);
    return true;
  }

  const char *at_;
  const char *end_;
  int levels_left_;
  std::vector<std::pair<std::string, Json>> members_;  // of the objects that are being read
};

}  // namespace

bool read_well_formed(std::string_view text, int depth, Json &out) {
  return TextReader(text, depth).whole(out);
}

}  // namespace modelet::json
