// itertools: what needs the engine. The rest is Python (compiler/modelet_compiler/standard/itertools_functions.py).
#pragma once

#include <array>

#include "python/builtins.h"

namespace modelet::python {

template <typename I>
struct Sliced {
  using Item = typename I::Item;
  I inner;
  int64_t wanted;  // the place of the next item that is given
  int64_t stop;    // -1: none
  int64_t step;
  int64_t at = 0;
  bool ended = false;

  bool next(Call &call, Item &item) {
    while (!ended && at < wanted) take(call, item);
    if (ended || (stop != -1 && at >= stop)) return ended = true, false;
    take(call, item);
    const int64_t before = wanted;
    if (__builtin_add_overflow(wanted, step, &wanted) || wanted < before || (stop != -1 && wanted > stop)) wanted = stop;
    return !ended;
  }
  void take(Call &call, Item &item) {
    ended = !inner.next(call, item) || call.failed();
    ++at;
  }
};

using OptionalInt = std::variant<None, int64_t>;

template <typename V>
auto islice(Call &call, const V &values, const OptionalInt &start, const OptionalInt &stop, const OptionalInt &step) {
  const int64_t *first = std::get_if<int64_t>(&start), *last = std::get_if<int64_t>(&stop), *stride = std::get_if<int64_t>(&step);
  if (last != nullptr && *last == -1)
    call.raise("ValueError", "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
  if (!call.failed() && ((first != nullptr && *first < 0) || (last != nullptr && *last < 0)))
    call.raise("ValueError", "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
  if (!call.failed() && stride != nullptr && *stride < 1) call.raise("ValueError", "Step for islice() must be a positive integer or None.");
  return Sliced<Iterator<V>>{iterate(call, values), first ? *first : 0, last ? *last : -1, stride ? *stride : 1};
}

// One iterable after another.
template <typename T, typename... I>
struct Chain {
  using Item = T;
  std::tuple<I...> inner;
  std::size_t at = 0;

  bool next(Call &call, Item &item) { return advance(call, item, std::index_sequence_for<I...>()); }
  template <std::size_t... index>
  bool advance(Call &call, Item &item, std::index_sequence<index...>) {
    return (from<index>(call, item) || ...);
  }
  template <std::size_t index>
  bool from(Call &call, Item &item) {
    if (at != index || call.failed()) return false;
    typename std::tuple_element_t<index, std::tuple<I...>>::Item one{};
    if (std::get<index>(inner).next(call, one)) return item = convert<T>(std::move(one)), true;
    at += call.failed() ? 0 : 1;
    return false;
  }
};

template <typename T, typename... V>
auto chain(Call &call, const V &...values) {
  return Chain<T, Iterator<V>...>{std::tuple<Iterator<V>...>(iterate(call, values)...)};
}

// Until the last iterable ends; what has ended gives `fill`.
template <typename T, typename F, typename... I>
struct ZipLongest {
  using Item = T;
  std::tuple<I...> inner;
  F fill;
  std::array<bool, sizeof...(I)> ended{};

  bool next(Call &call, Item &item) { return advance(call, item, std::index_sequence_for<I...>()); }
  template <std::size_t... index>
  bool advance(Call &call, Item &item, std::index_sequence<index...>) {
    return (from<index>(call, item) && ...) && !call.failed();
  }
  template <std::size_t index>
  bool from(Call &call, Item &item) {
    using Part = std::tuple_element_t<index, T>;
    typename std::tuple_element_t<index, std::tuple<I...>>::Item one{};
    if (!ended[index] && std::get<index>(inner).next(call, one) && !call.failed()) {
      std::get<index>(item) = convert<Part>(std::move(one));
      return true;
    }
    ended[index] = true;
    std::get<index>(item) = convert<Part>(fill);
    for (bool each : ended)
      if (!each) return !call.failed();
    return false;
  }
};

template <typename T, typename F, typename... V>
auto zip_longest(Call &call, const F &fill, const V &...values) {
  return ZipLongest<T, F, Iterator<V>...>{std::tuple<Iterator<V>...>(iterate(call, values)...), fill};
}

// Tuples of items at the places of an odometer. `Rule` moves it: false when it has run through.
template <typename Rule, typename... T>
struct Places {
  static constexpr std::size_t size = sizeof...(T);
  using Item = std::tuple<T...>;
  std::tuple<List<T>...> pools;
  std::array<int64_t, size> at{};
  Rule rule;
  bool ended = false;
  bool started = false;

  bool next(Call &call, Item &item) {
    if (!ended) ended = call.failed() || !(started ? rule.move(at, pools) : rule.start(at, pools));
    started = true;
    if (!ended) fill(item, std::index_sequence_for<T...>());
    return !ended;
  }
  template <std::size_t... index>
  void fill([[maybe_unused]] Item &item, std::index_sequence<index...>) {
    ((std::get<index>(item) = std::get<index>(pools).at(at[index])), ...);
  }
};

struct ProductRule {
  template <std::size_t size, typename Pools>
  bool start(std::array<int64_t, size> &, const Pools &pools) {
    return std::apply([](const auto &...pool) { return ((pool.size() > 0) && ...); }, pools);
  }
  template <std::size_t size, typename Pools>
  bool move(std::array<int64_t, size> &at, const Pools &pools) {
    std::array<int64_t, size> sizes{};
    std::size_t place = 0;
    std::apply([&](const auto &...pool) { ((sizes[place++] = pool.size()), ...); }, pools);
    for (place = size; place-- > 0; at[place] = 0)
      if (++at[place] < sizes[place]) return true;
    return false;
  }
};

struct CombinationRule {
  bool repeated = false;
  template <std::size_t size, typename Pools>
  bool start(std::array<int64_t, size> &at, const Pools &pools) {
    if constexpr (size == 0) {
      return true;
    } else {
      const int64_t count = std::get<0>(pools).size();
      if (repeated) return count > 0;
      for (std::size_t place = 0; place < size; ++place) at[place] = static_cast<int64_t>(place);
      return count >= static_cast<int64_t>(size);
    }
  }
  template <std::size_t size, typename Pools>
  bool move(std::array<int64_t, size> &at, const Pools &pools) {
    if constexpr (size > 0) {
      const int64_t count = std::get<0>(pools).size();
      for (std::size_t place = size; place-- > 0;) {
        const int64_t last = repeated ? count - 1 : count - static_cast<int64_t>(size - place);
        if (at[place] >= last) continue;
        const int64_t value = at[place] + 1;
        for (std::size_t rest = place; rest < size; ++rest) at[rest] = repeated ? value : value + static_cast<int64_t>(rest - place);
        return true;
      }
    }
    return false;
  }
};

// In the order of places, which is how CPython's cycles run through them.
struct PermutationRule {
  template <std::size_t size, typename Pools>
  bool start(std::array<int64_t, size> &at, const Pools &pools) {
    return CombinationRule{}.start(at, pools);
  }
  template <std::size_t size, typename Pools>
  bool move(std::array<int64_t, size> &at, const Pools &pools) {
    if constexpr (size > 0) {
      const int64_t count = std::get<0>(pools).size();
      for (std::size_t place = size; place-- > 0;)
        if (raise(at, place, count)) return true;
    }
    return false;
  }
  template <std::size_t size>
  static bool raise(std::array<int64_t, size> &at, std::size_t place, int64_t count) {
    auto used = [&](int64_t value, std::size_t before) { return std::find(at.begin(), at.begin() + before, value) != at.begin() + before; };
    int64_t value = at[place] + 1;
    while (value < count && used(value, place)) ++value;
    if (value >= count) return false;
    at[place] = value;
    for (std::size_t rest = place + 1; rest < size; ++rest) {
      int64_t least = 0;
      while (used(least, rest)) ++least;
      at[rest] = least;
    }
    return true;
  }
};

template <typename... T>
auto product(Call &, const List<T> &...pools) {
  return Places<ProductRule, T...>{std::tuple<List<T>...>(pools...), {}, {}};
}
template <typename... T>
auto combinations(Call &, bool repeated, const List<T> &...pools) {
  return Places<CombinationRule, T...>{std::tuple<List<T>...>(pools...), {}, {repeated}};
}
template <typename... T>
auto permutations(Call &, const List<T> &...pools) {
  return Places<PermutationRule, T...>{std::tuple<List<T>...>(pools...), {}, {}};
}

// ---- groupby: the groups take from the iterator that the grouping takes from

template <typename K, typename T>
class Grouping final : public Object {
 public:
  explicit Grouping(Heap &heap) : Object(heap) {}
  void clear() noexcept override {
    source = {};
    key = target = K{};
    value = T{};
  }
  std::size_t bytes() const noexcept override { return sizeof(*this); }

  bool step(Call &call) {
    std::tuple<K, T> pair{};
    if (!source.next(call, pair) || call.failed()) return false;
    std::tie(key, value) = std::move(pair);
    return has_key = has_value = true;
  }

  Generator<std::tuple<K, T>> source;
  K key{};
  K target{};
  T value{};
  bool has_key = false;
  bool has_target = false;
  bool has_value = false;
  int64_t group = 0;  // the one that may still take
};

template <typename K, typename T>
Generator<T> group_steps(Call &call, Ref<Grouping<K, T>> state, int64_t group, K target) {
  while (state->group == group && (state->has_value || state->step(call)) && same(target, state->key)) {
    state->has_value = false;
    co_yield state->value;
  }
}

template <typename K, typename T>
struct GroupBy {
  using Item = std::tuple<K, Generator<T>>;
  Ref<Grouping<K, T>> state;
  bool next(Call &call, Item &item) {
    auto &one = *state;
    ++one.group;
    while (!one.has_key || (one.has_target && same(one.target, one.key)))
      if (!one.step(call)) return false;
    one.target = one.key;
    one.has_target = true;
    item = Item(one.key, group_steps<K, T>(call, state, one.group, one.key).adopt(call));
    return !call.failed();
  }
};

template <typename K, typename T>
GroupBy<K, T> groupby(Call &call, const Generator<std::tuple<K, T>> &pairs) {
  auto state = new_object<Grouping<K, T>, Ref<Grouping<K, T>>>(call);
  if (!call.failed()) state->source = pairs;
  return {state};
}

// ---- tee

template <typename T>
class Teed final : public Object {
 public:
  explicit Teed(Heap &heap) : Object(heap) {}
  void clear() noexcept override {
    source = {};
    items = {};
  }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  Generator<T> source;
  List<T> items;
};

template <typename T>
Generator<T> tee_steps(Call &call, Ref<Teed<T>> state) {
  for (int64_t at = 0; !call.failed(); ++at) {
    T item{};
    if (at >= state->items.size()) {
      if (!state->source.next(call, item) || call.failed()) co_return;
      state->items.push(call, item);
    }
    co_yield T(state->items.at(at));
  }
}

template <typename Result, typename T>
Result tee(Call &call, const Generator<T> &source) {
  auto state = new_object<Teed<T>, Ref<Teed<T>>>(call);
  Result out;
  if (call.failed()) return out;
  state->source = source;
  state->items = new_list<T>(call);
  std::apply([&](auto &...one) { ((one = tee_steps<T>(call, state).adopt(call)), ...); }, out);
  return out;
}

}  // namespace modelet::python
