// Pre-tokenisation: a normalised text is cut into words by stages, one after another. A tokenizer lists the stages it needs, so that
// only those are linked.
#pragma once

#include <concepts>
#include <span>
#include <string_view>

#include "tokenizers/scratch.h"
#include "tokenizers/unicode.h"

namespace modelet::tokenizers {

// Part of a text on its way to becoming words.
struct Piece {
  std::u32string_view text;
  bool first;  // begins where the whole input begins
};

// Where pieces go, until it answers false. Refers to the function it was made of, which must outlive it.
class PieceSink {
 public:
  template <typename Function>
    requires(!std::same_as<std::remove_cv_t<Function>, PieceSink>)
  PieceSink(Function &function)
      : object_(&function), call_([](void *object, Piece piece) { return (*static_cast<Function *>(object))(piece); }) {}
  bool operator()(Piece piece) const { return call_(object_, piece); }

 private:
  void *object_;
  bool (*call_)(void *object, Piece piece);
};

// `run` cuts one piece, which is not empty, into those it gives to `next`; false when that stopped it.
struct SplitStage {
  bool (*run)(const void *tables, Piece piece, Scratch &scratch, PieceSink next);
  const void *tables;
};

// Every pre-tokenizer that looks at single characters, and every sequence of such, has this form.
struct Splitter {
  CodePointTable<uint8_t> classes;  // below 32
  uint32_t removed;                 // bit of each class whose characters belong to no word
  const uint32_t *cuts;             // [classes] bit b of cuts[a]: a word ends between a character of class a and one of class b
};

struct Metaspace {
  enum Prepend : uint8_t { never, first, always };
  char32_t replacement;
  Prepend prepend;
  bool split;
};

bool split_classes(const void *splitter, Piece piece, Scratch &scratch, PieceSink next);     // Splitter
bool split_metaspace(const void *metaspace, Piece piece, Scratch &scratch, PieceSink next);  // Metaspace
bool prefix_space(const void *, Piece piece, Scratch &scratch, PieceSink next);              // no tables

// All stages; empty pieces are left out.
bool split(std::span<const SplitStage> stages, Piece piece, Scratch &scratch, PieceSink word);

}  // namespace modelet::tokenizers
