// What UnicodeEncodeError and UnicodeDecodeError know; it stands in their message.
#pragma once

#include "python/bytes.h"
#include "python/exception.h"

namespace modelet::python {

Str unicode_error_text(Call &call, const Exception &error, bool reason);    // else the encoding
int64_t unicode_error_place(Call &call, const Exception &error, bool end);  // else the start

}  // namespace modelet::python
