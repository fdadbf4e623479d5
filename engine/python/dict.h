// Python's dict: insertion order, aliasing handles. Entries stand in an array; an index table finds them by hash.
#pragma once

#include "python/buffer.h"
#include "python/hash.h"

namespace modelet::python {

template <typename A, typename B>
bool same(const A &left, const B &right);

// The table behind a dict. Deleted entries stay as gaps until the next growth.
template <typename K, typename V>
class Table {
 public:
  struct Entry {
    K key;
    V value;
    int64_t hash;
    bool live;
  };

  explicit Table(Heap &heap) : entries_(heap), index_(heap) {}

  int64_t size() const { return live_; }
  const Buffer<Entry> &entries() const { return entries_; }
  Buffer<Entry> &entries() { return entries_; }
  uint64_t version() const { return version_; }

  template <typename Q>
  const Entry *find(const Q &key) const {
    const int64_t at = locate(key, hash(key));
    return at < 0 ? nullptr : &entries_[at];
  }
  template <typename Q>
  Entry *find(const Q &key) {
    const int64_t at = locate(key, hash(key));
    return at < 0 ? nullptr : &entries_[at];
  }

  // Keeps the first key and the last value. False with MemoryError raised.
  bool put(Call &call, const K &key, V value) {
    if (!hashable(call, key)) return false;
    const int64_t code = hash(key);
    const int64_t at = locate(key, code);
    if (at >= 0) {
      entries_[at].value = std::move(value);
      return true;
    }
    if (entries_.size() >= room() && !rebuild(call)) return false;
    if (!entries_.push(call, Entry{key, std::move(value), code, true})) return false;
    if (index_.size() > 0) index(entries_.size() - 1);
    ++live_;
    ++version_;
    return true;
  }

  // Room for so many keys in all, which are known to come. False with MemoryError raised.
  bool reserve(Call &call, int64_t count) { return entries_.reserve(call, count); }

  void remove(Entry &entry) {
    entry.live = false;
    entry.key = K{};
    entry.value = V{};
    --live_;
    ++version_;
    while (entries_.size() > 0 && !entries_[entries_.size() - 1].live) forget_last();
  }

  // The entry that came first; null when there is none.
  Entry *first() {
    while (first_ < entries_.size() && !entries_[first_].live) ++first_;
    return first_ < entries_.size() ? &entries_[first_] : nullptr;
  }

  void clear() {
    first_ = 0;
    entries_.truncate(0);
    index_.truncate(0);
    live_ = 0;
    ++version_;
  }

 private:
  template <typename Q>
  int64_t locate(const Q &key, int64_t code) const {
    if (index_.size() == 0) {
      for (int64_t at = 0; at < entries_.size(); ++at)
        if (entries_[at].hash == code && entries_[at].live && same(entries_[at].key, key)) return at;
      return -1;
    }
    const auto mask = static_cast<uint64_t>(index_.size() - 1);
    for (uint64_t slot = mix(code) & mask;; slot = (slot + 1) & mask) {
      const int32_t at = index_[static_cast<int64_t>(slot)];
      if (at == empty) return -1;
      if (at < 0) continue;
      const Entry &entry = entries_[at];
      if (entry.live && entry.hash == code && same(entry.key, key)) return at;
    }
  }

  static uint64_t mix(int64_t code) {
    auto value = static_cast<uint64_t>(code) * 0x9e3779b97f4a7c15ULL;
    return value ^ value >> 32;
  }

  // How many entries, gaps among them, there may be before the next growth.
  int64_t room() const { return index_.size() > 0 ? index_.size() * 2 / 3 : few; }

  void index(int64_t at) {
    const auto mask = static_cast<uint64_t>(index_.size() - 1);
    uint64_t slot = mix(entries_[at].hash) & mask;
    while (index_[static_cast<int64_t>(slot)] >= 0) slot = (slot + 1) & mask;
    index_[static_cast<int64_t>(slot)] = static_cast<int32_t>(at);
  }

  void forget_last() {
    const int64_t at = entries_.size() - 1;
    if (index_.size() == 0) return entries_.truncate(at);
    const auto mask = static_cast<uint64_t>(index_.size() - 1);
    uint64_t slot = mix(entries_[at].hash) & mask;
    while (index_[static_cast<int64_t>(slot)] != at) slot = (slot + 1) & mask;
    index_[static_cast<int64_t>(slot)] = gone;
    entries_.truncate(at);
  }

  // Closes the gaps and makes the index twice as large as the entries need.
  bool rebuild(Call &call) {
    int64_t kept = 0;
    for (int64_t at = 0; at < entries_.size(); ++at) {
      if (!entries_[at].live) continue;
      if (kept != at) std::swap(entries_[kept], entries_[at]);
      ++kept;
    }
    entries_.truncate(kept);
    first_ = 0;
    index_.truncate(0);
    if (kept < few) return true;
    int64_t size = 8;
    while (size * 2 < (kept + 1) * 3 * 2) size *= 2;
    if (size > (int64_t{1} << 31)) return call.raise("MemoryError", ""), false;
    if (!index_.fill(call, size, empty)) return false;
    for (int64_t at = 0; at < kept; ++at) index(at);
    return true;
  }

  static constexpr int64_t few = 8;  // entries that are looked at one after the other, without an index
  static constexpr int32_t empty = -1;
  static constexpr int32_t gone = -2;
  Buffer<Entry> entries_;
  Buffer<int32_t> index_;
  int64_t live_ = 0;
  int64_t first_ = 0;     // no entry before it is live
  uint64_t version_ = 0;  // changes whenever the set of keys does
};

// Python's dict and its subclasses in collections, which share one representation.
enum class DictKind : uint8_t { plain, fallback, counter, ordered };

// What a defaultdict calls for a missing key.
template <typename V>
class Factory : public Object {
 public:
  Factory(Heap &heap, Str name) : Object(heap), name(std::move(name)) {}
  virtual V make(Call &call) = 0;
  Str name;  // its repr
};

template <typename K, typename V>
class DictObject final : public Object {
 public:
  explicit DictObject(Heap &heap) : Object(heap), table(heap) {}
  void clear() noexcept override {
    factory.reset();
    table.clear();
  }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  Table<K, V> table;
  DictKind kind = DictKind::plain;
  Ref<Factory<V>> factory;
};

// Copies of a Dict refer to the same dict.
template <typename K, typename V>
class Dict {
 public:
  using Key = K;
  using Value = V;

  Dict() = default;
  explicit Dict(Ref<DictObject<K, V>> object) : object_(std::move(object)) {}

  int64_t size() const { return object_->table.size(); }
  Table<K, V> &table() const { return object_->table; }
  DictObject<K, V> *object() const { return object_.get(); }

 private:
  Ref<DictObject<K, V>> object_;
};

template <typename K, typename V>
Dict<K, V> new_dict(Call &call) {
  return new_object<DictObject<K, V>, Dict<K, V>>(call);
}

}  // namespace modelet::python
