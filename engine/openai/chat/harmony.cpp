#include "openai/chat/harmony.h"

#include <algorithm>
#include <array>
#include <utility>

#include "json/json.h"
#include "openai/chat/stop_scanner.h"
#include "openai/chat/text_reader.h"

namespace modelet::openai {

namespace {

constexpr std::string_view blanks = " \t\r\n", message = "<|message|>", recipient_mark = "to=", channel_mark = "<|channel|>";
constexpr std::array<std::string_view, 3> header_starts{"<|start|>", channel_mark, message};
constexpr std::array<std::string_view, 4> ends{"<|end|>", "<|call|>", "<|return|>", "<|start|>"};

// Up to the next blank or marker.
std::string_view word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t\r\n<"));
}

std::string_view after(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  return at == std::string_view::npos ? std::string_view() : word(text.substr(at + mark.size()));
}

enum class Likeness { no, perhaps, yes };

// Whether a text that no message has begun is a header, or said without one.
Likeness header_likeness(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return Likeness::perhaps;
  text.remove_prefix(begin);
  Likeness found = Likeness::no;
  const auto compare = [&](std::string_view start) {
    if (text.starts_with(start)) found = Likeness::yes;
    if (found == Likeness::no && start.starts_with(text)) found = Likeness::perhaps;
  };
  for (const std::string_view start : header_starts) compare(start);
  if (begin > 0) compare(recipient_mark);
  return found;
}

}  // namespace

void HarmonyReader::add(std::string_view text, std::vector<Said> &out) {
  held_ += text;
  while (!held_.empty() && step(out)) {
  }
}

bool HarmonyReader::step(std::vector<Said> &out) {
  return state_ == State::header ? header() : body(out);
}

bool HarmonyReader::header() {
  if (first_) {
    const Likeness likeness = header_likeness(held_);
    if (likeness == Likeness::perhaps) return false;
    first_ = false;
    if (likeness == Likeness::no) return state_ = State::content, true;
  }
  const std::size_t end = held_.find(message);
  if (end == std::string::npos) return false;
  open(std::string_view(held_).substr(0, end));
  held_.erase(0, end + message.size());
  return true;
}

void HarmonyReader::open(std::string_view header) {
  recipient_ = after(header, recipient_mark);
  const bool analysis = after(header, channel_mark) == "analysis";
  // Tools of the model's own, such as `python` in the analysis, are nobody's to call: they are thoughts.
  const bool callable = tools_ && !recipient_.empty() && (!analysis || recipient_.starts_with("functions."));
  state_ = callable ? State::call : analysis ? State::reasoning : State::content;
}

bool HarmonyReader::body(std::vector<Said> &out) {
  std::size_t end = std::string::npos, length = 0;
  for (const std::string_view mark : ends) {
    const std::size_t at = held_.find(mark);
    if (at < end) end = at, length = mark.size();
  }
  if (state_ == State::call) {
    if (end == std::string::npos) return false;
    call(std::string_view(held_).substr(0, end), out);
  } else {
    const std::size_t whole = end == std::string::npos ? held_.size() - open_end(held_, {ends.begin(), ends.end()}) : end;
    if (whole > 0) out.push_back({state_ == State::reasoning ? Saying::reasoning : Saying::content, held_.substr(0, whole)});
    held_.erase(0, whole);
    if (end == std::string::npos) return false;
    end = 0;
  }
  held_.erase(0, end + length);
  state_ = State::header;
  return true;
}

// Arguments that are no JSON object make no call, but are not lost.
void HarmonyReader::call(std::string_view arguments, std::vector<Said> &out) const {
  constexpr std::string_view group = "functions.";
  std::string_view name = recipient_;
  if (name.starts_with(group)) name.remove_prefix(group.size());
  Json value;
  std::string why;
  if (name.empty() || !parse_json(arguments, value, why) || !value.is_object()) {
    if (!arguments.empty()) out.push_back({Saying::content, std::string(arguments)});
    return;
  }
  out.push_back({Saying::tool, {}, {std::string(name), dump_json(value)}});
}

void HarmonyReader::finish(std::vector<Said> &out) {
  if (held_.empty() || (state_ == State::header && !first_)) return;
  if (state_ == State::call) return call(std::exchange(held_, {}), out);
  out.push_back({state_ == State::reasoning ? Saying::reasoning : Saying::content, std::exchange(held_, {})});
}

}  // namespace modelet::openai
