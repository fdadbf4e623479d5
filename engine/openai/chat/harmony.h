// Text that is a sequence of messages with headers, as gpt-oss writes it:
//
//   <|start|>assistant<|channel|>analysis<|message|>…<|end|><|start|>assistant to=functions.f<|channel|>commentary
//   json<|message|>{…}<|call|>
//
// The prompt ends with `<|start|>assistant`, so the text begins inside of a header. The channel says what a message is: `analysis` is
// reasoning; what is meant for a recipient is a call, in the channel or before it; all else is content.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace modelet::openai {

struct Said;

class HarmonyReader {
 public:
  // `tools`: messages for a recipient are calls, else content.
  explicit HarmonyReader(bool tools) : tools_(tools) {}

  // Appends what is certain now.
  void add(std::string_view text, std::vector<Said> &out);
  // The text is over: whatever was held back.
  void finish(std::vector<Said> &out);
  bool reasoning() const { return state_ == State::reasoning; }

 private:
  enum class State { header, content, reasoning, call };
  bool step(std::vector<Said> &out);
  bool header();
  bool body(std::vector<Said> &out);
  void open(std::string_view header);
  void call(std::string_view arguments, std::vector<Said> &out) const;

  std::string held_;
  std::string recipient_;
  State state_ = State::header;
  bool tools_;
  bool first_ = true;  // nothing has been said, and no message has begun
};

}  // namespace modelet::openai
