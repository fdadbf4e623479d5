// Functions as values: which one it is, and what it holds. Copies refer to the same function.
#pragma once

#include <initializer_list>
#include <string>
#include <tuple>

#include "python/lists.h"
#include "python/static.h"

namespace modelet::python {

// A variable that functions share.
template <typename T>
class CellObject final : public Object {
 public:
  using Object::Object;
  void clear() noexcept override { value = T{}; }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  bool bound = false;
  T value{};
};
template <typename T>
using Cell = Ref<CellObject<T>>;

// A function made inside of another one. Each `def` and `lambda` has a struct of its own that derives from this, so that a
// function may hold itself.
template <typename... Part>
class ClosureObject : public Object {
 public:
  ClosureObject(Heap &heap, Part... part) : Object(heap), parts(std::move(part)...) {}
  void clear() noexcept override { parts = {}; }
  std::tuple<Part...> parts;
};

template <typename R, typename... Part>
R make_closure(Call &call, Part &&...part) {
  return new_object<typename R::Type, R>(call, std::forward<Part>(part)...);
}
template <typename R>
R new_cell(Call &call) {
  return new_object<typename R::Type, R>(call);
}

[[gnu::cold, gnu::noinline]] void unbound_local(Call &call, const char *name);
[[gnu::cold, gnu::noinline]] void unbound_free(Call &call, const char *name);

template <typename T>
T load_local(Call &call, const Cell<T> &cell, const char *name) {
  if (!cell->bound) unbound_local(call, name);
  return cell->value;
}
template <typename T>
T load_free(Call &call, const Cell<T> &cell, const char *name) {
  if (!cell->bound) unbound_free(call, name);
  return cell->value;
}
template <typename T>
void store_cell(Call &, const Cell<T> &cell, T value) {
  std::swap(cell->value, value);  // what was there goes last: it may be what holds the cell
  cell->bound = true;
}
template <typename T>
void forget_cell(Call &, const Cell<T> &cell) {
  [[maybe_unused]] const T value = std::exchange(cell->value, T{});
  cell->bound = false;
}
template <typename T>
void delete_local(Call &call, const Cell<T> &cell, const char *name) {
  cell->bound ? forget_cell(call, cell) : unbound_local(call, name);
}
template <typename T>
void delete_free(Call &call, const Cell<T> &cell, const char *name) {
  cell->bound ? forget_cell(call, cell) : unbound_free(call, name);
}

template <auto function>
inline constexpr char key_of = 0;

// What a function returns, computed once a call.
template <auto function, typename... Argument>
auto once_a_call(Call &call, Argument... argument) {
  using Result = decltype(function(call, argument...));
  return constant<Result>(call, &key_of<function>, [&](Call &running) { return function(running, argument...); });
}

// `f(*values)`: TypeError unless there is one value for each of `names`, which come behind `before` other arguments, and `most` at most
// (-1: any number).
void check_spread(Call &call, int64_t size, int64_t before, std::initializer_list<const char *> names, const char *function, int64_t most);

}  // namespace modelet::python
