// How a compiled function is started and run: arguments decoded by name, results encoded.
#pragma once

#include <initializer_list>
#include <memory>

#include "core/run.h"
#include "python/builtins.h"
#include "python/values.h"

namespace modelet::python {

// The arguments of one call. Errors are Python's: TypeError for what is missing, unexpected or of the wrong type.
class Arguments {
 public:
  Arguments(Call &call, const Values &values, const char *function);

  template <typename T>
  T take(const char *name, const char *type) {
    T out{};
    const void *node = find(name);
    if (node == nullptr) {
      missing(name);
    } else {
      read(name, type, node, out);
    }
    return out;
  }

  template <typename T>
  T take(const char *name, const char *type, T otherwise) {
    const void *node = find(name);
    if (node != nullptr) read(name, type, node, otherwise);
    return otherwise;
  }

  // ValueError unless the value is one of a Literal's.
  template <typename T>
  void one_of(const T &value, const char *name, const char *allowed, std::initializer_list<T> values) {
    for (const T &one : values)
      if (one == value) return;
    if (!call_.failed()) refuse_value(name, allowed, repr(call_, value));
  }

  // False with an error raised when anything was wrong; unexpected names are.
  bool complete();

 private:
  template <typename T>
  void read(const char *name, const char *type, const void *node, T &out) {
    Reader reader(values_, node);
    heap(call_).wrong_field = {};
    if (!call_.failed() && !decode(call_, reader, out)) wrong_type(name, type, reader);
  }
  const void *find(const char *name);
  void missing(const char *name);
  void wrong_type(const char *name, const char *type, const Reader &reader);
  void refuse_value(const char *name, const char *allowed, const Str &value);

  Call &call_;
  const Values &values_;
  const char *function_;
  std::size_t taken_ = 0;
  std::vector<std::string> names_;
  std::vector<std::string> missing_;
};

inline Step failed_step(Call &call) {
  describe(call);
  return Step::error;
}

// A plain function: one value.
template <typename Body>
class Once final : public Run {
 public:
  Once(Call &call, Body body) : heap_(call.heap), body_(std::move(body)) {}
  Step next(Call &call, Values &out) override {
    if (done_) return Step::end;
    done_ = true;
    const auto result = body_(call);
    if (call.failed()) return failed_step(call);
    Writer writer(out);
    encode(call, writer, result);
    return call.failed() ? failed_step(call) : Step::value;
  }

 private:
  std::shared_ptr<void> heap_;  // outlives what the body holds
  Body body_;
  bool done_ = false;
};

template <typename Body>
std::unique_ptr<Run> once(Call &call, Body body) {
  return std::make_unique<Once<Body>>(call, std::move(body));
}

// A generator function: one value a `yield`.
template <typename Body>
class Stream final : public Run {
 public:
  Stream(Call &call, Body body) : heap_(call.heap), body_(std::move(body)) {}
  Step next(Call &call, Values &out) override {
    if (!started_) {
      started_ = true;
      generator_ = body_(call);
    }
    if (call.failed()) return failed_step(call);
    typename decltype(generator_)::Item item{};
    if (!generator_.next(call, item)) return call.failed() ? failed_step(call) : Step::end;
    Writer writer(out);
    encode(call, writer, item);
    return call.failed() ? failed_step(call) : Step::value;
  }

 private:
  std::shared_ptr<void> heap_;
  Body body_;
  decltype(std::declval<Body &>()(std::declval<Call &>())) generator_;
  bool started_ = false;
};

template <typename Body>
std::unique_ptr<Run> generate(Call &call, Body body) {
  return std::make_unique<Stream<Body>>(call, std::move(body));
}

// Starts a function that reads or changes what its module keeps between calls. It lives on the heap that the instance's calls share.
std::unique_ptr<Run> start_sharing(Call &call, const Values &values, std::unique_ptr<Run> (*start)(Call &, const Values &));

}  // namespace modelet::python
