// Replacement templates of `re.sub` and `Match.expand`, and `re.escape`.
#include "python/match.h"
#include "python/unicode.h"

namespace modelet::python {

namespace {

// A template taken apart: literal text, and groups between. The compiler has checked those it knows; others raise `re.error`.
class Template {
 public:
  Template(Call &call, const Program &program, const Str &text) : call_(call), program_(program), text_(text.view()), parts_(heap(call)) {
    if (text_.find(U'\\') == text_.npos) {
      parts_.push(call_, Part{text, -1});
      return;
    }
    while (at_ < text_.size() && !call_.failed()) text_[at_] == U'\\' ? escape() : literal();
    flush();
  }

  template <typename M>
  void write(std::u32string &out, const M &match) const {
    for (const Part &part : parts_) out += part.group < 0 ? part.text.view() : match.part(part.group).view();
  }

 private:
  struct Part {
    Str text;
    int64_t group;
  };

  void literal() { literal_ += text_[at_++]; }

  void flush() {
    if (literal_.empty() || call_.failed()) return;
    parts_.push(call_, Part{new_str(call_, literal_), -1});
    literal_.clear();
  }

  // `length` characters before the place that was reached are wrong.
  void fail(std::u32string_view what, std::size_t length) {
    std::u32string message(what);
    const std::size_t at = at_ - length;
    message += U" at position ";
    for (char digit : std::to_string(at)) message += static_cast<char32_t>(digit);
    if (text_.find(U'\n') != text_.npos) {
      const std::u32string_view before = text_.substr(0, at);
      const std::size_t line = before.rfind(U'\n');
      const auto number = std::count(before.begin(), before.end(), U'\n') + 1;
      const std::string place =
          " (line " + std::to_string(number) + ", column " + std::to_string(line == before.npos ? at + 1 : at - line) + ")";
      message.append(place.begin(), place.end());
    }
    call_.raise("error", to_utf8(message));
  }

  void group(int64_t number, std::size_t length) {
    if (number > static_cast<int64_t>(program_.groups)) {
      std::u32string what = U"invalid group reference ";
      for (char digit : std::to_string(number)) what += static_cast<char32_t>(digit);
      return fail(what, length);
    }
    flush();
    if (!call_.failed()) parts_.push(call_, Part{Str(), number});
  }

  static bool octal(char32_t character) { return character >= U'0' && character <= U'7'; }
  static bool digit(char32_t character) { return character >= U'0' && character <= U'9'; }
  char32_t peek() const { return at_ < text_.size() ? text_[at_] : U'\0'; }

  void escape() {
    if (at_ + 1 >= text_.size()) {
      at_ += 1;
      return fail(U"bad escape (end of pattern)", 1);
    }
    const char32_t character = text_[at_ + 1];
    at_ += 2;
    if (character == U'g') return named();
    if (digit(character)) return numbered(character);
    constexpr std::u32string_view letters = U"abfnrtv\\", meant = U"\a\b\f\n\r\t\v\\";
    const std::size_t known = letters.find(character);
    if (known != letters.npos) {
      literal_ += meant[known];
    } else if ((character >= U'a' && character <= U'z') || (character >= U'A' && character <= U'Z')) {
      fail(std::u32string(U"bad escape \\") + character, 2);
    } else {
      literal_ += U'\\';
      literal_ += character;
    }
  }

  void numbered(char32_t first) {
    int64_t value = first - U'0';
    if (first == U'0') {
      for (int more = 0; more < 2 && octal(peek()); ++more) value = value * 8 + (text_[at_++] - U'0');
      literal_ += static_cast<char32_t>(value & 0xff);
      return;
    }
    if (!digit(peek())) return group(value, 1);
    const char32_t second = text_[at_++];
    if (octal(first) && octal(second) && octal(peek())) {
      const std::u32string text(text_.substr(at_ - 3, 4));
      value = (value * 8 + (second - U'0')) * 8 + (text_[at_++] - U'0');
      if (value > 0377) return fail(U"octal escape value " + text + U" outside of range 0-0o377", 4);
      literal_ += static_cast<char32_t>(value);
      return;
    }
    group(value * 10 + (second - U'0'), 2);
  }

  void named() {
    if (peek() != U'<') return fail(U"missing <", 0);
    const std::size_t begin = at_ + 1, end = text_.find(U'>', begin);
    const std::u32string_view name = text_.substr(begin, end == text_.npos ? text_.npos : end - begin);
    if (name.empty()) {
      at_ = begin;
      return fail(U"missing group name", 0);
    }
    at_ = end == text_.npos ? begin : end + 1;
    if (end == text_.npos) return fail(U"missing >, unterminated name", 0);
    for (uint32_t index = 0; index < program_.groups; ++index)
      if (program_.names[index] == name) return group(static_cast<int64_t>(index) + 1, name.size() + 1);
    int64_t value = 0;
    for (char32_t character : name) {
      if (!digit(character)) return unknown(name);
      value = value < 1000000 ? value * 10 + (character - U'0') : value;
    }
    group(value, name.size() + 1);
  }

  void unknown(std::u32string_view name) {
    const std::string shown = to_utf8(repr(call_, Str(name)));
    const bool letter = unicode::has(name[0], unicode::alpha) || name[0] == U'_';
    if (letter) return call_.raise("IndexError", "unknown group name " + shown);
    std::u32string what = U"bad character in group name ";
    what += from_message(call_, shown).view();
    fail(what, name.size() + 1);
  }

  Call &call_;
  const Program &program_;
  std::u32string_view text_;
  std::size_t at_ = 0;
  std::u32string literal_;
  Buffer<Part> parts_;
};

}  // namespace

std::tuple<Str, int64_t> substitute(Call &call, const Pattern &pattern, const Str &replacement, const Str &text, int64_t most) {
  const Template parts(call, *pattern, replacement);
  if (call.failed()) return {};
  Scanner scanner(call, pattern, text);
  std::u32string out;
  int64_t last = 0, done = 0;
  for (; (most == 0 || done < most) && !call.failed() && scanner.next(); ++done) {
    out += text.part(last, scanner->start()).view();
    parts.write(out, *scanner);
    last = scanner->end();
  }
  if (call.failed()) return {};
  if (done == 0) return {text, 0};
  out += text.part(last, text.length()).view();
  return {new_str(call, out), done};
}

Str substituted(Call &call, const Pattern &pattern, const Str &replacement, const Str &text, int64_t most) {
  return std::get<0>(substitute(call, pattern, replacement, text, most));
}

Str expand(Call &call, const Match &match, const Str &replacement) {
  const Template parts(call, *match->program, replacement);
  std::u32string out;
  if (!call.failed()) parts.write(out, match);
  return new_str(call, out);
}

Str escape_pattern(Call &call, const Str &text) {
  constexpr std::u32string_view special = U"()[]{}?*+-|^$\\.&~# \t\n\r\v\f";
  std::u32string out;
  for (char32_t character : text.view()) {
    if (special.find(character) != special.npos) out += U'\\';
    out += character;
  }
  return new_str(call, out);
}

}  // namespace modelet::python
