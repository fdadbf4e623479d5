// A library on the real engine, written as the emitter would: an embedding function with a letter tokenizer, and an echo.
//   embed(texts, size = 6) -> float32 [texts, size], made from each text alone; "boom" raises ValueError, "crash" RuntimeError
//   echo(value) -> the object of arguments, its tensors too
//   count(stop) -> yields 0 … stop - 1
//   work() -> works until it is cancelled
#include <cmath>
#include <string>
#include <utility>

#include "abi/exports.inc"
#include "core/memory.h"
#include "json/json.h"

namespace {

using modelet::Call;
using modelet::Json;
using modelet::Run;
using modelet::Step;
using modelet::Tensor;
using modelet::Values;

// What the functions below have in common: they compute one value from their arguments.
class Once : public Run {
 public:
  explicit Once(Values arguments) : arguments_(std::move(arguments)) {}
  Step next(Call &call, Values &out) override {
    if (std::exchange(told_, true)) return Step::end;
    return compute(call, out) && !call.failed() ? Step::value : Step::error;
  }

 protected:
  virtual bool compute(Call &call, Values &out) = 0;
  Values arguments_;

 private:
  bool told_ = false;
};

class Echo : public Once {
  using Once::Once;
  bool compute(Call &, Values &out) override { return out = std::move(arguments_), true; }
};

class Work : public Once {
  using Once::Once;
  bool compute(Call &call, Values &) override {
    while (!call.interrupted()) modelet::parallel(call.context, 4, [](int64_t) {});
    return false;
  }
};

class Count : public Once {
  using Once::Once;
  Step next(Call &, Values &out) override {
    if (at_ == arguments_.json.value("stop", int64_t{0})) return Step::end;
    out.json = at_++;
    return Step::value;
  }
  bool compute(Call &, Values &) override { return false; }
  int64_t at_ = 0;
};

class Embed : public Once {
  using Once::Once;

  static void fill(const std::string &text, float *row, int64_t size) {
    for (int64_t column = 0; column < size; ++column) {
      float value = static_cast<float>(column + 1);
      for (const char letter : text) value = std::fmod(value * 31 + static_cast<float>(static_cast<unsigned char>(letter)), 1009.0F);
      row[column] = (value + 1) / 7;
    }
  }

  bool compute(Call &call, Values &out) override {
    const Json &texts = arguments_.json["texts"];
    const int64_t size = arguments_.json.value("size", int64_t{6}), count = static_cast<int64_t>(texts.size());
    if (size > 6) return call.raise("ValueError", "size must be at most 6"), false;
    Tensor rows = modelet::new_tensor(call, modelet::DType::float32, {count, size});
    if (rows.data == nullptr) return false;
    for (const Json &item : texts) {
      const auto &text = item.get_ref<const std::string &>();
      if (text == "boom") return call.raise("ValueError", "boom is no text"), false;
      if (text == "crash") return call.raise("RuntimeError", "crashed"), false;
      call.usage.prompt_tokens += static_cast<int64_t>(text.size()) + 2;
    }
    modelet::parallel(call.context, count, [&](int64_t row) {
      fill(texts[static_cast<std::size_t>(row)].get_ref<const std::string &>(), static_cast<float *>(rows.data) + row * size, size);
    });
    out = {{{"$tensor", uint64_t{0}}}, {rows}};
    return true;
  }
};

template <typename Function>
std::unique_ptr<Run> start(Call &, const Values &arguments) {
  return std::make_unique<Function>(arguments);
}

// Ids are letters: 0 begins, 1 ends a text, 2 … 27 are a … z.
bool decode(Call &, std::span<const int64_t> ids, std::string &text) {
  for (const int64_t id : ids) {
    if (id > 1) text += static_cast<char>('a' + id - 2);
  }
  return true;
}

bool encode(Call &call, std::string_view text, std::vector<int32_t> &ids) {
  ids.push_back(0);
  for (const char letter : text) ids.push_back(letter - 'a' + 2);
  ids.push_back(1);
  call.usage.prompt_tokens += static_cast<int64_t>(ids.size());
  return true;
}

constexpr modelet::Function functions[] = {{"embed", start<Embed>}, {"echo", start<Echo>}, {"count", start<Count>}, {"work", start<Work>}};
constexpr modelet::TextCodec codec{decode, encode, 28, false};
constexpr modelet::Endpoint endpoints[] = {{"embeddings", 0, "texts", "size", &codec}};
constexpr char manifest[] = R"({"schema":1,"abi":1,"engine":"0.1.0","name":"@local/engine","version":"1","functions":[
{"name":"embed","parameters":[{"name":"texts","schema":{"x-python-type":"list[str]"},"required":true},
{"name":"size","schema":{"x-python-type":"int"},"required":false,"default":6}],
"returns":{"x-python-type":"numpy.ndarray"},"generator":false},
{"name":"echo","parameters":[{"name":"value","schema":{},"required":true}],"returns":{},"generator":false},
{"name":"count","parameters":[{"name":"stop","schema":{"x-python-type":"int"},"required":true}],"returns":{},"generator":true},
{"name":"work","parameters":[],"returns":{},"generator":false}],
"endpoints":[{"name":"embeddings","function":"embed","input":"texts","dimensions":"size"}]})";

}  // namespace

extern constexpr modelet::Library modelet_library{manifest, functions, endpoints, {}, {}};
