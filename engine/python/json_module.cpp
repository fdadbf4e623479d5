#include "python/json_module.h"

#include <algorithm>
#include <charconv>

namespace modelet::python {

// ---- writing

void JsonWriter::plain(std::string_view ascii) {
  out_.append(ascii.begin(), ascii.end());
}

void JsonWriter::integer(int64_t value) {
  plain(std::to_string(value));
}

std::string JsonWriter::number_text(double value) {
  if (std::isfinite(value)) return float_text(value);
  if (!options_.allow_nan) {
    call_.raise("ValueError", "Out of range float values are not JSON compliant" + (options_.names_number ? ": " + float_text(value) : ""));
    return {};
  }
  return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

void JsonWriter::floating(double value) {
  plain(number_text(value));
}

void JsonWriter::text(const Str &value) {
  constexpr std::u32string_view special = U"\"\\\n\r\t\f\b", letters = U"\"\\nrtfb";
  auto unicode = [&](uint32_t unit) {
    constexpr char32_t digits[] = U"0123456789abcdef";
    out_ += U"\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out_ += digits[unit >> shift & 15];
  };
  const uint32_t beyond = options_.ascii ? 0x7f : 0x110000;
  const auto is_plain = [&](char32_t character) {
    const auto code = static_cast<uint32_t>(character);
    return code >= 0x20 && code < beyond && character != U'"' && character != U'\\';
  };
  out_ += U'"';
  std::u32string_view left = value.view();
  for (; !left.empty(); left.remove_prefix(1)) {
    const auto run = static_cast<std::size_t>(std::find_if_not(left.begin(), left.end(), is_plain) - left.begin());
    out_.append(left.data(), run);
    left.remove_prefix(run);
    if (left.empty()) break;
    const char32_t character = left.front();
    const auto code = static_cast<uint32_t>(character);
    const std::size_t known = special.find(character);
    if (known != special.npos) {
      out_ += U'\\';
      out_ += letters[known];
    } else if (code < 0x10000) {
      unicode(code);
    } else {
      unicode(0xd800 + ((code - 0x10000) >> 10));
      unicode(0xdc00 + ((code - 0x10000) & 0x3ff));
    }
  }
  out_ += U'"';
}

bool JsonWriter::open(const void *container, char bracket) {
  constexpr std::size_t deepest = 990;
  for (const Level &level : levels_) {
    if (container == nullptr || level.container != container) continue;
    call_.raise("ValueError", "Circular reference detected");
    return false;
  }
  if (levels_.size() >= deepest) {
    call_.raise("RecursionError", "maximum recursion depth exceeded while encoding a JSON object");
    return false;
  }
  levels_.push_back(Level{container});
  out_ += static_cast<char32_t>(bracket);
  return true;
}

void JsonWriter::line() {
  if (!options_.indented) return;
  out_ += U'\n';
  for (std::size_t level = 0; level < levels_.size(); ++level) out_ += options_.indent.view();
}

void JsonWriter::item() {
  if (!levels_.back().empty) out_ += options_.item_separator.view();
  levels_.back().empty = false;
  line();
}

void JsonWriter::close(char bracket) {
  const bool empty = levels_.back().empty;
  levels_.pop_back();
  if (!empty) line();
  out_ += static_cast<char32_t>(bracket);
}

// ---- reading

namespace {

// CPython's scanner: the same grammar, and the same place in every error.
class JsonParser {
 public:
  JsonParser(Call &call, const Str &text, bool trailing) : call_(call), whole_(text), text_(text.view()), trailing_(trailing) {}

  JsonValue document() {
    if (!text_.empty() && text_[0] == 0xfeff) return fail("Unexpected UTF-8 BOM (decode using utf-8-sig)", 0), JsonValue();
    skip();
    JsonValue found = value();
    if (call_.failed()) return {};
    skip();
    if (at_ != text_.size()) fail("Extra data", at_);
    return found;
  }

 private:
  static bool digit(char32_t character) { return character >= U'0' && character <= U'9'; }
  char32_t peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : U'\0'; }
  bool is(char32_t character) const { return at_ < text_.size() && text_[at_] == character; }

  void skip() {
    while (is(U' ') || is(U'\t') || is(U'\n') || is(U'\r')) ++at_;
  }

  void fail(const char *what, std::size_t at) {
    const std::u32string_view before = text_.substr(0, at);
    const auto line = std::count(before.begin(), before.end(), U'\n') + 1;
    const std::size_t last = before.rfind(U'\n');
    const std::size_t column = last == before.npos ? at + 1 : at - last;
    call_.raise("JSONDecodeError", std::string(what) + ": line " + std::to_string(line) + " column " + std::to_string(column) + " (char " +
                                       std::to_string(at) + ")");
  }

  bool word(std::u32string_view wanted) {
    if (text_.substr(at_, wanted.size()) != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  JsonValue value() {
    if (interrupted(call_)) return {};
    switch (peek()) {
      case U'"':
        ++at_;
        return json(string());
      case U'{':
      case U'[': {
        if (depth_ >= deepest) {
          call_.raise("RecursionError", "maximum recursion depth exceeded while decoding a JSON document");
          return {};
        }
        ++depth_;
        const bool object = text_[at_++] == U'{';
        JsonValue made = object ? dict() : list();
        --depth_;
        return made;
      }
      case U'n':
        if (word(U"null")) return {};
        break;
      case U't':
        if (word(U"true")) return json(true);
        break;
      case U'f':
        if (word(U"false")) return json(false);
        break;
      case U'N':
        if (word(U"NaN")) return json(not_a_number);
        break;
      case U'I':
        if (word(U"Infinity")) return json(infinity);
        break;
      case U'-':
        if (word(U"-Infinity")) return json(-infinity);
        break;
      default:
        break;
    }
    return number();
  }

  JsonValue number() {
    const std::size_t begin = at_;
    if (is(U'-')) ++at_;
    if (!digit(peek())) {
      at_ = begin;
      fail("Expecting value", begin);
      return {};
    }
    if (is(U'0')) {
      ++at_;
    } else {
      while (digit(peek())) ++at_;
    }
    bool floating = false;
    if (is(U'.') && digit(peek(1))) {
      floating = true;
      for (++at_; digit(peek());) ++at_;
    }
    if (is(U'e') || is(U'E')) {
      const std::size_t sign = peek(1) == U'-' || peek(1) == U'+' ? 1 : 0;
      if (digit(peek(1 + sign))) {
        floating = true;
        for (at_ += 1 + sign; digit(peek());) ++at_;
      }
    }
    const std::string digits(text_.begin() + static_cast<std::ptrdiff_t>(begin), text_.begin() + static_cast<std::ptrdiff_t>(at_));
    return floating ? float_of(digits) : int_of(digits);
  }

  JsonValue int_of(const std::string &digits) {
    int64_t number = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc()) return json(number);
    call_.raise("OverflowError", "the integer " + digits.substr(0, 40) + " does not fit 64 bits");
    return {};
  }

  JsonValue float_of(const std::string &digits) {
    double number = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (parsed.ec == std::errc::result_out_of_range) {
      const bool negative = digits[0] == '-';
      std::string size = digits.substr(negative ? 1 : 0);
      for (char &character : size) character = character == 'E' ? 'e' : character;
      number = float_beyond(size);
      if (negative) number = -number;
    }
    return json(number);
  }

  // Four hexadecimal digits; false with an error raised.
  bool unit(std::size_t begin, uint32_t &out) {
    out = 0;
    for (std::size_t at = begin; at < begin + 4; ++at) {
      const char32_t character = at < text_.size() ? text_[at] : U'\0';
      const char32_t lower = character | 32;
      if (!digit(character) && !(lower >= U'a' && lower <= U'f')) return fail("Invalid \\uXXXX escape", begin - 1), false;
      out = out * 16 + static_cast<uint32_t>(digit(character) ? character - U'0' : lower - U'a' + 10);
    }
    return true;
  }

  // Behind the opening quote. Without escapes it is a part of the text.
  Str string() {
    const std::size_t begin = at_ - 1;
    std::size_t first = at_;
    std::u32string built;
    for (bool escaped = false;; escaped = true) {
      while (at_ < text_.size() && static_cast<uint32_t>(text_[at_]) >= 0x20 && text_[at_] != U'"' && text_[at_] != U'\\') ++at_;
      if (at_ >= text_.size()) return fail("Unterminated string starting at", begin), Str();
      const char32_t character = text_[at_];
      if (static_cast<uint32_t>(character) < 0x20) return fail("Invalid control character at", at_), Str();
      const std::size_t last = at_++;
      if (character == U'"' && !escaped) return whole_.part(static_cast<int64_t>(first), static_cast<int64_t>(last));
      built.append(text_, first, last - first);
      if (character == U'"') return new_str(call_, built);
      if (!escape(begin, built)) return {};
      first = at_;
    }
  }

  bool escape(std::size_t begin, std::u32string &built) {
    if (at_ >= text_.size()) return fail("Unterminated string starting at", begin), false;
    const char32_t character = text_[at_++];
    if (character == U'u') return escaped_unit(built);
    constexpr std::u32string_view letters = U"\"\\/bfnrt", meant = U"\"\\/\b\f\n\r\t";
    const std::size_t known = letters.find(character);
    if (known == letters.npos) return fail("Invalid \\escape", at_ - 2), false;
    built += meant[known];
    return true;
  }

  // Behind `\u`; two surrogates make one character.
  bool escaped_unit(std::u32string &built) {
    uint32_t first = 0, second = 0;
    if (at_ + 4 >= text_.size()) return fail("Invalid \\uXXXX escape", at_ - 1), false;
    if (!unit(at_, first)) return false;
    at_ += 4;
    const bool paired = first >= 0xd800 && first < 0xdc00 && at_ + 6 < text_.size() && text_[at_] == U'\\' && text_[at_ + 1] == U'u';
    if (paired) {
      if (!unit(at_ + 2, second)) return false;
      if (second >= 0xdc00 && second < 0xe000) {
        at_ += 6;
        first = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
      }
    }
    built += static_cast<char32_t>(first);
    return true;
  }

  JsonValue list() {
    auto made = new_list<JsonValue>(call_);
    skip();
    if (is(U']')) return ++at_, json(made);
    while (!call_.failed()) {
      JsonValue item = value();
      if (call_.failed() || !made.push(call_, std::move(item))) break;
      skip();
      if (is(U']')) return ++at_, json(made);
      if (!is(U',')) return fail("Expecting ',' delimiter", at_), JsonValue();
      const std::size_t comma = at_++;
      skip();
      if (trailing_ && is(U']')) return fail("Illegal trailing comma before end of array", comma), JsonValue();
    }
    return {};
  }

  JsonValue dict() {
    auto made = new_dict<Str, JsonValue>(call_);
    skip();
    if (is(U'}')) return ++at_, json(made);
    while (!call_.failed()) {
      if (!is(U'"')) return fail("Expecting property name enclosed in double quotes", at_), JsonValue();
      ++at_;
      const Str key = string();
      if (call_.failed()) break;
      skip();
      if (!is(U':')) return fail("Expecting ':' delimiter", at_), JsonValue();
      ++at_;
      skip();
      JsonValue item = value();
      if (call_.failed() || !made.table().put(call_, key, std::move(item))) break;
      skip();
      if (is(U'}')) return ++at_, json(made);
      if (!is(U',')) return fail("Expecting ',' delimiter", at_), JsonValue();
      const std::size_t comma = at_++;
      skip();
      if (trailing_ && is(U'}')) return fail("Illegal trailing comma before end of object", comma), JsonValue();
    }
    return {};
  }

  static constexpr int deepest = 990;
  Call &call_;
  const Str &whole_;
  std::u32string_view text_;
  bool trailing_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

JsonValue loads(Call &call, const Str &text, bool trailing) {
  JsonValue made = JsonParser(call, text, trailing).document();
  return call.failed() ? JsonValue() : made;
}

// ---- errors, which are their message: "Expecting value: line 1 column 2 (char 1)"

Str json_error_message(Call &call, const Exception &error) {
  const std::string &message = error.error().message;
  return from_message(call, message.substr(0, message.rfind(": line ")));
}

int64_t json_error_number(Call &, const Exception &error, int64_t which) {
  const std::string &message = error.error().message;
  constexpr const char *words[] = {": line ", " column ", " (char "};
  const std::size_t at = message.rfind(words[which]);
  return at == message.npos ? 0 : std::strtoll(message.c_str() + at + std::string_view(words[which]).size(), nullptr, 10);
}

}  // namespace modelet::python
