// What `tokenizer(…)` returns: transformers' BatchEncoding, kept without padding until Python code looks at it.
#pragma once

#include <memory>

#include "graph/program.h"
#include "numpy/array.h"
#include "python/list.h"

namespace modelet::tokenizers {

using Encoding = std::shared_ptr<const graph::TokenBatch>;

enum class Field : uint8_t { input_ids, token_type_ids, attention_mask };

// `encoding["input_ids"]` of an encoding made with return_tensors: int64 [texts, padded].
numpy::Array encoding_array(Call &call, const Encoding &encoding, Field field);
// Of one made without: a list for each text, as wide as the padding asked for, or as the text is longer.
python::List<python::List<int64_t>> encoding_lists(Call &call, const Encoding &encoding, Field field);
// Of a single text.
python::List<int64_t> encoding_list(Call &call, const Encoding &encoding, Field field);

// The same for each field, as compiled code calls them.
inline numpy::Array input_ids_as_array(Call &call, const Encoding &encoding) {
  return encoding_array(call, encoding, Field::input_ids);
}
inline numpy::Array token_type_ids_as_array(Call &call, const Encoding &encoding) {
  return encoding_array(call, encoding, Field::token_type_ids);
}
inline numpy::Array attention_mask_as_array(Call &call, const Encoding &encoding) {
  return encoding_array(call, encoding, Field::attention_mask);
}
inline python::List<python::List<int64_t>> input_ids_as_lists(Call &call, const Encoding &encoding) {
  return encoding_lists(call, encoding, Field::input_ids);
}
inline python::List<python::List<int64_t>> token_type_ids_as_lists(Call &call, const Encoding &encoding) {
  return encoding_lists(call, encoding, Field::token_type_ids);
}
inline python::List<python::List<int64_t>> attention_mask_as_lists(Call &call, const Encoding &encoding) {
  return encoding_lists(call, encoding, Field::attention_mask);
}
inline python::List<int64_t> input_ids_as_list(Call &call, const Encoding &encoding) {
  return encoding_list(call, encoding, Field::input_ids);
}
inline python::List<int64_t> token_type_ids_as_list(Call &call, const Encoding &encoding) {
  return encoding_list(call, encoding, Field::token_type_ids);
}
inline python::List<int64_t> attention_mask_as_list(Call &call, const Encoding &encoding) {
  return encoding_list(call, encoding, Field::attention_mask);
}

// `tokenizer.encode(…)`: one of the functions above on what a call returned, unless it failed.
template <auto get>
auto encoded_ids(Call &call, const Encoding &encoding) -> decltype(get(call, encoding)) {
  if (call.failed()) return {};
  return get(call, encoding);
}

}  // namespace modelet::tokenizers
