// A library on the real engine, written as the emitter would, whose functions yield text.
//   speak(messages, tools = None) -> a language model that says the last message, cut at each "|"; each piece is a token
//   talk(messages, temperature = 1.0, seed = 0) -> the same without a language model
//   complete(prompt) -> the language model again, for completions; it reads each byte of the prompt as a token, after one that begins
// A last message "options" is answered by what the model was asked for, "arguments" by the function's arguments; a piece "boom" raises
// ValueError, "crash" RuntimeError, "endless" yields "a" until the call is cancelled, "long" ends the run as the limit of tokens does, a
// JSON object is a chunk.
#include <string>
#include <utility>

#include "abi/exports.inc"
#include "json/json.h"
#include "openai/chat/binding.h"

namespace {

using modelet::Call;
using modelet::Json;
using modelet::Run;
using modelet::Step;
using modelet::Values;

template <typename T>
Json shown(const std::optional<T> &option) {
  return option ? Json(*option) : Json();
}

std::string options_text(const modelet::GenerationOptions &options) {
  Json bias = Json::object();
  for (const auto &[id, value] : options.logit_bias) bias[std::to_string(id)] = value;
  return modelet::dump_json({{"max_tokens", shown(options.max_tokens)},
                             {"temperature", shown(options.temperature)},
                             {"top_p", shown(options.top_p)},
                             {"top_k", shown(options.top_k)},
                             {"min_p", shown(options.min_p)},
                             {"repetition_penalty", shown(options.repetition_penalty)},
                             {"presence_penalty", shown(options.presence_penalty)},
                             {"frequency_penalty", shown(options.frequency_penalty)},
                             {"seed", shown(options.seed)},
                             {"top_logprobs", shown(options.top_logprobs)},
                             {"grammar", static_cast<int>(options.grammar)},
                             {"grammar_source", options.grammar_source},
                             {"logit_bias", bias}});
}

class Speak : public Run {
 public:
  Speak(Call &call, const Values &arguments, std::string text, bool model) : text_(std::move(text)), model_(model) {
    if (text_ == "options") text_ = options_text(call.generation);
    if (text_ == "arguments") text_ = modelet::dump_json(arguments.json);
    if (text_ == "nothing") at_ = text_.size() + 1;
  }

  Step next(Call &call, Values &out) override {
    if (!begun_) begin(call);
    begun_ = true;
    if (call.failed()) return Step::error;
    const bool full = call.generation.max_tokens && call.generated.completion_tokens >= *call.generation.max_tokens;
    if (model_ && full && at_ <= text_.size()) {
      call.generated.finish = modelet::FinishReason::length;
      return Step::end;
    }
    if (at_ > text_.size()) return Step::end;
    return say(call, piece(), out);
  }

 private:
  void begin(Call &call) const {
    const auto letters = static_cast<int64_t>(text_.size());
    call.usage.prompt_tokens += letters;
    if (!model_) return;
    call.generated.used = true;
    call.generated.prompt_tokens = letters;
    call.generated.cached_tokens = letters / 2;
    call.generated.finish = modelet::FinishReason::stop;
    if (call.generation.count_only) call.fail(modelet::server_error("counted", modelet::counted_code));
    if (!call.generation.prompt_logprobs) return;
    call.generated.prompt_logprobs.push_back({{0, 0, "<s>"}, {}});
    float logprob = 0;
    for (const char letter : text_ == "changed" ? "Changed" : text_) {
      logprob -= 0.25F;
      call.generated.prompt_logprobs.push_back({{7, logprob, std::string(1, letter)}, {{8, -0.125F, "likely"}}});
    }
  }

  std::string piece() {
    if (text_ == "endless") return "a";
    const std::size_t end = text_.find('|', at_);
    const std::string piece = text_.substr(at_, end == std::string::npos ? end : end - at_);
    at_ = end == std::string::npos ? text_.size() + 1 : end + 1;
    return piece;
  }

  Step say(Call &call, const std::string &piece, Values &out) const {
    if (call.interrupted()) return Step::error;
    if (piece == "boom" || piece == "crash") {
      call.raise(piece == "boom" ? "ValueError" : "RuntimeError", piece + " was said");
      return Step::error;
    }
    if (piece == "wrong") return out.json = 5, Step::value;
    std::string why;
    if (piece.starts_with("{\"choices\"") && modelet::parse_json(piece, out.json, why)) return Step::value;
    if (model_) log(call, piece);
    out.json = piece;
    return Step::value;
  }

  static void log(Call &call, const std::string &piece) {
    ++call.generated.completion_tokens;
    if (!call.generation.top_logprobs) return;
    modelet::TokenLogprob token{{7, -0.5F, piece}, {}};
    for (int64_t rank = 0; rank < *call.generation.top_logprobs; ++rank) {
      token.top.push_back({static_cast<int32_t>(rank), -0.5F * static_cast<float>(rank + 1), rank == 0 ? piece : "\xf0\x9f"});
    }
    call.generated.logprobs.push_back(std::move(token));
  }

  std::string text_;
  bool model_, begun_ = false;
  std::size_t at_ = 0;
};

std::string last_message(const Values &arguments) {
  return arguments.json.at("messages").back().at("content").get<std::string>();
}

std::unique_ptr<Run> speak(Call &call, const Values &arguments) {
  return std::make_unique<Speak>(call, arguments, last_message(arguments), true);
}

std::unique_ptr<Run> talk(Call &call, const Values &arguments) {
  return std::make_unique<Speak>(call, arguments, last_message(arguments), false);
}

std::unique_ptr<Run> complete(Call &call, const Values &arguments) {
  return std::make_unique<Speak>(call, arguments, arguments.json.at("prompt").get<std::string>(), true);
}

constexpr modelet::Function functions[] = {{"speak", speak}, {"talk", talk}, {"complete", complete}};
constexpr modelet::openai::Receiver speak_receivers[] = {{"tools", "tools"}};
constexpr modelet::openai::Receiver talk_receivers[] = {{"temperature", "temperature"}, {"seed", "seed"}};
[[maybe_unused]] const modelet::openai::ChatBinding speaking{
    speak_receivers, true, false, {&modelet::openai::tool_formats::hermes, &modelet::openai::reasoning_formats::think}};
[[maybe_unused]] const modelet::openai::ChatBinding talking{talk_receivers, false, true, {}};

const modelet::openai::ChatBinding completing{{}, true, false, {nullptr, &modelet::openai::reasoning_formats::think}};

// Ids are letters: 0 begins, 1 ends a text, 2 … 27 are a … z.
bool decode(Call &, std::span<const int64_t> ids, std::string &text) {
  for (const int64_t id : ids) {
    if (id > 1) text += static_cast<char>('a' + id - 2);
  }
  return true;
}
bool encode(Call &, std::string_view text, std::vector<int32_t> &ids) {
  for (const char letter : text) ids.push_back(letter - 'a' + 2);
  return true;
}
bool token_bytes(int32_t id, std::string &) {
  return id > 1;
}
constexpr modelet::TextCodec codec{decode, encode, 28, false, token_bytes, nullptr};

#ifdef TALK
constexpr const modelet::openai::ChatBinding &chatting = talking;
constexpr uint32_t chat = 1;
#else
constexpr const modelet::openai::ChatBinding &chatting = speaking;
constexpr uint32_t chat = 0;
#endif
const modelet::Endpoint endpoints[] = {
    {"messages", chat, "messages", nullptr, nullptr, &modelet::anthropic::messages, &chatting},
    {"messages.count_tokens", chat, "messages", nullptr, nullptr, &modelet::anthropic::count_tokens, &chatting},
    {"responses", chat, "messages", nullptr, nullptr, &modelet::openai::responses, &chatting},
    {"responses.input_tokens", chat, "messages", nullptr, nullptr, &modelet::openai::input_tokens, &chatting},
    {"chat.completions", chat, "messages", nullptr, nullptr, &modelet::openai::chat_completions, &chatting},
    {"completions", 2, "prompt", nullptr, &codec, &modelet::openai::completions, &completing}};
constexpr char manifest[] = R"({"schema":1,"abi":1,"engine":"0.1.0","name":"@local/chat","version":"1","functions":[
{"name":"speak","parameters":[{"name":"messages","schema":{},"required":true},{"name":"tools","schema":{},"required":false,"default":null}],
"returns":{"x-python-type":"str"},"generator":true},
{"name":"talk","parameters":[{"name":"messages","schema":{},"required":true},{"name":"temperature","schema":{"x-python-type":"float"},
"required":false,"default":1.0},{"name":"seed","schema":{"x-python-type":"int"},"required":false,"default":0}],
"returns":{"x-python-type":"str"},"generator":true},
{"name":"complete","parameters":[{"name":"prompt","schema":{"x-python-type":"str"},"required":true}],"returns":{"x-python-type":"str"},
"generator":true}]})";

}  // namespace

extern const modelet::Library modelet_library;
const modelet::Library modelet_library{manifest, functions, endpoints, {}, {}, {}, &codec};
