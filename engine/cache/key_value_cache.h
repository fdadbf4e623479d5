// The keys and values of all sequences, in blocks of cache_block_tokens positions, and who holds which block.
//
// A block holds the positions of one sequence in every layer. Full blocks whose tokens are known are shared: they stand in an index under
// what they hold and all that precedes it, so that a later request with the same beginning takes them instead of computing them. Only full
// blocks are shared and nobody writes to them again, so that nothing is ever copied. Blocks that nobody holds stay in the index until their
// memory is needed, the least recently used first.
//
// One thread at a time: the scheduler is the only user and holds its own mutex. The kernels write into the memory of blocks (`layers`),
// never into what is said here. How a scheduler uses it:
//
//   Sequence sequence;
//   if (!cache.allocate(sequence, prompt)) wait;            // nothing has changed
//   position = sequence.cached_tokens();                    // compute the prompt from here, as many at once as one likes
//   cache.publish(sequence, tokens);                        // after a step: `tokens` are in the cache; full blocks become shared
//   if (!cache.append(sequence, position + 1)) preempt;     // room for the next position; nothing has changed on false
//   cache.release(sequence);                                // at the end, or to preempt: what was published is found again
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/error.h"
#include "core/memory.h"
#include "kernels/language.h"

namespace modelet::cache {

// What a token takes in one layer.
struct CachedLayer {
  int64_t kv_heads, head_dim;
  bool operator==(const CachedLayer &) const = default;
};

struct Geometry {
  kernels::CacheFormat format;
  std::vector<CachedLayer> layers;
  uint64_t model = 0;  // of whom these are keys and values: exported blocks are taken by caches of the same model only
};

// The blocks of one request. Made empty; filled and emptied by the cache; holds blocks until it is released. Its cache outlives it.
class Sequence {
 public:
  Sequence() = default;
  Sequence(Sequence &&other) noexcept;
  Sequence &operator=(Sequence &&other) noexcept;  // this one is empty

  // Position p lies in blocks()[p / cache_block_tokens]. Valid until the next call of the cache with this sequence.
  std::span<const int32_t> blocks() const { return blocks_; }
  // Positions there is room for.
  int64_t capacity() const { return static_cast<int64_t>(blocks_.size()) * kernels::cache_block_tokens; }
  // Tokens of the prompt that allocate found computed.
  int64_t cached_tokens() const { return cached_tokens_; }

 private:
  friend class KeyValueCache;
  std::vector<int32_t> blocks_;
  int64_t cached_tokens_ = 0;
  int64_t published_ = 0;  // of blocks_, the first so many stand in the index
  bool foreign_ = false;   // imported: shared with nobody
};

// Block counts; free + used = total.
struct Occupancy {
  int64_t total, used;
  int64_t free;    // held by nobody
  int64_t shared;  // of the free ones, those that still hold something that may be found
};

// Everything the invariants speak of, copied.
struct Snapshot;

class KeyValueCache {
 public:
  // `blocks` blocks; memory is taken from the budget and from the system when a block is first used. Null with out_of_memory when there is
  // no address space for them, or with cache_size for less than one block.
  static std::unique_ptr<KeyValueCache> create(const Geometry &geometry, int64_t blocks, std::shared_ptr<Budget> budget, Error &error);
  ~KeyValueCache();
  KeyValueCache(const KeyValueCache &) = delete;
  KeyValueCache &operator=(const KeyValueCache &) = delete;

  // For a model's forward (models::CacheView).
  std::span<const kernels::LayerCache> layers() const { return layers_; }

  // How many of the tokens are computed already: whole blocks, and never all of the tokens, since the last one must be computed for its
  // logits.
  int64_t match_prefix(std::span<const int32_t> tokens) const;

  // Would allocate find blocks for this prompt? (The budget may still refuse.)
  bool can_allocate(std::span<const int32_t> tokens) const;
  // Gives an empty sequence room for the prompt, beginning with the blocks that match_prefix finds unless all is to be computed anew.
  // False: nothing has changed.
  bool allocate(Sequence &sequence, std::span<const int32_t> tokens, bool reuse = true);

  // Would append find blocks? (The budget may still refuse.)
  bool can_append(const Sequence &sequence, int64_t positions) const;
  // Gives room for `positions` positions altogether. False: nothing has changed.
  bool append(Sequence &sequence, int64_t positions);

  // Says that the sequence's first positions hold exactly these tokens, none of which will change. Blocks that are full now are shared. A
  // block that another sequence has published meanwhile takes the place of this sequence's own copy, so blocks() may change.
  void publish(Sequence &sequence, std::span<const int32_t> tokens);

  // Gives all blocks back; the sequence is empty again.
  void release(Sequence &sequence);

  // Keys and values of the sequence's first positions, which hold `tokens`, with a header that says what they are.
  std::vector<std::byte> export_sequence(const Sequence &sequence, std::span<const int32_t> tokens) const;
  // Gives an empty sequence the exported positions, and tells the tokens. Its blocks are not shared with other requests, since nobody can
  // say that foreign bytes are what they claim. False: nothing has changed, with the error cache_import (not an export of this version, of
  // another format, geometry or model, or damaged) or cache_full.
  bool import_sequence(std::span<const std::byte> bytes, Sequence &sequence, std::vector<int32_t> &tokens, Error &error);

  Occupancy occupancy() const;
  uint64_t block_bytes() const { return block_bytes_; }

  // `live`: every sequence that is not empty.
  Snapshot snapshot(std::span<const Sequence *const> live) const;

 private:
  using BlockTokens = std::array<int32_t, kernels::cache_block_tokens>;
  // What a published block holds: its tokens, after all that the block before it holds. `parent` names that block's entry: numbers of
  // entries are never used twice, so equal keys mean equal tokens from the first position on. Hashes only find the candidates.
  struct Key {
    uint64_t parent;  // 0: the sequence begins here
    BlockTokens tokens;
    bool operator==(const Key &) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key &key) const;
  };
  struct Block {
    int64_t references = 0;
    uint64_t entry = 0;                    // in the index; 0: none
    const Key *key = nullptr;              // of the entry
    std::list<int32_t>::iterator place{};  // in idle_, while published and held by nobody
  };

  KeyValueCache(Geometry geometry, int64_t blocks, std::shared_ptr<Budget> budget, std::shared_ptr<void> memory);

  std::vector<int32_t> find_prefix(std::span<const int32_t> tokens) const;
  int64_t idle_among(std::span<const int32_t> blocks) const;
  int64_t available() const;
  bool pay(int64_t count, int64_t kept);
  bool extend(Sequence &sequence, int64_t count, std::span<const int32_t> prefix);
  int32_t take();
  void hold(int32_t block);
  void drop(int32_t block);
  void forget(int32_t block);
  uint64_t publish_block(int32_t &block, const Key &key);
  std::byte *block_memory(int32_t block) const;

  Geometry geometry_;
  std::shared_ptr<Budget> budget_;
  uint64_t block_bytes_ = 0;
  std::shared_ptr<void> memory_;  // [blocks][layers] of cache_block_bytes
  std::vector<kernels::LayerCache> layers_;
  std::vector<Block> blocks_;
  int64_t touched_ = 0;         // blocks that were used ever, the first so many: those that the budget has paid for
  std::vector<int32_t> empty_;  // of them, those held by nobody that hold nothing
  // And those held by nobody that are published, least recently used first. Who holds a block holds what it follows, and gives that back
  // after it: so no block is forgotten before those that follow it.
  std::list<int32_t> idle_;
  std::unordered_map<Key, int32_t, KeyHash> index_;
  uint64_t next_entry_ = 1;
};

struct Snapshot {
  struct BlockState {
    int64_t references;
    uint64_t entry;   // 0: not published
    uint64_t parent;  // of the entry
    std::vector<int32_t> tokens;
    bool operator==(const BlockState &) const = default;
  };
  struct SequenceState {
    std::vector<int32_t> blocks;
    int64_t published;
    bool operator==(const SequenceState &) const = default;
  };
  // One entry of the index.
  struct IndexState {
    uint64_t parent;
    std::vector<int32_t> tokens;
    int32_t block;
    bool operator==(const IndexState &) const = default;
  };
  std::vector<BlockState> blocks;
  int64_t touched;
  std::vector<int32_t> empty, idle;
  std::vector<IndexState> index;
  std::vector<SequenceState> sequences;
  bool operator==(const Snapshot &) const = default;
};

// Empty when all holds; otherwise what is wrong: no block in two sequences unless published; references are those of the sequences; every
// block is held, empty, idle or untouched, and only one of these; the index and the blocks agree; a sequence holds all that its published
// blocks follow, and the index has all that its entries follow.
std::string check_invariants(const Snapshot &snapshot);

}  // namespace modelet::cache
