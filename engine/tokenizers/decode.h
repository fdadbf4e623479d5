// From ids back to text: tokens become pieces of text, which steps rewrite one after another. The same steps decode a stream.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"

namespace modelet::tokenizers {

struct Tokenizer;

// Texts one after another in one buffer.
struct Pieces {
  std::string text;
  std::vector<std::size_t> ends;

  void clear();
  void add(std::string_view piece);
  void swap(Pieces &other) noexcept;
};

// piece(std::string_view) for each.
template <typename OnPiece>
void for_each_piece(const Pieces &pieces, OnPiece &&piece) {
  std::size_t begin = 0;
  for (std::size_t end : pieces.ends) {
    piece(std::string_view(pieces.text).substr(begin, end - begin));
    begin = end;
  }
}

// What a step remembers of the pieces that it has seen.
struct StepState {
  std::string held;    // not given on yet
  bool begun = false;  // something was given on
  bool marked = false;
  uint32_t count = 0;
};

// The tokens of a text, or the next ones of a stream.
struct StepInput {
  bool ends;  // nothing follows, so that what was held back comes out
  bool raw;   // bytes come out as they are, also those that are no UTF-8
};

// Rewrites `pieces` in place; `scratch` is room that may be swapped with it. `tables` is what the function's comment names.
using DecodeFunction = void(const void *tables, StepInput input, StepState &state, Pieces &pieces, Pieces &scratch);

struct DecodeStep {
  DecodeFunction *run;
  const void *tables;
};

struct WordPieceDecoder {
  std::string_view prefix;
  bool cleanup;
};

struct DecodeReplace {
  std::string_view pattern, content;  // the pattern is not empty
};

struct DecodeStrip {
  std::string_view character;  // UTF-8 of one character
  uint32_t count;              // how many at most
};

struct DecodeMetaspace {
  std::string_view replacement;
  bool prepended;  // so that the first token loses it
};

DecodeFunction decode_wordpiece;      // WordPieceDecoder
DecodeFunction decode_spaced;         // no tables: a space before every piece but the first
DecodeFunction decode_bytes;          // no tables: the pieces are bytes of one text; what is no UTF-8 becomes U+FFFD
DecodeFunction decode_byte_fallback;  // no tables: pieces such as "<0xE2>" are bytes
DecodeFunction decode_metaspace;      // DecodeMetaspace
DecodeFunction decode_suffix;         // std::string_view: it becomes a space, and nothing in the last piece
DecodeFunction replace_in_pieces;     // DecodeReplace
DecodeFunction replace_in_text;       // DecodeReplace, in all pieces together
DecodeFunction strip_pieces;          // DecodeStrip, where a piece begins
DecodeFunction strip_text;            // DecodeStrip, where the text begins
DecodeFunction clean_up_text;         // no tables: transformers' clean_up_tokenization

// All steps of a tokenizer, with what they remember.
class DecodeChain {
 public:
  DecodeChain(const Tokenizer &tokenizer, bool clean_up, bool raw = false);
  void run(Pieces &pieces, bool ends);
  // As if other tokens had come before.
  void begin();

 private:
  std::span<const DecodeStep> steps_;
  std::vector<StepState> states_;  // one a step, and one for cleaning up
  Pieces scratch_;
  bool clean_up_, raw_;
};

// What the decoder's steps see of a token: adds a piece, unless no token has this id or it is a special one to be skipped.
void add_piece(const Tokenizer &tokenizer, int64_t id, bool skip_special, Pieces &pieces);

// Appends the text as UTF-8. Ids without a token are left out, as are special tokens when `skip_special`. False with
// OverflowError raised for an id that has not 32 unsigned bits.
bool decode_ids(Call &call, const Tokenizer &tokenizer, std::span<const int64_t> ids, bool skip_special, bool clean_up, std::string &out);

// False with OverflowError raised unless 0 <= id < 2^32.
bool check_id(Call &call, int64_t id);

}  // namespace modelet::tokenizers
