#include "python/run.h"

#include "core/module_state.h"
#include "core/values.h"

namespace modelet::python {

namespace {

void type_error(Call &call, std::string message, std::string parameter) {
  call.fail({"TypeError", std::move(message), 400, "invalid_request_error", "invalid_type", std::move(parameter)});
}

// 'a', 'b' and 'c': as CPython lists them.
std::string listed(const std::vector<std::string> &names) {
  std::string out;
  for (std::size_t at = 0; at < names.size(); ++at) {
    if (at > 0) out += at + 1 < names.size() ? ", " : names.size() == 2 ? " and " : ", and ";
    out += "'" + names[at] + "'";
  }
  return out;
}

}  // namespace

Arguments::Arguments(Call &call, const Values &values, const char *function) : call_(call), values_(values), function_(function) {
  if (!values.json.is_object()) type_error(call, std::string(function) + "() takes an object of arguments by name", "");
}

const void *Arguments::find(const char *name) {
  names_.emplace_back(name);
  if (call_.failed()) return nullptr;
  const auto found = values_.json.find(name);
  if (found == values_.json.end()) return nullptr;
  ++taken_;
  return &*found;
}

void Arguments::missing(const char *name) {
  missing_.emplace_back(name);
}

void Arguments::wrong_type(const char *name, const char *type, const Reader &reader) {
  if (call_.failed()) return describe(call_);  // a model has said what does not fit
  const std::string field(heap(call_).wrong_field);
  const std::string found = field.empty() ? std::string(", not ") + reader.type_name() : "; its field '" + field + "' does not fit";
  type_error(call_, std::string(function_) + "() argument '" + name + "' must be " + type + found, name);
}

void Arguments::refuse_value(const char *name, const char *allowed, const Str &value) {
  call_.fail({"ValueError", std::string(function_) + "() argument '" + name + "' must be one of " + allowed + ", not " + to_utf8(value),
              400, "python_exception", "ValueError", name});
}

bool Arguments::complete() {
  if (call_.failed()) return false;
  if (taken_ < values_.json.size()) {
    for (const auto &entry : values_.json.items()) {
      bool known = false;
      for (const std::string &name : names_) known = known || name == entry.key();
      if (!known) type_error(call_, std::string(function_) + "() got an unexpected keyword argument '" + entry.key() + "'", entry.key());
    }
  }
  if (!missing_.empty()) {
    const std::string many = missing_.size() == 1 ? " argument: " : " arguments: ";
    type_error(call_,
               std::string(function_) + "() missing " + std::to_string(missing_.size()) + " required positional" + many + listed(missing_),
               missing_[0]);
  }
  return !call_.failed();
}

namespace {

// A call's turn on the shared heap: what belongs to the call that runs, not to the heap, is its own.
class Turn {
 public:
  Turn(Call &call, Running &own) : lock_(call.module_state->mutex), heap_(heap(call)), own_(own) {
    heap_.running() = own_;
    heap_.running().call = &call;
  }
  Turn(const Turn &) = delete;
  Turn &operator=(const Turn &) = delete;
  ~Turn() { own_ = std::exchange(heap_.running(), Running()); }

 private:
  const Lock lock_;
  Heap &heap_;
  Running &own_;
};

class Sharing final : public Run {
 public:
  explicit Sharing(Call &call) : call_(call) {}
  ~Sharing() override {
    const Turn turn(call_, own_);
    run_.reset();
    if (Object *raised = std::exchange(heap(call_).raised, nullptr)) raised->drop();
  }
  bool start(const Values &values, std::unique_ptr<Run> (*start)(Call &, const Values &)) {
    const Turn turn(call_, own_);
    run_ = start(call_, values);
    if (run_ == nullptr) describe(call_);
    return run_ != nullptr;
  }
  Step next(Call &call, Values &out) override {
    const Turn turn(call, own_);
    return run_->next(call, out);
  }

 private:
  Call &call_;
  Running own_;
  std::unique_ptr<Run> run_;
};

// The call's heap is that of all calls, which the first of them makes.
void share_heap(Call &call) {
  ModuleState &state = *call.module_state;
  const Lock lock(state.mutex);
  if (state.heap == nullptr) state.heap = std::make_shared<Heap>(call.memory_limit);
  call.heap = state.heap;
}

}  // namespace

std::unique_ptr<Run> start_sharing(Call &call, const Values &values, std::unique_ptr<Run> (*start)(Call &, const Values &)) {
  share_heap(call);
  auto made = std::make_unique<Sharing>(call);
  return made->start(values, start) ? std::move(made) : nullptr;
}

}  // namespace modelet::python
