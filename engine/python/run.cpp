#include "python/run.h"

#include "core/values.h"

namespace modelet::python {

namespace {

void type_error(Call &call, std::string message, std::string parameter) {
  call.fail({"TypeError", std::move(message), 400, "invalid_request_error", "invalid_type", std::move(parameter)});
}

// 'a', 'b' and 'c': as CPython lists them.
std::string listed(const std::vector<std::string> &names) {
  std::string out;
  for (std::size_t at = 0; at < names.size(); ++at) {
    if (at > 0) out += at + 1 < names.size() ? ", " : names.size() == 2 ? " and " : ", and ";
    out += "'" + names[at] + "'";
  }
  return out;
}

}  // namespace

Arguments::Arguments(Call &call, const Values &values, const char *function) : call_(call), values_(values), function_(function) {
  if (!values.json.is_object()) type_error(call, std::string(function) + "() takes an object of arguments by name", "");
}

const void *Arguments::find(const char *name) {
  names_.emplace_back(name);
  if (call_.failed()) return nullptr;
  const auto found = values_.json.find(name);
  if (found == values_.json.end()) return nullptr;
  ++taken_;
  return &*found;
}

void Arguments::missing(const char *name) {
  missing_.emplace_back(name);
}

void Arguments::wrong_type(const char *name, const char *type, const Reader &reader) {
  const std::string field(heap(call_).wrong_field);
  const std::string found = field.empty() ? std::string(", not ") + reader.type_name() : "; its field '" + field + "' does not fit";
  type_error(call_, std::string(function_) + "() argument '" + name + "' must be " + type + found, name);
}

void Arguments::refuse_value(const char *name, const char *allowed, const Str &value) {
  call_.fail({"ValueError", std::string(function_) + "() argument '" + name + "' must be one of " + allowed + ", not " + to_utf8(value),
              400, "python_exception", "ValueError", name});
}

bool Arguments::complete() {
  if (call_.failed()) return false;
  if (taken_ < values_.json.size()) {
    for (const auto &entry : values_.json.items()) {
      bool known = false;
      for (const std::string &name : names_) known = known || name == entry.key();
      if (!known) type_error(call_, std::string(function_) + "() got an unexpected keyword argument '" + entry.key() + "'", entry.key());
    }
  }
  if (!missing_.empty()) {
    const std::string many = missing_.size() == 1 ? " argument: " : " arguments: ";
    type_error(call_,
               std::string(function_) + "() missing " + std::to_string(missing_.size()) + " required positional" + many + listed(missing_),
               missing_[0]);
  }
  return !call_.failed();
}

}  // namespace modelet::python
