#include "python/packing.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace modelet::python {

namespace {

struct Letter {
  char code;
  int64_t standard;  // 0: native only
  int64_t native;
};

constexpr Letter letters[] = {
    {'x', 1, 1},
    {'c', 1, 1},
    {'b', 1, 1},
    {'B', 1, 1},
    {'?', 1, 1},
    {'h', 2, 2},
    {'H', 2, 2},
    {'i', 4, 4},
    {'I', 4, 4},
    {'l', 4, sizeof(long)},
    {'L', 4, sizeof(long)},
    {'q', 8, 8},
    {'Q', 8, 8},
    {'n', 0, sizeof(void *)},
    {'N', 0, sizeof(void *)},
    {'e', 2, 2},
    {'f', 4, 4},
    {'d', 8, 8},
    {'s', 1, 1},
    {'p', 1, 1},
    {'P', 0, sizeof(void *)},
};

const Letter *letter_of(char32_t code) {
  for (const Letter &letter : letters)
    if (static_cast<char32_t>(letter.code) == code) return &letter;
  return nullptr;
}

constexpr int64_t most = int64_t{1} << 40;
constexpr bool host_big = std::endian::native == std::endian::big;

bool fault(Call &call, const char *message) {
  call.raise("error", message);
  return false;
}

// The order that a format begins with.
std::size_t read_order(std::u32string_view text, Packing &out) {
  out.big = host_big;
  if (text.empty() || std::u32string_view(U"@=<>!").find(text[0]) == std::u32string_view::npos) return 0;
  out.native = text[0] == U'@';
  if (text[0] == U'<') out.big = false;
  if (text[0] == U'>' || text[0] == U'!') out.big = true;
  return 1;
}

bool add_items(Call &call, const Letter &letter, int64_t count, Packing &out) {
  const int64_t size = out.native ? letter.native : letter.standard;
  if (size == 0) return fault(call, "bad char in struct format");
  if (out.native) out.size += (size - out.size % size) % size;
  if (count > most || out.size > most) return fault(call, "total struct size too long");
  if (letter.code == 's' || letter.code == 'p') {
    out.items.push_back({letter.code, out.size, count});
    out.size += count;
    return true;
  }
  for (int64_t at = 0; letter.code != 'x' && at < count; ++at) out.items.push_back({letter.code, out.size + at * size, size});
  out.size += count * size;
  return true;
}

bool is_signed(char code) {
  return code == 'b' || code == 'h' || code == 'i' || code == 'l' || code == 'q' || code == 'n';
}

uint64_t whole(const Packing &packing, const Packed &item, std::string_view data) {
  uint64_t out = 0;
  for (int64_t at = 0; at < item.size; ++at) {
    const int64_t from = item.offset + (packing.big ? at : item.size - 1 - at);
    out = out << 8 | static_cast<unsigned char>(data[static_cast<std::size_t>(from)]);
  }
  return out;
}

void put_whole(const Packing &packing, const Packed &item, uint64_t bits, char *out) {
  for (int64_t at = 0; at < item.size; ++at) {
    out[item.offset + (packing.big ? item.size - 1 - at : at)] = static_cast<char>(bits & 255);
    bits >>= 8;
  }
}

double from_half(uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const auto fraction = static_cast<double>(bits & 1023);
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == 31) return bits & 1023 ? std::copysign(not_a_number, sign) : sign * infinity;
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

// Rounded to nearest even; false when it is too large.
bool to_half(double value, uint64_t &bits) {
  bits = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return bits |= 0x7e00, true;
  if (std::isinf(value)) return bits |= 0x7c00, true;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);
  if (fraction == 0) return true;
  const int least = exponent < -13 ? -24 : exponent - 11;
  const double scaled = std::nearbyint(std::ldexp(std::fabs(value), -least));
  if (exponent < -13) return bits |= static_cast<uint64_t>(scaled), true;  // a carry makes it normal by itself
  const uint64_t made = (static_cast<uint64_t>(exponent + 14) << 10) + static_cast<uint64_t>(scaled) - 1024;
  bits |= made;
  return made < 0x7c00;
}

// In CPython's words, which name the C types that it writes by itself.
void refuse_range(Call &call, const Packing &packing, const Packed &item, int64_t value) {
  const bool has_sign = is_signed(item.code), named = item.size == 1 || (item.size == 2 && packing.native);
  if (!named && !has_sign && value < 0)
    return call.raise("error", item.size == 8 && !packing.native ? "int too large to convert" : "argument out of range");
  const int64_t bits = item.size * 8;
  const int64_t least = has_sign ? -(int64_t{1} << (bits - 1)) : 0, largest = (int64_t{1} << (has_sign ? bits - 1 : bits)) - 1;
  const char *names[] = {"byte", "ubyte", "short", "ushort"};
  const std::string name = named ? names[(item.size - 1) * 2 + (has_sign ? 0 : 1)] : std::string("'") + item.code + "'";
  call.raise("error", name + " format requires " + std::to_string(least) + " <= number <= " + std::to_string(largest));
}

}  // namespace

bool read_format(Call &call, const Str &format, Packing &out) {
  const std::u32string_view text = format.view();
  for (std::size_t at = read_order(text, out); at < text.size(); ++at) {
    if (text[at] == U' ' || (text[at] >= 9 && text[at] <= 13)) continue;
    int64_t count = 1;
    if (text[at] >= U'0' && text[at] <= U'9') {
      for (count = 0; at < text.size() && text[at] >= U'0' && text[at] <= U'9'; ++at)
        count = std::min(count * 10 + static_cast<int64_t>(text[at] - U'0'), most * 2);
      if (at == text.size()) return fault(call, "repeat count given without format specifier");
    }
    const Letter *letter = letter_of(text[at]);
    if (letter == nullptr) return fault(call, "bad char in struct format");
    if (!add_items(call, *letter, count, out)) return false;
  }
  return true;
}

int64_t struct_calcsize(Call &call, const Str &format) {
  Packing packing;
  return read_format(call, format, packing) ? packing.size : 0;
}

int64_t unpacked_int(Call &call, const Packing &packing, const Packed &item, std::string_view data) {
  const uint64_t bits = whole(packing, item, data);
  if (is_signed(item.code) && item.size < 8) {
    const uint64_t top = uint64_t{1} << (item.size * 8 - 1);
    return static_cast<int64_t>((bits ^ top) - top);
  }
  if (!is_signed(item.code) && bits > INT64_MAX) return call.raise("OverflowError", "Python int too large for 64 bits"), 0;
  return static_cast<int64_t>(bits);
}

double unpacked_float(const Packing &packing, const Packed &item, std::string_view data) {
  const uint64_t bits = whole(packing, item, data);
  if (item.code == 'd') return std::bit_cast<double>(bits);
  return item.code == 'f' ? static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits))) : from_half(bits);
}

Bytes unpacked_bytes(const Packed &item, std::string_view data) {
  const auto from = static_cast<std::size_t>(item.offset);
  if (item.code != 'p') return Bytes(std::string(data.substr(from, static_cast<std::size_t>(item.size))));
  if (item.size == 0) return {};
  const auto held = std::min<int64_t>(static_cast<unsigned char>(data[from]), item.size - 1);
  return Bytes(std::string(data.substr(from + 1, static_cast<std::size_t>(held))));
}

void pack_int(Call &call, const Packing &packing, const Packed &item, int64_t value, char *out) {
  const bool has_sign = is_signed(item.code);
  if (item.size == 8) {
    if (!has_sign && value < 0 && item.code != 'P') return refuse_range(call, packing, item, value);
  } else {
    const int64_t limit = int64_t{1} << (item.size * 8 - (has_sign ? 1 : 0));
    if (value >= limit || value < (has_sign ? -limit : 0)) return refuse_range(call, packing, item, value);
  }
  put_whole(packing, item, static_cast<uint64_t>(value), out);
}

void pack_float(Call &call, const Packing &packing, const Packed &item, double value, char *out) {
  uint64_t bits = 0;
  if (item.code == 'd') {
    bits = std::bit_cast<uint64_t>(value);
  } else if (item.code == 'f') {
    const auto narrow = static_cast<float>(value);
    if (std::isinf(narrow) && !std::isinf(value) && !packing.native)
      return call.raise("OverflowError", "float too large to pack with f format");
    bits = std::bit_cast<uint32_t>(narrow);
  } else if (!to_half(value, bits)) {
    return call.raise("OverflowError", "float too large to pack with e format");
  }
  put_whole(packing, item, bits, out);
}

void pack_bytes(Call &call, const Packed &item, const Bytes &value, char *out) {
  if (item.code == 'c' && value.size() != 1) return call.raise("error", "char format requires a bytes object of length 1");
  const int64_t prefix = item.code == 'p' ? 1 : 0;
  const int64_t kept = std::min(value.size(), std::max<int64_t>(item.size - prefix, 0));
  if (prefix == 1 && item.size > 0) out[item.offset] = static_cast<char>(std::min<int64_t>(kept, 255));
  if (kept > 0) std::memcpy(out + item.offset + prefix, value.view().data(), static_cast<std::size_t>(kept));
}

namespace detail {

int64_t part_offset(Call &call, int64_t size, int64_t held, int64_t offset, bool packs) {
  const std::string sizes = std::to_string(size) + " bytes at offset " + std::to_string(offset);
  if (offset < 0) {
    if (offset + size > 0) return call.raise("error", (packs ? "no space to pack " : "not enough data to unpack ") + sizes), -1;
    if (offset + held < 0) {
      call.raise("error", "offset " + std::to_string(offset) + " out of range for " + std::to_string(held) + "-byte buffer");
      return -1;
    }
    return offset + held;
  }
  if (offset <= held && size <= held - offset) return offset;
  call.raise("error", std::string(packs ? "pack_into" : "unpack_from") + " requires a buffer of at least " + std::to_string(size + offset) +
                          " bytes for " + (packs ? "packing " : "unpacking ") + sizes + " (actual buffer size is " + std::to_string(held) +
                          ")");
  return -1;
}

}  // namespace detail

}  // namespace modelet::python
