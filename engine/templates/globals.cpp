// The functions that every chat template may call.
#include <algorithm>
#include <ctime>

#include "platform/clock.h"
#include "python/clock.h"
#include "python/numbers.h"
#include "python/strings.h"
#include "templates/renderer.h"

namespace modelet::templates {

namespace {

using Function = Value (*)(Renderer &renderer, Arguments &arguments);

// Puts what dict() is given into a table.
bool fill(Renderer &renderer, Table &table, Arguments &arguments) {
  Call &call = renderer.call;
  if (arguments.positional.size() > 1) {
    return raise_type(call, "dict expected at most 1 argument, got " + std::to_string(arguments.positional.size())), false;
  }
  if (!arguments.positional.empty() && arguments.positional[0].is(Kind::dict)) {
    for (const auto &entry : arguments.positional[0].as<DictObject>().table.entries()) table.put(call, entry.key, entry.value);
  } else if (!arguments.positional.empty()) {
    std::vector<Value> pairs;
    if (!collect(renderer, arguments.positional[0], pairs)) return false;
    for (std::size_t at = 0; at < pairs.size(); ++at) {
      std::vector<Value> both;
      const std::string element = "dictionary update sequence element #" + std::to_string(at);
      if (!collect(renderer, pairs[at], both)) {
        if (caught(call, {"TypeError"})) raise_type(call, "cannot convert " + element + " to a sequence");
        return false;
      }
      if (both.size() != 2) {
        call.raise("ValueError", element + " has length " + std::to_string(both.size()) + "; 2 is required");
        return false;
      }
      if (!table.put(call, both[0], both[1])) return false;
    }
  }
  for (const auto &[name, value] : arguments.named) table.put(call, Value(name), value);
  return !call.failed();
}

Value make_dict(Renderer &renderer, Arguments &arguments) {
  const Ref<DictObject> out = make<DictObject>(renderer.call);
  return out && fill(renderer, out->table, arguments) ? Value(Kind::dict, out.get()) : Value();
}

Value make_space(Renderer &renderer, Arguments &arguments) {
  const Ref<DictObject> out = make<DictObject>(renderer.call);
  if (!out || !fill(renderer, out->table, arguments)) return {};
  for (const auto &entry : out->table.entries())
    if (!may_store(renderer.call, entry.key)) return {};
  return Value(Kind::space, out.get());
}

Value make_range(Renderer &renderer, Arguments &arguments) {
  Call &call = renderer.call;
  const std::size_t count = arguments.positional.size();
  if (!arguments.named.empty()) return raise_type(call, "safe_range() got an unexpected keyword argument");
  if (count == 0) return raise_type(call, "range expected at least 1 argument, got 0");
  if (count > 3) return raise_type(call, "range expected at most 3 arguments, got " + std::to_string(count));
  int64_t numbers[3] = {0, 0, 1};
  for (std::size_t at = 0; at < count; ++at)
    if (!whole(call, arguments.positional[at], numbers[at])) return {};
  Range range{numbers[0], numbers[1], numbers[2]};
  if (count == 1) range = {0, numbers[0], 1};
  if (range.step == 0) return call.raise("ValueError", "range() arg 3 must not be zero"), Value();
  constexpr int64_t most = 100000;
  if (range.length() > most || range.length() < 0) {
    call.raise("OverflowError", "Range too big. The sandbox blocks ranges larger than MAX_RANGE (100000).");
    return {};
  }
  return Value(Kind::range, make<RangeObject>(call, range).get());
}

constexpr Native raise_signature{"raise_exception", "message", 1, nullptr, "_cached_compile_jinja_template.<locals>.raise_exception"};
constexpr Native time_signature{"strftime_now", "format", 1, nullptr, "_cached_compile_jinja_template.<locals>.strftime_now"};

Value raise_exception(Renderer &renderer, Arguments &arguments) {
  Value given[most_parameters];
  if (!bind(renderer.call, raise_signature, arguments, given)) return {};
  return raise_template(renderer.call, "TemplateError", python::to_utf8(str(renderer.call, given[0])));
}

// What datetime adds to the C library's strftime: microseconds; and no zone, as the time has none.
std::string with_microseconds(const std::string &format, int64_t microseconds) {
  std::string out;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%' || at + 1 == format.size()) {
      out += format[at];
      continue;
    }
    const char kind = format[++at];
    if (kind == 'f') {
      const std::string digits = std::to_string(microseconds);
      out += std::string(6 - digits.size(), '0') + digits;
    } else if (kind != 'z' && kind != 'Z') {
      out += '%';
      out += kind;
    }
  }
  return out;
}

Value strftime_now(Renderer &renderer, Arguments &arguments) {
  Call &call = renderer.call;
  Value given[most_parameters];
  if (!bind(call, time_signature, arguments, given)) return {};
  if (!given[0].is_text()) return raise_type(call, std::string("strftime() argument 1 must be str, not ") + type_name(given[0]));
  const int64_t now = renderer.now != nullptr ? *renderer.now : python::now_microseconds(call);
  const int64_t seconds = python::floor_divide(call, now, int64_t{1000000});
  // Injected times are shown as they are; the host's in its own zone.
  const auto moment = static_cast<std::time_t>(seconds + (renderer.now != nullptr ? 0 : python::local_offset(call, seconds)));
  std::tm parts{};
  if (!platform::world_time(moment, parts)) return call.raise("OverflowError", "the time is out of range"), Value();
  // One character more, so that a result without any is told from one that does not fit.
  const std::string format = with_microseconds(python::to_utf8(given[0].text()), now - seconds * 1000000) + " ";
  std::string out(format.size() * 32 + 256, '\0');
  out.resize(std::strftime(out.data(), out.size(), format.c_str(), &parts));
  if (!out.empty()) out.pop_back();
  return Value(python::from_utf8(call, out));
}

struct Global {
  const char *name;
  Function run;
};

constexpr Global globals[] = {
    {"dict", make_dict},   {"namespace", make_space},      {"raise_exception", raise_exception},
    {"range", make_range}, {"strftime_now", strftime_now},
};

}  // namespace

bool may_store(Call &call, const Value &name) {
  if (!name.is_text() || name.text().length() == 0 || name.text()[0] != U'_') return true;
  raise_template(call, "SecurityError",
                 "Chat templates cannot store underscore-prefixed attributes on a namespace, but got " + python::to_utf8(repr(call, name)) +
                     ". Please rename the attribute.");
  return false;
}

Value find_global(std::u32string_view name) {
  for (std::size_t at = 0; at < std::size(globals); ++at) {
    const std::string_view here = globals[at].name;
    const bool found = here.size() == name.size() && std::equal(here.begin(), here.end(), name.begin(), [](char left, char32_t right) {
                         return static_cast<unsigned char>(left) == right;
                       });
    if (found) return Value::function(static_cast<int64_t>(at));
  }
  return {};
}

const char *global_name(int64_t number) {
  return globals[number].name;
}

Value call_global(Renderer &renderer, int64_t number, Arguments &arguments) {
  return globals[number].run(renderer, arguments);
}

}  // namespace modelet::templates
