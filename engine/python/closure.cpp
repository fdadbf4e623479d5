#include "python/closure.h"

#include "python/dicts.h"
#include "python/strings.h"

namespace modelet::python {

void unbound_local(Call &call, const char *name) {
  call.raise("UnboundLocalError", std::string("cannot access local variable '") + name + "' where it is not associated with a value");
}

void unbound_free(Call &call, const char *name) {
  call.raise("NameError",
             std::string("cannot access free variable '") + name + "' where it is not associated with a value in enclosing scope");
}

void class_key_error(Call &call, const Class &key, const Str &paths) {
  std::u32string begin = U"\n";
  begin.append(key.view());
  begin += U'=';
  const std::size_t found = paths.view().find(begin);
  std::u32string_view path = key.view();
  if (found != std::u32string_view::npos) {
    path = paths.view().substr(found + begin.size());
    path = path.substr(0, path.find(U'\n'));
  }
  const Exception made = exception(call, Str(U"KeyError"), concatenate(call, {U"<class '", path, U"'>"}));
  if (!made) return call.raise("MemoryError", "");
  keep_arguments(call, made, std::tuple<Class>(key));
  raise(call, made);
}

void check_spread(Call &call, int64_t size, int64_t before, std::initializer_list<const char *> names, const char *function, int64_t most) {
  const auto wanted = static_cast<int64_t>(names.size());
  if (size >= wanted && (most < 0 || size <= most)) return;
  const std::string head = std::string(function) + "() ";
  if (size > wanted) {
    const std::string range =
        most == wanted ? std::to_string(before + most) : "from " + std::to_string(before + wanted) + " to " + std::to_string(before + most);
    const std::string argument = range == "1" ? " positional argument" : " positional arguments";
    call.raise("TypeError", head + "takes " + range + argument + " but " + std::to_string(before + size) +
                                (before + size == 1 ? " was given" : " were given"));
    return;
  }
  const int64_t count = wanted - size;
  std::string listed;
  for (int64_t at = size; at < wanted; ++at) {
    if (at > size) listed += count == 2 ? " and " : at + 1 < wanted ? ", " : ", and ";
    listed += std::string("'") + names.begin()[at] + "'";
  }
  call.raise("TypeError",
             head + "missing " + std::to_string(count) + " required positional argument" + (count == 1 ? ": " : "s: ") + listed);
}

}  // namespace modelet::python
