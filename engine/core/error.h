// One vocabulary of errors: what a call ends with, whether Python code raised it or the engine did.
#pragma once

#include <cstdint>
#include <string>

namespace modelet {

// `python_class` is the builtin exception class that `.call` raises in Python ("ValueError"). `status`, `type`,
// `code` and `param` are the OpenAI error object that an endpoint answers with. Codes are listed in docs/errors.md.
struct Error {
  std::string python_class;
  std::string message;
  int32_t status = 500;
  std::string type = "server_error";
  std::string code;
  std::string param;

  explicit operator bool() const { return !python_class.empty(); }
};

inline Error invalid_request(std::string message, std::string code, std::string param = "") {
  return {"ValueError", std::move(message), 400, "invalid_request_error", std::move(code), std::move(param)};
}

}  // namespace modelet
