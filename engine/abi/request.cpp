#include "abi/request.h"

#include <array>
#include <string>
#include <utility>

#include "json/excerpt.h"
#include "json/json.h"
#include "openai/models.h"

namespace modelet::abi {

namespace {

// The keys that a kind of request may hold, the first naming the kind.
struct Kind {
  std::string_view name;
  std::string_view second;  // the other key, or ""
  PreparedTask (*prepare)(Instance &instance, Call &call, Json &request, std::vector<Tensor> tensors);
};

PreparedTask refuse(Call &call, std::string message, std::string code, std::string param = "") {
  call.fail(invalid_request(std::move(message), std::move(code), std::move(param)));
  return {};
}

PreparedTask not_found(Call &call, const std::string &message, std::string code, std::string param) {
  call.fail({"ValueError", message, 404, "invalid_request_error", std::move(code), std::move(param)});
  return {};
}

const Function *find_function(const Library &library, const Json &request) {
  const auto name = request.find("function");
  if (name == request.end()) return library.functions.empty() ? nullptr : &library.functions.front();
  for (const Function &function : library.functions) {
    if (name->is_string() && name->get_ref<const std::string &>() == function.name) return &function;
  }
  return nullptr;
}

PreparedTask prepare_call(Instance &instance, Call &call, Json &request, std::vector<Tensor> tensors) {
  const Function *function = find_function(instance.library, request);
  if (function == nullptr) {
    return not_found(call,
                     "no function " + excerpt(request.value("function", Json())) + "; there are: " + list_names(instance.library.functions),
                     "unknown_function", "function");
  }
  Json &arguments = request["call"];
  if (!arguments.is_object()) return refuse(call, "\"call\" must be an object of arguments by parameter name", "invalid_request", "call");
  return {call_function(call, *function, {std::move(arguments), std::move(tensors)})};
}

PreparedTask prepare_endpoint(Instance &instance, Call &call, Json &request, std::vector<Tensor>) {
  const Json name = request["endpoint"];
  Json body = request.contains("body") ? std::move(request["body"]) : Json::object();
  if (!body.is_object()) return refuse(call, "\"body\" must be an object", "invalid_request", "body");
  if (name == "models") return {openai::list_models(instance.library), false};
  for (const Endpoint &endpoint : instance.library.endpoints) {
    if (name.is_string() && name.get_ref<const std::string &>() == endpoint.name) {
      return {endpoint.handler->start(call, instance.library, endpoint, std::move(body))};
    }
  }
  const std::string bound = instance.library.endpoints.empty() ? "" : list_names(instance.library.endpoints) + ", ";
  return not_found(call, "this library has no endpoint " + excerpt(name) + "; there are: " + bound + "models", "unknown_endpoint",
                   "endpoint");
}

PreparedTask prepare_control_request(Instance &instance, Call &call, Json &request, std::vector<Tensor>) {
  return prepare_control(instance, call, request["control"]);
}

constexpr std::array kinds{Kind{"call", "function", prepare_call}, Kind{"endpoint", "body", prepare_endpoint},
                           Kind{"control", "", prepare_control_request}};

const Kind *find_kind(const Json &request) {
  for (const Kind &kind : kinds) {
    if (request.contains(kind.name)) return &kind;
  }
  return nullptr;
}

// Every key that the kind does not have, in one message.
std::string unknown_keys(const Json &request, const Kind &kind) {
  std::string unknown;
  for (const auto &[key, value] : request.items()) {
    if (key == kind.name || (!kind.second.empty() && key == kind.second)) continue;
    unknown += (unknown.empty() ? "'" : ", '") + shortened(key) + "'";
  }
  return unknown;
}

}  // namespace

PreparedTask prepare_task(Instance &instance, Call &call, std::string_view json, std::vector<Tensor> tensors) {
  Json request;
  std::string why;
  if (!parse_json(json, request, why)) return refuse(call, "the request is not JSON: " + why, "invalid_json");
  if (!request.is_object()) return refuse(call, "the request must be a JSON object; it is " + excerpt(request), "invalid_request");
  const Kind *kind = find_kind(request);
  if (kind == nullptr) return refuse(call, "the request must hold one of the keys " + list_names(kinds), "invalid_request");
  const std::string unknown = unknown_keys(request, *kind);
  if (!unknown.empty()) {
    return refuse(call, "a request with \"" + std::string(kind->name) + "\" does not have the keys " + unknown, "unknown_key");
  }
  return kind->prepare(instance, call, request, std::move(tensors));
}

}  // namespace modelet::abi
