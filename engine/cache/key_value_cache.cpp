#include "cache/key_value_cache.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace modelet::cache {

using kernels::cache_block_tokens;

namespace {

int64_t blocks_for(int64_t positions) {
  return (positions + cache_block_tokens - 1) / cache_block_tokens;
}

uint64_t mix(uint64_t x) {
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93U;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93U;
  return x ^ x >> 32;
}

uint64_t bytes_of_block(const Geometry &geometry) {
  uint64_t bytes = 0;
  for (const CachedLayer &layer : geometry.layers) bytes += kernels::cache_block_bytes(geometry.format, layer.kv_heads, layer.head_dim);
  return bytes;
}

}  // namespace

Sequence::Sequence(Sequence &&other) noexcept {
  *this = std::move(other);
}

Sequence &Sequence::operator=(Sequence &&other) noexcept {
  std::swap(blocks_, other.blocks_);
  std::swap(cached_tokens_, other.cached_tokens_);
  std::swap(published_, other.published_);
  std::swap(foreign_, other.foreign_);
  return *this;
}

std::size_t KeyValueCache::KeyHash::operator()(const Key &key) const {
  uint64_t hash = mix(key.parent);
  for (const int32_t token : key.tokens) hash = mix(hash + static_cast<uint32_t>(token));
  return static_cast<std::size_t>(hash);
}

std::unique_ptr<KeyValueCache> KeyValueCache::create(const Geometry &geometry, int64_t blocks, std::shared_ptr<Budget> budget,
                                                     Error &error) {
  const uint64_t block_bytes = bytes_of_block(geometry);
  if (blocks < 1) {
    error = invalid_request("a cache of no blocks: it needs at least " + std::to_string(cache_block_tokens) + " positions", "cache_size");
    return nullptr;
  }
  constexpr auto most = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  const auto count = static_cast<uint64_t>(blocks);
  const bool possible = blocks <= std::numeric_limits<int32_t>::max() && block_bytes > 0 && count <= most / block_bytes;
  std::shared_ptr<void> memory = possible ? new_bytes(count * block_bytes) : nullptr;
  if (memory == nullptr) {
    error = memory_error("no memory for a cache of " + std::to_string(blocks) + " blocks of " + std::to_string(block_bytes) + " bytes");
    return nullptr;
  }
  return std::unique_ptr<KeyValueCache>(new KeyValueCache(geometry, blocks, std::move(budget), std::move(memory)));
}

KeyValueCache::KeyValueCache(Geometry geometry, int64_t blocks, std::shared_ptr<Budget> budget, std::shared_ptr<void> memory)
    : geometry_(std::move(geometry)),
      budget_(std::move(budget)),
      block_bytes_(bytes_of_block(geometry_)),
      memory_(std::move(memory)),
      blocks_(static_cast<std::size_t>(blocks)) {
  auto *base = static_cast<std::byte *>(memory_.get());
  for (const CachedLayer &layer : geometry_.layers) {
    layers_.push_back({geometry_.format, base, static_cast<int64_t>(block_bytes_), layer.kv_heads, layer.head_dim});
    base += kernels::cache_block_bytes(geometry_.format, layer.kv_heads, layer.head_dim);
  }
}

KeyValueCache::~KeyValueCache() {
  if (budget_ != nullptr) budget_->release(static_cast<uint64_t>(touched_) * block_bytes_);
}

std::byte *KeyValueCache::block_memory(int32_t block) const {
  return static_cast<std::byte *>(memory_.get()) + static_cast<uint64_t>(block) * block_bytes_;
}

// Published blocks that hold the beginning of the tokens, without the last token.
std::vector<int32_t> KeyValueCache::find_prefix(std::span<const int32_t> tokens) const {
  std::vector<int32_t> found;
  Key key{};
  for (std::size_t place = 0; place + cache_block_tokens < tokens.size(); place += cache_block_tokens) {
    std::copy_n(tokens.begin() + static_cast<std::ptrdiff_t>(place), cache_block_tokens, key.tokens.begin());
    const auto entry = index_.find(key);
    if (entry == index_.end()) break;
    found.push_back(entry->second);
    key.parent = blocks_[static_cast<std::size_t>(entry->second)].entry;
  }
  return found;
}

int64_t KeyValueCache::match_prefix(std::span<const int32_t> tokens) const {
  return static_cast<int64_t>(find_prefix(tokens).size()) * cache_block_tokens;
}

int64_t KeyValueCache::idle_among(std::span<const int32_t> blocks) const {
  return std::count_if(blocks.begin(), blocks.end(),
                       [&](int32_t block) { return blocks_[static_cast<std::size_t>(block)].references == 0; });
}

// Blocks that nobody holds.
int64_t KeyValueCache::available() const {
  return static_cast<int64_t>(blocks_.size()) - touched_ + static_cast<int64_t>(empty_.size() + idle_.size());
}

bool KeyValueCache::can_allocate(std::span<const int32_t> tokens) const {
  const std::vector<int32_t> prefix = find_prefix(tokens);
  return blocks_for(static_cast<int64_t>(tokens.size())) - static_cast<int64_t>(prefix.size()) <= available() - idle_among(prefix);
}

bool KeyValueCache::can_append(const Sequence &sequence, int64_t positions) const {
  return blocks_for(positions) - static_cast<int64_t>(sequence.blocks_.size()) <= available();
}

bool KeyValueCache::allocate(Sequence &sequence, std::span<const int32_t> tokens, bool reuse) {
  const std::vector<int32_t> prefix = reuse ? find_prefix(tokens) : std::vector<int32_t>();
  const auto found = static_cast<int64_t>(prefix.size());
  if (!extend(sequence, blocks_for(static_cast<int64_t>(tokens.size())) - found, prefix)) return false;
  sequence.published_ = found;
  sequence.cached_tokens_ = found * cache_block_tokens;
  return true;
}

bool KeyValueCache::append(Sequence &sequence, int64_t positions) {
  return extend(sequence, blocks_for(positions) - static_cast<int64_t>(sequence.blocks_.size()), {});
}

// Adds the blocks of a prefix, and `count` more.
bool KeyValueCache::extend(Sequence &sequence, int64_t count, std::span<const int32_t> prefix) {
  if (!pay(count, idle_among(prefix))) return false;
  for (const int32_t block : prefix) hold(block);
  sequence.blocks_.insert(sequence.blocks_.end(), prefix.begin(), prefix.end());
  for (int64_t index = 0; index < count; ++index) sequence.blocks_.push_back(take());
  return true;
}

// Sees that `take` can be called `count` times while `kept` idle blocks stay: untouched memory first, as long as the budget grants it, then
// what is idle. False: nothing has changed.
bool KeyValueCache::pay(int64_t count, int64_t kept) {
  const int64_t missing = count - static_cast<int64_t>(empty_.size());
  if (missing <= 0) return true;
  const auto idle = static_cast<int64_t>(idle_.size()) - kept;
  int64_t fresh = std::min(missing, static_cast<int64_t>(blocks_.size()) - touched_);
  if (missing - fresh > idle) return false;
  auto granted = [&] { return budget_ == nullptr || budget_->reserve(static_cast<uint64_t>(fresh) * block_bytes_); };
  while (fresh > 0 && !granted()) {
    if (missing - --fresh > idle) return false;
  }
  for (; fresh > 0; --fresh) empty_.push_back(static_cast<int32_t>(touched_++));
  return true;
}

// A block that holds nothing, zeros: a sequence finds nothing of what others have left.
int32_t KeyValueCache::take() {
  int32_t block;
  if (!empty_.empty()) {
    block = empty_.back();
    empty_.pop_back();
  } else {
    block = idle_.front();
    idle_.pop_front();
    forget(block);
  }
  blocks_[static_cast<std::size_t>(block)].references = 1;
  std::memset(block_memory(block), 0, block_bytes_);
  return block;
}

void KeyValueCache::hold(int32_t index) {
  Block &block = blocks_[static_cast<std::size_t>(index)];
  if (block.references++ == 0) idle_.erase(block.place);
}

void KeyValueCache::drop(int32_t index) {
  Block &block = blocks_[static_cast<std::size_t>(index)];
  if (--block.references > 0) return;
  if (block.entry == 0) {
    empty_.push_back(index);
  } else {
    block.place = idle_.insert(idle_.end(), index);
  }
}

// Takes the block out of the index.
void KeyValueCache::forget(int32_t index) {
  Block &block = blocks_[static_cast<std::size_t>(index)];
  index_.erase(*std::exchange(block.key, nullptr));
  block.entry = 0;
}

void KeyValueCache::publish(Sequence &sequence, std::span<const int32_t> tokens) {
  if (sequence.foreign_) return;
  const int64_t full = std::min(static_cast<int64_t>(tokens.size()), sequence.capacity()) / cache_block_tokens;
  Key key{};
  if (sequence.published_ > 0) {
    key.parent = blocks_[static_cast<std::size_t>(sequence.blocks_[static_cast<std::size_t>(sequence.published_ - 1)])].entry;
  }
  for (; sequence.published_ < full; ++sequence.published_) {
    std::copy_n(tokens.begin() + sequence.published_ * cache_block_tokens, cache_block_tokens, key.tokens.begin());
    key.parent = publish_block(sequence.blocks_[static_cast<std::size_t>(sequence.published_)], key);
  }
}

// Puts a full block into the index, or takes the one that is there already instead. Returns the number of the entry.
uint64_t KeyValueCache::publish_block(int32_t &block, const Key &key) {
  const auto [place, inserted] = index_.try_emplace(key, block);
  if (!inserted) {
    hold(place->second);
    drop(std::exchange(block, place->second));
  } else {
    blocks_[static_cast<std::size_t>(block)].entry = next_entry_++;
    blocks_[static_cast<std::size_t>(block)].key = &place->first;
  }
  return blocks_[static_cast<std::size_t>(block)].entry;
}

// The last block first, so that it is forgotten before those it follows.
void KeyValueCache::release(Sequence &sequence) {
  for (auto block = sequence.blocks_.rbegin(); block != sequence.blocks_.rend(); ++block) drop(*block);
  sequence = Sequence();
}

Occupancy KeyValueCache::occupancy() const {
  const auto total = static_cast<int64_t>(blocks_.size());
  return {total, total - available(), available(), static_cast<int64_t>(idle_.size())};
}

Snapshot KeyValueCache::snapshot(std::span<const Sequence *const> live) const {
  Snapshot result{};
  for (const Block &block : blocks_) {
    result.blocks.push_back({block.references, block.entry, block.key == nullptr ? 0 : block.key->parent, {}});
    if (block.key != nullptr) result.blocks.back().tokens.assign(block.key->tokens.begin(), block.key->tokens.end());
  }
  result.touched = touched_;
  result.empty = empty_;
  result.idle.assign(idle_.begin(), idle_.end());
  for (const auto &[key, block] : index_) result.index.push_back({key.parent, {key.tokens.begin(), key.tokens.end()}, block});
  for (const Sequence *sequence : live) result.sequences.push_back({sequence->blocks_, sequence->published_});
  return result;
}

}  // namespace modelet::cache
