// The map behind JSON objects: keeps the order of insertion and finds in constant time, so that an object of 100,000 keys
// from a request is read in linear time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace modelet::json {

// A vector of pairs, with a hash index beside it once it is large. `Key` is a string. What nlohmann::basic_json asks of
// its ObjectType, and no more. Reading is safe from many threads.
template <class Key, class T, class IgnoredLess = std::less<Key>, class Allocator = std::allocator<std::pair<const Key, T>>>
class OrderedMap : public std::vector<std::pair<const Key, T>, Allocator> {
 public:
  using Pairs = std::vector<std::pair<const Key, T>, Allocator>;
  using key_type = Key;
  using mapped_type = T;
  using key_compare = std::equal_to<>;
  using iterator = typename Pairs::iterator;
  using const_iterator = typename Pairs::const_iterator;
  using size_type = typename Pairs::size_type;
  using value_type = typename Pairs::value_type;

  OrderedMap() = default;
  explicit OrderedMap(const Allocator &allocator) : Pairs(allocator) {}
  template <class Iterator>
  OrderedMap(Iterator first, Iterator last, const Allocator &allocator = Allocator()) : Pairs(allocator) {
    insert(first, last);
  }
  OrderedMap(std::initializer_list<value_type> values) { insert(values.begin(), values.end()); }

  template <class AnyKey>
  iterator find(const AnyKey &key) {
    return this->begin() + static_cast<std::ptrdiff_t>(position(key));
  }
  template <class AnyKey>
  const_iterator find(const AnyKey &key) const {
    return this->begin() + static_cast<std::ptrdiff_t>(position(key));
  }
  template <class AnyKey>
  size_type count(const AnyKey &key) const {
    return position(key) < this->size() ? 1 : 0;
  }

  // Adds the pair unless the key is there.
  template <class AnyKey>
  std::pair<iterator, bool> emplace(AnyKey &&key, T &&value) {
    if (iterator found = find(key); found != this->end()) return {found, false};
    Pairs::emplace_back(std::forward<AnyKey>(key), std::move(value));
    index_last();
    return {this->end() - 1, true};
  }
  template <class AnyKey>
  std::pair<iterator, bool> emplace(AnyKey &&key, const T &value) {
    return emplace(std::forward<AnyKey>(key), T(value));
  }
  std::pair<iterator, bool> insert(value_type &&value) { return emplace(value.first, std::move(value.second)); }
  std::pair<iterator, bool> insert(const value_type &value) { return emplace(value.first, T(value.second)); }
  template <class Iterator>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) insert(*first);
  }

  template <class AnyKey>
  T &operator[](AnyKey &&key) {
    return emplace(std::forward<AnyKey>(key), T{}).first->second;
  }
  template <class AnyKey>
  const T &operator[](const AnyKey &key) const {
    return at(key);
  }
  template <class AnyKey>
  T &at(const AnyKey &key) {
    if (iterator found = find(key); found != this->end()) return found->second;
    missing();
  }
  template <class AnyKey>
  const T &at(const AnyKey &key) const {
    if (const_iterator found = find(key); found != this->end()) return found->second;
    missing();
  }

  iterator erase(iterator where) { return erase(where, where + 1); }
  iterator erase(iterator first, iterator last) {
    const auto at = first - this->begin();
    Pairs kept(this->get_allocator());
    kept.reserve(this->size());
    for (iterator each = this->begin(); each != this->end(); ++each) {
      if (each < first || each >= last) kept.emplace_back(each->first, std::move(each->second));
    }
    Pairs::swap(kept);  // keys are constant, so that pairs cannot be moved down in place
    index_.clear();
    return this->begin() + at;
  }
  template <class AnyKey>
    requires(!std::is_convertible_v<AnyKey, iterator> && !std::is_convertible_v<AnyKey, const_iterator>)
  size_type erase(const AnyKey &key) {
    iterator found = find(key);
    if (found == this->end()) return 0;
    erase(found);
    return 1;
  }
  void clear() {
    Pairs::clear();
    index_.clear();
  }

 private:
  static constexpr std::size_t small = 16;  // up to here looking at every key is faster

  // Index of the key's pair, or size().
  std::size_t position(std::string_view key) const {
    if (index_.empty()) {
      std::size_t at = 0;
      while (at < this->size() && key_at(at) != key) ++at;
      return at;
    }
    for (std::size_t slot = hash(key);; ++slot) {
      const uint32_t entry = index_[slot & (index_.size() - 1)];
      if (entry == 0) return this->size();
      if (key_at(entry - 1) == key) return entry - 1;
    }
  }
  [[noreturn]] static void missing() {
#if defined(__cpp_exceptions)
    throw std::out_of_range("key not found");
#else
    __builtin_trap();
#endif
  }

  std::string_view key_at(std::size_t at) const { return Pairs::operator[](at).first; }

  static std::size_t hash(std::string_view key) { return std::hash<std::string_view>{}(key); }

  void index_last() {
    if (this->size() <= small) return;
    if (index_.size() < 2 * this->size()) return index_all();
    enter(this->size() - 1);
  }
  void index_all() {
    std::size_t slots = 4 * small;
    while (slots < 4 * this->size()) slots *= 2;
    index_.assign(slots, 0);
    for (std::size_t at = 0; at < this->size(); ++at) enter(at);
  }
  void enter(std::size_t at) {
    std::size_t slot = hash(key_at(at));
    while (index_[slot & (index_.size() - 1)] != 0) ++slot;
    index_[slot & (index_.size() - 1)] = static_cast<uint32_t>(at + 1);
  }

  std::vector<uint32_t> index_;  // open addressing: position + 1, or 0; empty while the map is small
};

}  // namespace modelet::json
