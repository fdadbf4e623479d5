// The operations of tuples whose length is known at run time only.
#pragma once

#include "python/lists.h"
#include "python/strings.h"

namespace modelet::python {

template <typename T>
int64_t len(Call &, const TupleOf<T> &tuple) {
  return tuple.size();
}

template <typename T, typename V>
TupleOf<T> to_tuple(Call &call, const V &values) {
  std::vector<T> items;
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item) && !interrupted(call)) items.push_back(convert<T>(item));
  return call.failed() ? TupleOf<T>() : TupleOf<T>(std::move(items));
}

template <typename T>
T index(Call &call, const TupleOf<T> &tuple, int64_t at) {
  const int64_t place = at < 0 ? at + tuple.size() : at;
  if (place >= 0 && place < tuple.size()) return tuple.at(place);
  raise(call, "IndexError", "tuple index out of range");
  return T{};
}

template <typename T>
TupleOf<T> index(Call &call, const TupleOf<T> &tuple, const Slice &slice) {
  const Cut taken = cut(call, slice, tuple.size());
  std::vector<T> items;
  for (int64_t at = 0; !call.failed() && at < taken.count; ++at) items.push_back(tuple.at(taken.start + at * taken.step));
  return TupleOf<T>(std::move(items));
}

template <typename T>
TupleOf<T> add(Call &, const TupleOf<T> &left, const TupleOf<T> &right) {
  std::vector<T> items;
  for (const TupleOf<T> *side : {&left, &right})
    for (int64_t at = 0; at < side->size(); ++at) items.push_back(side->at(at));
  return TupleOf<T>(std::move(items));
}

template <typename T>
TupleOf<T> multiply(Call &call, const TupleOf<T> &tuple, int64_t count) {
  int64_t size = 0;
  if (__builtin_mul_overflow(tuple.size(), count < 0 ? 0 : count, &size) || size > (int64_t{1} << 40))
    return call.raise("MemoryError", ""), TupleOf<T>();
  std::vector<T> items;
  for (int64_t at = 0; at < size; ++at) items.push_back(tuple.at(at % tuple.size()));
  return TupleOf<T>(std::move(items));
}
template <typename T>
TupleOf<T> multiply_left(Call &call, int64_t count, const TupleOf<T> &tuple) {
  return multiply(call, tuple, count);
}

template <typename T, typename Q>
int64_t count(Call &, const TupleOf<T> &tuple, const Q &item) {
  int64_t found = 0;
  for (int64_t at = 0; at < tuple.size(); ++at) found += same(tuple.at(at), item) ? 1 : 0;
  return found;
}
template <typename T, typename Q>
int64_t index_of(Call &call, const TupleOf<T> &tuple, const Q &item, int64_t start, int64_t end) {
  const int64_t size = tuple.size();
  if (start < 0) start = start < -size ? 0 : start + size;
  if (end < 0) end += size;
  for (int64_t at = start; at < end && at < size; ++at)
    if (same(tuple.at(at), item)) return at;
  call.raise("ValueError", "tuple.index(x): x not in tuple");
  return 0;
}

template <typename T>
auto reversed(Call &call, const TupleOf<T> &tuple) {
  std::vector<T> items;
  for (int64_t at = tuple.size() - 1; at >= 0; --at) items.push_back(tuple.at(at));
  return iterate(call, TupleOf<T>(std::move(items)));
}

inline bool startswith(Call &call, const Str &text, const TupleOf<Str> &prefixes, Bound start, Bound end) {
  for (int64_t at = 0; at < prefixes.size(); ++at)
    if (startswith(call, text, prefixes.at(at), start, end)) return true;
  return false;
}
inline bool endswith(Call &call, const Str &text, const TupleOf<Str> &suffixes, Bound start, Bound end) {
  for (int64_t at = 0; at < suffixes.size(); ++at)
    if (endswith(call, text, suffixes.at(at), start, end)) return true;
  return false;
}

// What an iterator gives, when it gives `count` items: it is asked for one more.
template <typename T, typename V>
List<T> unpack_steps(Call &call, const V &values, int64_t count) {
  auto out = new_list<T>(call);
  if (call.failed()) return out;
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && out.size() <= count && iterator.next(call, item) && !call.failed()) out.push(call, convert<T>(item));
  return call.failed() ? out : unpack(call, out, count);
}

// ---- zip(*rows): columns, as many as the shortest row has

template <typename R>
struct Columns {
  using Cell = ItemOf<R>;
  using Item = TupleOf<Cell>;
  std::vector<List<Cell>> rows;
  int64_t at = 0;
  bool next(Call &, Item &item) {
    if (rows.empty()) return false;
    std::vector<Cell> cells;
    for (const auto &row : rows) {
      if (at >= row.size()) return false;
      cells.push_back(row.at(at));
    }
    ++at;
    item = TupleOf<Cell>(std::move(cells));
    return true;
  }
};

template <typename R, typename V>
Columns<R> columns(Call &call, const V &rows) {
  Columns<R> out;
  auto iterator = iterate(call, rows);
  typename decltype(iterator)::Item row{};
  while (!call.failed() && iterator.next(call, row)) out.rows.push_back(to_list<ItemOf<R>>(call, convert<R>(row)));
  return out;
}

template <typename R>
void some_rows(Call &call, const List<R> &rows, int64_t count) {
  if (rows.size() == 0) call.raise("ValueError", "not enough values to unpack (expected " + std::to_string(count) + ", got 0)");
}

// One column of rows that are tuples.
template <std::size_t index, typename T, typename R>
TupleOf<T> column(Call &, const List<R> &rows) {
  std::vector<T> cells;
  for (const R &row : rows) cells.push_back(convert<T>(std::get<index>(row)));
  return TupleOf<T>(std::move(cells));
}

}  // namespace modelet::python
