// Python's format mini-language for int, float and str.
#include "python/format.h"

#include <charconv>
#include <cmath>

#include "python/unicode.h"

namespace modelet::python {

namespace {

struct Spec {
  char32_t fill = U' ';
  char32_t align = 0;
  char32_t sign = 0;
  bool no_negative_zero = false;
  bool alternate = false;
  bool zero = false;
  int64_t width = -1;
  char32_t grouping = 0;
  int64_t precision = -1;
  char32_t type = 0;
};

bool is_align(char32_t point) {
  return point == U'<' || point == U'>' || point == U'=' || point == U'^';
}

bool number(Call &call, std::u32string_view text, std::size_t &at, int64_t &out) {
  if (at >= text.size() || text[at] < U'0' || text[at] > U'9') return true;
  out = 0;
  for (; at < text.size() && text[at] >= U'0' && text[at] <= U'9'; ++at) {
    out = out * 10 + static_cast<int64_t>(text[at] - U'0');
    if (out > INT32_MAX) return call.raise("ValueError", "Too many decimal digits in format string"), false;
  }
  return true;
}

// Whether a type of presentation takes the separators that were asked for.
bool takes_separators(Call &call, const Spec &spec, const char *type) {
  const char32_t code = spec.type == 0 && std::string_view(type) == "str" ? U's' : spec.type;
  if (spec.grouping == 0 || code == 0 || std::u32string_view(U"defgEG%F").find(code) != std::u32string_view::npos) return true;
  if (spec.grouping == U'_' && std::u32string_view(U"boxX").find(code) != std::u32string_view::npos) return true;
  char shown[16];
  std::snprintf(shown, sizeof shown, code > 32 && code < 128 ? "%c" : "\\x%x", static_cast<unsigned>(code));
  call.raise("ValueError", std::string("Cannot specify '") + static_cast<char>(spec.grouping) + "' with '" + shown + "'.");
  return false;
}

bool parse(Call &call, const Str &text, const char *type, char32_t align, Spec &spec) {
  const std::u32string_view view = text.view();
  std::size_t at = 0;
  spec.align = align;
  bool explicit_fill = false;
  if (view.size() >= 2 && is_align(view[1])) {
    spec.fill = view[0];
    spec.align = view[1];
    explicit_fill = true;
    at = 2;
  } else if (!view.empty() && is_align(view[0])) {
    spec.align = view[0];
    at = 1;
  }
  const bool explicit_align = at > 0;
  auto take = [&](char32_t point) { return at < view.size() && view[at] == point ? (++at, true) : false; };
  if (at < view.size() && (view[at] == U'+' || view[at] == U'-' || view[at] == U' ')) spec.sign = view[at++];
  spec.no_negative_zero = take(U'z');
  spec.alternate = take(U'#');
  if (!explicit_fill && take(U'0')) {
    spec.fill = U'0';
    spec.zero = true;
    if (!explicit_align) spec.align = std::string_view(type) == "str" ? spec.align : U'=';
  }
  if (!number(call, view, at, spec.width)) return false;
  if (take(U',')) spec.grouping = U',';
  if (take(U'_')) {
    if (spec.grouping != 0) return call.raise("ValueError", "Cannot specify both ',' and '_'."), false;
    spec.grouping = U'_';
  }
  if (at < view.size() && view[at] == U',' && spec.grouping != 0) {
    call.raise("ValueError", spec.grouping == U',' ? "Cannot specify ',' with ','." : "Cannot specify both ',' and '_'.");
    return false;
  }
  if (take(U'.')) {
    const std::size_t before = at;
    if (!number(call, view, at, spec.precision)) return false;
    if (at == before) return call.raise("ValueError", "Format specifier missing precision"), false;
  }
  if (at + 1 < view.size()) {
    call.raise("ValueError", "Invalid format specifier '" + to_utf8(text) + "' for object of type '" + type + "'");
    return false;
  }
  if (at < view.size()) spec.type = view[at];
  return takes_separators(call, spec, type);
}

bool unknown_code(Call &call, const Spec &spec, const char *type) {
  const auto code = static_cast<uint32_t>(spec.type);
  char hexadecimal[12];
  std::snprintf(hexadecimal, sizeof hexadecimal, "\\x%x", static_cast<unsigned>(code));
  const std::string shown = code > 32 && code < 128 ? std::string(1, static_cast<char>(code)) : hexadecimal;
  call.raise("ValueError", "Unknown format code '" + shown + "' for object of type '" + type + "'");
  return false;
}

void repeat(std::u32string &out, char32_t point, int64_t count) {
  if (count > 0) out.append(static_cast<std::size_t>(count), point);
}

Str aligned(Call &call, const Spec &spec, std::u32string_view prefix, std::u32string_view body) {
  const int64_t length = static_cast<int64_t>(prefix.size() + body.size());
  const int64_t room = spec.width > length ? spec.width - length : 0;
  if (room > (int64_t{1} << 31)) return call.raise("MemoryError", ""), Str();
  std::u32string out;
  const int64_t left = spec.align == U'>' ? room : spec.align == U'^' ? room / 2 : 0;
  repeat(out, spec.fill, left);
  out += prefix;
  if (spec.align == U'=') repeat(out, spec.fill, room);
  out += body;
  if (spec.align != U'=') repeat(out, spec.fill, room - left);
  return new_str(call, out);
}

// Separators into the digits before the point; with `=` and a fill of zeros the zeros are grouped too.
std::string grouped(const std::string &digits, char separator, std::size_t every, int64_t least) {
  std::string out;
  std::size_t taken = 0;
  for (std::size_t at = digits.size(); at > 0 || static_cast<int64_t>(out.size()) < least; ++taken) {
    if (taken > 0 && taken % every == 0) out.push_back(separator);
    out.push_back(at > 0 ? digits[--at] : '0');
  }
  return {out.rbegin(), out.rend()};
}

std::u32string widened(const std::string &text) {
  std::u32string out;
  write_ascii(out, text);
  return out;
}

// Sign, prefix, digits (before the point) and rest (from the point on), put together.
Str put_number(Call &call, const Spec &spec, bool negative, const std::string &prefix, std::string digits, const std::string &rest,
               std::size_t every) {
  std::string head = negative ? "-" : spec.sign == U'+' ? "+" : spec.sign == U' ' ? " " : "";
  head += prefix;
  if (spec.grouping != 0) {
    const bool fill = spec.fill == U'0' && spec.align == U'=';
    const int64_t least = fill ? spec.width - static_cast<int64_t>(head.size() + rest.size()) : 0;
    digits = grouped(digits, static_cast<char>(spec.grouping), every, least);
  }
  return aligned(call, spec, widened(head), widened(digits + rest));
}

Str format_float(Call &call, double value, Spec spec);

Str format_char(Call &call, int64_t value, const Spec &spec) {
  if (spec.sign != 0) return call.raise("ValueError", "Sign not allowed with integer format specifier 'c'"), Str();
  if (spec.alternate) return call.raise("ValueError", "Alternate form (#) not allowed with integer format specifier 'c'"), Str();
  if (spec.grouping)
    return call.raise("ValueError", std::string("Cannot specify '") + static_cast<char>(spec.grouping) + "' with 'c'."), Str();
  if (value < 0 || value > 0x10FFFF) return call.raise("OverflowError", "%c arg not in range(0x110000)"), Str();
  const auto point = static_cast<char32_t>(value);
  return aligned(call, spec, {}, std::u32string_view(&point, 1));
}

Str format_integer(Call &call, int64_t value, const Str &text, const char *class_name) {
  Spec spec;
  if (!parse(call, text, class_name, U'>', spec)) return {};
  const char32_t type = spec.type == 0 || spec.type == U'n' ? U'd' : spec.type;
  if (type == U'e' || type == U'E' || type == U'f' || type == U'F' || type == U'g' || type == U'G' || type == U'%') {
    return format_float(call, static_cast<double>(value), spec);
  }
  const bool known = type == U'd' || type == U'b' || type == U'o' || type == U'x' || type == U'X' || type == U'c';
  if (!known) return unknown_code(call, spec, class_name), Str();
  if (spec.precision >= 0) return call.raise("ValueError", "Precision not allowed in integer format specifier"), Str();
  if (spec.no_negative_zero) {
    return call.raise("ValueError", "Negative zero coercion (z) not allowed in integer format specifier"), Str();
  }
  if (type == U'c') return format_char(call, value, spec);
  if (spec.grouping == U',' && type != U'd') {
    return call.raise("ValueError", std::string("Cannot specify ',' with '") + static_cast<char>(type) + "'."), Str();
  }
  const int base = type == U'b' ? 2 : type == U'o' ? 8 : type == U'd' ? 10 : 16;
  char digits[72];
  const uint64_t size = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  std::string number(digits, std::to_chars(digits, digits + sizeof digits, size, base).ptr);
  std::string prefix = spec.alternate && base != 10 ? std::string("0") + static_cast<char>(type) : "";
  if (type == U'X')
    for (char &character : number) character = static_cast<char>(character >= 'a' ? character - 32 : character);
  return put_number(call, spec, value < 0, prefix, number, "", base == 10 ? 3 : 4);
}

}  // namespace

Str format(Call &call, int64_t value, const Str &text) {
  return text.length() == 0 ? str(call, value) : format_integer(call, value, text, "int");
}

namespace {

// Digits of |value| in one of Python's presentations.
std::string presented(double value, char32_t type, int64_t precision, bool alternate) {
  const bool plain = type == 0;
  if (plain && precision < 0) return float_text(value);
  std::string out(1600, '\0');
  const auto lower = static_cast<char32_t>(type | 32);
  const std::chars_format how = lower == U'f' || type == U'%' ? std::chars_format::fixed
                                : lower == U'e'               ? std::chars_format::scientific
                                                              : std::chars_format::general;
  int64_t digits = precision < 0 ? 6 : precision;
  if (how == std::chars_format::general && digits == 0) digits = 1;
  if (digits > 1000) out.resize(static_cast<std::size_t>(digits) + 700);
  std::string result(out.data(), std::to_chars(out.data(), out.data() + out.size(), value, how, static_cast<int>(digits)).ptr);
  if (plain && result.find('e') == result.npos && result.find('.') == result.npos) {
    // A float's own presentation keeps one digit behind the point, and turns to an exponent one digit earlier.
    if (static_cast<int64_t>(result.size()) >= digits) {
      out.assign(1600, '\0');
      result.assign(
          out.data(),
          std::to_chars(out.data(), out.data() + out.size(), value, std::chars_format::scientific, static_cast<int>(digits - 1)).ptr);
      const std::size_t e = result.find('e');
      std::string mantissa = result.substr(0, e);
      if (mantissa.find('.') != mantissa.npos) {
        while (mantissa.back() == '0') mantissa.pop_back();
        if (mantissa.back() == '.') mantissa.pop_back();
      }
      return mantissa + result.substr(e);
    }
    return result + ".0";
  }
  if (alternate && result.find('.') == result.npos) {
    const std::size_t e = result.find('e');
    result.insert(e == result.npos ? result.size() : e, ".");
  }
  return result;
}

// `#` with g keeps trailing zeros.
std::string kept_zeros(std::string text, double value, int64_t precision) {
  const int64_t digits = precision < 0 ? 6 : precision == 0 ? 1 : precision;
  const std::size_t e = text.find('e');
  std::string mantissa = text.substr(0, e);
  int64_t have = 0;
  bool leading = true;
  for (char character : mantissa) {
    if (character == '.') continue;
    if (leading && character == '0' && value != 0) continue;
    leading = false;
    ++have;
  }
  if (mantissa.find('.') == mantissa.npos) mantissa += '.';
  for (; have < digits; ++have) mantissa += '0';
  return e == text.npos ? mantissa : mantissa + text.substr(e);
}

Str format_float(Call &call, double value, Spec spec) {
  const char32_t type = spec.type == U'n' ? U'g' : spec.type;
  const bool percent = type == U'%';
  const double scaled = percent ? value * 100 : value;
  bool negative = std::signbit(scaled) && !std::isnan(scaled);
  const double size = std::fabs(scaled);
  std::string text;
  if (!std::isfinite(size)) {
    text = std::isnan(size) ? "nan" : "inf";
  } else {
    text = presented(size, type, spec.precision, spec.alternate);
    const bool general = type == U'g' || type == U'G' || type == 0;
    if (spec.alternate && general) text = kept_zeros(text, size, type == 0 && spec.precision < 0 ? 0 : spec.precision);
  }
  if (type == U'E' || type == U'F' || type == U'G')
    for (char &character : text) character = static_cast<char>(character >= 'a' && character <= 'z' ? character - 32 : character);
  if (spec.no_negative_zero && negative && text.find_first_of("123456789in") == text.npos) negative = false;
  if (percent) text += '%';
  std::size_t end = 0;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  if (!std::isfinite(size)) spec.grouping = 0;
  return put_number(call, spec, negative, "", text.substr(0, end), text.substr(end), 3);
}

}  // namespace

Str format(Call &call, double value, const Str &text) {
  if (text.length() == 0) return str(call, value);
  Spec spec;
  if (!parse(call, text, "float", U'>', spec)) return {};
  constexpr std::u32string_view known = U"eEfFgGn%";
  if (spec.type != 0 && known.find(spec.type) == known.npos) return unknown_code(call, spec, "float"), Str();
  return format_float(call, value, spec);
}

Str format(Call &call, bool value, const Str &text) {
  return text.length() == 0 ? str(call, value) : format_integer(call, static_cast<int64_t>(value), text, "bool");
}

Str format(Call &call, const Str &value, const Str &text) {
  if (text.length() == 0) return value;
  Spec spec;
  if (!parse(call, text, "str", U'<', spec)) return {};
  if (spec.type != 0 && spec.type != U's') return unknown_code(call, spec, "str"), Str();
  if (spec.sign != 0)
    return call.raise("ValueError",
                      spec.sign == U' ' ? "Space not allowed in string format specifier" : "Sign not allowed in string format specifier"),
           Str();
  if (spec.no_negative_zero) return call.raise("ValueError", "Negative zero coercion (z) not allowed in string format specifier"), Str();
  if (spec.alternate) return call.raise("ValueError", "Alternate form (#) not allowed in string format specifier"), Str();
  if (spec.align == U'=') return call.raise("ValueError", "'=' alignment not allowed in string format specifier"), Str();
  if (spec.grouping)
    return call.raise("ValueError", std::string("Cannot specify '") + static_cast<char>(spec.grouping) + "' with 's'."), Str();
  std::u32string_view body = value.view();
  if (spec.precision >= 0 && static_cast<std::size_t>(spec.precision) < body.size())
    body = body.substr(0, static_cast<std::size_t>(spec.precision));
  return aligned(call, spec, {}, body);
}

Str format_other(Call &call, const Str &text, const Str &spec, const char *type) {
  if (spec.length() == 0) return text;
  call.raise("TypeError", std::string("unsupported format string passed to ") + type + ".__format__");
  return {};
}

}  // namespace modelet::python
