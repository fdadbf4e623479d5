// What must always hold of the cache's blocks, as functions of a snapshot. Each says what is wrong, or nothing.
#include <algorithm>
#include <set>

#include "cache/key_value_cache.h"

namespace modelet::cache {

namespace {

using Numbers = std::vector<int64_t>;  // [blocks]

class Check {
 public:
  explicit Check(const Snapshot &snapshot) : all_(snapshot), holders_(snapshot.blocks.size()), lists_(snapshot.blocks.size()) {}

  std::string run() {
    if (all_.touched < 0 || all_.touched > count()) return "more blocks touched than there are";
    for (const auto step : {&Check::lists, &Check::sequences, &Check::blocks, &Check::index, &Check::parents}) {
      std::string wrong = (this->*step)();
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

 private:
  int64_t count() const { return static_cast<int64_t>(all_.blocks.size()); }
  bool exists(int32_t block) const { return block >= 0 && block < all_.touched; }
  const Snapshot::BlockState &at(int32_t block) const { return all_.blocks[static_cast<std::size_t>(block)]; }
  static std::string named(int64_t block) { return "block " + std::to_string(block); }

  // Which blocks are on the lists of free ones.
  std::string lists() {
    for (const std::vector<int32_t> *list : {&all_.empty, &all_.idle}) {
      for (const int32_t block : *list) {
        if (!exists(block)) return named(block) + " is free, but was never touched";
        if (++lists_[static_cast<std::size_t>(block)] > 1) return named(block) + " is free twice";
        if ((at(block).entry != 0) != (list == &all_.idle)) return named(block) + " is on the wrong list of free blocks";
      }
    }
    return "";
  }

  std::string sequences() {
    for (const Snapshot::SequenceState &sequence : all_.sequences) {
      std::string wrong = walk(sequence);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  // Counts the holders of each block; published blocks follow one another from the first.
  std::string walk(const Snapshot::SequenceState &sequence) {
    if (sequence.published < 0 || sequence.published > static_cast<int64_t>(sequence.blocks.size())) return "more published than held";
    if (std::set<int32_t>(sequence.blocks.begin(), sequence.blocks.end()).size() != sequence.blocks.size())
      return "a block twice in a sequence";
    uint64_t before = 0;
    for (std::size_t place = 0; place < sequence.blocks.size(); ++place) {
      const int32_t block = sequence.blocks[place];
      if (!exists(block)) return named(block) + " is held, but was never touched";
      ++holders_[static_cast<std::size_t>(block)];
      const bool published = static_cast<int64_t>(place) < sequence.published;
      if (published != (at(block).entry != 0)) return named(block) + " is held as something else than it is";
      if (published && at(block).parent != before) return named(block) + " follows another than the one before it in its sequence";
      before = at(block).entry;
    }
    return "";
  }

  // Every block is in exactly one state, and is referred to as often as it is held.
  std::string blocks() {
    for (int64_t index = 0; index < count(); ++index) {
      const auto place = static_cast<std::size_t>(index);
      const Snapshot::BlockState &block = all_.blocks[place];
      if (block.references != holders_[place]) return named(index) + " counts " + std::to_string(block.references) + " references";
      if (block.references > 1 && block.entry == 0) return named(index) + " is shared, but not published";
      const bool touched = index < all_.touched, free = lists_[place] > 0;
      if (!touched && block.entry != 0) return named(index) + " is published, but was never touched";
      if (touched && free == (block.references > 0)) return named(index) + (free ? " is held and free" : " is lost");
    }
    return "";
  }

  // The index has each published block once, under what it holds.
  std::string index() {
    for (const Snapshot::IndexState &entry : all_.index) {
      if (!exists(entry.block)) return "the index names block " + std::to_string(entry.block);
      const Snapshot::BlockState &block = at(entry.block);
      if (block.entry == 0 || block.parent != entry.parent || block.tokens != entry.tokens)
        return named(entry.block) + " holds other tokens";
      if (!entries_.insert(block.entry).second) return named(entry.block) + " is published twice";
    }
    const auto published = std::count_if(all_.blocks.begin(), all_.blocks.end(), [](const auto &block) { return block.entry != 0; });
    return published == static_cast<int64_t>(entries_.size()) ? "" : "a published block is missing in the index";
  }

  std::string parents() {
    for (const Snapshot::IndexState &entry : all_.index) {
      if (entry.parent != 0 && entries_.count(entry.parent) == 0) return named(entry.block) + " follows a block that is forgotten";
    }
    return "";
  }

  const Snapshot &all_;
  Numbers holders_, lists_;
  std::set<uint64_t> entries_;
};

}  // namespace

std::string check_invariants(const Snapshot &snapshot) {
  return Check(snapshot).run();
}

}  // namespace modelet::cache
