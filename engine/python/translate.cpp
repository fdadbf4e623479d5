#include "python/translate.h"

namespace modelet::python {

int64_t table_key(Call &call, const Str &key) {
  if (key.length() == 1) return static_cast<int64_t>(key[0]);
  call.raise("ValueError", "string keys in translate table must be of length 1");
  return 0;
}

bool translated(Call &call, std::u32string &out, int64_t code) {
  if (code < 0 || code > 0x10FFFF) return call.raise("ValueError", "character mapping must be in range(0x110000)"), false;
  out.push_back(static_cast<char32_t>(code));
  return true;
}

}  // namespace modelet::python
