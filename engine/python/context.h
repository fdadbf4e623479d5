// Context managers: generators that `contextlib.contextmanager` decorates, and what `__exit__` is given.
#pragma once

#include "python/generator.h"

namespace modelet::python {

// Compiled code keeps no frames: a traceback only tells that there was an exception.
struct Traceback {
  friend bool operator==(Traceback, Traceback) { return true; }
};
inline Traceback traceback(Call &) {
  return {};
}

template <typename G>
struct GeneratorContext {
  G generator;
  friend bool operator==(const GeneratorContext &left, const GeneratorContext &right) { return left.generator == right.generator; }
};

template <typename G>
GeneratorContext<G> as_context(Call &, const G &generator) {
  return {generator};
}

template <typename G>
typename G::Item enter_context(Call &call, const GeneratorContext<G> &context) {
  typename G::Item item{};
  if (!context.generator.next(call, item) && !call.failed()) call.raise("RuntimeError", "generator didn't yield");
  return item;
}

template <typename G>
void leave_context(Call &call, const GeneratorContext<G> &context) {
  typename G::Item item{};
  if (context.generator.next(call, item)) call.raise("RuntimeError", "generator didn't stop");
}

// Whether the generator swallowed the exception, which is raised where it waits.
template <typename G>
bool throw_into_context(Call &call, const GeneratorContext<G> &context, const Exception &exception) {
  throw_in(call, context.generator, exception);
  if (!call.failed()) return call.raise("RuntimeError", "generator didn't stop after throw()"), false;
  const Exception raised = caught(call);
  if (raised == exception) return false;
  const bool stop = matches(raised, {"StopIteration"});
  const bool own = raised && raised.object->cause == exception && matches(exception, {"StopIteration"});
  if (!stop && !own) restore(call, raised);
  return stop;
}

}  // namespace modelet::python
