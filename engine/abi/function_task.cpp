// Runs a compiled function and hands out its values.
#include <utility>

#include "abi/request.h"
#include "json/json.h"

namespace modelet::abi {

namespace {

// What went wrong inside the function is the exception Python would have raised; cancelling is not the function's doing.
void as_python(Call &call) {
  Error &error = call.error;
  if (!call.failed() || error.type == "cancelled_error") return;
  error.type = "python_exception";
  error.code = error.python_class;
  error.param.clear();
}

class FunctionTask : public Task {
 public:
  explicit FunctionTask(std::unique_ptr<Run> run) : run_(std::move(run)) {}

  Progress next(Call &call, Answer &out) override {
    Values values;
    const Step step = run(call, values);
    if (step == Step::end) return Progress::end;
    if (step == Step::error) {
      as_python(call);
      return Progress::error;
    }
    out.json = "{\"value\":" + (values.text.empty() ? dump_json(values.json) : values.text) + "}";
    out.tensors = std::move(values.tensors);
    return Progress::message;
  }

 private:
  Step run(Call &call, Values &values) {
    const Step step = run_->next(call, values);
    return call.failed() ? Step::error : step;
  }

  std::unique_ptr<Run> run_;
};

}  // namespace

std::unique_ptr<Task> call_function(Call &call, const Function &function, Values arguments) {
  std::unique_ptr<Run> run = function.start(call, arguments);
  if (run == nullptr || call.failed()) {
    if (call.error.code != "invalid_value") as_python(call);
    return nullptr;
  }
  return std::make_unique<FunctionTask>(std::move(run));
}

}  // namespace modelet::abi
