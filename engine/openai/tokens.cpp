// Token ids as input of a function that takes text.
#include <algorithm>
#include <string>
#include <vector>

#include "json/excerpt.h"
#include "openai/embeddings_request.h"

namespace modelet::openai {

namespace {

bool refuse(Call &call, const std::string &where, const std::string &what, std::string code) {
  call.fail(invalid_request(where + " " + what, std::move(code), "input"));
  return false;
}

bool read_ids(Call &call, const TextCodec &codec, const Json &json, const std::string &where, std::vector<int64_t> &ids) {
  for (const Json &id : json) {
    if (!id.is_number_integer()) return refuse(call, where, "holds " + excerpt(id) + " among token ids", "invalid_type");
    const bool inside = id.is_number_unsigned() && id.get<uint64_t>() < static_cast<uint64_t>(codec.vocabulary_size);
    if (!inside) {
      return refuse(call, where,
                    "holds the token id " + excerpt(id) + "; this model's ids are 0 to " + std::to_string(codec.vocabulary_size - 1),
                    "invalid_value");
    }
    ids.push_back(id.get<int64_t>());
  }
  return true;
}

// `encoded` is `ids`, or `ids` between the first and the last of the special tokens that every text gets.
bool same_ids(const std::vector<int32_t> &encoded, const std::vector<int64_t> &ids, const std::vector<int32_t> &specials) {
  auto equal_at = [&](std::size_t first) {
    return std::equal(ids.begin(), ids.end(), encoded.begin() + static_cast<std::ptrdiff_t>(first));
  };
  if (encoded.size() == ids.size()) return equal_at(0);
  if (encoded.size() != ids.size() + specials.size()) return false;
  for (std::size_t before = 0; before <= specials.size(); ++before) {
    const auto split = static_cast<std::ptrdiff_t>(before);
    const bool framed =
        std::equal(specials.begin(), specials.begin() + split, encoded.begin()) &&
        std::equal(specials.begin() + split, specials.end(), encoded.end() - static_cast<std::ptrdiff_t>(specials.size()) + split);
    if (framed && equal_at(before)) return true;
  }
  return false;
}

}  // namespace

bool decode_tokens(Call &call, const TextCodec *codec, const Json &json, const std::string &where, std::string &text) {
  if (codec == nullptr) return refuse(call, where, "holds token ids, but this model takes text only", "invalid_type");
  std::vector<int64_t> ids;
  if (!read_ids(call, *codec, json, where, ids)) return false;
  const Usage before = call.usage;
  std::vector<int32_t> encoded, specials;
  const bool done = codec->decode(call, ids, text) && codec->encode(call, text, encoded) && codec->encode(call, "", specials);
  call.usage = before;
  if (!done) return false;
  if (text.empty()) return refuse(call, where, "holds token ids that are no text", "invalid_value");
  if (same_ids(encoded, ids, specials)) return true;
  return refuse(
      call, where,
      "holds token ids that are not what this model's tokenizer makes of their text, " + excerpt(Json(text)) + "; send the text itself",
      "invalid_value");
}

}  // namespace modelet::openai
