#include "abi/instance.h"

#include <utility>

#include "core/fork.h"
#include "core/host.h"

namespace modelet::abi {

namespace {

bool check_host(const modelet_host &host, Error &error) {
  if (host.size >= sizeof(modelet_host) && host.version == MODELET_ABI_VERSION) return true;
  error = invalid_request("the host table is of version " + std::to_string(host.version) + " and " + std::to_string(host.size) +
                              " bytes; this library needs version " + std::to_string(MODELET_ABI_VERSION) + " and at least " +
                              std::to_string(sizeof(modelet_host)) + " bytes",
                          "wrong_abi_version");
  return false;
}

}  // namespace

Instance *Instance::open(const Library &library, std::string_view text, const modelet_host *host, Error &error) {
  const modelet_host &own = own_host();  // also begins to watch forks
  if (host == nullptr) host = &own;
  Options options;
  if (!check_host(*host, error) || !read_options(text, library, options, error)) return nullptr;
  auto budget = std::make_shared<Budget>(host, options.memory_limit);
  std::unique_ptr<const Weights> weights;
  if (!library.weights.empty()) {
    weights = Weights::open(library.weights[0], options.weights, budget, error);
    if (weights == nullptr) return nullptr;
  }
  struct Drop {
    void operator()(Instance *instance) const { instance->drop(); }
  };
  std::unique_ptr<Instance, Drop> instance(new Instance(library, std::move(options), host, std::move(budget), std::move(weights)));
  return instance->open_services(error) ? instance.release() : nullptr;
}

bool Instance::open_services(Error &error) {
  const ServiceContext context{host, options.isa, weights.get(), budget, library.codec, options.seed};
  for (const Service *service : library.services) {
    services.push_back(service->open(context, error));
    if (services.back() == nullptr) return false;
  }
  return true;
}

Instance::Instance(const Library &of, Options with, const modelet_host *shared, std::shared_ptr<Budget> limit,
                   std::unique_ptr<const Weights> opened)
    : library(of),
      options(std::move(with)),
      host(shared),
      budget(std::move(limit)),
      weights(std::move(opened)),
      verification(weights.get(), options.verify_always),
      generation_(process_generation()) {
  if (options.threads) host_configure(*host, *options.threads);
  host_attach(*host, 1);
}

Instance::~Instance() {
  host_attach(*host, -1);
}

bool Instance::usable(Error &error) const {
  if (!same_process(generation_, error)) return false;
  if (!closed_.load(std::memory_order_acquire)) return true;
  error = invalid_request("the instance is closed", "closed");
  return false;
}

void Instance::drop() {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

void Instance::close() {
  if (Error ignored; !same_process(generation_, ignored)) return;  // the parent's pool and locks are not here
  if (!closed_.exchange(true)) drop();
}

bool same_process(uint64_t generation, Error &error) {
  if (generation == process_generation()) return true;
  error = {"RuntimeError",
           "this handle was made before the process forked; open the library anew in the child",
           400,
           "invalid_request_error",
           "forked",
           ""};
  return false;
}

}  // namespace modelet::abi
