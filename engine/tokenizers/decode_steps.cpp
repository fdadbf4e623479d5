#include <algorithm>
#include <array>
#include <utility>

#include "tokenizers/decode.h"
#include "tokenizers/utf8.h"

namespace modelet::tokenizers {

namespace {

using Rule = std::pair<std::string_view, std::string_view>;

// What a WordPiece decoder does to each token (with the space before it) when it cleans up.
constexpr std::array<Rule, 11> token_rules{{{" .", "."},
                                            {" ?", "?"},
                                            {" !", "!"},
                                            {" ,", ","},
                                            {" ' ", "'"},
                                            {" n't", "n't"},
                                            {" 'm", "'m"},
                                            {" do not", " don't"},
                                            {" 's", "'s"},
                                            {" 've", "'ve"},
                                            {" 're", "'re"}}};

// What transformers does to the whole text.
constexpr std::array<Rule, 10> text_rules{{{" .", "."},
                                           {" ?", "?"},
                                           {" !", "!"},
                                           {" ,", ","},
                                           {" ' ", "'"},
                                           {" n't", "n't"},
                                           {" 'm", "'m"},
                                           {" 's", "'s"},
                                           {" 've", "'ve"},
                                           {" 're", "'re"}}};

void append_replaced(std::string &out, std::string_view text, std::string_view pattern, std::string_view content) {
  for (std::size_t found; (found = text.find(pattern)) != text.npos; text.remove_prefix(found + pattern.size())) {
    out += text.substr(0, found);
    out += content;
  }
  out += text;
}

template <std::size_t size>
void apply(const std::array<Rule, size> &rules, std::string &text) {
  for (const Rule &rule : rules) {
    if (text.find(rule.first) == text.npos) continue;
    std::string replaced;
    append_replaced(replaced, text, rule.first, rule.second);
    text.swap(replaced);
  }
}

// `text` becomes all there is.
void set_text(Pieces &pieces, std::string &&text) {
  pieces.text = std::move(text);
  pieces.ends.assign(1, pieces.text.size());
}

// Takes what was held in front of the pieces' text.
std::string with_held(StepState &state, const Pieces &pieces) {
  return std::exchange(state.held, {}) + pieces.text;
}

// Rewrites each piece: write(std::string_view piece, std::string &out).
template <typename Write>
void rewrite(Pieces &pieces, Pieces &scratch, Write &&write) {
  scratch.clear();
  for_each_piece(pieces, [&](std::string_view piece) {
    write(piece, scratch.text);
    scratch.ends.push_back(scratch.text.size());
  });
  pieces.swap(scratch);
}

// ------------------------------------------------------------------------------------------------ bytes

int hexadecimal(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

// The byte that a piece such as "<0xE2>" stands for, or -1.
int fallback_byte(std::string_view piece) {
  if (piece.size() != 6 || !piece.starts_with("<0x") || piece[5] != '>') return -1;
  int high = piece[3] == '+' ? 0 : hexadecimal(piece[3]);
  int low = hexadecimal(piece[4]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

// A run of byte tokens is text when all of it is; else every byte of it becomes U+FFFD. `marked`: this run was found to be no text.
class ByteRun {
 public:
  ByteRun(StepState &state, Pieces &out) : state_(state), out_(out) {}

  void add(int byte) { state_.held.push_back(static_cast<char>(byte)); }

  void end() {
    if (!state_.held.empty()) give(valid_length(state_.held) == state_.held.size());
    state_.marked = false;
  }

  // What is certain before the run has ended: whole characters, or that it is no text.
  void look() {
    std::size_t valid = valid_length(state_.held);
    std::string_view rest = std::string_view(state_.held).substr(valid);
    if (!rest.empty() && !first_sequence(rest).cut) state_.marked = true;
    if (state_.marked) return give(false);
    if (valid == 0) return;
    out_.add(std::string_view(state_.held).substr(0, valid));
    state_.held.erase(0, valid);
  }

 private:
  void give(bool text) {
    if (text && !state_.marked)
      out_.add(state_.held);
    else
      for (std::size_t count = state_.held.size(); count > 0; --count) out_.add(replacement_utf8);
    state_.held.clear();
  }

  StepState &state_;
  Pieces &out_;
};

// ------------------------------------------------------------------------------------------------ cleaning up

// A rule may join what stands around `at`, even when it has not been read yet.
bool may_join(std::string_view text, std::size_t at) {
  auto tied = [&](std::size_t place) { return place < text.size() && (text[place] == ' ' || text[place] == '\''); };
  return at + 1 >= text.size() || tied(at - 1) || tied(at + 1);
}

// How much of the text no rule can change any more, whatever follows.
std::size_t settled_length(std::string_view text) {
  if (text.empty()) return 0;
  std::size_t space = text.rfind(' ');
  bool open = text.back() == ' ' || text.back() == '\'';
  if (space == text.npos) return open ? 0 : text.size();
  bool free = space == 0 ? text.size() > 1 && text[1] != '\'' : !may_join(text, space);
  if (free && !open && std::string_view(".?!,n").find(text[space + 1]) == std::string_view::npos) return text.size();
  for (; space > 0 && space != text.npos; space = text.rfind(' ', space - 1))
    if (!may_join(text, space)) return space;
  return 0;
}

// The longest end of `text` that may be the beginning of `pattern`.
std::size_t begun_length(std::string_view text, std::string_view pattern) {
  std::size_t length = std::min(text.size(), pattern.size() - 1);
  while (length > 0 && !pattern.starts_with(text.substr(text.size() - length))) --length;
  return length;
}

}  // namespace

void decode_wordpiece(const void *tables, StepInput, StepState &state, Pieces &pieces, Pieces &scratch) {
  const auto &decoder = *static_cast<const WordPieceDecoder *>(tables);
  rewrite(pieces, scratch, [&](std::string_view token, std::string &out) {
    bool first = !std::exchange(state.begun, true);
    std::string piece;
    if (!first && token.starts_with(decoder.prefix))
      token.remove_prefix(decoder.prefix.size());
    else if (!first)
      piece = " ";
    piece += token;
    if (decoder.cleanup) apply(token_rules, piece);
    out += piece;
  });
}

void decode_spaced(const void *, StepInput, StepState &state, Pieces &pieces, Pieces &scratch) {
  rewrite(pieces, scratch, [&](std::string_view token, std::string &out) {
    if (std::exchange(state.begun, true)) out += ' ';
    out += token;
  });
}

void decode_bytes(const void *, StepInput input, StepState &state, Pieces &pieces, Pieces &) {
  if (input.raw) return;
  std::string bytes = with_held(state, pieces), text;
  std::string_view rest = bytes;
  take_characters(rest, input.ends, text);
  state.held = rest;
  set_text(pieces, std::move(text));
}

void decode_byte_fallback(const void *, StepInput input, StepState &state, Pieces &pieces, Pieces &scratch) {
  scratch.clear();
  ByteRun run(state, scratch);
  for_each_piece(pieces, [&](std::string_view piece) {
    int byte = fallback_byte(piece);
    if (byte >= 0 && input.raw) {
      char value = static_cast<char>(byte);
      return scratch.add({&value, 1});
    }
    if (byte >= 0) return run.add(byte);
    run.end();
    scratch.add(piece);
  });
  if (input.ends)
    run.end();
  else
    run.look();
  pieces.swap(scratch);
}

void decode_metaspace(const void *tables, StepInput, StepState &state, Pieces &pieces, Pieces &scratch) {
  const auto &metaspace = *static_cast<const DecodeMetaspace *>(tables);
  rewrite(pieces, scratch, [&](std::string_view piece, std::string &out) {
    bool first = !std::exchange(state.begun, true);
    append_replaced(out, piece, metaspace.replacement, first && metaspace.prepended ? "" : " ");
  });
}

void decode_suffix(const void *tables, StepInput input, StepState &state, Pieces &pieces, Pieces &scratch) {
  std::string_view suffix = *static_cast<const std::string_view *>(tables);
  scratch.clear();
  auto give = [&](std::string_view content) {
    if (!std::exchange(state.marked, false)) return;
    append_replaced(scratch.text, state.held, suffix, content);
    scratch.ends.push_back(scratch.text.size());
  };
  for_each_piece(pieces, [&](std::string_view piece) {
    give(" ");
    state.held = piece;
    state.marked = true;
  });
  if (input.raw) give(" ");
  if (input.ends) give("");
  pieces.swap(scratch);
}

void replace_in_pieces(const void *tables, StepInput, StepState &, Pieces &pieces, Pieces &scratch) {
  const auto &replace = *static_cast<const DecodeReplace *>(tables);
  rewrite(pieces, scratch,
          [&](std::string_view piece, std::string &out) { append_replaced(out, piece, replace.pattern, replace.content); });
}

void replace_in_text(const void *tables, StepInput input, StepState &state, Pieces &pieces, Pieces &) {
  const auto &replace = *static_cast<const DecodeReplace *>(tables);
  std::string text = with_held(state, pieces), out;
  std::string_view rest = text;
  for (std::size_t found; (found = rest.find(replace.pattern)) != rest.npos; rest.remove_prefix(found + replace.pattern.size())) {
    out += rest.substr(0, found);
    out += replace.content;
  }
  std::size_t kept = input.ends || input.raw ? 0 : begun_length(rest, replace.pattern);
  state.held = rest.substr(rest.size() - kept);
  out += rest.substr(0, rest.size() - kept);
  set_text(pieces, std::move(out));
}

void strip_pieces(const void *tables, StepInput, StepState &, Pieces &pieces, Pieces &scratch) {
  const auto &strip = *static_cast<const DecodeStrip *>(tables);
  rewrite(pieces, scratch, [&](std::string_view piece, std::string &out) {
    for (uint32_t count = 0; count < strip.count && piece.starts_with(strip.character); ++count)
      piece.remove_prefix(strip.character.size());
    out += piece;
  });
}

void strip_text(const void *tables, StepInput, StepState &state, Pieces &pieces, Pieces &) {
  const auto &strip = *static_cast<const DecodeStrip *>(tables);
  std::string_view text = pieces.text;
  while (!state.begun && state.count < strip.count && text.starts_with(strip.character)) {
    text.remove_prefix(strip.character.size());
    ++state.count;
  }
  state.begun |= !text.empty();
  set_text(pieces, std::string(text));
}

void clean_up_text(const void *, StepInput input, StepState &state, Pieces &pieces, Pieces &) {
  std::string text = with_held(state, pieces);
  std::size_t settled = input.ends ? text.size() : settled_length(text);
  state.held = text.substr(settled);
  text.resize(settled);
  apply(text_rules, text);
  set_text(pieces, std::move(text));
}

}  // namespace modelet::tokenizers
