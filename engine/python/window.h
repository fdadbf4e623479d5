// What loops of compiled code use instead of a list or a range where the compiler knows more (emit/loops.py).
#pragma once

#include "python/builtins.h"

namespace modelet::python {

// A store outside of a list, or into a captured one.
inline void not_stored(Call &call, bool frozen) {
  if (frozen) return raise(call, "RuntimeError", "a captured object cannot be changed: it is a constant of the compiled library");
  raise(call, "IndexError", "list assignment index out of range");
}

// A list's items while a loop runs that makes no list of its type longer or shorter. Its parts stay in registers, where those of the list
// would be read again before each use. Whoever made it holds the list.
template <typename T>
struct Window {
  using Item = T;
  T *items;
  int64_t size;
  int64_t writable;  // of a frozen list none
};

// A name that is not bound yet has no list: it is asked for before the window is used.
template <typename T>
Window<T> window(const List<T> &list) {
  if (!list) return {nullptr, 0, 0};
  auto &items = list.items();
  return {items.data(), items.size(), list.object()->frozen ? 0 : items.size()};
}

template <typename T>
T index(Call &call, const Window<T> &list, int64_t at) {
  if (at < 0) at += list.size;
  if (static_cast<uint64_t>(at) >= static_cast<uint64_t>(list.size)) [[unlikely]]
    return raise(call, "IndexError", "list index out of range"), T{};
  assume_running(call);
  return list.items[at];
}

template <typename T>
void store(Call &call, const Window<T> &list, const List<T> &whole, int64_t at, T item) {
  if (at < 0) at += list.size;
  if (static_cast<uint64_t>(at) >= static_cast<uint64_t>(list.writable)) [[unlikely]]
    return not_stored(call, whole.object()->frozen);
  std::swap(list.items[at], item);
  assume_running(call);
}

template <typename T>
int64_t len(Call &, const Window<T> &list) {
  return list.size;
}

template <typename T>
struct WindowIterator {
  using Item = T;
  const T *at;
  const T *end;
  bool next(Call &, T &item) {
    if (at == end) return false;
    item = *at++;
    return true;
  }
};
template <typename T>
auto iterate(Call &, const Window<T> &list) {
  return WindowIterator<T>{list.items, list.items + list.size};
}

// A range in steps of one: that a value between its ends has a neighbour tells the optimiser that nothing wraps.
template <int64_t step>
struct UnitRange {
  static_assert(step == 1 || step == -1);
  using Item = int64_t;
  int64_t value;
  int64_t stop;
  bool next(Call &, int64_t &item) {
    if (step > 0 ? value >= stop : value <= stop) return false;
    item = value;
    value += step;
    return true;
  }
};
template <int64_t step>
auto iterate_by(Call &, const Range &range) {
  return UnitRange<step>{range.start, range.stop};
}

}  // namespace modelet::python
