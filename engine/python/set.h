// Python's set. Iteration order shows, so the table follows CPython's: linear runs of ten, then a perturbed step.
#pragma once

#include "python/buffer.h"
#include "python/dict.h"
#include "python/hash.h"

namespace modelet::python {

template <typename T>
class SetObject final : public Object {
 public:
  enum class Use : uint8_t { empty, deleted, live };
  struct Place {
    T item;
    int64_t hash;
    Use use;
  };

  explicit SetObject(Heap &heap) : Object(heap), places(heap) {}
  void clear() noexcept override {
    places.truncate(0);
    fill = used = 0;
    ++version;
  }
  std::size_t bytes() const noexcept override { return sizeof(*this); }

  template <typename Q>
  Place *find(const Q &item, int64_t code) {
    if (places.size() == 0) return nullptr;
    Place *place = probe(item, code);
    return place->use == Use::live ? place : nullptr;
  }

  // False with MemoryError raised.
  bool add(Call &call, const T &item) {
    if (!hashable(call, item)) return false;
    if (places.size() == 0 && !resize(call, 8)) return false;
    const int64_t code = hash(item);
    Place *deleted = nullptr;
    Place *place = probe(item, code, &deleted);
    if (place->use == Use::live) return true;
    ++used;
    ++version;
    if (deleted != nullptr) {
      *deleted = Place{item, code, Use::live};
      return true;
    }
    *place = Place{item, code, Use::live};
    ++fill;
    if (fill * 5 < (places.size() - 1) * 3) return true;
    return resize(call, sized(used > 50000 ? used * 2 : used * 4));
  }

  // The item that `pop` takes: the search goes on where the last one ended.
  Place &next_live() {
    const auto mask = static_cast<uint64_t>(places.size() - 1);
    auto at = static_cast<uint64_t>(finger) & mask;
    while (places[static_cast<int64_t>(at)].use != Use::live) at = (at + 1) & mask;
    finger = static_cast<int64_t>(at) + 1;
    return places[static_cast<int64_t>(at)];
  }

  void remove(Place &place) {
    place.item = T{};
    place.use = Use::deleted;
    --used;
    ++version;
  }

  bool resize(Call &call, int64_t size) {
    Buffer<Place> old(heap());
    old.swap(places);
    if (!places.reserve(call, size)) return false;
    for (int64_t at = 0; at < size; ++at) places.push(call, Place{T{}, 0, Use::empty});
    for (Place &place : old)
      if (place.use == Use::live) *free_place(place.hash) = std::move(place);
    fill = used;
    return true;
  }

  // The table of another set as it is.
  template <typename U>
  void take(const SetObject<U> &other) {
    for (int64_t at = 0; at < places.size(); ++at) {
      const auto &from = other.places[at];
      places[at] = Place{convert<T>(from.item), from.hash, static_cast<Use>(from.use)};
    }
    fill = other.fill;
    used = other.used;
    ++version;
  }
  void swap(SetObject &other) {
    places.swap(other.places);
    std::swap(fill, other.fill);
    std::swap(used, other.used);
    ++version;
  }

  static int64_t sized(int64_t least) {
    int64_t size = 8;
    while (size <= least) size *= 2;
    return size;
  }

  // Makes the table larger when `more` items would fill it, as CPython does before it takes many at once.
  bool expect(Call &call, int64_t more) {
    if (places.size() == 0 && !resize(call, 8)) return false;
    return (fill + more) * 5 < (places.size() - 1) * 3 || resize(call, sized((used + more) * 2));
  }
  // Takes the places of deleted items away when they are more than a quarter.
  bool tidy(Call &call) {
    if (fill - used <= (places.size() - 1) / 4) return true;
    return resize(call, sized(used > 50000 ? used * 2 : used * 4));
  }

  Buffer<Place> places;
  int64_t finger = 0;
  int64_t fill = 0;  // live and deleted
  int64_t used = 0;
  uint64_t version = 0;

 private:
  static constexpr uint64_t run = 9;

  // Where `item` is, or the first place never used. A new item goes to the last deleted place before that, as in CPython.
  template <typename Q>
  Place *probe(const Q &item, int64_t code, Place **deleted = nullptr) {
    return walk(code, [&](Place &place) {
      if (place.use == Use::deleted && deleted != nullptr) *deleted = &place;
      return place.use == Use::empty || (place.use == Use::live && place.hash == code && same(place.item, item));
    });
  }
  Place *free_place(int64_t code) {
    return walk(code, [](Place &place) { return place.use == Use::empty; });
  }

  template <typename Test>
  Place *walk(int64_t code, Test &&test) {
    const auto mask = static_cast<uint64_t>(places.size() - 1);
    auto perturb = static_cast<uint64_t>(code);
    uint64_t slot = perturb & mask;
    for (;;) {
      const uint64_t last = slot + run <= mask ? slot + run : slot;
      for (uint64_t at = slot; at <= last; ++at)
        if (test(places[static_cast<int64_t>(at)])) return &places[static_cast<int64_t>(at)];
      perturb >>= 5;
      slot = (slot * 5 + 1 + perturb) & mask;
    }
  }
};

template <typename T>
class Set {
 public:
  using Item = T;

  Set() = default;
  explicit Set(Ref<SetObject<T>> object) : object_(std::move(object)) {}

  int64_t size() const { return object_->used; }
  SetObject<T> *object() const { return object_.get(); }
  template <typename Q>
  bool has(const Q &item) const {
    return object_->find(item, hash(item)) != nullptr;
  }
  bool add(Call &call, const T &item) const { return object_->add(call, item); }
  template <typename Body>
  void each(Body &&body) const {
    for (const auto &place : object_->places)
      if (place.use == SetObject<T>::Use::live) body(place.item);
  }

 private:
  Ref<SetObject<T>> object_;
};

// Python's frozenset: a set that nothing changes once it is made.
template <typename T>
class FrozenSet : public Set<T> {
 public:
  FrozenSet() = default;
  explicit FrozenSet(Set<T> set) : Set<T>(std::move(set)) {}
};

template <typename T>
int64_t hash_frozen(const FrozenSet<T> &set) {
  auto shuffled = [](uint64_t code) { return ((code ^ 89869747ULL) ^ (code << 16)) * 3644798167ULL; };
  uint64_t sum = 0;
  for (const auto &place : set.object()->places)
    if (place.use == SetObject<T>::Use::live) sum ^= shuffled(static_cast<uint64_t>(place.hash));
  sum ^= (static_cast<uint64_t>(set.size()) + 1) * 1927868237ULL;
  sum ^= (sum >> 11) ^ (sum >> 25);
  sum = sum * 69069U + 907133923ULL;
  return sum == UINT64_MAX ? 590923713 : static_cast<int64_t>(sum);
}

template <typename T>
Set<T> new_set(Call &call) {
  return new_object<SetObject<T>, Set<T>>(call);
}

}  // namespace modelet::python
