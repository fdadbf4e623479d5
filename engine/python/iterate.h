// What loops run over. `iterate(call, value)` gives an iterator with `Item` and `bool next(call, item)`: false at the end, and when
// an error was raised.
#pragma once

#include "python/compare.h"
#include "python/generator.h"

namespace modelet::python {

// Looks at the list again before each item, as Python does: it may have changed. Once at its end, it stays there.
template <typename T>
struct ListIterator {
  using Item = T;
  List<T> list;
  int64_t at = 0;
  bool next(Call &, T &item) {
    if (at >= list.size()) return at = INT64_MAX, false;
    item = list.at(at++);
    return true;
  }
};

struct StrIterator {
  using Item = Str;
  Str text;
  int64_t at = 0;
  bool next(Call &, Char &item) {
    if (at >= text.length()) return false;
    item = {text[at++]};
    return true;
  }
  bool next(Call &, Str &item) {
    if (at >= text.length()) return false;
    item = text.part(at, at + 1);
    ++at;
    return true;
  }
};

struct RangeIterator {
  using Item = int64_t;
  int64_t value;
  int64_t left;
  int64_t step;
  bool next(Call &, int64_t &item) {
    if (left == 0) return false;
    --left;
    item = value;
    value = static_cast<int64_t>(static_cast<uint64_t>(value) + static_cast<uint64_t>(step));
    return true;
  }
};

// What a dict iterator hands out.
enum class Part { keys, values, items };

template <typename K, typename V, Part part>
using PartOf = std::conditional_t<part == Part::keys, K, std::conditional_t<part == Part::values, V, std::tuple<K, V>>>;

template <Part part, typename Item, typename Entry>
void take_part(const Entry &entry, Item &item) {
  if constexpr (part == Part::keys) item = entry.key;
  if constexpr (part == Part::values) item = entry.value;
  if constexpr (part == Part::items) item = Item(entry.key, entry.value);
}

// `size` is -1 once the dict has changed, which stays an error, and -2 at the end, which stays the end.
template <typename K, typename V, Part part, bool backwards = false>
struct DictIterator {
  using Item = PartOf<K, V, part>;
  Dict<K, V> dict;
  int64_t size = 0;
  uint64_t version = 0;
  int64_t at = 0;
  int64_t given = 0;
  bool next(Call &call, Item &item) {
    if (size == -2) return false;
    if (dict.object()->kind == DictKind::ordered && dict.table().version() != version)
      return call.raise("RuntimeError", "OrderedDict mutated during iteration"), false;
    if (dict.size() != size) return size = -1, call.raise("RuntimeError", "dictionary changed size during iteration"), false;
    const auto &entries = dict.table().entries();
    const int64_t step = backwards ? -1 : 1;
    while (at >= 0 && at < entries.size() && !entries[at].live) at += step;
    if (at < 0 || at >= entries.size()) return size = -2, false;
    if (given++ == size && !backwards) return call.raise("RuntimeError", "dictionary keys changed during iteration"), false;
    take_part<part>(entries[at], item);
    at += step;
    return true;
  }
};

// What `keys`, `values` and `items` give: it sees what the dict becomes.
template <typename K, typename V, Part which>
struct DictView {
  using Item = PartOf<K, V, which>;
  static constexpr Part part = which;
  Dict<K, V> dict;
};

template <typename T>
inline constexpr bool is_view = false;
template <typename K, typename V, Part part>
inline constexpr bool is_view<DictView<K, V, part>> = true;

template <typename T>
struct SetIterator {
  using Item = T;
  Set<T> set;
  int64_t size = 0;
  int64_t at = 0;
  bool next(Call &call, T &item) {
    if (size == -2) return false;
    if (set.size() != size) return size = -1, call.raise("RuntimeError", "Set changed size during iteration"), false;
    auto &places = set.object()->places;
    while (at < places.size() && places[at].use != SetObject<T>::Use::live) ++at;
    if (at >= places.size()) return size = -2, false;
    item = places[at++].item;
    return true;
  }
};

template <typename Tuple>
struct TupleIterator;

// A tuple whose items have one type; the compiler converts others first.
template <typename T, typename... Rest>
struct TupleIterator<std::tuple<T, Rest...>> {
  using Item = T;
  std::tuple<T, Rest...> tuple;
  int64_t at = 0;
  bool next(Call &, T &item) { return pick(item, std::index_sequence_for<T, Rest...>()); }
  template <std::size_t... index>
  bool pick(T &item, std::index_sequence<index...>) {
    const int64_t wanted = at++;
    bool found = false;
    ((static_cast<int64_t>(index) == wanted ? (item = std::get<index>(tuple), found = true) : false), ...);
    return found;
  }
};

template <>
struct TupleIterator<std::tuple<>> {
  using Item = None;
  std::tuple<> tuple;
  bool next(Call &, None &) { return false; }
};

template <typename T>
struct TupleOfIterator {
  using Item = T;
  TupleOf<T> tuple;
  int64_t at = 0;
  bool next(Call &, T &item) {
    if (at >= tuple.size()) return false;
    item = tuple.at(at++);
    return true;
  }
};

template <typename T>
auto iterate(Call &, const TupleOf<T> &tuple) {
  return TupleOfIterator<T>{tuple};
}
template <typename T>
auto iterate(Call &, const List<T> &list) {
  return ListIterator<T>{list};
}
inline auto iterate(Call &, const Str &text) {
  return StrIterator{text};
}
inline auto iterate(Call &, const Range &range) {
  return RangeIterator{range.start, range.length(), range.step};
}
template <typename K, typename V>
auto iterate(Call &, const Dict<K, V> &dict) {
  return DictIterator<K, V, Part::keys>{dict, dict.size(), dict.table().version()};
}
template <typename T>
auto iterate(Call &, const Set<T> &set) {
  return SetIterator<T>{set, set.size()};
}
template <typename... T>
auto iterate(Call &, const std::tuple<T...> &tuple) {
  return TupleIterator<std::tuple<T...>>{tuple};
}
template <typename T>
auto iterate(Call &, const Generator<T> &generator) {
  return generator;
}
template <typename I>
  requires requires(I iterator, Call call, typename I::Item item) { iterator.next(call, item); }
auto iterate(Call &, const I &iterator) {
  return iterator;
}

// ---- views of dicts

template <typename K, typename V, Part part>
auto iterate(Call &, const DictView<K, V, part> &view) {
  return DictIterator<K, V, part>{view.dict, view.dict.size(), view.dict.table().version()};
}
template <typename K, typename V>
auto keys(Call &, const Dict<K, V> &dict) {
  return DictView<K, V, Part::keys>{dict};
}
template <typename K, typename V>
auto values(Call &, const Dict<K, V> &dict) {
  return DictView<K, V, Part::values>{dict};
}
template <typename K, typename V>
auto items(Call &, const Dict<K, V> &dict) {
  return DictView<K, V, Part::items>{dict};
}

template <typename T>
using Iterator = decltype(iterate(std::declval<Call &>(), std::declval<const T &>()));
template <typename T>
using ItemOf = typename Iterator<T>::Item;

// ---- enumerate, zip, reversed

template <typename I>
struct Enumerate {
  using Item = std::tuple<int64_t, typename I::Item>;
  I inner;
  int64_t at;
  template <typename Pair>  // Item, or one with a Char
  bool next(Call &call, Pair &item) {
    if (!inner.next(call, std::get<1>(item)) || call.failed()) return false;
    std::get<0>(item) = at++;
    return true;
  }
};

template <typename T>
auto enumerate(Call &call, const T &values, int64_t start) {
  return Enumerate<Iterator<T>>{iterate(call, values), start};
}

template <typename... I>
struct Zip {
  using Item = std::tuple<typename I::Item...>;
  std::tuple<I...> inner;
  bool strict;
  template <typename Items>  // Item, or one with a Char
  bool next(Call &call, Items &item) {
    return advance(call, item, std::index_sequence_for<I...>());
  }

  template <typename Items, std::size_t... index>
  bool advance(Call &call, Items &item, std::index_sequence<index...>) {
    int64_t ended = -1;
    bool all =
        ((std::get<index>(inner).next(call, std::get<index>(item)) && !call.failed() ? true
                                                                                     : (ended = static_cast<int64_t>(index), false)) &&
         ...);
    if (all || call.failed() || !strict) return all && !call.failed();
    if (ended > 0) return call.raise("ValueError", message(ended, "shorter")), false;
    (check<index>(call, item), ...);
    return false;
  }
  template <std::size_t index, typename Items>
  void check(Call &call, Items &item) {
    if (index == 0 || call.failed()) return;
    if (std::get<index>(inner).next(call, std::get<index>(item))) call.raise("ValueError", message(static_cast<int64_t>(index), "longer"));
  }
  static std::string message(int64_t at, const char *how) {
    std::string before = at == 1 ? " 1" : "s 1-" + std::to_string(at);
    return "zip() argument " + std::to_string(at + 1) + " is " + how + " than argument" + before;
  }
};

template <typename... T>
auto zip(Call &call, bool strict, const T &...values) {
  return Zip<Iterator<T>...>{std::tuple<Iterator<T>...>(iterate(call, values)...), strict};
}

template <typename T>
struct Reversed {
  using Item = T;
  List<T> list;
  int64_t at;
  bool next(Call &, T &item) {
    if (at < 0 || at >= list.size()) return at = -1, false;
    item = list.at(at--);
    return true;
  }
};

template <typename T>
auto reversed(Call &, const List<T> &list) {
  return Reversed<T>{list, list.size() - 1};
}
inline auto reversed(Call &, const Range &range) {
  const int64_t length = range.length();
  return RangeIterator{length == 0 ? 0 : range.at(length - 1), length, static_cast<int64_t>(0 - static_cast<uint64_t>(range.step))};
}
struct ReversedStr {
  using Item = Str;
  Str text;
  int64_t at;
  bool next(Call &, Char &item) {
    if (at < 0) return false;
    item = {text[at--]};
    return true;
  }
  bool next(Call &, Str &item) {
    if (at < 0) return false;
    item = text.part(at, at + 1);
    --at;
    return true;
  }
};
inline auto reversed(Call &, const Str &text) {
  return ReversedStr{text, text.length() - 1};
}
template <typename K, typename V, Part part>
auto reversed(Call &, const DictView<K, V, part> &view) {
  const auto &table = view.dict.table();
  return DictIterator<K, V, part, true>{view.dict, view.dict.size(), table.version(), table.entries().size() - 1};
}
template <typename K, typename V>
auto reversed(Call &call, const Dict<K, V> &dict) {
  return reversed(call, DictView<K, V, Part::keys>{dict});
}
template <typename... T, std::size_t... index>
auto reversed_tuple(const std::tuple<T...> &tuple, std::index_sequence<index...>) {
  return std::make_tuple(std::get<sizeof...(T) - 1 - index>(tuple)...);
}
template <typename... T>
auto reversed(Call &call, const std::tuple<T...> &tuple) {
  return iterate(call, reversed_tuple(tuple, std::index_sequence_for<T...>()));
}

// An iterator that has a name: whoever holds it goes on where the others stopped.
template <typename V>
Generator<ItemOf<V>> shared_steps(Call &call, V values) {
  auto iterator = iterate(call, values);
  ItemOf<V> item{};
  while (!call.failed() && iterator.next(call, item)) co_yield item;
}
template <typename V>
Generator<ItemOf<V>> shared_iterator(Call &call, const V &values) {
  return shared_steps<V>(call, values).adopt(call);
}

// An iterator over any of several kinds: T is what all of their items are converted to.
template <typename T, typename V>
Generator<T> converted_steps(Call &call, V values) {
  auto iterator = iterate(call, values);
  ItemOf<V> item{};
  while (!call.failed() && iterator.next(call, item)) co_yield convert<T>(item);
}
template <typename T, typename V>
Generator<T> iterator_as(Call &call, const V &values) {
  return converted_steps<T, V>(call, values).adopt(call);
}

}  // namespace modelet::python
