// Methods of instances as values.
#pragma once

#include <cstdint>

#include "python/named.h"

namespace modelet::python {

// `owner.name`: at run time the owner alone. The name makes a type of its own, so that a union tells the methods of one owner apart.
template <Label name, typename Owner>
struct MethodOf {
  Owner owner{};

  // Equal are methods of one object, whatever the object says about others.
  bool operator==(const MethodOf &other) const
    requires requires { owner.object(); }
  {
    return owner.object() == other.owner.object();
  }
  int64_t hash_code() const
    requires requires { owner.object(); }
  {
    return static_cast<int64_t>(reinterpret_cast<std::uintptr_t>(owner.object()));
  }
};

}  // namespace modelet::python
