#include "python/instances.h"

#include <cstdio>
#include <string>

namespace modelet::python {

// "Class" of "module.Class".
static std::string quoted(std::string_view class_name) {
  const std::size_t dot = class_name.rfind('.');
  return "'" + std::string(dot == class_name.npos ? class_name : class_name.substr(dot + 1)) + "'";
}

void no_attribute(Call &call, std::string_view class_name, const char *name) {
  call.raise("AttributeError", quoted(class_name) + " object has no attribute '" + name + "'");
}

void not_orderable(Call &call, std::string_view class_name) {
  call.raise("TypeError", "'<' not supported between instances of " + quoted(class_name) + " and " + quoted(class_name));
}

Str plain_repr(Call &call, std::string_view class_name, const Object *object) {
  char address[20];
  std::snprintf(address, sizeof address, "0x%012llx", static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(object)));
  return new_str(call, std::string_view("<" + std::string(class_name) + " object at " + address + ">"));
}

}  // namespace modelet::python
