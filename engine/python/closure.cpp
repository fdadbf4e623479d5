#include "python/closure.h"

namespace modelet::python {

void unbound_local(Call &call, const char *name) {
  call.raise("UnboundLocalError", std::string("cannot access local variable '") + name + "' where it is not associated with a value");
}

void unbound_free(Call &call, const char *name) {
  call.raise("NameError",
             std::string("cannot access free variable '") + name + "' where it is not associated with a value in enclosing scope");
}

}  // namespace modelet::python
