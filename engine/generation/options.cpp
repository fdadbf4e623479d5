#include "generation/options.h"

#include <chrono>

#include "grammar/json_schema.h"
#include "json/json.h"

namespace modelet::generation {

sampling::SamplingOptions resolve(const Configuration &configuration, const GenerationOptions &wanted, uint64_t seed) {
  const auto or_else = [](const std::optional<double> &value, float otherwise) { return value ? static_cast<float>(*value) : otherwise; };
  const bool drawn = wanted.top_p || wanted.min_p || wanted.typical_p || wanted.top_k;
  const bool by_default = configuration.do_sample;
  sampling::SamplingOptions options;
  options.temperature = or_else(wanted.temperature, by_default || drawn ? configuration.temperature : 0);
  options.top_k = wanted.top_k.value_or(by_default ? configuration.top_k : 0);
  options.top_p = or_else(wanted.top_p, by_default ? configuration.top_p : 1);
  options.min_p = or_else(wanted.min_p, by_default ? configuration.min_p : 0);
  options.typical_p = or_else(wanted.typical_p, by_default ? configuration.typical_p : 1);
  options.repetition_penalty = or_else(wanted.repetition_penalty, configuration.repetition_penalty);
  options.presence_penalty = or_else(wanted.presence_penalty, 0);
  options.frequency_penalty = or_else(wanted.frequency_penalty, 0);
  options.logit_bias = wanted.logit_bias;
  options.seed = wanted.seed.value_or(seed);
  options.logprobs = wanted.top_logprobs.has_value();
  options.top_logprobs = wanted.top_logprobs.value_or(0);
  return options;
}

std::shared_ptr<const grammar::Grammar> read_grammar(const GenerationOptions &wanted, Error &error) {
  std::string why;
  std::shared_ptr<const grammar::Grammar> grammar;
  if (wanted.grammar == GrammarKind::json_object) return grammar::json_object_grammar();
  if (wanted.grammar == GrammarKind::regular_expression) grammar = grammar::regular_expression_grammar(wanted.grammar_source, why);
  if (wanted.grammar == GrammarKind::json_schema) {
    Json schema;
    if (parse_json(wanted.grammar_source, schema, why)) grammar = grammar::json_schema_grammar(schema, why);
  }
  if (!why.empty()) error = invalid_request("the answer cannot be held to this format: " + why, "invalid_grammar", "response_format");
  return why.empty() ? grammar : nullptr;
}

namespace {

// The finaliser of splitmix64.
uint64_t scrambled(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

}  // namespace

uint64_t fresh_seed(uint64_t instance_seed, uint64_t number) {
  const auto now = static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  return scrambled((instance_seed != 0 ? instance_seed : scrambled(now)) + number * 0x9e3779b97f4a7c15U);
}

}  // namespace modelet::generation
