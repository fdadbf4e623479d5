// A call that a grammar makes of the whole text, {"name": …, "arguments": {…}}: it is told while it comes, and what there is of it when it
// is cut off.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace modelet::openai {

struct Said;

class ForcedCall {
 public:
  // `name`: of the tool that must be called, where there is but one.
  explicit ForcedCall(std::string name) : name_(std::move(name)) {}

  // Takes what it understands from the beginning of `text`, and appends what is certain now. False while more text is needed: true when the
  // call has ended, or the text is none.
  bool read(std::string &text, std::vector<Said> &out);
  // No more text comes, and the call has not ended.
  void cut(std::string &text, std::vector<Said> &out);

 private:
  bool begin(std::string &text, std::vector<Said> &out);
  std::string_view take_arguments(std::string_view text);

  std::string name_;
  bool told_ = false;  // that there is a call
  bool quoted_ = false, escaped_ = false;
  int depth_ = 0;       // of brackets in the arguments, outside of strings
  bool whole_ = false;  // the arguments have ended
};

// Calls of a text that was cut off, {"name": …, "arguments" or "parameters": {…}} one after another or in a list, the last one as far as it
// came. False when there is none, or its name is not whole.
bool read_cut_calls(std::string text, std::vector<Said> &out);

}  // namespace modelet::openai
