// One vocabulary of errors: what a call ends with, whether Python code raised it or the engine did.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace modelet {

// A name with its emptiness in a byte of its own: compiled code looks after every operation whether an error was raised.
class ClassName {
 public:
  ClassName() = default;
  ClassName(std::string name) : text_(std::move(name)), named_(!text_.empty()) {}
  ClassName(const char *name) : ClassName(std::string(name)) {}
  ClassName(std::string_view name) : ClassName(std::string(name)) {}
  ClassName(const ClassName &) = default;
  ClassName(ClassName &&other) noexcept : text_(std::move(other.text_)), named_(std::exchange(other.named_, false)) {}
  ClassName &operator=(ClassName other) noexcept {
    text_.swap(other.text_);
    named_ = other.named_;
    return *this;
  }
  ~ClassName() = default;

  const std::string &text() const { return text_; }
  operator const std::string &() const { return text_; }
  bool empty() const { return !named_; }
  friend bool operator==(const ClassName &left, std::string_view right) { return left.text_ == right; }

 private:
  std::string text_;
  bool named_ = false;
};

// `python_class` is the builtin exception class that `.call` raises in Python ("ValueError"). `status`, `type`,
// `code` and `param` are the OpenAI error object that an endpoint answers with. Codes are listed in docs/errors.md.
struct Error {
  ClassName python_class;
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
