// {"control": "load" | "stats" | "explain"}
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "abi/request.h"
#include "core/cpu.h"
#include "core/host.h"
#include "json/excerpt.h"
#include "json/json.h"
#include "kernels/kernels.h"

namespace modelet::abi {

namespace {

// Makes its one message when asked.
class ReportTask : public Task {
 public:
  ReportTask(const Instance &instance, Json (*report)(const Instance &)) : instance_(instance), report_(report) {}

  Progress next(Call &, Answer &out) override {
    if (std::exchange(told_, true)) return Progress::end;
    out.json = dump_json(report_(instance_));
    return Progress::message;
  }

 private:
  const Instance &instance_;
  Json (*report_)(const Instance &);
  bool told_ = false;
};

class LoadTask : public Task {
 public:
  explicit LoadTask(Verification &verification) : verification_(verification) {}

  Progress next(Call &call, Answer &out) override {
    if (ended_) return Progress::end;
    if (Error changed; !verification_.unchanged(changed)) {
      call.fail(std::move(changed));
      return Progress::error;
    }
    if (!verification_.done() && !verification_.step()) {
      call.fail(verification_.error());
      return Progress::error;
    }
    ended_ = verification_.done();
    const uint64_t loaded = verification_.loaded(), total = verification_.total();
    told_ = std::min(told_, loaded);  // it began anew when the file was touched
    if (!ended_ && loaded - told_ < total / 64) return Progress::pending;
    told_ = loaded;
    out.json = dump_json({{"loaded", ended_ ? total : loaded}, {"total", total}});
    return Progress::message;
  }

 private:
  Verification &verification_;
  uint64_t told_ = 0;
  bool ended_ = false;
};

Json weights_report(const Instance &instance) {
  if (instance.weights == nullptr) return nullptr;
  return {{"file", instance.weights->file().file},
          {"bytes", instance.weights->bytes()},
          {"access", instance.weights->access()},
          {"verified", instance.verification.done()}};
}

Json services_report(const Instance &instance) {
  Json report = Json::object();
  for (std::size_t index = 0; index < instance.services.size(); ++index) {
    const Service &service = *instance.library.services[index];
    report[service.name] = service.stats(instance.services[index].get());
  }
  return report;
}

Json stats_report(const Instance &instance) {
  const Counters &counters = instance.counters;
  return {{"calls",
           {{"started", counters.started.load()},
            {"running", counters.running.load()},
            {"completed", counters.completed.load()},
            {"failed", counters.failed.load()},
            {"cancelled", counters.cancelled.load()}}},
          {"usage", {{"prompt_tokens", counters.prompt_tokens.load()}}},
          {"memory",
           {{"used", instance.budget->used()},
            {"peak", instance.budget->peak()},
            {"limit", instance.budget->limit()},
            {"process", host_reserved(*instance.host)}}},
          {"threads", concurrency({instance.host, Isa::generic, nullptr})},
          {"weights", weights_report(instance)},
          {"services", services_report(instance)}};
}

std::string why_left(const kernels::Implementation &implementation, Isa allowed) {
  const std::string needed(isa_name(implementation.isa));
  if (!isa_allows(host_isa(), implementation.isa)) return "needs " + needed + ", which this host does not run";
  if (!isa_allows(allowed, implementation.isa)) return "needs " + needed + ", which the kernels option excludes";
  return "";
}

// A family's implementations stand best first: the first that may run is the one that runs.
Json family_report(const kernels::Family &family, Isa allowed) {
  Json rows = Json::array(), chosen;
  for (const kernels::Implementation &implementation : family.implementations) {
    std::string reason = why_left(implementation, allowed);
    const bool runs = reason.empty() && chosen.is_null();
    if (runs) chosen = implementation.name;
    if (reason.empty()) reason = runs ? "the best that may run here" : "a better one runs";
    rows.push_back({{"name", implementation.name},
                    {"isa", isa_name(implementation.isa)},
                    {"dtype", implementation.dtype},
                    {"layout", implementation.layout},
                    {"chosen", runs},
                    {"reason", reason}});
  }
  return {{"family", family.name}, {"chosen", chosen}, {"implementations", rows}};
}

Json explain_report(const Instance &instance) {
  Json families = Json::array(), features = Json::array();
  for (const kernels::Family *family : instance.library.kernels) families.push_back(family_report(*family, instance.options.isa));
  for (std::string_view feature : host_features()) features.push_back(feature);
  return {{"policy", instance.options.kernels},
          {"isa", isa_name(instance.options.isa)},
          {"host", {{"isa", isa_name(host_isa())}, {"features", features}}},
          {"kernels", families}};
}

struct Control {
  std::string_view name;
  std::unique_ptr<Task> (*make)(Instance &);
};
constexpr std::array controls{
    Control{"load", [](Instance &instance) -> std::unique_ptr<Task> { return std::make_unique<LoadTask>(instance.verification); }},
    Control{"stats", [](Instance &instance) -> std::unique_ptr<Task> { return std::make_unique<ReportTask>(instance, stats_report); }},
    Control{"explain", [](Instance &instance) -> std::unique_ptr<Task> { return std::make_unique<ReportTask>(instance, explain_report); }}};

}  // namespace

PreparedTask prepare_control(Instance &instance, Call &call, const Json &name) {
  for (const Control &control : controls) {
    if (name.is_string() && name.get_ref<const std::string &>() == control.name) return {control.make(instance), false};
  }
  call.fail(invalid_request("no control " + excerpt(name) + "; there are: " + list_names(controls), "unknown_control", "control"));
  return {};
}

}  // namespace modelet::abi
