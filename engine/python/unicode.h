// What Python's str knows about each code point: classes and case mappings of one Unicode version.
#pragma once

#include <cstdint>
#include <string_view>

namespace modelet::python::unicode {

enum Flag : uint16_t {
  alpha = 1,
  decimal = 2,
  digit = 4,
  numeric = 8,
  space = 16,
  lower = 32,
  upper = 64,
  title = 128,
  printable = 256,
  cased = 512,
  case_ignorable = 1024,
  identifier_start = 2048,
  identifier_part = 4096
};

// `length` 0: the code point plus `value`; else that many code points from extra[value] on.
struct Mapping {
  int32_t value;
  int8_t length;
};

enum Case { to_lower, to_upper, to_title, to_fold };

struct Record {
  uint16_t flags;
  uint8_t digit_value;
  Mapping mappings[4];  // by Case
};

extern const Record records[];
extern const char32_t extra[];
extern const uint8_t page_of[];
extern const uint16_t record_of[][256];

inline const Record &record(char32_t point) {
  const auto code = static_cast<uint32_t>(point);
  return records[record_of[page_of[code < 0x110000 ? code >> 8 : 0]][code & 255]];
}
inline bool has(char32_t point, uint16_t flags) {
  return (record(point).flags & flags) != 0;
}

}  // namespace modelet::python::unicode
