// Exceptions as values, and how `try` statements catch, hold and raise them.
#pragma once

#include <initializer_list>
#include <string_view>

#include "python/depth.h"
#include "python/str.h"

namespace modelet::python {

struct Exception {
  Error error;
};

// How control leaves a body that has a `finally`.
enum class Leaving : uint8_t { normally, error, returned, broke, continued };

Exception exception(Call &call, const Str &python_class, const Str &message);
void raise(Call &call, const Exception &exception);  // beside heap.h's, which takes a class and a message
// Takes the error out of the call.
Exception caught(Call &call);
bool matches(const Exception &exception, std::initializer_list<std::string_view> classes);
// Cancelling is not an exception that Python code may catch.
bool catchable(const Exception &exception);
// For `finally`: takes the error, if there is one, out of the call, and puts it back unless a new one was raised.
Exception hold(Call &call);
void restore(Call &call, const Exception &held);

Str str(Call &call, const Exception &exception);
Str repr(Call &call, const Exception &exception);
Str class_name(Call &call, const Exception &exception);

}  // namespace modelet::python
