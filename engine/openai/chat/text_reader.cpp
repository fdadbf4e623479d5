#include "openai/chat/text_reader.h"

#include <algorithm>
#include <utility>

#include "openai/chat/stop_scanner.h"

namespace modelet::openai {

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::size_t blanks_before(std::string_view text) {
  return std::min(text.find_first_not_of(blanks), text.size());
}

// `text` without the blanks at its end.
std::size_t length_without_blanks(std::string_view text) {
  const std::size_t last = text.find_last_not_of(blanks);
  return last == std::string_view::npos ? 0 : last + 1;
}

}  // namespace

TextReader::TextReader(const TextFormat &format, bool tools, bool call_only, const std::string &only)
    : format_(format), forced_(only), tools_(tools && format.tools != nullptr), call_only_(call_only) {
  if (call_only_ && format_.tools == nullptr) format_.tools = &tool_formats::json;
  if (call_only_) format_.reasoning = nullptr;
  if (!call_only_ && format_.messages()) messages_.emplace(tools_);
  if (format_.reasoning != nullptr && format_.reasoning->opened) {
    state_ = State::reasoning;
    trimmed_ = true;
  }
}

void TextReader::add(std::string_view text, std::vector<Said> &out) {
  if (messages_) return messages_->add(text, out);
  held_ += text;
  while (!held_.empty() && step(out)) {
  }
}

void TextReader::finish(std::vector<Said> &out, bool cut) {
  if (messages_) return messages_->finish(out);
  if (state_ == State::tool && cut && marked_ && read_cut_calls(held_, out)) return;
  if (state_ == State::tool) call(out, true);
  if (state_ == State::forced) forced_.cut(held_, out);
  say(state_ == State::reasoning ? Saying::reasoning : Saying::content, held_.size(), out);
}

// Says the first `length` bytes of what is held.
void TextReader::say(Saying what, std::size_t length, std::vector<Said> &out) {
  std::string text = held_.substr(0, length);
  held_.erase(0, length);
  if (trimmed_) text.erase(0, blanks_before(text));
  if (text.empty()) return;
  trimmed_ = false;
  out.push_back({what, std::move(text)});
}

// One step; false when more text is needed.
bool TextReader::step(std::vector<Said> &out) {
  switch (state_) {
    case State::start:
      return start();
    case State::content:
      return content(out);
    case State::reasoning:
      return reason(out);
    case State::tool:
      return call(out, false);
    case State::forced:
      return forced(out);
  }
  return false;
}

// Whether the text begins as a call without a marker does.
bool TextReader::open_call() const {
  if (!call_only_ && !(tools_ && format_.tools->bare)) return false;
  const std::size_t first = blanks_before(held_);
  return first < held_.size() && (held_[first] == '{' || (call_only_ && held_[first] == '['));
}

bool TextReader::start() {
  const std::string_view text = std::string_view(held_).substr(blanks_before(held_));
  if (text.empty()) return false;
  if (format_.reasoning != nullptr) {
    const std::string_view open = format_.reasoning->open;
    if (text.starts_with(open)) {
      held_.erase(0, held_.size() - text.size() + open.size());
      state_ = State::reasoning;
      return trimmed_ = true;
    }
    if (open.starts_with(text)) return false;
  }
  state_ = open_call() ? State::tool : State::content;
  if (call_only_ && text.front() == '{') state_ = State::forced;
  return true;
}

std::vector<std::string_view> TextReader::markers() const {
  std::vector<std::string_view> all;
  if (format_.tools == nullptr) return all;
  if (tools_ && !format_.tools->open.empty()) all.push_back(format_.tools->open);
  return all;
}

bool TextReader::content(std::vector<Said> &out) {
  const std::vector<std::string_view> all = markers();
  std::size_t first = std::string::npos;
  std::string_view found;
  for (std::string_view marker : all) {
    const std::size_t at = held_.find(marker);
    if (at < first) first = at, found = marker;
  }
  if (first == std::string::npos) {
    const std::size_t whole = held_.size() - open_end(held_, all);
    say(Saying::content, tools_ ? length_without_blanks(std::string_view(held_).substr(0, whole)) : whole, out);
    return false;
  }
  const bool tool = tools_ && found == format_.tools->open;
  say(Saying::content, tool ? length_without_blanks(std::string_view(held_).substr(0, first)) : first, out);
  held_.erase(0, held_.find(found) + found.size());
  if (tool) state_ = State::tool;
  marked_ = tool;
  return true;
}

bool TextReader::reason(std::vector<Said> &out) {
  const std::string_view close = format_.reasoning->close;
  const std::size_t end = held_.find(close);
  const std::size_t whole = end == std::string::npos ? held_.size() - open_end(held_, {close}) : end;
  say(Saying::reasoning, length_without_blanks(std::string_view(held_).substr(0, whole)), out);
  if (end == std::string::npos) return false;
  held_.erase(0, held_.find(close) + close.size());
  state_ = State::start;
  return trimmed_ = true;
}

// What comes after such a call is none of it.
bool TextReader::forced(std::vector<Said> &out) {
  if (!forced_.read(held_, out)) return false;
  state_ = State::tool;
  return trimmed_ = true;
}

// `over`: no more text comes, which ends a call that has no end marker.
bool TextReader::call(std::vector<Said> &out, bool over) {
  const std::string_view close = marked_ ? format_.tools->close : "";
  const std::size_t end = close.empty() ? std::string::npos : held_.find(close);
  if (end == std::string::npos && !over) return false;
  const std::string body = held_.substr(0, end);
  std::vector<CalledTool> called;
  state_ = State::content;
  const ReadCalls read = marked_ || !call_only_ ? format_.tools->read : tool_formats::json.read;
  if (!read(body, called)) {
    if (marked_) held_.insert(0, format_.tools->open);
    say(Saying::content, body.size() + (marked_ ? format_.tools->open.size() : 0) + (end == std::string::npos ? 0 : close.size()), out);
    return true;
  }
  for (CalledTool &tool : called) out.push_back({Saying::tool, {}, std::move(tool)});
  held_.erase(0, end == std::string::npos ? held_.size() : end + close.size());
  return trimmed_ = true;
}

}  // namespace modelet::openai
