// collections.deque: a ring. Copies of a Deque refer to the same deque.
#pragma once

#include "python/dicts.h"

namespace modelet::python {

template <typename T>
class DequeObject final : public Object {
 public:
  explicit DequeObject(Heap &heap) : Object(heap), ring(heap) {}
  void clear() noexcept override {
    ring.truncate(0);
    first = count = 0;
  }
  std::size_t bytes() const noexcept override { return sizeof(*this); }

  T &at(int64_t index) { return ring[(first + index) & (ring.size() - 1)]; }

  // Room for one more; false with MemoryError raised.
  bool grow(Call &call) {
    ++state;
    if (count < ring.size()) return true;
    Buffer<T> larger(heap());
    const int64_t size = ring.size() == 0 ? 8 : ring.size() * 2;
    if (!larger.reserve(call, size)) return false;
    for (int64_t index = 0; index < size; ++index) larger.push(call, index < count ? std::move(at(index)) : T{});
    ring.swap(larger);
    first = 0;
    return true;
  }

  Buffer<T> ring;  // a power of two of places
  int64_t first = 0;
  int64_t count = 0;
  int64_t limit = -1;  // maxlen
  uint64_t state = 0;  // changes with every change but a store
};

template <typename T>
class Deque {
 public:
  using Item = T;
  Deque() = default;
  explicit Deque(Ref<DequeObject<T>> object) : object_(std::move(object)) {}
  int64_t size() const { return object_->count; }
  const T &at(int64_t index) const { return object_->at(index); }
  DequeObject<T> *object() const { return object_.get(); }

 private:
  Ref<DequeObject<T>> object_;
};

template <typename T>
struct DequeIterator {
  using Item = T;
  Deque<T> deque;
  uint64_t state = 0;
  int64_t left = 0;
  int64_t at = 0;
  int64_t step = 1;
  bool next(Call &call, T &item) {
    if (deque.object()->state != state) {
      left = 0;
      return call.raise("RuntimeError", "deque mutated during iteration"), false;
    }
    if (left == 0) return false;
    --left;
    item = deque.at(at);
    at += step;
    return true;
  }
};

template <typename T>
auto iterate(Call &, const Deque<T> &deque) {
  return DequeIterator<T>{deque, deque.object()->state, deque.size()};
}
template <typename T>
auto reversed(Call &, const Deque<T> &deque) {
  return DequeIterator<T>{deque, deque.object()->state, deque.size(), deque.size() - 1, -1};
}

template <typename T>
int64_t len(Call &, const Deque<T> &deque) {
  return deque.size();
}
template <typename T>
bool truth(Call &, const Deque<T> &deque) {
  return deque.size() != 0;
}

template <typename T>
T popleft(Call &call, const Deque<T> &deque) {
  auto &object = *deque.object();
  if (object.count == 0) return call.raise("IndexError", "pop from an empty deque"), T{};
  T item = std::exchange(object.at(0), T{});
  object.first = (object.first + 1) & (object.ring.size() - 1);
  --object.count;
  ++object.state;
  return item;
}
template <typename T>
T pop(Call &call, const Deque<T> &deque) {
  auto &object = *deque.object();
  if (object.count == 0) return call.raise("IndexError", "pop from an empty deque"), T{};
  T item = std::exchange(object.at(object.count - 1), T{});
  --object.count;
  ++object.state;
  return item;
}
template <typename T>
void append(Call &call, const Deque<T> &deque, T item) {
  auto &object = *deque.object();
  if (!object.grow(call)) return;
  object.at(object.count++) = std::move(item);
  if (object.limit >= 0 && object.count > object.limit) popleft(call, deque);
}
template <typename T>
void appendleft(Call &call, const Deque<T> &deque, T item) {
  auto &object = *deque.object();
  if (!object.grow(call)) return;
  object.first = (object.first - 1) & (object.ring.size() - 1);
  object.at(0) = std::move(item);
  ++object.count;
  if (object.limit >= 0 && object.count > object.limit) pop(call, deque);
}

namespace detail {

template <typename T, typename V, typename Add>
void each_into(Call &call, const Deque<T> &deque, const V &values, Add &&add) {
  if constexpr (std::is_same_v<V, Deque<T>>) {
    const auto copied = to_list<T>(call, values);  // the deque may be extended by itself
    for (int64_t at = 0; !call.failed() && at < copied.size(); ++at) add(call, deque, T(copied.at(at)));
  } else {
    auto iterator = iterate(call, values);
    typename decltype(iterator)::Item item{};
    while (!call.failed() && iterator.next(call, item)) {
      if (interrupted(call)) return;
      add(call, deque, convert<T>(item));
    }
  }
}

}  // namespace detail

template <typename T, typename V>
void extend(Call &call, const Deque<T> &deque, const V &values) {
  detail::each_into(call, deque, values, [](Call &one, const Deque<T> &into, T item) { append(one, into, std::move(item)); });
}
template <typename T, typename V>
void extendleft(Call &call, const Deque<T> &deque, const V &values) {
  detail::each_into(call, deque, values, [](Call &one, const Deque<T> &into, T item) { appendleft(one, into, std::move(item)); });
}

template <typename T>
Deque<T> new_deque(Call &call, std::variant<None, int64_t> limit) {
  auto deque = new_object<DequeObject<T>, Deque<T>>(call);
  if (const auto *most = std::get_if<int64_t>(&limit); most != nullptr && !call.failed()) {
    if (*most < 0) call.raise("ValueError", "maxlen must be non-negative");
    deque.object()->limit = *most;
  }
  return deque;
}
template <typename T, typename V>
Deque<T> to_deque(Call &call, const V &values, std::variant<None, int64_t> limit) {
  auto deque = new_deque<T>(call, limit);
  if (!call.failed()) extend(call, deque, values);
  return deque;
}
template <typename T>
std::variant<None, int64_t> maxlen(Call &, const Deque<T> &deque) {
  const int64_t limit = deque.object()->limit;
  return limit < 0 ? std::variant<None, int64_t>(None{}) : std::variant<None, int64_t>(limit);
}
template <typename T>
Deque<T> copy(Call &call, const Deque<T> &deque) {
  return to_deque<T>(call, deque, maxlen(call, deque));
}

template <typename T>
bool place_of(Call &call, const Deque<T> &deque, int64_t &at) {
  if (at < 0) at += deque.size();
  if (at >= 0 && at < deque.size()) return true;
  return call.raise("IndexError", "deque index out of range"), false;
}
template <typename T>
T index(Call &call, const Deque<T> &deque, int64_t at) {
  return place_of(call, deque, at) ? deque.at(at) : T{};
}
template <typename T>
void store(Call &call, const Deque<T> &deque, int64_t at, T item) {
  if (place_of(call, deque, at)) deque.object()->at(at) = std::move(item);
}

template <typename T>
void rotate(Call &call, const Deque<T> &deque, int64_t steps) {
  auto &object = *deque.object();
  if (object.count <= 1) return;
  int64_t left = steps % object.count;
  if (left < 0) left += object.count;
  for (; left > 0 && !call.failed(); --left) {
    T last = pop(call, deque);
    object.grow(call);
    object.first = (object.first - 1) & (object.ring.size() - 1);
    object.at(0) = std::move(last);
    ++object.count;
  }
}

// Takes the item at `at` away, or puts one there, with everything behind it moved.
template <typename T>
void take_out(const Deque<T> &deque, int64_t at) {
  auto &object = *deque.object();
  for (; at + 1 < object.count; ++at) object.at(at) = std::move(object.at(at + 1));
  object.at(--object.count) = T{};
  ++object.state;
}
template <typename T>
void remove_at(Call &call, const Deque<T> &deque, int64_t at) {
  if (place_of(call, deque, at)) take_out(deque, at);
}
template <typename T>
void insert(Call &call, const Deque<T> &deque, int64_t at, T item) {
  auto &object = *deque.object();
  if (object.limit >= 0 && object.count >= object.limit) return call.raise("IndexError", "deque already at its maximum size");
  if (!object.grow(call)) return;
  if (at < 0) at = at < -object.count ? 0 : at + object.count;
  if (at > object.count) at = object.count;
  for (int64_t place = object.count++; place > at; --place) object.at(place) = std::move(object.at(place - 1));
  object.at(at) = std::move(item);
}

template <typename T, typename Q>
void remove(Call &call, const Deque<T> &deque, const Q &item) {
  for (int64_t at = 0; at < deque.size(); ++at)
    if (same(deque.at(at), item)) return take_out(deque, at);
  call.raise("ValueError", to_utf8(repr(call, item)) + " is not in deque");
}
template <typename T, typename Q>
int64_t count(Call &, const Deque<T> &deque, const Q &item) {
  int64_t found = 0;
  for (int64_t at = 0; at < deque.size(); ++at) found += same(deque.at(at), item) ? 1 : 0;
  return found;
}
template <typename T, typename Q>
int64_t index_of(Call &call, const Deque<T> &deque, const Q &item, int64_t start, int64_t end) {
  const int64_t size = deque.size();
  if (start < 0) start = start < -size ? 0 : start + size;
  if (end < 0) end = end < -size ? 0 : end + size;
  for (int64_t at = start; at < end && at < size; ++at)
    if (same(deque.at(at), item)) return at;
  call.raise("ValueError", to_utf8(repr(call, item)) + " is not in deque");
  return 0;
}
template <typename T>
void clear(Call &, const Deque<T> &deque) {
  auto &object = *deque.object();
  if (object.count > 0) ++object.state;
  object.clear();
}
template <typename T>
void reverse(Call &, const Deque<T> &deque) {
  auto &object = *deque.object();
  for (int64_t low = 0, high = object.count - 1; low < high; ++low, --high) std::swap(object.at(low), object.at(high));
}

template <typename A, typename B>
bool same_object(const Deque<A> &left, const Deque<B> &right) {
  if (left.size() != right.size()) return false;
  for (int64_t at = 0; at < left.size(); ++at)
    if (!same(left.at(at), right.at(at))) return false;
  return true;
}

template <typename T, typename V>
Deque<T> extended(Call &call, const Deque<T> &left, const V &right) {
  extend(call, left, right);
  return left;
}
template <typename T>
Deque<T> add(Call &call, const Deque<T> &left, const Deque<T> &right) {
  auto out = copy(call, left);
  if (!call.failed()) extend(call, out, right);
  return out;
}
template <typename T>
Deque<T> multiply(Call &call, const Deque<T> &deque, int64_t times) {
  auto out = new_deque<T>(call, maxlen(call, deque));
  for (int64_t round = 0; round < times && !call.failed(); ++round) extend(call, out, deque);
  return out;
}

template <typename T>
Str repr(Call &call, const Deque<T> &deque) {
  std::u32string out = U"deque(";
  write_repr(call, out, to_list<T>(call, deque));
  if (deque.object()->limit >= 0) {
    out += U", maxlen=";
    write_ascii(out, std::to_string(deque.object()->limit));
  }
  out += U')';
  return new_str(call, out);
}

template <typename T>
bool identical(Call &, const Deque<T> &left, const Deque<T> &right) {
  return left.object() == right.object();
}

}  // namespace modelet::python
