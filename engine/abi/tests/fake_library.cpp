#include "fake_library.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "core/memory.h"
#include "json/json.h"
#include "kernels/kernels.h"
#include "weights/weights.h"

// Parameter that receives `dimensions`; a test may set it to "width".
#if !defined(MODELET_FAKE_DIMENSIONS)
#define MODELET_FAKE_DIMENSIONS nullptr
#endif

using modelet::Call;
using modelet::Json;
using modelet::Run;
using modelet::Step;
using modelet::Tensor;
using modelet::Values;

namespace fake {

namespace {

// A plain function: one value, then the end.
class Once : public Run {
 public:
  explicit Once(Json arguments) : arguments_(std::move(arguments)) {}
  Step next(Call &call, Values &out) override {
    if (std::exchange(told_, true)) return Step::end;
    return compute(call, out) && !call.failed() ? Step::value : Step::error;
  }
  virtual bool compute(Call &call, Values &out) = 0;

 protected:
  Json arguments_;
  bool told_ = false;
};

class Echo : public Once {
 public:
  Echo(Json arguments, std::vector<Tensor> tensors) : Once(std::move(arguments)), tensors_(std::move(tensors)) {}
  bool compute(Call &, Values &out) override {
    out = {std::move(arguments_), std::move(tensors_)};
    return true;
  }

 private:
  std::vector<Tensor> tensors_;
};

class Count : public Run {
 public:
  Count(int64_t count, int64_t fail_at) : count_(count), fail_at_(fail_at) {}
  Step next(Call &call, Values &out) override {
    if (at_ == fail_at_) return call.raise("ValueError", "failed at " + std::to_string(at_)), Step::error;
    if (at_ == count_) return Step::end;
    out.json = at_++;
    return Step::value;
  }

 private:
  int64_t at_ = 0, count_, fail_at_;
};

class Slow : public Once {
 public:
  Slow(Json arguments, std::vector<Tensor> tensors) : Once(std::move(arguments)), tensors_(std::move(tensors)) {}
  bool compute(Call &call, Values &) override {
    if (!tensors_.empty()) std::atomic_ref<uint8_t>(*static_cast<uint8_t *>(tensors_[0].data)) = 1;
    const bool parallel = arguments_.value("parallel", false);
    while (!call.interrupted()) {
      if (parallel) modelet::parallel(call.context, 8, [](int64_t) {});
    }
    return false;
  }

 private:
  std::vector<Tensor> tensors_;
};

void fill_row(const std::string &text, float *row, int64_t width) {
  for (int64_t column = 0; column < width; ++column) {
    float value = static_cast<float>(column + 1);
    for (char letter : text) value = std::fmod(value * 31 + static_cast<float>(static_cast<unsigned char>(letter)), 1009.0F);
    row[column] = value + 1;
  }
}

class Embed : public Once {
 public:
  using Once::Once;
  bool compute(Call &call, Values &out) override {
    const Json &texts = arguments_["texts"];
    const int64_t width = arguments_.value("width", int64_t{4});
    Tensor rows = modelet::new_tensor(call, modelet::DType::float32, {static_cast<int64_t>(texts.size()), width});
    if (rows.data == nullptr) return false;
    for (const Json &text : texts) {
      const std::string value = text.get<std::string>();
      if (value == "boom") return call.raise("ValueError", "boom is no text"), false;
      if (value == "crash") return call.raise("RuntimeError", "crashed"), false;
      call.usage.prompt_tokens += static_cast<int64_t>(value.size()) + 2;
    }
    modelet::parallel(call.context, static_cast<int64_t>(texts.size()), [&](int64_t row) {
      fill_row(texts[static_cast<std::size_t>(row)].get<std::string>(), static_cast<float *>(rows.data) + row * width, width);
    });
    out = {{{"$tensor", 0}}, {rows}};
    return true;
  }
};

class Allocate : public Once {
 public:
  using Once::Once;
  bool compute(Call &call, Values &out) override {
    Tensor tensor = modelet::new_tensor(call, modelet::DType::uint8, {arguments_["bytes"].get<int64_t>()});
    if (tensor.data == nullptr) return false;
    out = {{{"$tensor", 0}}, {tensor}};
    return true;
  }
};

class Hold : public Once {
 public:
  using Once::Once;
  bool compute(Call &call, Values &) override {
    if (arguments_.value("parallel", false)) {
      modelet::parallel(call.context, 64, [](int64_t index) {
        if (index == 33) throw std::bad_alloc();
      });
    }
    throw std::bad_alloc();
  }
};

template <typename Function>
std::unique_ptr<Run> start(Call &, const Values &arguments) {
  return std::make_unique<Function>(arguments.json);
}

template <typename Function>
std::unique_ptr<Run> start_with_tensors(Call &, const Values &arguments) {
  return std::make_unique<Function>(arguments.json, arguments.tensors);
}

std::unique_ptr<Run> start_count(Call &call, const Values &arguments) {
  const auto count = arguments.json.find("count");
  if (count == arguments.json.end() || !count->is_number_integer()) {
    call.raise("TypeError", "count() missing 1 required positional argument: 'count'");
    return nullptr;
  }
  return std::make_unique<Count>(count->get<int64_t>(), arguments.json.value("fail_at", int64_t{-1}));
}

std::unique_ptr<Run> start_embed(Call &call, const Values &arguments) {
  const auto texts = arguments.json.find("texts");
  if (texts != arguments.json.end() && texts->is_array()) return start<Embed>(call, arguments);
  call.raise("TypeError", "texts must be a list");
  return nullptr;
}

bool decode(Call &, std::span<const int64_t> ids, std::string &text) {
  for (int64_t id : ids) {
    if (id > 1) text += id == 28 ? ' ' : static_cast<char>('a' + id - 2);
  }
  return true;
}

bool encode(Call &call, std::string_view text, std::vector<int32_t> &ids) {
  ids.push_back(0);
  for (char letter : text) ids.push_back(letter == ' ' ? 28 : letter - 'a' + 2);
  ids.push_back(1);
  call.usage.prompt_tokens += static_cast<int64_t>(ids.size());
  return true;
}

}  // namespace

constexpr modelet::Function functions[6] = {{"echo", start_with_tensors<Echo>}, {"count", start_count},
                                            {"slow", start_with_tensors<Slow>}, {"embed", start_embed},
                                            {"allocate", start<Allocate>},      {"hold", start<Hold>}};
constexpr modelet::TextCodec codec{decode, encode, 29, false};
constexpr modelet::Endpoint endpoints[1] = {{"embeddings", 3, "texts", MODELET_FAKE_DIMENSIONS, &codec}};

}  // namespace fake
