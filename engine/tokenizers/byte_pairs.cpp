#include "tokenizers/byte_pairs.h"

#include <algorithm>
#include <limits>
#include <string>

#include "tokenizers/utf8.h"

namespace modelet::tokenizers {

namespace {

constexpr std::size_t few = 32;             // symbols that are scanned again and again rather than kept in a heap
constexpr uint32_t merges_per_look = 4096;  // at the flag that cancels
constexpr uint32_t no_rank = std::numeric_limits<uint32_t>::max();

struct Merge {
  uint32_t rank = no_rank;
  uint32_t result = 0;
};

Merge find_merge(const Merges &merges, uint32_t left, uint32_t right) {
  uint64_t key = left | uint64_t{right} << merges.id_bits;
  const char32_t *slot = merges.slots + 2 * std::size_t{slot_of(merges.hash, hash_character(merges.hash.seed, key))};
  uint64_t held = slot[0] | uint64_t{slot[1]} << 32;
  uint64_t mask = (uint64_t{1} << 2 * merges.id_bits) - 1;
  if ((held & mask) != key) return {};
  auto rank = static_cast<uint32_t>(held >> 2 * merges.id_bits);
  return {rank, merges.results[rank]};
}

bool is_whole(const BytePairs &model, int32_t id) {
  return (static_cast<unsigned char>(model.whole[id >> 3]) >> (id & 7) & 1) != 0;
}

// Turns one word into symbols, then merges them.
class Word {
 public:
  Word(const BytePairs &model, Scratch &scratch, std::vector<int32_t> &ids) : model_(model), scratch_(scratch), ids_(ids) {}

  void run(std::u32string_view units) {
    if (is_one_token(units)) return;
    scratch_.symbols.clear();
    if (model_.units != nullptr)
      add_bytes(units);
    else
      add_units(units);
    std::size_t count = scratch_.symbols.size();
    if (count <= few)
      merge_few(count);
    else
      merge_many();
  }

 private:
  bool is_one_token(std::u32string_view units) {
    if (model_.whole == nullptr) return false;
    uint64_t state = model_.vocabulary->hash.seed;
    for (char32_t unit : units) state = hash_character(state, unit);
    int32_t id = find_token(*model_.vocabulary, state, {}, units);
    if (id < 0 || !is_whole(model_, id)) return false;
    ids_.push_back(id);
    return true;
  }

  void add(int32_t id) {
    auto place = static_cast<int32_t>(scratch_.symbols.size());
    scratch_.symbols.push_back({static_cast<uint32_t>(id), place - 1, place + 1, false});
  }

  void add_bytes(std::u32string_view units) {
    for (char32_t unit : units) {
      int32_t id = model_.units[unit];
      if (id >= 0)
        add(id);
      else if (model_.unknown >= 0)
        add_unknown();
    }
    flush_unknown();
  }

  void add_units(std::u32string_view units) {
    std::u32string text;
    for (std::size_t at = 0; at < units.size(); ++at) {
      text.assign(at == 0 ? std::u32string_view() : model_.prefix);
      text += units[at];
      if (at + 1 == units.size()) text += model_.suffix;
      add_unit(text);
    }
    flush_unknown();
  }

  void add_unit(std::u32string_view text) {
    int32_t id = find_token(*model_.vocabulary, text);
    if (id >= 0) {
      flush_unknown();
      add(id);
    } else if (!add_fallback(text) && model_.unknown >= 0) {
      add_unknown();
    }
  }

  // The bytes of a character, when there is a token for each. An unknown one before it stays behind, as in the original.
  bool add_fallback(std::u32string_view text) {
    if (model_.fallback == nullptr) return false;
    std::string bytes;
    for (char32_t character : text) append_utf8(bytes, character);
    auto token = [&](char byte) { return model_.fallback[static_cast<unsigned char>(byte)]; };
    if (!std::ranges::all_of(bytes, [&](char byte) { return token(byte) >= 0; })) return false;
    for (char byte : bytes) add(token(byte));
    return true;
  }

  void add_unknown() {
    if (unknown_ && !model_.fuse_unknown) add(model_.unknown);
    unknown_ = true;
  }

  void flush_unknown() {
    if (unknown_) add(model_.unknown);
    unknown_ = false;
  }

  // The smallest rank of all neighbours, the leftmost of equals, until none can be merged.
  void merge_few(std::size_t count) {
    Symbol *symbols = scratch_.symbols.data();
    Merge merges[few];
    for (std::size_t at = 0; at + 1 < count; ++at) merges[at] = find_merge(model_.merges, symbols[at].id, symbols[at + 1].id);
    while (count > 1) {
      std::size_t best = 0;
      for (std::size_t at = 1; at + 1 < count; ++at)
        if (merges[at].rank < merges[best].rank) best = at;
      if (merges[best].rank == no_rank) break;
      symbols[best].id = merges[best].result;
      --count;
      for (std::size_t at = best + 1; at < count; ++at) {
        symbols[at].id = symbols[at + 1].id;
        merges[at - 1] = merges[at];
      }
      if (best > 0) merges[best - 1] = find_merge(model_.merges, symbols[best - 1].id, symbols[best].id);
      if (best + 1 < count) merges[best] = find_merge(model_.merges, symbols[best].id, symbols[best + 1].id);
    }
    for (std::size_t at = 0; at < count; ++at) ids_.push_back(static_cast<int32_t>(symbols[at].id));
  }

  static bool later(const Candidate &left, const Candidate &right) { return left.rank_and_place > right.rank_and_place; }

  void propose(int32_t place) {
    const Symbol &symbol = scratch_.symbols[static_cast<std::size_t>(place)];
    if (symbol.after < 0) return;
    Merge merge = find_merge(model_.merges, symbol.id, scratch_.symbols[static_cast<std::size_t>(symbol.after)].id);
    if (merge.rank == no_rank) return;
    scratch_.queue.push_back({uint64_t{merge.rank} << 32 | static_cast<uint32_t>(place), merge.result});
  }

  void propose_later(int32_t place) {
    std::size_t before = scratch_.queue.size();
    propose(place);
    if (scratch_.queue.size() > before) std::push_heap(scratch_.queue.begin(), scratch_.queue.end(), later);
  }

  Candidate take_best() {
    std::pop_heap(scratch_.queue.begin(), scratch_.queue.end(), later);
    Candidate best = scratch_.queue.back();
    scratch_.queue.pop_back();
    return best;
  }

  // Whether the pair at this place still makes the token for which it was proposed.
  bool is_current(const Candidate &candidate) const {
    const Symbol &symbol = scratch_.symbols[static_cast<uint32_t>(candidate.rank_and_place)];
    if (symbol.gone || symbol.after < 0) return false;
    Merge merge = find_merge(model_.merges, symbol.id, scratch_.symbols[static_cast<std::size_t>(symbol.after)].id);
    return merge.rank != no_rank && merge.result == candidate.result;
  }

  void apply(const Candidate &candidate) {
    auto place = static_cast<int32_t>(static_cast<uint32_t>(candidate.rank_and_place));
    Symbol &symbol = scratch_.symbols[static_cast<std::size_t>(place)];
    Symbol &taken = scratch_.symbols[static_cast<std::size_t>(symbol.after)];
    taken.gone = true;
    symbol.id = candidate.result;
    symbol.after = taken.after;
    if (taken.after >= 0) scratch_.symbols[static_cast<std::size_t>(taken.after)].before = place;
    if (symbol.before >= 0) propose_later(symbol.before);
    propose_later(place);
  }

  void merge_many() {
    scratch_.symbols.back().after = -1;
    scratch_.queue.clear();
    for (std::size_t at = 0; at + 1 < scratch_.symbols.size(); ++at) propose(static_cast<int32_t>(at));
    std::make_heap(scratch_.queue.begin(), scratch_.queue.end(), later);
    for (uint32_t done = 0; !scratch_.queue.empty(); ++done) {
      if (done % merges_per_look == 0 && scratch_.is_cancelled()) break;
      Candidate best = take_best();
      if (is_current(best)) apply(best);
    }
    for (const Symbol &symbol : scratch_.symbols)
      if (!symbol.gone) ids_.push_back(static_cast<int32_t>(symbol.id));
  }

  const BytePairs &model_;
  Scratch &scratch_;
  std::vector<int32_t> &ids_;
  bool unknown_ = false;  // one is held back, for others to join it
};

// The word's UTF-8, a unit for each byte; ASCII is that already.
std::u32string_view bytes_of(std::u32string_view word, std::u32string &units) {
  if (std::ranges::all_of(word, [](char32_t character) { return character < 0x80; })) return word;
  units.clear();
  for (char32_t character : word) append_utf8(units, character);
  return units;
}

// How much of the text stays together.
std::size_t uncut_length(const Cut &cut, std::u32string_view text) {
  if (cut.before == 0) return text.size();
  for (std::size_t at = 1; at < text.size(); ++at)
    if (text[at] == cut.before && cut.unless_after.find(text[at - 1]) == cut.unless_after.npos) return at;
  return text.size();
}

}  // namespace

void tokenize_byte_pairs(const void *tables, std::u32string_view word, Scratch &scratch, std::vector<int32_t> &ids) {
  const BytePairs &model = *static_cast<const BytePairs *>(tables);
  if (model.vocabulary->bytes) return Word(model, scratch, ids).run(bytes_of(word, scratch.units));
  while (!word.empty()) {
    std::size_t length = uncut_length(model.cut, word);
    Word(model, scratch, ids).run(word.substr(0, length));
    word.remove_prefix(length);
  }
}

}  // namespace modelet::tokenizers
