// `template % values`, as CPython reads it.
#include <string>

#include "python/template.h"

namespace modelet::python {

namespace {

constexpr int64_t largest = INT32_MAX;

struct Directive {
  bool left = false;
  bool sign = false;
  bool blank = false;
  bool alternate = false;
  bool zero = false;
  int64_t width = -1;
  int64_t precision = -1;
  char32_t type = 0;
};

class Percent {
 public:
  Percent(Call &call, const Str &text, const Operands &operands) : call_(call), text_(text.view()), operands_(operands) {}

  Str run() {
    while (at_ < text_.size() && !call_.failed()) {
      if (text_[at_] != U'%') {
        out_.push_back(text_[at_++]);
        continue;
      }
      ++at_;
      directive();
    }
    const bool left = keyed_ ? false : operands_.single ? taken_ == 0 : taken_ < operands_.fields.size();
    if (!call_.failed() && left && operands_.all_used) fail("TypeError", "not all arguments converted during string formatting");
    return call_.failed() ? Str() : new_str(call_, out_);
  }

 private:
  void fail(const char *type, std::string message) { call_.raise(type, std::move(message)); }
  // The next character; false with an error raised at the end.
  bool next(char32_t &point) {
    if (at_ >= text_.size()) return fail("ValueError", "incomplete format"), false;
    point = text_[at_++];
    return true;
  }

  const Field *argument() {
    if (keyed_) {
      if (std::exchange(key_used_, true)) return fail("TypeError", "not enough arguments for format string"), nullptr;
      return keyed_.get();
    }
    if (taken_ >= operands_.fields.size()) return fail("TypeError", "not enough arguments for format string"), nullptr;
    return operands_.fields[taken_++].get();
  }

  void directive() {
    Directive one;
    char32_t point = 0;
    if (!next(point)) return;
    if (point == U'%') return out_.push_back(U'%');
    if (point == U'(' && (!key() || !next(point))) return;
    if (!flags(one, point) || !sizes(one, point)) return;
    if ((point == U'h' || point == U'l' || point == U'L') && !next(point)) return;
    one.type = point;
    const Field *value = argument();
    if (value != nullptr) write(one, *value);
  }

  bool key() {
    if (operands_.mapping == nullptr) return fail("TypeError", "format requires a mapping"), false;
    const std::size_t start = at_;
    int depth = 1;
    for (; depth > 0 && at_ < text_.size(); ++at_) depth += text_[at_] == U'(' ? 1 : text_[at_] == U')' ? -1 : 0;
    if (depth > 0) return fail("ValueError", "incomplete format key"), false;
    keyed_ = operands_.mapping->item(call_, new_str(call_, text_.substr(start, at_ - start - 1)), false);
    key_used_ = false;
    return !call_.failed();
  }

  bool flags(Directive &one, char32_t &point) {
    for (;;) {
      bool *flag = point == U'-'   ? &one.left
                   : point == U'+' ? &one.sign
                   : point == U' ' ? &one.blank
                   : point == U'#' ? &one.alternate
                   : point == U'0' ? &one.zero
                                   : nullptr;
      if (flag == nullptr) return true;
      *flag = true;
      if (!next(point)) return false;
    }
  }

  bool sizes(Directive &one, char32_t &point) {
    if (!number(one.width, point, &one.left)) return false;
    if (point != U'.') return true;
    one.precision = 0;
    return next(point) && number(one.precision, point, nullptr);
  }

  // A width, which puts the text at the left when it is negative, or a precision.
  bool number(int64_t &out, char32_t &point, bool *left) {
    if (point == U'*') {
      const Field *value = argument();
      if (value == nullptr) return false;
      if (!value->integer(out)) return fail("TypeError", "* wants int"), false;
      if (out < 0 && left != nullptr) *left = true;
      if (out < 0) out = left != nullptr ? -out : 0;
      return next(point);
    }
    if (point < U'0' || point > U'9') return true;
    out = 0;
    const int64_t most = left != nullptr ? INT64_MAX : largest;
    while (point >= U'0' && point <= U'9') {
      const auto digit = static_cast<int64_t>(point - U'0');
      const bool fits = out <= (most - digit) / 10;
      if (!fits) return fail("ValueError", left != nullptr ? "width too big" : "precision too big"), false;
      out = out * 10 + digit;
      if (!next(point)) return false;
    }
    return true;
  }

  void write(const Directive &one, const Field &value) {
    switch (one.type) {
      case U's':
      case U'r':
      case U'a':
        return text(one, value.as(call_, one.type));
      case U'c':
        return character(one, value);
      case U'd':
      case U'i':
      case U'u':
      case U'o':
      case U'x':
      case U'X':
        return integer(one, value);
      case U'e':
      case U'E':
      case U'f':
      case U'F':
      case U'g':
      case U'G':
        return floating(one, value);
      default:
        break;
    }
    const auto code = static_cast<uint32_t>(one.type);
    char hexadecimal[16];
    std::snprintf(hexadecimal, sizeof hexadecimal, "%x", code);
    fail("ValueError", "unsupported format character '" + std::string(1, code >= 31 && code <= 126 ? static_cast<char>(code) : '?') +
                           "' (0x" + hexadecimal + ") at index " + std::to_string(at_ - 1));
  }

  void text(const Directive &one, const Str &shown) {
    if (call_.failed()) return;
    std::u32string_view body = shown.view();
    if (one.precision >= 0) body = body.substr(0, static_cast<std::size_t>(one.precision));
    put(one, {}, {}, body, U' ');
  }

  void character(const Directive &one, const Field &value) {
    Directive plain = one;
    plain.precision = -1;
    int64_t code = 0;
    Str letter;
    if (value.text(letter) && letter.length() == 1) return put(plain, {}, {}, letter.view(), U' ');
    if (!value.integer(code)) return fail("TypeError", "%c requires int or char");
    if (code < 0 || code > 0x10FFFF) return fail("OverflowError", "%c arg not in range(0x110000)");
    const auto point = static_cast<char32_t>(code);
    put(plain, {}, {}, std::u32string_view(&point, 1), U' ');
  }

  void integer(const Directive &one, const Field &value) {
    const bool decimal = one.type == U'd' || one.type == U'i' || one.type == U'u';
    int64_t number = 0;
    double real = 0;
    if (!value.integer(number)) {
      const std::string start = "%" + std::string(1, static_cast<char>(one.type)) + " format: ";
      if (!decimal) return fail("TypeError", start + "an integer is required, not " + value.type());
      if (!value.floating(real)) return fail("TypeError", start + "a real number is required, not " + value.type());
      number = to_int(call_, real);
      if (call_.failed()) return;
    }
    const char32_t letter = decimal ? U'd' : one.type;
    std::u32string digits(python::format(call_, number, Str(std::u32string_view(&letter, 1))).view());
    const bool negative = number < 0;
    if (negative) digits.erase(0, 1);
    if (static_cast<int64_t>(digits.size()) < one.precision) {
      if (one.precision > largest) return fail("MemoryError", "");
      digits.insert(0, static_cast<std::size_t>(one.precision) - digits.size(), U'0');
    }
    std::u32string prefix;
    if (one.alternate && !decimal) prefix = {U'0', one.type};
    put(one, sign(one, negative), prefix, digits, one.zero ? U'0' : U' ');
  }

  void floating(const Directive &one, const Field &value) {
    double real = 0;
    int64_t whole = 0;
    if (value.integer(whole)) {
      real = static_cast<double>(whole);
    } else if (!value.floating(real)) {
      return fail("TypeError", std::string("must be real number, not ") + value.type());
    }
    std::string spec = one.alternate ? "#." : ".";
    spec += std::to_string(one.precision < 0 ? 6 : one.precision) + static_cast<char>(one.type);
    std::u32string body(python::format(call_, real, new_str(call_, std::string_view(spec))).view());
    if (call_.failed()) return;
    const bool negative = body[0] == U'-';
    if (negative) body.erase(0, 1);
    put(one, sign(one, negative), {}, body, one.zero ? U'0' : U' ');
  }

  static std::u32string sign(const Directive &one, bool negative) { return negative ? U"-" : one.sign ? U"+" : one.blank ? U" " : U""; }

  void put(const Directive &one, std::u32string_view sign, std::u32string_view prefix, std::u32string_view body, char32_t fill) {
    const auto length = static_cast<int64_t>(sign.size() + prefix.size() + body.size());
    const int64_t room = one.width > length ? one.width - length : 0;
    if (room > largest) return fail("MemoryError", "");
    const auto gap = static_cast<std::size_t>(room);
    if (!one.left && fill == U' ') out_.append(gap, U' ');
    out_ += sign;
    out_ += prefix;
    if (!one.left && fill != U' ') out_.append(gap, fill);
    out_ += body;
    if (one.left) out_.append(gap, U' ');
  }

  Call &call_;
  std::u32string_view text_;
  const Operands &operands_;
  std::u32string out_;
  std::size_t at_ = 0;
  std::size_t taken_ = 0;
  std::unique_ptr<Field> keyed_;
  bool key_used_ = false;
};

}  // namespace

Str percent(Call &call, const Str &text, const Operands &operands) {
  return Percent(call, text, operands).run();
}

std::unique_ptr<Field> no_items(Call &call, const char *type, bool) {
  call.raise("TypeError", std::string("'") + type + "' object is not subscriptable");
  return nullptr;
}

int64_t field_number(const Str &digits) {
  int64_t out = 0;
  for (char32_t point : digits.view()) {
    if (point < U'0' || point > U'9' || out > INT64_MAX / 10 - 1) return -1;
    out = out * 10 + static_cast<int64_t>(point - U'0');
  }
  return digits.length() == 0 ? -1 : out;
}

}  // namespace modelet::python
