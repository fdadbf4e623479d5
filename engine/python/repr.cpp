// Text of single values: repr of strings and floats, str of numbers.
#include <charconv>
#include <cmath>

#include "python/format.h"
#include "python/unicode.h"

namespace modelet::python {

void write_ascii(std::u32string &out, std::string_view text) {
  for (char character : text) out.push_back(static_cast<unsigned char>(character));
}

namespace {

void write_hex(std::u32string &out, const char *prefix, uint32_t value, int digits) {
  write_ascii(out, prefix);
  for (int at = digits - 1; at >= 0; --at) out.push_back(static_cast<char32_t>("0123456789abcdef"[value >> (at * 4) & 15]));
}

void write_escaped(std::u32string &out, char32_t point) {
  const auto code = static_cast<uint32_t>(point);
  if (code < 0x100) return write_hex(out, "\\x", code, 2);
  if (code < 0x10000) return write_hex(out, "\\u", code, 4);
  write_hex(out, "\\U", code, 8);
}

}  // namespace

void write_repr(std::u32string &out, const Str &text) {
  const std::u32string_view view = text.view();
  const bool single = view.find(U'\'') != view.npos;
  const char32_t quote = single && view.find(U'"') == view.npos ? U'"' : U'\'';
  out.push_back(quote);
  for (char32_t point : view) {
    if (point == quote || point == U'\\') {
      out.push_back(U'\\');
      out.push_back(point);
    } else if (point == U'\n') {
      out += U"\\n";
    } else if (point == U'\r') {
      out += U"\\r";
    } else if (point == U'\t') {
      out += U"\\t";
    } else if (unicode::has(point, unicode::printable)) {
      out.push_back(point);
    } else {
      write_escaped(out, point);
    }
  }
  out.push_back(quote);
}

Str repr(Call &call, const Str &text) {
  std::u32string out;
  write_repr(out, text);
  return new_str(call, out);
}

Str ascii_of(Call &call, const Str &repr) {
  std::u32string out;
  for (char32_t point : repr.view()) {
    if (static_cast<uint32_t>(point) < 128) {
      out.push_back(point);
    } else {
      write_escaped(out, point);
    }
  }
  return new_str(call, out);
}

Str str(Call &call, int64_t value) {
  char text[24];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return new_str(call, std::string_view(text, static_cast<std::size_t>(end - text)));
}

Str str(Call &, bool value) {
  return value ? Str(U"True") : Str(U"False");
}

// The shortest digits that give the same bits; an exponent below 1e-4 and from 1e16 on.
std::string float_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char text[40];
  auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  const std::string_view scientific(text, static_cast<std::size_t>(end - text));
  const int exponent = std::atoi(std::string(scientific.substr(scientific.find('e') + 1)).c_str());
  if (exponent < -4 || exponent >= 16) return std::string(scientific);
  end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr;
  std::string fixed(text, static_cast<std::size_t>(end - text));
  if (fixed.find('.') == fixed.npos) fixed += ".0";
  return fixed;
}

Str str(Call &call, double value) {
  return new_str(call, std::string_view(float_text(value)));
}

double float_beyond(const std::string &digits) {
  const std::size_t exponent = digits.find('e');
  if (exponent != digits.npos) return digits[exponent + 1] == '-' ? 0.0 : HUGE_VAL;
  return digits.find('.') < 300 ? 0.0 : HUGE_VAL;
}

namespace {

Str based(Call &call, int64_t value, int base, const char *prefix) {
  char text[72];
  const uint64_t size = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  const auto end = std::to_chars(text, text + sizeof text, size, base).ptr;
  return new_str(call, std::string_view((value < 0 ? "-" : "") + std::string(prefix) + std::string(text, end)));
}

}  // namespace

Str hex(Call &call, int64_t value) {
  return based(call, value, 16, "0x");
}
Str oct(Call &call, int64_t value) {
  return based(call, value, 8, "0o");
}
Str bin(Call &call, int64_t value) {
  return based(call, value, 2, "0b");
}

}  // namespace modelet::python
