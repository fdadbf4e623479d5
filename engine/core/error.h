// One vocabulary of errors: what a call ends with, whether Python code raised it or the engine did.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

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
  std::string python_base = {};  // of a user's exception class: the nearest builtin one
  std::string shown = {};        // repr() of the exception, where it is not class('message')
  bool object = false;           // Python's heap holds the exception itself

  explicit operator bool() const { return !python_class.empty(); }
};

inline Error invalid_request(std::string message, std::string code, std::string param = "") {
  return {"ValueError", std::move(message), 400, "invalid_request_error", std::move(code), std::move(param)};
}

inline Error memory_error(std::string message) {
  return {"MemoryError", std::move(message), 500, "server_error", "out_of_memory", ""};
}

inline Error server_error(std::string message, std::string code) {
  return {"RuntimeError", std::move(message), 500, "server_error", std::move(code), ""};
}

inline Error cancelled_error() {
  return {"RuntimeError", "the call was cancelled", 499, "cancelled_error", "cancelled", ""};
}

}  // namespace modelet
