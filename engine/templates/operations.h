// Python's operations on a template's values. Each raises what CPython and Jinja raise.
#pragma once

#include <string>

#include "templates/opcodes.h"
#include "templates/value.h"

namespace modelet::templates {

using python::Slice;

const char *type_name(const Value &value);       // type(value).__name__
std::string described_type(const Value &value);  // as messages about undefined values show it

// ---- undefined values

Value undefined_variable(Call &call, const Str &name);
Value undefined_attribute(Call &call, const Value &object, const Value &name);
Value undefined_hint(Call &call, std::u32string_view hint, const Value &name = Value());
Value unsafe_attribute(Call &call, const Value &object, const Value &name);
// Raises UndefinedError, or SecurityError. The result is a missing value.
Value raise_undefined(Call &call, const Value &value);
std::string undefined_message(Call &call, const Value &value);

// A template's own errors: jinja2.exceptions.
Value raise_template(Call &call, std::string_view python_class, std::string message);
Value raise_type(Call &call, std::string message);
// Whether the call failed with one of these builtin classes; takes the error away.
bool caught(Call &call, std::initializer_list<std::string_view> classes);

// ---- truth, order, length

bool truth(Call &call, const Value &value);
bool identical(const Value &left, const Value &right);
bool equal(Call &call, const Value &left, const Value &right);
bool compare(Call &call, Comparison comparison, const Value &left, const Value &right);
int64_t length(Call &call, const Value &value);  // -1 with TypeError raised
bool has_length(const Value &value);

// ---- loops

Ref<IteratorObject> iterate(Call &call, const Value &value);
bool collect(Renderer &renderer, const Value &value, std::vector<Value> &out);
bool contains(Renderer &renderer, const Value &item, const Value &container);

// ---- arithmetic and subscripts

Value arithmetic(Call &call, Op operation, const Value &left, const Value &right);
Value negative(Call &call, const Value &value);
Value positive(Call &call, const Value &value);
// `value[key]` of Python: with an error raised where there is none.
Value subscript(Call &call, const Value &value, const Value &key);
Value subscript(Call &call, const Value &value, const Value &start, const Value &stop, const Value &step);
// `value.name` and `value[key]` of Jinja: an undefined value where there is none.
Value attribute(Call &call, const Value &value, const Str &name);
Value item(Call &call, const Value &value, const Value &key);
// An attribute of Python's object itself; missing when it has none.
Value own_attribute(Call &call, const Value &value, const Str &name);
bool has_own_attribute(const Value &value, const Str &name);

// The whole number that a call is given: `what` is the beginning of the error.
bool whole(Call &call, const Value &value, int64_t &out);

// ---- text

Str str(Call &call, const Value &value);
Str repr(Call &call, const Value &value);
void write_str(Call &call, std::u32string &out, const Value &value);
void write_repr(Call &call, std::u32string &out, const Value &value);
Str escape(Call &call, const Str &text);  // HTML
Value percent(Call &call, const Str &text, const Value &values);
Value format(Call &call, const Str &text, const Arguments &arguments, const Value &mapping);
Str json(Call &call, const Value &value, bool ascii, const Value &indent, const Value &separators, bool sort_keys);

}  // namespace modelet::templates
