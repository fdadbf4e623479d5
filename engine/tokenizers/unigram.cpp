#include "tokenizers/unigram.h"

#include <algorithm>
#include <bit>

#include "tokenizers/utf8.h"

namespace modelet::tokenizers {

namespace {

constexpr std::size_t bytes_per_look = 4096;  // at the flag that cancels

double score_of(const Unigram &model, uint32_t id) {
  return std::bit_cast<double>(model.scores[2 * id] | uint64_t{model.scores[2 * id + 1]} << 32);
}

// The node to which `label` leads, or 0.
uint32_t follow(const Trie &trie, uint32_t node, char label) {
  auto less = [](char left, char right) { return static_cast<unsigned char>(left) < static_cast<unsigned char>(right); };
  const char *first = trie.labels + trie.children[node], *last = trie.labels + trie.children[node + 1];
  const char *found = std::lower_bound(first, last, label, less);
  return found != last && *found == label ? static_cast<uint32_t>(found - trie.labels) : 0;
}

class Word {
 public:
  Word(const Unigram &model, Scratch &scratch, std::vector<int32_t> &ids) : model_(model), scratch_(scratch), ids_(ids) {}

  void run(std::u32string_view word) {
    std::string &bytes = scratch_.bytes;
    bytes.clear();
    for (char32_t character : word) append_utf8(bytes, character);
    scratch_.arrivals.assign(bytes.size() + 1, {0, 0, -1});
    for (std::size_t begin = 0; begin < bytes.size();) {
      if (begin % bytes_per_look == 0 && scratch_.is_cancelled()) return;
      begin = leave(begin);
    }
    collect();
  }

 private:
  void arrive(std::size_t begin, std::size_t end, int32_t id, double score) {
    Arrival &arrival = scratch_.arrivals[end];
    double sum = score + scratch_.arrivals[begin].score;
    if (arrival.id < 0 || sum > arrival.score) arrival = {sum, static_cast<uint32_t>(begin), id};
  }

  // Goes on from `begin` with every token that stands there; where the next character begins.
  std::size_t leave(std::size_t begin) {
    const std::string &bytes = scratch_.bytes;
    std::size_t next = begin + first_sequence(std::string_view(bytes).substr(begin)).length;
    bool single = false;
    uint32_t node = 0;
    for (std::size_t at = begin; at < bytes.size(); ++at) {
      node = follow(model_.trie, node, bytes[at]);
      if (node == 0) break;
      if (model_.trie.tokens[node] == 0) continue;
      uint32_t id = model_.trie.tokens[node] - 1;
      arrive(begin, at + 1, static_cast<int32_t>(id), score_of(model_, id));
      single |= at + 1 == next;
    }
    if (!single) arrive(begin, next, model_.unknown, model_.unknown_score);
    return next;
  }

  // The best way, from its end to its beginning, then the other way round.
  void collect() {
    std::vector<uint32_t> &ends = scratch_.path;
    ends.clear();
    for (auto end = static_cast<uint32_t>(scratch_.bytes.size()); end > 0; end = scratch_.arrivals[end].begin) ends.push_back(end);
    for (std::size_t index = ends.size(); index > 0;) {
      const Arrival &first = scratch_.arrivals[ends[--index]];
      if (first.id != model_.unknown) {
        ids_.push_back(first.id);
        continue;
      }
      while (index > 0 && scratch_.arrivals[ends[index - 1]].id == model_.unknown) --index;
      add_unknown(std::string_view(scratch_.bytes).substr(first.begin, ends[index] - first.begin));
    }
  }

  void add_unknown(std::string_view bytes) {
    int32_t id = find_token(*model_.vocabulary, characters_of(bytes));
    if (id >= 0)
      ids_.push_back(id);
    else if (!add_fallback(bytes))
      ids_.push_back(model_.unknown);
  }

  bool add_fallback(std::string_view bytes) {
    auto token = [&](char byte) { return model_.fallback[static_cast<unsigned char>(byte)]; };
    if (model_.fallback == nullptr || !std::ranges::all_of(bytes, [&](char byte) { return token(byte) >= 0; })) return false;
    for (char byte : bytes) ids_.push_back(token(byte));
    return true;
  }

  const Unigram &model_;
  Scratch &scratch_;
  std::vector<int32_t> &ids_;
};

}  // namespace

void tokenize_unigram(const void *tables, std::u32string_view word, Scratch &scratch, std::vector<int32_t> &ids) {
  Word(*static_cast<const Unigram *>(tables), scratch, ids).run(word);
}

}  // namespace modelet::tokenizers
