// float.hex and float.fromhex.
#pragma once

#include "python/str.h"

namespace modelet::python {

Str float_hex(Call &call, double value);
double float_from_hex(Call &call, const Str &text);

}  // namespace modelet::python
