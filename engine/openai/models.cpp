#include "openai/models.h"

#include <string>
#include <utility>

#include "json/json.h"
#include "openai/manifest.h"

namespace modelet::openai {

namespace {

// "@owner/name" → "owner"
std::string owner_of(const std::string &name) {
  const std::size_t slash = name.find('/');
  if (name.empty() || name[0] != '@' || slash == std::string::npos) return "local";
  return name.substr(1, slash - 1);
}

class ModelsTask : public Task {
 public:
  explicit ModelsTask(const Library &library) : library_(library) {}

  Progress next(Call &, Answer &out) override {
    if (std::exchange(told_, true)) return Progress::end;
    const std::string name = manifest_name(library_.manifest);
    const Json model = {{"id", name}, {"object", "model"}, {"created", 0}, {"owned_by", owner_of(name)}};
    out.json = dump_json({{"object", "list"}, {"data", Json::array({model})}});
    return Progress::message;
  }

 private:
  const Library &library_;
  bool told_ = false;
};

}  // namespace

std::unique_ptr<Task> list_models(const Library &library) {
  return std::make_unique<ModelsTask>(library);
}

}  // namespace modelet::openai
