// Text to bytes and back, with CPython's errors.
#include "python/encoding_errors.h"

namespace modelet::python {

namespace {

const char *name_of(Encoding encoding) {
  return encoding == Encoding::utf8 ? "utf-8" : encoding == Encoding::ascii ? "ascii" : "latin-1";
}

std::string hexadecimal(const char *prefix, uint32_t value, int digits) {
  std::string out = prefix;
  for (int at = digits - 1; at >= 0; --at) out += "0123456789abcdef"[value >> (at * 4) & 15];
  return out;
}

std::string escaped(char32_t point) {
  const auto code = static_cast<uint32_t>(point);
  return code < 0x100 ? hexadecimal("\\x", code, 2) : code < 0x10000 ? hexadecimal("\\u", code, 4) : hexadecimal("\\U", code, 8);
}

bool encodable(char32_t point, Encoding encoding) {
  const auto code = static_cast<uint32_t>(point);
  if (encoding == Encoding::utf8) return code < 0xD800 || code > 0xDFFF;
  return code < (encoding == Encoding::ascii ? 128U : 256U);
}

// The error with its repr, which shows all that it was made of.
void raise_unicode(Call &call, const char *kind, const std::string &message, const Str &shown_text, std::size_t start, std::size_t end,
                   Encoding encoding, const std::string &reason) {
  const std::string shown = std::string(kind) + "('" + name_of(encoding) + "', " + to_utf8(shown_text) + ", " + std::to_string(start) +
                            ", " + std::to_string(end) + ", '" + reason + "')";
  if (!call.failed())
    raise(call, shown_exception(call, new_str(call, std::string_view(kind)), from_message(call, message), from_message(call, shown)));
}

void refuse_encoding(Call &call, std::u32string_view text, std::size_t start, std::size_t end, Encoding encoding) {
  std::string out = std::string("'") + name_of(encoding) + "' codec can't encode character";
  out += end - start == 1 ? " '" + escaped(text[start]) + "' in position " + std::to_string(start)
                          : "s in position " + std::to_string(start) + "-" + std::to_string(end - 1);
  const std::string reason = encoding == Encoding::utf8    ? "surrogates not allowed"
                             : encoding == Encoding::ascii ? "ordinal not in range(128)"
                                                           : "ordinal not in range(256)";
  const Str shown = repr(call, new_str(call, text));
  raise_unicode(call, "UnicodeEncodeError", out + ": " + reason, shown, start, end, encoding, reason);
}

}  // namespace

Bytes encode_text(Call &call, const Str &text, Encoding encoding, OnError errors) {
  const std::u32string_view view = text.view();
  std::string out;
  for (std::size_t at = 0; at < view.size();) {
    if (encodable(view[at], encoding)) {
      const std::u32string_view one = view.substr(at++, 1);
      if (encoding == Encoding::utf8) {
        out += to_utf8(one);
      } else {
        out.push_back(static_cast<char>(one[0]));
      }
      continue;
    }
    std::size_t end = at;
    while (end < view.size() && !encodable(view[end], encoding)) ++end;
    if (errors == OnError::strict) return refuse_encoding(call, view, at, end, encoding), Bytes();
    for (; at < end; ++at) {
      if (errors == OnError::replace) out += '?';
      if (errors == OnError::backslashreplace) out += escaped(view[at]);
      if (errors == OnError::xmlcharrefreplace) out += "&#" + std::to_string(static_cast<uint32_t>(view[at])) + ";";
    }
  }
  return Bytes(std::move(out));
}

namespace {

// One sequence of UTF-8: how many bytes it has, the code point, and for a wrong one the reason.
struct Sequence {
  std::size_t length = 1;
  char32_t point = 0;
  const char *reason = nullptr;
};

Sequence wrong(std::size_t length, const char *reason) {
  return {length, 0, reason};
}

Sequence utf8_sequence(std::string_view text) {
  auto byte = [&](std::size_t at) { return static_cast<uint32_t>(static_cast<unsigned char>(text[at])); };
  auto follows = [&](std::size_t at) { return byte(at) >= 0x80 && byte(at) < 0xC0; };
  const uint32_t first = byte(0);
  if (first < 0x80) return {1, static_cast<char32_t>(first), nullptr};
  if (first < 0xC2 || first > 0xF4) return wrong(1, "invalid start byte");
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  uint32_t value = first & (length == 2 ? 0x1FU : length == 3 ? 0x0FU : 0x07U);
  for (std::size_t at = 1; at < length; ++at) {
    if (at >= text.size()) return wrong(text.size(), "unexpected end of data");
    bool fine = follows(at);
    if (at == 1 && first == 0xE0) fine = fine && byte(1) >= 0xA0;
    if (at == 1 && first == 0xED) fine = fine && byte(1) < 0xA0;
    if (at == 1 && first == 0xF0) fine = fine && byte(1) >= 0x90;
    if (at == 1 && first == 0xF4) fine = fine && byte(1) < 0x90;
    if (!fine) return wrong(at, "invalid continuation byte");
    value = value << 6 | (byte(at) & 0x3FU);
  }
  return {length, static_cast<char32_t>(value), nullptr};
}

}  // namespace

Str decode_bytes(Call &call, const Bytes &bytes, Encoding encoding, OnError errors) {
  const std::string_view view = bytes.view();
  std::u32string out;
  for (std::size_t at = 0; at < view.size();) {
    const auto code = static_cast<unsigned char>(view[at]);
    Sequence one{1, code, nullptr};
    if (encoding == Encoding::utf8) one = utf8_sequence(view.substr(at));
    if (encoding == Encoding::ascii && code > 127) one = wrong(1, "ordinal not in range(128)");
    const std::size_t end = at + one.length;
    if (one.reason == nullptr) {
      out.push_back(one.point);
    } else if (errors == OnError::strict) {
      const std::string place = one.length == 1 ? " " + hexadecimal("0x", code, 2) + " in position " + std::to_string(at)
                                                : "s in position " + std::to_string(at) + "-" + std::to_string(end - 1);
      const std::string message = std::string("'") + name_of(encoding) + "' codec can't decode byte" + place + ": " + one.reason;
      raise_unicode(call, "UnicodeDecodeError", message, repr(call, bytes), at, end, encoding, one.reason);
      return {};
    } else if (errors == OnError::replace) {
      out.push_back(0xFFFD);
    } else if (errors == OnError::backslashreplace) {
      for (std::size_t place = at; place < end; ++place)
        for (char letter : hexadecimal("\\x", static_cast<unsigned char>(view[place]), 2)) out.push_back(static_cast<char32_t>(letter));
    }
    at = end;
  }
  return new_str(call, out);
}

namespace {

// What stands behind `mark` in the message, a number.
int64_t number_behind(std::string_view message, std::string_view mark) {
  const std::size_t found = message.rfind(mark);
  return found == message.npos ? 0 : std::strtoll(std::string(message.substr(found + mark.size())).c_str(), nullptr, 10);
}

}  // namespace

Str unicode_error_text(Call &call, const Exception &error, bool reason) {
  const std::string_view message = error.error().message;
  if (reason) return from_message(call, message.substr(std::min(message.rfind(": ") + 2, message.size())));
  return from_message(call, message.substr(1, message.find('\'', 1) - 1));
}

int64_t unicode_error_place(Call &, const Exception &error, bool end) {
  const std::string_view message = std::string_view(error.error().message).substr(0, error.error().message.rfind(": "));
  const int64_t start = number_behind(message, " in position ");
  if (!end) return start;
  const bool several = message.find("codec can't decode bytes") != message.npos || message.find("characters in position") != message.npos;
  return 1 + (several ? number_behind(message, "-") : start);
}

}  // namespace modelet::python
