#include "python/instances.h"

#include <cstdio>
#include <string>

namespace modelet::python {

void no_attribute(Call &call, std::string_view class_name, const char *name) {
  const std::size_t dot = class_name.rfind('.');
  const std::string_view plain = dot == class_name.npos ? class_name : class_name.substr(dot + 1);
  call.raise("AttributeError", "'" + std::string(plain) + "' object has no attribute '" + name + "'");
}

Str plain_repr(Call &call, std::string_view class_name, const Object *object) {
  char address[20];
  std::snprintf(address, sizeof address, "0x%012llx", static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(object)));
  return new_str(call, std::string_view("<" + std::string(class_name) + " object at " + address + ">"));
}

}  // namespace modelet::python
