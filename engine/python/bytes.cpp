#include "python/bytes.h"

namespace modelet::python {

namespace {

constexpr int64_t longest = int64_t{1} << 40;

std::string copied(const Bytes &bytes) {
  return std::string(bytes.view());
}

char digit(int value) {
  return "0123456789abcdef"[value & 15];
}

bool is_space(char byte) {
  return byte == ' ' || (byte >= 9 && byte <= 13);
}

}  // namespace

Str repr(Call &call, const Bytes &bytes) {
  const std::string_view view = bytes.view();
  const char quote = view.find('\'') != view.npos && view.find('"') == view.npos ? '"' : '\'';
  std::string out = std::string("b") + quote;
  for (char byte : view) {
    const auto code = static_cast<unsigned char>(byte);
    if (byte == quote || byte == '\\') {
      out += '\\';
      out += byte;
    } else if (byte == '\t' || byte == '\n' || byte == '\r') {
      out += byte == '\t' ? "\\t" : byte == '\n' ? "\\n" : "\\r";
    } else if (code < 32 || code >= 127) {
      out += {'\\', 'x', digit(code >> 4), digit(code)};
    } else {
      out += byte;
    }
  }
  return new_str(call, std::string_view(out += quote));
}

Bytes add(Call &, const Bytes &left, const Bytes &right) {
  return Bytes(copied(left).append(right.view()));
}

Bytes multiply(Call &call, const Bytes &bytes, int64_t count) {
  int64_t size = 0;
  if (__builtin_mul_overflow(bytes.size(), count < 0 ? 0 : count, &size) || size > longest) return call.raise("MemoryError", ""), Bytes();
  std::string out;
  while (static_cast<int64_t>(out.size()) < size) out += bytes.view();
  return Bytes(std::move(out));
}

int64_t index(Call &call, const Bytes &bytes, int64_t at) {
  const int64_t place = at < 0 ? at + bytes.size() : at;
  if (place >= 0 && place < bytes.size()) return bytes.at(place);
  raise(call, "IndexError", "index out of range");
  return 0;
}

Bytes index(Call &call, const Bytes &bytes, const Slice &slice) {
  const Cut taken = cut(call, slice, bytes.size());
  std::string out;
  for (int64_t at = 0; !call.failed() && at < taken.count; ++at) out.push_back(static_cast<char>(bytes.at(taken.start + at * taken.step)));
  return Bytes(std::move(out));
}

bool contains(Call &, const Bytes &part, const Bytes &bytes) {
  return bytes.view().find(part.view()) != std::string_view::npos;
}
bool contains(Call &call, int64_t byte, const Bytes &bytes) {
  if (byte < 0 || byte > 255) return call.raise("ValueError", "byte must be in range(0, 256)"), false;
  return bytes.view().find(static_cast<char>(byte)) != std::string_view::npos;
}

Str widened_bytes(Call &call, const Bytes &bytes) {
  Str out;
  char32_t *target = new_str(call, bytes.size(), out);
  for (int64_t at = 0; target != nullptr && at < bytes.size(); ++at) target[at] = static_cast<char32_t>(bytes.at(at));
  return out;
}
List<Str> widened_list(Call &call, const List<Bytes> &parts) {
  auto out = new_list<Str>(call, parts.size());
  for (int64_t at = 0; at < parts.size() && !call.failed(); ++at) out.push(call, widened_bytes(call, parts.at(at)));
  return out;
}
Bytes narrowed_bytes(Call &, const Str &text) {
  std::string out;
  for (char32_t point : text.view()) out.push_back(static_cast<char>(point));
  return Bytes(std::move(out));
}
List<Bytes> narrowed_list(Call &call, const List<Str> &parts) {
  auto out = new_list<Bytes>(call, parts.size());
  for (int64_t at = 0; at < parts.size() && !call.failed(); ++at) out.push(call, narrowed_bytes(call, parts.at(at)));
  return out;
}
std::tuple<Bytes, Bytes, Bytes> narrowed_three(Call &call, const std::tuple<Str, Str, Str> &parts) {
  return {narrowed_bytes(call, std::get<0>(parts)), narrowed_bytes(call, std::get<1>(parts)), narrowed_bytes(call, std::get<2>(parts))};
}

List<Bytes> split_bytes(Call &call, const Bytes &bytes, int64_t limit) {
  auto out = new_list<Bytes>(call);
  const std::string_view view = bytes.view();
  for (std::size_t at = 0; !call.failed();) {
    while (at < view.size() && is_space(view[at])) ++at;
    if (at == view.size()) break;
    std::size_t end = at;
    while (end < view.size() && (limit == 0 || !is_space(view[end]))) ++end;
    out.push(call, Bytes(std::string(view.substr(at, end - at))));
    if (limit > 0) --limit;
    at = end;
  }
  return out;
}

Bytes bytes_lower(Call &, const Bytes &bytes) {
  std::string out = copied(bytes);
  for (char &byte : out) byte = static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte);
  return Bytes(std::move(out));
}
Bytes bytes_upper(Call &, const Bytes &bytes) {
  std::string out = copied(bytes);
  for (char &byte : out) byte = static_cast<char>(byte >= 'a' && byte <= 'z' ? byte - 32 : byte);
  return Bytes(std::move(out));
}

Str bytes_hex(Call &call, const Bytes &bytes, const Str &separator, int64_t every) {
  std::string out;
  if (separator.length() > 1) return call.raise("ValueError", "sep must be length 1."), Str();
  if (separator.length() == 1 && static_cast<uint32_t>(separator[0]) > 127) return call.raise("ValueError", "sep must be ASCII."), Str();
  const int64_t group = every < 0 ? -every : every;
  for (int64_t at = 0; at < bytes.size(); ++at) {
    const int64_t counted = every > 0 ? bytes.size() - at : at;
    if (at > 0 && group > 0 && separator.length() == 1 && counted % group == 0) out += static_cast<char>(separator[0]);
    const int code = static_cast<int>(bytes.at(at));
    out += {digit(code >> 4), digit(code)};
  }
  return new_str(call, std::string_view(out));
}

Bytes bytes_from_hex(Call &call, const Str &text) {
  std::string out;
  auto value = [&](int64_t at) {
    const char32_t point = at < text.length() ? text[at] : U'?';
    if (point >= U'0' && point <= U'9') return static_cast<int>(point - U'0');
    const auto lower = static_cast<char32_t>(point | 32);
    return point < 128 && lower >= U'a' && lower <= U'f' ? static_cast<int>(lower - U'a') + 10 : -1;
  };
  for (int64_t at = 0; at < text.length();) {
    if (text[at] < 128 && is_space(static_cast<char>(text[at]))) {
      ++at;
      continue;
    }
    for (int64_t place : {at, at + 1})
      if (value(place) < 0)
        return call.raise("ValueError", "non-hexadecimal number found in fromhex() arg at position " + std::to_string(place)), Bytes();
    out.push_back(static_cast<char>(value(at) * 16 + value(at + 1)));
    at += 2;
  }
  return Bytes(std::move(out));
}

Bytes zero_bytes(Call &call, int64_t count) {
  if (count < 0) return call.raise("ValueError", "negative count"), Bytes();
  if (count > longest) return call.raise("MemoryError", ""), Bytes();
  return Bytes(std::string(static_cast<std::size_t>(count), '\0'));
}

namespace {

// Whether the order is big-endian; ValueError for another word.
bool big_endian(Call &call, const Str &order) {
  if (order == Str(U"big")) return true;
  if (!(order == Str(U"little"))) call.raise("ValueError", "byteorder must be either 'little' or 'big'");
  return false;
}

}  // namespace

Bytes int_to_bytes(Call &call, int64_t value, int64_t length, const Str &order, bool with_sign) {
  const bool big = big_endian(call, order);
  if (length < 0) call.raise("ValueError", "length argument must be non-negative");
  if (!with_sign && value < 0) call.raise("OverflowError", "can't convert negative int to unsigned");
  if (call.failed()) return {};
  std::string out;
  int64_t rest = value;
  for (int64_t at = 0; at < length; ++at) {
    out.push_back(static_cast<char>(rest & 255));
    rest >>= 8;
  }
  const bool sign = !out.empty() && (out.back() & 0x80) != 0;
  const bool fits = with_sign ? rest == (value < 0 ? -1 : 0) && (length >= 9 || length == 0 || sign == (value < 0)) : rest == 0;
  if (!fits || (length == 0 && value != 0)) return call.raise("OverflowError", "int too big to convert"), Bytes();
  if (big) out.assign(out.rbegin(), out.rend());
  return Bytes(std::move(out));
}

int64_t int_from_bytes(Call &call, const Bytes &bytes, const Str &order, bool with_sign) {
  const bool big = big_endian(call, order);
  if (call.failed() || bytes.size() == 0) return 0;
  auto byte = [&](int64_t at) { return static_cast<uint64_t>(bytes.at(big ? bytes.size() - 1 - at : at)); };
  const bool negative = with_sign && (byte(bytes.size() - 1) & 0x80) != 0;
  const uint64_t filler = negative ? 255 : 0;
  uint64_t out = negative ? ~uint64_t{0} : 0;
  for (int64_t at = bytes.size() - 1; at >= 0; --at) {
    if (at >= 8 && byte(at) != filler) return call.raise("OverflowError", "Python int too large for 64 bits"), 0;
    if (at < 8) out = (out << 8) | byte(at);
  }
  if ((static_cast<int64_t>(out) < 0) != negative) return call.raise("OverflowError", "Python int too large for 64 bits"), 0;
  return static_cast<int64_t>(out);
}

}  // namespace modelet::python
