#include "generation/calls.h"

#include <map>
#include <string>

#include "generation/engine.h"
#include "python/clock.h"

namespace modelet::generation {
namespace {

struct Started {
  std::unique_ptr<Generation> generation;
  bool streaming;
  double created;
};

// What one call asked for, by id.
struct Requests {
  std::map<std::u32string, Started> started;
  int64_t numbered = 0;
};

Requests &requests_of(Call &call) {
  if (call.generations == nullptr) call.generations = std::make_shared<Requests>();
  return *static_cast<Requests *>(call.generations.get());
}

std::string quoted(const python::Str &id) {
  return "'" + python::to_utf8(id) + "'";
}

Started *find(Call &call, const python::Str &id) {
  auto &started = requests_of(call).started;
  const auto found = started.find(std::u32string(id.view()));
  if (found != started.end()) return &found->second;
  call.raise("ValueError", "no request with the id " + quoted(id) + " was added in this call");
  return nullptr;
}

bool read_ids(Call &call, const python::List<int64_t> &ids, std::vector<int32_t> &out) {
  out.reserve(static_cast<std::size_t>(ids.size()));
  for (const int64_t id : ids) {
    if (id != static_cast<int32_t>(id)) {
      call.raise("ValueError", "the id " + std::to_string(id) + " is no token of any model");
      return false;
    }
    out.push_back(static_cast<int32_t>(id));
  }
  return true;
}

python::Str start(Call &call, std::size_t service, const python::List<int64_t> &prompt, const python::Str &id, bool limited, int64_t limit,
                  bool streaming, Request request) {
  Requests &requests = requests_of(call);
  std::u32string name(id.view());
  if (name.empty()) {
    for (const char digit : "req_" + std::to_string(requests.numbered++)) name.push_back(static_cast<char32_t>(digit));
  }
  if (requests.started.contains(name)) {
    call.raise("ValueError", "a request with the id " + quoted(id) + " was added in this call already");
    return {};
  }
  if (!read_ids(call, prompt, request.prompt)) return {};
  if (limited) request.max_new_tokens = limit;
  auto generation = Generation::start(call, call.services[service].get(), std::move(request));
  if (generation == nullptr) return {};
  requests.started[name] = {std::move(generation), streaming, python::time_monotonic(call)};
  return python::new_str(call, name);
}

}  // namespace

python::Str start_request(Call &call, std::size_t service, const python::List<int64_t> &prompt, const python::Str &id, bool limited,
                          int64_t limit, bool streaming) {
  return start(call, service, prompt, id, limited, limit, streaming, {});
}

python::Str start_request(Call &call, std::size_t service, const python::List<int64_t> &prompt, const python::Str &id, bool limited,
                          int64_t limit, bool streaming, const python::List<int64_t> &end_tokens) {
  Request request;
  if (!read_ids(call, end_tokens, request.end_tokens.emplace())) return {};
  return start(call, service, prompt, id, limited, limit, streaming, std::move(request));
}

bool is_streaming(Call &call, std::size_t, const python::Str &id) {
  const Started *const found = find(call, id);
  return found != nullptr && found->streaming;
}

python::List<int64_t> prompt_ids(Call &call, std::size_t, const python::Str &id) {
  const Started *const found = find(call, id);
  if (found == nullptr) return {};
  const std::span<const int32_t> prompt = found->generation->prompt();
  python::List<int64_t> ids = python::new_list<int64_t>(call, static_cast<int64_t>(prompt.size()));
  if (!ids) return {};
  for (const int32_t token : prompt) ids.push(call, token);
  return ids;
}

double created_time(Call &call, std::size_t, const python::Str &id) {
  const Started *const found = find(call, id);
  return found == nullptr ? 0 : found->created;
}

int64_t next_token(Call &call, std::size_t, const python::Str &id) {
  Started *const found = find(call, id);
  int32_t token = 0;
  if (found == nullptr || found->generation->next(call, token) || call.failed()) return token;
  call.raise("ValueError", "the request " + quoted(id) + " has finished or was cancelled");
  return 0;
}

double last_logprob(Call &call, std::size_t, const python::Str &id) {
  const Started *const found = find(call, id);
  return found == nullptr ? 0 : static_cast<double>(found->generation->logprob());
}

bool is_finished(Call &call, std::size_t, const python::Str &id) {
  const Started *const found = find(call, id);
  return found != nullptr && found->generation->finished();
}

void cancel(Call &call, std::size_t, const python::Str &id) {
  if (Started *const found = find(call, id)) found->generation->cancel();
}

}  // namespace modelet::generation
