// What a model's text says: content, reasoning and tool calls, told apart while it arrives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openai/chat/forced_call.h"
#include "openai/chat/formats.h"
#include "openai/chat/harmony.h"

namespace modelet::openai {

enum class Saying : uint8_t { content, reasoning, tool, arguments };

struct Said {
  Saying what;
  std::string text;      // of content, reasoning, and further arguments of the last tool call
  CalledTool tool = {};  // of a tool call
};

class TextReader {
 public:
  // `tools`: tool calls are looked for. `call_only`: a grammar makes the whole text one call, {"name": …, "arguments": …}; of the tool
  // `only`, unless that is empty.
  TextReader(const TextFormat &format, bool tools, bool call_only, const std::string &only = {});

  // Appends what is certain now.
  void add(std::string_view text, std::vector<Said> &out);
  // The text is over: whatever was held back.
  void finish(std::vector<Said> &out, bool cut = false);
  bool reasoning() const { return messages_ ? messages_->reasoning() : state_ == State::reasoning; }

 private:
  enum class State : uint8_t { start, content, reasoning, tool, forced };
  bool step(std::vector<Said> &out);
  bool start();
  bool content(std::vector<Said> &out);
  bool reason(std::vector<Said> &out);
  bool call(std::vector<Said> &out, bool over);
  bool forced(std::vector<Said> &out);
  bool open_call() const;
  void say(Saying what, std::size_t length, std::vector<Said> &out);
  std::vector<std::string_view> markers() const;

  TextFormat format_;
  std::optional<HarmonyReader> messages_;  // reads everything, where the text is messages with headers
  ForcedCall forced_;
  std::string held_;
  State state_ = State::start;
  bool tools_, call_only_;
  bool marked_ = false;   // the call began with its marker
  bool trimmed_ = false;  // blanks that come next say nothing
};

}  // namespace modelet::openai
