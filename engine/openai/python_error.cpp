#include "openai/python_error.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace modelet::openai {

namespace {

// The last four are those of chat templates: a conversation that does not fit them.
constexpr std::array<std::string_view, 10> request_faults{"ValueError",           "TypeError",       "UnicodeError",  "UnicodeEncodeError",
                                                          "UnicodeDecodeError",   "JSONDecodeError", "TemplateError", "UndefinedError",
                                                          "TemplateRuntimeError", "SecurityError"};

}  // namespace

void as_http(Error &error) {
  if (error.type != "python_exception") return;
  const bool fault = std::find(request_faults.begin(), request_faults.end(), error.python_class.text()) != request_faults.end();
  error.status = fault ? 400 : 500;
  error.type = fault ? "invalid_request_error" : "server_error";
  error.code = error.python_class;
  if (!fault) error.message = error.python_class.text() + (error.message.empty() ? "" : ": " + error.message);
}

}  // namespace modelet::openai
