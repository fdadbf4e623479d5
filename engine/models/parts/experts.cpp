// Mixture of experts: each token goes through the few experts that its router likes best.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "models/parts/step.h"

namespace modelet::models {
namespace {

void softmax(float *row, int64_t count) {
  const float most = *std::max_element(row, row + count);
  float sum = 0.0F;
  for (int64_t index = 0; index < count; ++index) sum += row[index] = std::exp(row[index] - most);
  for (int64_t index = 0; index < count; ++index) row[index] /= sum;
}

// Keeps the `chosen` largest of a row's probabilities, the first of equals, and sets the others to zero.
void keep_largest(float *row, int64_t count, int64_t chosen, std::vector<int64_t> &order) {
  order.resize(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::partial_sort(order.begin(), order.begin() + chosen, order.end(),
                    [row](int64_t a, int64_t b) { return row[a] != row[b] ? row[a] > row[b] : a < b; });
  for (auto place = order.begin() + chosen; place != order.end(); ++place) row[*place] = 0.0F;
}

void normalize_sum(float *row, int64_t count) {
  const float sum = std::accumulate(row, row + count, 0.0F);
  for (int64_t index = 0; index < count; ++index) row[index] /= sum;
}

// routes: [rows, experts], zero where an expert is not chosen.
void route(const Step &step, const Experts &experts, const float *from) {
  const int64_t count = experts.router.out;
  const float *const scales = floats(step, experts.scales);
  project(step, experts.router, from, step.routes);
  std::vector<int64_t> order;
  for (int64_t row = 0; row < step.rows; ++row) {
    float *const routes = step.routes + row * count;
    softmax(routes, count);
    keep_largest(routes, count, experts.chosen, order);
    if (experts.normalize_chosen) normalize_sum(routes, count);
    for (int64_t index = 0; scales != nullptr && index < count; ++index) routes[index] *= scales[index];
  }
}

void gather(const Step &step, std::span<const int64_t> rows, const float *from) {
  const int64_t width = step.decoder.width;
  float *to = step.expert_rows;
  for (const int64_t row : rows) to = std::copy(from + row * width, from + (row + 1) * width, to);
}

void add_weighted(const Step &step, std::span<const int64_t> rows, std::size_t expert, int64_t experts, float *to) {
  const int64_t width = step.decoder.width;
  const float *from = step.expert_results;
  for (const int64_t row : rows) {
    const float weight = step.routes[row * experts + static_cast<int64_t>(expert)];
    for (int64_t index = 0; index < width; ++index) to[row * width + index] += weight * *from++;
  }
}

// to += the chosen experts' results for `from`, weighted. Experts add to a row in rising order, whichever rows share the batch.
void add_experts(const Step &step, const Experts &experts, const float *from, float *to) {
  const int64_t count = experts.router.out;
  std::vector<int64_t> rows;
  for (std::size_t expert = 0; expert < static_cast<std::size_t>(count); ++expert) {
    rows.clear();
    for (int64_t row = 0; row < step.rows; ++row) {
      if (step.routes[row * count + static_cast<int64_t>(expert)] != 0.0F) rows.push_back(row);
    }
    if (rows.empty()) continue;
    const int64_t chosen = static_cast<int64_t>(rows.size());
    gather(step, rows, from);
    project_rows(step, experts.gate_up[expert], step.expert_rows, chosen, step.gate_up);
    gate(step, experts.down[expert].in, chosen);
    project_rows(step, experts.down[expert], step.gated, chosen, step.expert_results);
    add_weighted(step, rows, expert, count, to);
  }
}

}  // namespace

void mix_experts(const Step &step, const Experts &experts) {
  route(step, experts, step.h);
  add_experts(step, experts, step.h, step.x);
}

void mix_experts_beside(const Step &step, const Experts &experts) {
  const int64_t count = step.rows * step.decoder.width;
  float *const input = step.expert_input;
  normalize(step, experts.dense_norm_after, step.h, step.h);
  normalize(step, experts.router_norm, step.x, input);
  route(step, experts, input);
  normalize(step, experts.norm, step.x, input);
  std::fill(step.mixed, step.mixed + count, 0.0F);
  add_experts(step, experts, input, step.mixed);
  normalize(step, experts.norm_after, step.mixed, step.mixed);
  for (int64_t index = 0; index < count; ++index) step.h[index] += step.mixed[index];
}

}  // namespace modelet::models
