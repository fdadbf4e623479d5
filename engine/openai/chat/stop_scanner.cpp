#include "openai/chat/stop_scanner.h"

#include <algorithm>
#include <utility>

namespace modelet::openai {

std::size_t open_end(std::string_view text, const std::vector<std::string_view> &markers) {
  std::size_t longest = 0;
  for (std::string_view marker : markers) {
    for (std::size_t length = std::min(marker.empty() ? 0 : marker.size() - 1, text.size()); length > longest; --length) {
      if (text.ends_with(marker.substr(0, length))) longest = length;
    }
  }
  return longest;
}

std::string StopScanner::add(std::string_view piece) {
  if (stops_.empty()) return std::string(piece);
  if (stopped()) return {};
  held_ += piece;
  std::size_t begin = held_.size(), end = std::string::npos;
  for (const std::string &stop : stops_) {  // the one that is whole first; of two that end together the longer
    const std::size_t found = held_.find(stop);
    if (found == std::string::npos || std::pair(found + stop.size(), found) >= std::pair(end, begin)) continue;
    begin = found;
    end = found + stop.size();
    stop_ = &stop;
  }
  if (stopped()) return held_.substr(0, begin);
  const std::vector<std::string_view> markers(stops_.begin(), stops_.end());
  std::string said = held_.substr(0, held_.size() - open_end(held_, markers));
  held_.erase(0, said.size());
  return said;
}

std::string StopScanner::rest() {
  return stopped() ? std::string() : std::exchange(held_, {});
}

}  // namespace modelet::openai
