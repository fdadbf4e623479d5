// The methods of a captured tokenizer, as compiled Python calls them. Errors are those of transformers.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "python/list.h"
#include "python/str.h"
#include "tokenizers/batch.h"
#include "tokenizers/encoding.h"

namespace modelet::tokenizers {

// tokenizer(text, …) and tokenizer(texts, …). Null with an error raised.
Encoding tokenize(Call &call, const Tokenizer &tokenizer, const python::Str &text, const EncodeOptions &options);
Encoding tokenize(Call &call, const Tokenizer &tokenizer, const python::List<python::Str> &texts, const EncodeOptions &options);

// tokenizer.tokenize(text): the tokens themselves.
python::List<python::Str> tokenize_to_text(Call &call, const Tokenizer &tokenizer, const python::Str &text, const EncodeOptions &options);

// tokenizer.decode(id), .decode(ids), .decode(list of ids), .batch_decode.
python::Str decode(Call &call, const Tokenizer &tokenizer, int64_t id, bool skip_special, bool clean_up);
python::Str decode(Call &call, const Tokenizer &tokenizer, const python::List<int64_t> &ids, bool skip_special, bool clean_up);
python::List<python::Str> decode(Call &call, const Tokenizer &tokenizer, const python::List<python::List<int64_t>> &ids, bool skip_special,
                                 bool clean_up);

// tokenizer.convert_tokens_to_ids; UnicodeEncodeError for a lone surrogate.
int64_t convert_tokens_to_ids(Call &call, const Tokenizer &tokenizer, const python::Str &token);
python::List<int64_t> convert_tokens_to_ids(Call &call, const Tokenizer &tokenizer, const python::List<python::Str> &tokens);

// The same of a tokenizer without an unknown token: None for a text that is no token.
using OptionalId = std::variant<python::None, int64_t>;
OptionalId find_token_ids(Call &call, const Tokenizer &tokenizer, const python::Str &token);
python::List<OptionalId> find_token_ids(Call &call, const Tokenizer &tokenizer, const python::List<python::Str> &tokens);

// tokenizer.convert_ids_to_tokens. Where Python answers None, for an id that no token has, ValueError is raised.
python::Str convert_ids_to_tokens(Call &call, const Tokenizer &tokenizer, int64_t id, bool skip_special);
python::List<python::Str> convert_ids_to_tokens(Call &call, const Tokenizer &tokenizer, const python::List<int64_t> &ids,
                                                bool skip_special);

// For requests that carry token ids (modelet::TextCodec). False with a 400 for an id that no token has.
bool codec_decode(Call &call, const Tokenizer &tokenizer, std::span<const int64_t> ids, bool clean_up, std::string &text);
bool codec_encode(Call &call, const Tokenizer &tokenizer, std::string_view text, std::vector<int32_t> &ids);

}  // namespace modelet::tokenizers
