// Runs a function for one request, `n` times if asked, and tells what it says piece by piece, in the terms that every shape shares.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/run.h"
#include "core/task.h"
#include "openai/chat/prompt_log.h"
#include "openai/chat/request.h"
#include "openai/chat/stop_scanner.h"
#include "openai/chat/text_reader.h"
#include "openai/chat/text_values.h"
#include "openai/chat/token_log.h"

namespace modelet::openai {

enum class Finish : uint8_t { stop, length, tool_calls, content_filter };

// A tool call, or more of its arguments: `id` and `name` stand in its first piece.
struct ToolPiece {
  int64_t index = 0;  // of the call in its run
  std::string id, name, arguments;
};

enum class PieceKind : uint8_t { content, reasoning, tool, finish };

struct Piece {
  PieceKind kind;
  int64_t run = 0;
  std::string text = {};  // content, reasoning; of a finish the stop string that ended the run, if one did
  ToolPiece tool = {};
  Finish finish = Finish::stop;
  std::vector<TokenLogprob> logprobs = {};  // of the tokens up to here that were not told yet
  PromptLog prompt = {};                    // of the run's first piece that follows its being read, if asked for
};

// Of all runs; the prompt counts once.
struct TextUsage {
  int64_t prompt_tokens = 0, cached_tokens = 0, completion_tokens = 0, reasoning_tokens = 0;
};

class Conversation {
 public:
  Conversation(const Library &library, const Endpoint &endpoint, ChatRequest request);

  // Starts the first run. False with call.error set when the function refuses its arguments.
  bool start(Call &call);
  // One value of the function further: `message` with what became certain, `end` after the last run, `error` with call.error set.
  Progress step(Call &call, std::vector<Piece> &out);

  const ChatRequest &request() const { return request_; }
  // The input that a run answers; null when there is but the one among the arguments.
  const Json *input(int64_t run) const;
  // Of all runs, as far as they have come.
  TextUsage usage() const;
  const Library &library() const { return library_; }

 private:
  bool start_run(Call &call);
  TextFormat format() const;
  bool check_continued(Call &call) const;
  Values arguments() const;
  int64_t all_runs() const;
  void say(Call &call, const std::string &text, std::vector<Piece> &out);
  void add(std::vector<Said> said, std::vector<Piece> &out);
  void tell_logprobs(std::vector<TokenLogprob> tokens, std::vector<Piece> &out, std::size_t first);
  bool chunk(Call &call, const Json &chunk, std::vector<Piece> &out);
  bool delta(Call &call, const Json &delta, std::vector<Piece> &out);
  void tool_delta(const Json &call, std::vector<Piece> &out);
  void count(const Call &call, bool reasoned);
  void add_usage(TextUsage &total) const;
  void flush(Call &call, std::vector<Piece> &out, bool cut);
  void finish(Call &call, Finish reason, std::vector<Piece> &out);
  void fall_silent(Call &call, std::vector<Piece> &out);
  void close(Call &call);
  bool tell_prompt(Call &call, std::vector<Piece> &out) const;
  bool read_value(Call &call, Values value, std::vector<Piece> &out);
  bool over(Finish &reason) const;
  Finish reason(const Call &call) const;

  const Library &library_;
  const Endpoint &endpoint_;
  ChatRequest request_;
  TextUsage usage_;  // of the runs that are over

  // Of the run at work; null between runs.
  std::unique_ptr<Run> run_;
  int64_t index_ = -1, values_ = 0, tools_ = 0;
  int64_t prompt_before_ = 0;  // call.usage when it began
  TextUsage current_;
  bool told_usage_ = false;  // a chunk said it
  std::size_t said_bytes_ = 0;
  std::optional<Finish> told_finish_;  // by a chunk
  TextValues text_values_;
  std::optional<StopScanner> stops_;
  std::optional<TextReader> reader_;
  TokenLog log_;
};

}  // namespace modelet::openai
