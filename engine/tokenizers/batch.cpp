#include "tokenizers/batch.h"

#include <algorithm>
#include <limits>
#include <new>

namespace modelet::tokenizers {

namespace {

constexpr std::size_t group_characters = 16384;  // what one task of the pool should at least be given
constexpr int64_t maximum_cells = int64_t{1} << 31;
constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();

// Ids of consecutive texts, made by one thread.
struct Group {
  std::size_t first = 0, last = 0;  // texts
  std::vector<int32_t> ids;
  std::vector<int32_t> lengths;
  bool out_of_memory = false;
};

class Batch {
 public:
  Batch(Call &call, const Tokenizer &tokenizer, std::span<const std::u32string_view> texts, const EncodeOptions &options)
      : call_(call), tokenizer_(tokenizer), texts_(texts), options_(options) {}

  bool run(graph::TokenBatch &out) {
    if (!check()) return false;
    make_groups();
    parallel(call_.context, static_cast<int64_t>(groups_.size()), [&](int64_t index) { encode(groups_[static_cast<std::size_t>(index)]); });
    if (call_.interrupted()) return false;
    for (const Group &group : groups_)
      if (group.out_of_memory) return fail("MemoryError", "");
    collect(out);
    return set_width(out);
  }

 private:
  bool fail(std::string_view python_class, std::string message) {
    call_.raise(python_class, std::move(message));
    return false;
  }

  bool check() {
    bool uses_maximum = options_.truncation != Truncation::none || options_.padding == Padding::maximum;
    if (uses_maximum && options_.maximum < 0) return fail("OverflowError", "can't convert negative int to unsigned");
    for (std::u32string_view text : texts_)
      if (std::ranges::any_of(text, is_surrogate))
        return fail("TypeError", "TextEncodeInput must be Union[TextInputSequence, Tuple[InputSequence, InputSequence]]");
    return !texts_.empty() || fail("IndexError", "list index out of range");
  }

  int64_t added() const {
    return options_.special_tokens ? static_cast<int64_t>(tokenizer_.single.before.size() + tokenizer_.single.after.size()) : 0;
  }

  // How many ids of a text are kept. A maximum below the number of special tokens truncates nothing, as in the original.
  std::size_t kept() const {
    int64_t room = options_.maximum - added();
    if (options_.truncation == Truncation::none || room < 0) return everything;
    return static_cast<std::size_t>(std::min<uint64_t>(static_cast<uint64_t>(room), everything));
  }

  void make_groups() {
    std::size_t characters = 0;
    for (std::u32string_view text : texts_) characters += text.size() + 16;
    std::size_t tasks = static_cast<std::size_t>(concurrency(call_.context)) * 4;
    std::size_t wanted = tasks <= 4 ? characters : std::max(group_characters, characters / tasks);
    std::size_t filled = wanted;
    for (std::size_t index = 0; index < texts_.size(); ++index) {
      if (filled >= wanted) {
        groups_.emplace_back().first = index;
        filled = 0;
      }
      filled += texts_[index].size() + 16;
      groups_.back().last = index + 1;
    }
  }

  void encode(Group &group) {
#if defined(__cpp_exceptions)
    try {
      encode_texts(group);
    } catch (const std::bad_alloc &) {  // the pool's threads do not let it through
      group.out_of_memory = true;
    }
#else
    encode_texts(group);
#endif
  }

  void encode_texts(Group &group) {
    Scratch scratch;
    for (std::size_t index = group.first; index < group.last; ++index) encode_one(texts_[index], scratch, group);
  }

  void encode_one(std::u32string_view text, Scratch &scratch, Group &group) {
    std::vector<int32_t> &ids = group.ids;
    std::size_t before = ids.size();
    if (options_.special_tokens)
      for (TypedId special : tokenizer_.single.before) ids.push_back(special.id);
    std::size_t begin = ids.size(), keep = kept();
    std::size_t limit = options_.truncated == Side::left ? everything : keep;
    encode_text(tokenizer_, text, limit, call_.context.cancelled, scratch, ids);
    truncate(ids, begin, keep);
    if (options_.special_tokens)
      for (TypedId special : tokenizer_.single.after) ids.push_back(special.id);
    group.lengths.push_back(static_cast<int32_t>(ids.size() - before));
  }

  void truncate(std::vector<int32_t> &ids, std::size_t begin, std::size_t keep) const {
    std::size_t length = ids.size() - begin;
    if (length <= keep) return;
    auto first = ids.begin() + static_cast<std::ptrdiff_t>(begin);
    auto surplus = static_cast<std::ptrdiff_t>(length - keep);
    if (options_.truncated == Side::left) std::copy(first + surplus, ids.end(), first);
    ids.resize(begin + keep);
  }

  void collect(graph::TokenBatch &out) {
    for (Group &group : groups_) {
      if (out.input_ids.empty() && groups_.size() == 1)
        out.input_ids.swap(group.ids);
      else
        out.input_ids.insert(out.input_ids.end(), group.ids.begin(), group.ids.end());
      out.lengths.insert(out.lengths.end(), group.lengths.begin(), group.lengths.end());
    }
    call_.usage.prompt_tokens += static_cast<int64_t>(out.input_ids.size());
    out.pad_id = tokenizer_.pad_id;
    out.pad_type_id = tokenizer_.pad_type;
    set_types(out);
  }

  void set_types(graph::TokenBatch &out) const {
    out.token_type_ids.assign(out.input_ids.size(), tokenizer_.single.type);
    if (!options_.special_tokens) return;
    int32_t *row = out.token_type_ids.data();
    for (int32_t length : out.lengths) {
      for (std::size_t at = 0; at < tokenizer_.single.before.size(); ++at) row[at] = tokenizer_.single.before[at].type;
      row += length;
      std::size_t after = tokenizer_.single.after.size();
      for (std::size_t at = 0; at < after; ++at) (row - after)[at] = tokenizer_.single.after[at].type;
    }
  }

  int64_t width(int64_t longest) const {
    if (options_.padding == Padding::none) return 0;
    int64_t wide = options_.padding == Padding::longest ? longest : options_.maximum;
    int64_t multiple = options_.multiple_of;
    return multiple > 0 && wide < maximum_cells && wide % multiple != 0 ? wide + (multiple - wide % multiple) : wide;
  }

  bool set_width(graph::TokenBatch &out) {
    auto [shortest, longest] = std::ranges::minmax(out.lengths);
    int64_t padded = width(longest);
    int64_t widest = std::max<int64_t>(padded, longest);
    if (widest > maximum_cells / static_cast<int64_t>(out.lengths.size())) return fail("MemoryError", "");
    out.padded = static_cast<int32_t>(padded);
    if (options_.tensors == Tensors::none) return true;
    out.padded = static_cast<int32_t>(widest);
    bool even = shortest == longest || padded >= longest;
    return even || fail("ValueError",
                        "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' "
                        "'truncation=True' to have batched tensors with the same length. Perhaps your features (`input_ids` in this case) "
                        "have excessive nesting (inputs type `list` where type `int` is expected).");
  }

  Call &call_;
  const Tokenizer &tokenizer_;
  std::span<const std::u32string_view> texts_;
  const EncodeOptions &options_;
  std::vector<Group> groups_;
};

}  // namespace

bool encode_batch(Call &call, const Tokenizer &tokenizer, std::span<const std::u32string_view> texts, const EncodeOptions &options,
                  graph::TokenBatch &out) {
  return Batch(call, tokenizer, texts, options).run(out);
}

}  // namespace modelet::tokenizers
