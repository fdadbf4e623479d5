#include "tokenizers/encoding.h"

#include <algorithm>

namespace modelet::tokenizers {

namespace {

// One row of a field, `width` cells.
template <typename Cell>
void write_row(const graph::TokenBatch &batch, Field field, std::size_t first, int64_t length, int64_t width, Cell *out) {
  const int32_t *ids = batch.input_ids.data() + first, *types = batch.token_type_ids.data() + first;
  Cell padding = field == Field::input_ids ? batch.pad_id : field == Field::token_type_ids ? batch.pad_type_id : 0;
  if (field == Field::input_ids) std::copy_n(ids, length, out);
  if (field == Field::token_type_ids) std::copy_n(types, length, out);
  if (field == Field::attention_mask) std::fill_n(out, length, Cell{1});
  std::fill_n(out + length, width - length, padding);
}

python::List<int64_t> row(Call &call, const graph::TokenBatch &batch, Field field, std::size_t first, int64_t length) {
  int64_t width = std::max<int64_t>(length, batch.padded);
  python::List<int64_t> list = python::new_list<int64_t>(call, width);
  if (call.failed() || !list.items().open(call, 0, width)) return {};
  write_row(batch, field, first, length, width, list.items().data());
  return list;
}

}  // namespace

numpy::Array encoding_array(Call &call, const Encoding &encoding, Field field) {
  const graph::TokenBatch &batch = *encoding;
  numpy::Array array = numpy::new_array(call, DType::int64, {static_cast<int64_t>(batch.lengths.size()), batch.padded});
  if (array.data() == nullptr) return array;
  int64_t *out = reinterpret_cast<int64_t *>(array.data());
  std::size_t first = 0;
  for (int32_t length : batch.lengths) {
    write_row(batch, field, first, length, batch.padded, out);
    first += static_cast<std::size_t>(length);
    out += batch.padded;
  }
  return array;
}

python::List<python::List<int64_t>> encoding_lists(Call &call, const Encoding &encoding, Field field) {
  const graph::TokenBatch &batch = *encoding;
  auto lists = python::new_list<python::List<int64_t>>(call, static_cast<int64_t>(batch.lengths.size()));
  std::size_t first = 0;
  for (int32_t length : batch.lengths) {
    if (call.failed()) return {};
    python::List<int64_t> list = row(call, batch, field, first, length);
    if (call.failed() || !lists.push(call, std::move(list))) return {};
    first += static_cast<std::size_t>(length);
  }
  return lists;
}

python::List<int64_t> encoding_list(Call &call, const Encoding &encoding, Field field) {
  return row(call, *encoding, field, 0, encoding->lengths.front());
}

}  // namespace modelet::tokenizers
