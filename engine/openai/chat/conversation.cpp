#include "openai/chat/conversation.h"

#include <algorithm>
#include <array>
#include <utility>

#include "json/excerpt.h"
#include "openai/chat/identity.h"
#include "openai/python_error.h"

namespace modelet::openai {

namespace {

struct FinishName {
  std::string_view name;
  Finish finish;
};
constexpr std::array finishes{FinishName{"stop", Finish::stop}, FinishName{"length", Finish::length},
                              FinishName{"tool_calls", Finish::tool_calls}, FinishName{"content_filter", Finish::content_filter}};

// The string at `key`, or "".
std::string text_at(const Json &object, std::string_view key) {
  const auto value = object.find(key);
  return value != object.end() && value->is_string() ? value->get<std::string>() : std::string();
}

int64_t count_at(const Json &object, std::string_view key) {
  const auto value = object.find(key);
  return value != object.end() && value->is_number_integer() ? value->get<int64_t>() : 0;
}

bool no_chunk(Call &call, const Json &chunk) {
  call.fail(server_error("the function bound to this endpoint yielded " + excerpt(chunk) + ", which is no chunk of chat.completions",
                         "invalid_result"));
  return false;
}

}  // namespace

Conversation::Conversation(const Library &library, const Endpoint &endpoint, ChatRequest request)
    : library_(library), endpoint_(endpoint), request_(std::move(request)) {}

bool Conversation::start(Call &call) {
  return start_run(call);
}

int64_t Conversation::all_runs() const {
  return request_.runs * std::max<int64_t>(1, static_cast<int64_t>(request_.inputs.size()));
}

const Json *Conversation::input(int64_t run) const {
  const auto at = static_cast<std::size_t>(run / request_.runs);
  return at < request_.inputs.size() ? &request_.inputs[at] : nullptr;
}

Values Conversation::arguments() const {
  Values arguments{request_.arguments, {}};
  if (const Json *one = input(index_)) arguments.json[endpoint_.input] = *one;
  if (request_.seed_parameter != nullptr) arguments.json[request_.seed_parameter] = request_.parameter_seed + index_ % request_.runs;
  return arguments;
}

// Runs follow one another; each has a seed of its own when the request has one.
bool Conversation::start_run(Call &call) {
  ++index_;
  values_ = tools_ = 0;
  said_bytes_ = 0;
  current_ = {};
  told_finish_.reset();
  told_usage_ = false;
  text_values_ = {};
  log_ = {};
  prompt_before_ = call.usage.prompt_tokens;
  stops_.emplace(request_.stops);
  reader_.emplace(format(), request_.tools, request_.call_only, request_.call_name);
  call.generated = {};
  call.generation = request_.generation;
  if (call.generation.seed) *call.generation.seed += static_cast<uint64_t>(index_ % request_.runs);
  run_ = library_.functions[endpoint_.function].start(call, arguments());
  if (run_ != nullptr && !call.failed()) return true;
  run_.reset();
  as_http(call.error);
  return false;
}

// An answer that was begun is past its headers, and past what its prompt makes it think.
TextFormat Conversation::format() const {
  TextFormat format = endpoint_.chat->format;
  const bool begun = request_.generation.continue_final_message;
  if (request_.raw || (begun && format.messages())) return {};
  if (begun && format.reasoning != nullptr && format.reasoning->opened) format.reasoning = nullptr;
  return format;
}

bool Conversation::check_continued(Call &call) const {
  if (!request_.generation.continue_final_message || !call.generated.used || call.generated.continued) return true;
  call.fail(
      invalid_request("the last message is the assistant's, but this function writes its prompt without a chat template, by which it "
                      "could be continued; end with a message of the user",
                      "invalid_value", "messages"));
  return false;
}

Progress Conversation::step(Call &call, std::vector<Piece> &out) {
  if (run_ == nullptr) {
    if (index_ + 1 == all_runs()) return Progress::end;
    if (!start_run(call)) return Progress::error;
  }
  Values value;
  const Step step = run_->next(call, value);
  if (step == Step::error || call.failed() || !check_continued(call)) {
    as_http(call.error);
    return Progress::error;
  }
  if (step == Step::end) {
    finish(call, reason(call), out);
  } else {
    if (!read_value(call, std::move(value), out)) return Progress::error;
    if (Finish early = Finish::stop; over(early)) finish(call, early, out);
  }
  return tell_prompt(call, out) ? Progress::message : Progress::error;
}

bool Conversation::read_value(Call &call, Values value, std::vector<Piece> &out) {
  ++values_;
  if (request_.mute) return true;
  const bool reasoned = reader_->reasoning();
  std::string text;
  Json whole;
  if (!text_values_.read(call, std::move(value), text, whole)) return false;
  if (!whole.is_null() && !chunk(call, whole, out)) return false;
  if (whole.is_null()) say(call, text, out);
  count(call, reasoned || reader_->reasoning());
  return true;
}

// What the model says about the prompt goes with the first piece that follows.
bool Conversation::tell_prompt(Call &call, std::vector<Piece> &out) const {
  if (out.empty() || call.generated.prompt_logprobs.empty()) return true;
  PromptLog &log = out.front().prompt;
  log.tokens = std::exchange(call.generated.prompt_logprobs, {});
  const std::string prompt = input(index_) == nullptr ? std::string() : input(index_)->get<std::string>();
  if (place_tokens(library_.codec, prompt, log)) return true;
  call.fail(
      invalid_request("echo is not possible with logprobs here: what the model reads is not the prompt as it was given, so that the "
                      "tokens' places in it cannot be told; leave one of them out",
                      "invalid_value", "echo"));
  return false;
}

// Whether the run needs to go no further.
bool Conversation::over(Finish &reason) const {
  if (stops_->stopped()) return reason = Finish::stop, true;
  if (!request_.parallel_calls && tools_ > 0 && !told_finish_ && !request_.call_only) return reason = Finish::tool_calls, true;
  reason = Finish::length;
  return request_.value_limit && values_ >= *request_.value_limit;
}

void Conversation::say(Call &call, const std::string &text, std::vector<Piece> &out) {
  const std::size_t first = out.size();
  const std::string said = stops_->add(text);
  said_bytes_ += said.size();
  std::vector<Said> read;
  reader_->add(said, read);
  add(std::move(read), out);
  log_.add(std::exchange(call.generated.logprobs, {}));
  if (out.size() > first) tell_logprobs(log_.take(said_bytes_), out, first);
}

void Conversation::add(std::vector<Said> said, std::vector<Piece> &out) {
  for (Said &one : said) {
    if (one.what == Saying::arguments) {
      out.push_back({PieceKind::tool, index_});
      out.back().tool = {tools_ - 1, {}, {}, std::move(one.text)};
    } else if (one.what != Saying::tool) {
      out.push_back({one.what == Saying::content ? PieceKind::content : PieceKind::reasoning, index_, std::move(one.text)});
    } else if (tools_ == 0 || request_.parallel_calls) {
      out.push_back({PieceKind::tool, index_});
      out.back().tool = {tools_++, new_id(request_.call_prefix), std::move(one.tool.name), std::move(one.tool.arguments)};
    }
  }
}

void Conversation::tell_logprobs(std::vector<TokenLogprob> tokens, std::vector<Piece> &out, std::size_t first) {
  if (request_.logprobs) out[first].logprobs = std::move(tokens);
}

bool Conversation::chunk(Call &call, const Json &chunk, std::vector<Piece> &out) {
  const Json &choices = chunk.at("choices");
  if (!choices.is_array()) return no_chunk(call, chunk);
  for (const Json &choice : choices) {
    if (!choice.is_object()) return no_chunk(call, chunk);
    const auto change = choice.find("delta");
    if (change != choice.end() && change->is_object() && !delta(call, *change, out)) return false;
    const std::string reason = text_at(choice, "finish_reason");
    for (const FinishName &one : finishes) {
      if (one.name == reason) told_finish_ = one.finish;
    }
  }
  const auto usage = chunk.find("usage");
  if (usage == chunk.end() || !usage->is_object()) return true;
  current_.prompt_tokens = count_at(*usage, "prompt_tokens");
  current_.completion_tokens = count_at(*usage, "completion_tokens");
  return told_usage_ = true;
}

bool Conversation::delta(Call &call, const Json &delta, std::vector<Piece> &out) {
  if (std::string text = text_at(delta, "reasoning_content"); !text.empty()) {
    out.push_back({PieceKind::reasoning, index_, std::move(text)});
  }
  if (const std::string text = text_at(delta, "content"); !text.empty()) say(call, text, out);
  const auto calls = delta.find("tool_calls");
  if (calls == delta.end() || calls->is_null()) return true;
  if (!calls->is_array()) return no_chunk(call, delta);
  for (const Json &one : *calls) {
    if (!one.is_object()) return no_chunk(call, delta);
    tool_delta(one, out);
  }
  return true;
}

void Conversation::tool_delta(const Json &call, std::vector<Piece> &out) {
  ToolPiece tool{count_at(call, "index"), text_at(call, "id"), {}, {}};
  if (const auto function = call.find("function"); function != call.end() && function->is_object()) {
    tool.name = text_at(*function, "name");
    tool.arguments = text_at(*function, "arguments");
  }
  if (tool.index < 0 || tool.index > tools_) tool.index = tools_;  // indices count up, whatever the chunk says
  const bool begins = tool.index == tools_;
  if (begins && tool.id.empty()) tool.id = new_id(request_.call_prefix);
  if (begins) ++tools_;
  out.push_back({PieceKind::tool, index_});
  out.back().tool = std::move(tool);
}

void Conversation::count(const Call &call, bool reasoned) {
  if (told_usage_) return;
  const int64_t before = current_.completion_tokens;
  const GenerationReport &report = call.generated;
  current_.prompt_tokens = report.used ? report.prompt_tokens : call.usage.prompt_tokens - prompt_before_;
  current_.cached_tokens = report.cached_tokens;
  current_.completion_tokens = report.used ? report.completion_tokens : values_;
  if (reasoned) current_.reasoning_tokens += current_.completion_tokens - before;
}

// Several runs of one input read it once.
void Conversation::add_usage(TextUsage &total) const {
  if (index_ % request_.runs == 0) {
    total.prompt_tokens += current_.prompt_tokens;
    total.cached_tokens += current_.cached_tokens;
  }
  total.completion_tokens += current_.completion_tokens;
  total.reasoning_tokens += current_.reasoning_tokens;
}

TextUsage Conversation::usage() const {
  TextUsage total = usage_;
  if (run_ != nullptr) add_usage(total);
  return total;
}

Finish Conversation::reason(const Call &call) const {
  if (told_finish_) return *told_finish_;
  return call.generated.finish == FinishReason::length ? Finish::length : Finish::stop;
}

// Everything that waited for more text.
void Conversation::flush(Call &call, std::vector<Piece> &out, bool cut) {
  if (!stops_->stopped()) say(call, text_values_.rest(), out);
  const std::string rest = stops_->rest();
  said_bytes_ += rest.size();
  std::vector<Said> read;
  reader_->add(rest, read);
  reader_->finish(read, cut);
  add(std::move(read), out);
}

void Conversation::finish(Call &call, Finish reason, std::vector<Piece> &out) {
  if (request_.mute) return fall_silent(call, out);
  if (request_.parallel_calls || tools_ == 0 || request_.call_only) flush(call, out, reason == Finish::length);
  count(call, reader_->reasoning());
  if (tools_ > 0 && reason == Finish::stop) reason = Finish::tool_calls;
  out.push_back({PieceKind::finish, index_, stops_->stopped() ? *stops_->stop() : std::string()});
  out.back().finish = reason;
  tell_logprobs(stops_->stopped() ? log_.take(said_bytes_) : log_.take_all(), out, out.size() - 1);
  close(call);
}

// The one token that reading the prompt led to is not told.
void Conversation::fall_silent(Call &call, std::vector<Piece> &out) {
  count(call, false);
  current_.completion_tokens = 0;
  call.generated.logprobs.clear();
  out.push_back({PieceKind::finish, index_});
  out.back().finish = Finish::length;
  close(call);
}

void Conversation::close(Call &call) {
  add_usage(usage_);
  run_.reset();
  call.generations.reset();  // the next run may give its requests the same ids
}

}  // namespace modelet::openai
