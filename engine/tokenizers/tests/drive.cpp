// Runs compiled tokenizers over texts from standard input, for tests that compare them with Hugging Face's.
//
// Numbers are little-endian int64, texts a length and UTF-32. Each request begins with the tokenizer's number and what to do:
//   0 encode   special_tokens padding truncation side maximum multiple_of tensors, count, texts
//              → count, lengths, padded, ids of all texts, types of all texts
//   1 decode   skip_special, clean_up, count, ids → text
//   2 token of id, 3 id of token
//   4 encode as 0, but → nanoseconds, ids in all; nothing else is written
//   5 interrupt: as 0 with the call cancelled before
//   6 words      text → how many, how long each is in UTF-8, and all of them: the normalised text, split
//   7 stream   as decode → how often something came out, how many bytes each time, and all of them
//   8 bytes of the token with this id
// An answer begins with 0, or 1 and then the exception's class and message as texts.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include "core/call.h"
#include "tokenizers/batch.h"
#include "tokenizers/decode.h"
#include "tokenizers/interface.h"
#include "tokenizers/utf8.h"

extern const modelet::tokenizers::Tokenizer *const test_tokenizers[];

namespace {

using namespace modelet;
using namespace modelet::tokenizers;

bool read(int64_t &value) {
  return std::fread(&value, sizeof value, 1, stdin) == 1;
}

int64_t number() {
  int64_t value = 0;
  if (!read(value)) std::exit(2);
  return value;
}

std::u32string text() {
  std::u32string value(static_cast<std::size_t>(number()), U'\0');
  if (!value.empty() && std::fread(value.data(), sizeof(char32_t), value.size(), stdin) != value.size()) std::exit(2);
  return value;
}

void write(int64_t value) {
  std::fwrite(&value, sizeof value, 1, stdout);
}

void write(std::string_view value) {
  write(static_cast<int64_t>(value.size()));
  std::fwrite(value.data(), 1, value.size(), stdout);
}

void write(const std::vector<int32_t> &values) {
  std::fwrite(values.data(), sizeof(int32_t), values.size(), stdout);
}

bool write_status(const Call &call) {
  write(call.failed() ? 1 : 0);
  if (!call.failed()) return true;
  write(call.error.python_class.text());
  write(call.error.message);
  return false;
}

void encode(const Tokenizer &tokenizer, Call &call, bool timed) {
  EncodeOptions options;
  options.special_tokens = number() != 0;
  options.padding = static_cast<Padding>(number());
  options.truncation = static_cast<Truncation>(number());
  options.truncated = static_cast<Side>(number());
  options.maximum = number();
  options.multiple_of = number();
  options.tensors = static_cast<Tensors>(number());
  std::vector<std::u32string> texts(static_cast<std::size_t>(number()));
  for (std::u32string &one : texts) one = text();
  std::vector<std::u32string_view> views(texts.begin(), texts.end());
  graph::TokenBatch batch;
  auto start = std::chrono::steady_clock::now();
  encode_batch(call, tokenizer, views, options, batch);
  auto spent = std::chrono::steady_clock::now() - start;
  if (!write_status(call)) return;
  if (timed) {
    write(std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count());
    return write(static_cast<int64_t>(batch.input_ids.size()));
  }
  write(static_cast<int64_t>(batch.lengths.size()));
  write(batch.lengths);
  write(int64_t{batch.padded});
  write(batch.input_ids);
  write(batch.token_type_ids);
}

void decode_request(const Tokenizer &tokenizer, Call &call) {
  bool skip = number() != 0;
  bool clean_up = number() != 0;
  std::vector<int64_t> ids(static_cast<std::size_t>(number()));
  for (int64_t &id : ids) id = number();
  std::string out;
  decode_ids(call, tokenizer, ids, skip, clean_up, out);
  if (write_status(call)) write(out);
}

void stream_request(const Tokenizer &tokenizer) {
  bool skip = number() != 0;
  StreamingDecoder decoder(tokenizer, skip, number() != 0);
  std::vector<int32_t> lengths;
  std::string out;
  auto note = [&](std::size_t before) {
    if (out.size() > before) lengths.push_back(static_cast<int32_t>(out.size() - before));
  };
  for (int64_t count = number(); count > 0; --count) {
    std::size_t before = out.size();
    decoder.push(static_cast<int32_t>(number()), out);
    note(before);
  }
  std::size_t before = out.size();
  decoder.finish(out);
  note(before);
  write(static_cast<int64_t>(lengths.size()));
  write(lengths);
  write(out);
}

void bytes_request(const Tokenizer &tokenizer, Call &call) {
  std::string out;
  if (!append_token_bytes(tokenizer, static_cast<int32_t>(number()), out)) call.raise("LookupError", "no such token");
  if (write_status(call)) write(out);
}

void words_request(const Tokenizer &tokenizer) {
  Scratch scratch;
  scratch.text.assign(text());
  normalize(tokenizer.normalizer, scratch.text, scratch.spare);
  std::vector<int32_t> lengths;
  std::string bytes;
  auto word = [&](Piece piece) {
    std::size_t before = bytes.size();
    for (char32_t character : piece.text) append_utf8(bytes, character);
    lengths.push_back(static_cast<int32_t>(bytes.size() - before));
    return true;
  };
  split(tokenizer.stages, {scratch.text.view(), true}, scratch, word);
  write(static_cast<int64_t>(lengths.size()));
  write(lengths);
  write(bytes);
}

void token_request(const Tokenizer &tokenizer, Call &call) {
  std::string out;
  if (!append_token(tokenizer, number(), out)) call.raise("LookupError", "no such token");
  if (write_status(call)) write(out);
}

}  // namespace

int main() {
  int64_t index = 0;
  while (read(index)) {
    const Tokenizer &tokenizer = *test_tokenizers[index];
    Call call;
    call.context.cancelled = &call.cancelled;
    int64_t what = number();
    call.cancelled = what == 5;
    if (what == 0 || what == 4 || what == 5) encode(tokenizer, call, what == 4);
    if (what == 1) decode_request(tokenizer, call);
    if (what == 6) words_request(tokenizer);
    if (what == 7) stream_request(tokenizer);
    if (what == 8) bytes_request(tokenizer, call);
    if (what == 2) token_request(tokenizer, call);
    if (what == 3) {
      int32_t id = token_id(tokenizer, text());
      if (write_status(call)) write(int64_t{id});
    }
    std::fflush(stdout);
  }
  return 0;
}
