// The cache's blocks under requests that come, grow, share beginnings and go; what it holds is written and read as a model would.
#include "cache/key_value_cache.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>

#include "core/host.h"
#include "hash/sha256.h"
#include "testing/check.h"

using namespace modelet;
using namespace modelet::cache;

namespace {

constexpr int64_t block_tokens = kernels::cache_block_tokens;

Geometry small_geometry() {
  return {kernels::CacheFormat::q8, {{1, 8}, {2, 4}}, 77};
}

std::unique_ptr<KeyValueCache> make_cache(int64_t blocks, std::shared_ptr<Budget> budget = nullptr, Geometry geometry = small_geometry()) {
  Error error;
  auto cache = KeyValueCache::create(geometry, blocks, std::move(budget), error);
  CHECK(cache != nullptr && !error);
  return cache;
}

std::vector<int32_t> counted(int64_t count, int32_t first = 0) {
  std::vector<int32_t> tokens;
  for (int64_t index = 0; index < count; ++index) tokens.push_back(first + static_cast<int32_t>(index));
  return tokens;
}

// A request as a scheduler holds it. What a position holds depends on all tokens up to it, as keys and values do.
struct Request {
  Sequence sequence;
  std::vector<int32_t> tokens;  // computed or to be computed
  int64_t computed = 0;
  bool foreign = false;
};

uint64_t content(const std::vector<int32_t> &tokens, int64_t position) {
  uint64_t hash = 14695981039346656037U;
  for (int64_t index = 0; index <= position; ++index) {
    hash = (hash ^ static_cast<uint32_t>(tokens[static_cast<std::size_t>(index)] + 1)) * 1099511628211U;
  }
  return hash;
}

std::byte *memory_of(const KeyValueCache &cache, const Sequence &sequence, int64_t position) {
  const kernels::LayerCache &layer = cache.layers()[0];
  const int64_t block = sequence.blocks()[static_cast<std::size_t>(position / block_tokens)];
  return layer.base + block * layer.block_stride + position % block_tokens * static_cast<int64_t>(sizeof(uint64_t));
}

void compute(const KeyValueCache &cache, Request &request, int64_t until) {
  for (; request.computed < until; ++request.computed) {
    const uint64_t value = content(request.tokens, request.computed);
    std::memcpy(memory_of(cache, request.sequence, request.computed), &value, sizeof(value));
  }
}

bool holds_its_content(const KeyValueCache &cache, const Request &request) {
  for (int64_t position = 0; position < request.computed; ++position) {
    const uint64_t value = content(request.tokens, position);
    if (std::memcmp(memory_of(cache, request.sequence, position), &value, sizeof(value)) != 0) return false;
  }
  return true;
}

class Scheduler {
 public:
  explicit Scheduler(int64_t blocks, std::shared_ptr<Budget> budget = nullptr) : cache(make_cache(blocks, std::move(budget))) {}

  Snapshot snapshot() const {
    std::vector<const Sequence *> live;
    for (const auto &request : requests) live.push_back(&request->sequence);
    return cache->snapshot(live);
  }

  void check() const {
    CHECK_EQUAL(check_invariants(snapshot()), "");
    const Occupancy now = cache->occupancy();
    CHECK_EQUAL(now.free + now.used, now.total);
  }

  Request *add(std::vector<int32_t> tokens) {
    auto request = std::make_unique<Request>();
    request->tokens = std::move(tokens);
    const Snapshot before = snapshot();
    const bool possible = cache->can_allocate(request->tokens);
    const int64_t matched = cache->match_prefix(request->tokens);
    const bool done = cache->allocate(request->sequence, request->tokens);
    if (!done) CHECK(snapshot() == before);
    if (!limited) CHECK_EQUAL(done, possible);
    if (!done) return nullptr;
    CHECK_EQUAL(request->sequence.cached_tokens(), matched);
    request->computed = matched;
    requests.push_back(std::move(request));
    return requests.back().get();
  }

  bool append(Request &request, int64_t positions) {
    const Snapshot before = snapshot();
    const bool possible = cache->can_append(request.sequence, positions), done = cache->append(request.sequence, positions);
    if (!done) CHECK(snapshot() == before);
    if (!limited) CHECK_EQUAL(done, possible);
    if (done) CHECK(request.sequence.capacity() >= positions);
    return done;
  }

  // Computes up to `count` tokens more and publishes them.
  void step(Request &request, int64_t count) {
    compute(*cache, request, std::min(request.computed + count, static_cast<int64_t>(request.tokens.size())));
    publish(request);
  }
  void publish(Request &request) {
    cache->publish(request.sequence, std::span(request.tokens).first(static_cast<std::size_t>(request.computed)));
  }

  void remove(std::size_t index) {
    cache->release(requests[index]->sequence);
    CHECK(requests[index]->sequence.blocks().empty());
    requests.erase(requests.begin() + static_cast<std::ptrdiff_t>(index));
  }
  void remove_all() {
    while (!requests.empty()) remove(requests.size() - 1);
  }

  std::unique_ptr<KeyValueCache> cache;
  std::vector<std::unique_ptr<Request>> requests;
  bool limited = false;  // by its budget
};

void a_beginning_is_found_again() {
  Scheduler all(16);
  Request *first = all.add(counted(100));
  CHECK_EQUAL(first->sequence.cached_tokens(), 0);
  CHECK_EQUAL(all.cache->match_prefix(counted(100)), 0);
  all.step(*first, 70);
  CHECK_EQUAL(all.cache->match_prefix(counted(100)), 64);
  CHECK_EQUAL(all.cache->match_prefix(counted(65)), 64);
  CHECK_EQUAL(all.cache->match_prefix(counted(64)), 32);  // the last token is computed for its logits
  CHECK_EQUAL(all.cache->match_prefix(counted(0)), 0);
  Request *second = all.add(counted(80));
  CHECK_EQUAL(second->sequence.blocks()[1], first->sequence.blocks()[1]);
  CHECK(second->sequence.blocks()[2] != first->sequence.blocks()[2]);
  CHECK(holds_its_content(*all.cache, *second));
  all.check();
  all.remove_all();
  CHECK_EQUAL(all.cache->match_prefix(counted(100)), 64);
  CHECK_EQUAL(all.cache->occupancy().used, 0);
  CHECK_EQUAL(all.cache->occupancy().shared, 2);
  all.check();
}

// The same tokens after others are something else.
void equal_blocks_after_others_are_not_shared() {
  Scheduler all(16);
  std::vector<int32_t> other = counted(100);
  other[3] = 9999;
  all.step(*all.add(counted(100)), 100);
  CHECK_EQUAL(all.cache->match_prefix(other), 0);
  all.step(*all.add(other), 100);
  CHECK(all.requests[0]->sequence.blocks()[1] != all.requests[1]->sequence.blocks()[1]);
  all.check();
}

// Two requests that compute the same at the same time end up with one copy.
void equal_blocks_become_one() {
  Scheduler all(8);
  Request *first = all.add(counted(70)), *second = all.add(counted(70));
  CHECK_EQUAL(all.cache->occupancy().used, 6);
  all.step(*first, 70);
  all.step(*second, 33);
  all.check();
  all.step(*second, 70);
  CHECK_EQUAL(all.cache->occupancy().used, 4);
  CHECK(holds_its_content(*all.cache, *second));
  all.check();
}

// The memory of the least recently used is taken first, and of it the end before the beginning.
void what_was_used_last_stays_longest() {
  Scheduler all(8);
  for (const int32_t start : {0, 1000, 2000}) {
    all.step(*all.add(counted(64, start)), 64);
    all.remove_all();
  }
  all.add(counted(65, 0));  // 0 is used again
  all.remove_all();
  all.add(counted(90, 5000));  // untouched memory is left for two blocks
  CHECK_EQUAL(all.cache->match_prefix(counted(65, 0)), 64);
  CHECK_EQUAL(all.cache->match_prefix(counted(65, 1000)), 32);
  CHECK_EQUAL(all.cache->match_prefix(counted(65, 2000)), 64);
  all.check();
  all.remove_all();
}

void memory_is_paid_for_when_it_is_used() {
  const uint64_t block = make_cache(1)->block_bytes();
  auto budget = std::make_shared<Budget>(&own_host(), 3 * block + 1);
  {
    Scheduler all(100, budget);
    all.limited = true;
    CHECK_EQUAL(budget->used(), 0U);
    Request *first = all.add(counted(33));
    CHECK_EQUAL(budget->used(), 2 * block);
    CHECK(all.cache->can_allocate(counted(80)));
    CHECK(all.add(counted(80)) == nullptr);
    CHECK(!all.append(*first, 128));
    CHECK(all.append(*first, 96));
    all.step(*first, 33);
    all.remove_all();
    CHECK(all.add(counted(80, 500)) != nullptr);  // what is idle is taken where the budget grants nothing more
    CHECK_EQUAL(budget->used(), 3 * block);
    all.check();
    all.remove_all();
  }
  CHECK_EQUAL(budget->used(), 0U);
}

void a_cache_that_cannot_be_is_refused() {
  Error error;
  CHECK(KeyValueCache::create(small_geometry(), 0, nullptr, error) == nullptr);
  CHECK_EQUAL(error.code, "cache_size");
  for (const int64_t blocks : {int64_t{1} << 40, int64_t{1} << 62}) {
    error = {};
    CHECK(KeyValueCache::create(small_geometry(), blocks, nullptr, error) == nullptr);
    CHECK_EQUAL(error.code, "out_of_memory");
  }
}

// Requests of a few families, so that beginnings are shared often.
std::vector<int32_t> random_prompt(std::mt19937 &random) {
  const auto family = static_cast<int32_t>(random() % 4);
  std::vector<int32_t> tokens = counted(1 + static_cast<int64_t>(random() % 200), family * 1000);
  if (random() % 2 == 0) tokens[random() % tokens.size()] = static_cast<int32_t>(random() % 3) - 5;
  return tokens;
}

void generate(Scheduler &all, Request &request, std::mt19937 &random) {
  if (request.computed < static_cast<int64_t>(request.tokens.size())) return all.step(request, 1 + static_cast<int64_t>(random() % 90));
  const auto positions = static_cast<int64_t>(request.tokens.size()) + 1;
  if (!all.append(request, positions)) return;
  request.tokens.push_back(static_cast<int32_t>(random() % 2));
  all.step(request, 1);
}

// Out and in again, as a preempted request may be.
void exchange(Scheduler &all, std::size_t index, std::mt19937 &random) {
  const Request &from = *all.requests[index];
  const auto known = std::span(from.tokens).first(static_cast<std::size_t>(from.computed));
  const std::vector<std::byte> bytes = all.cache->export_sequence(from.sequence, known);
  if (random() % 2 == 0) all.remove(index);
  auto request = std::make_unique<Request>();
  Error error;
  if (!all.cache->import_sequence(bytes, request->sequence, request->tokens, error)) {
    CHECK_EQUAL(error.code, "cache_full");
    return;
  }
  request->computed = static_cast<int64_t>(request->tokens.size());
  all.requests.push_back(std::move(request));
}

void random_operations_keep_the_invariants() {
  std::mt19937 random(2024);
  Scheduler all(24);
  int64_t found = 0, refused = 0;
  for (int step = 0; step < 10000; ++step) {
    const std::size_t chosen = all.requests.empty() ? 0 : random() % all.requests.size();
    const uint32_t what = random() % 16;
    if (all.requests.empty() || what < 3) {
      const Request *added = all.add(random_prompt(random));
      (added == nullptr ? refused : found) += added == nullptr ? 1 : added->sequence.cached_tokens();
    } else if (what < 13) {
      generate(all, *all.requests[chosen], random);
    } else if (what == 13) {
      exchange(all, chosen, random);
    } else {
      all.remove(chosen);
    }
    all.check();
    for (const auto &request : all.requests) CHECK(holds_its_content(*all.cache, *request));
    if (testing::failures > 0) return;
  }
  CHECK(found > 10000 && refused > 100);
  all.remove_all();
  all.check();
  CHECK_EQUAL(all.cache->occupancy().used, 0);
}

std::vector<std::byte> exported(const Geometry &geometry) {
  auto cache = make_cache(4, nullptr, geometry);
  Request request;
  request.tokens = counted(70);
  CHECK(cache->allocate(request.sequence, request.tokens));
  compute(*cache, request, 70);
  std::vector<std::byte> bytes = cache->export_sequence(request.sequence, request.tokens);
  cache->release(request.sequence);
  return bytes;
}

void an_export_is_taken_by_another_cache() {
  const std::vector<std::byte> bytes = exported(small_geometry());
  auto cache = make_cache(5);
  Request request;
  Error error;
  CHECK(cache->import_sequence(bytes, request.sequence, request.tokens, error));
  CHECK(request.tokens == counted(70));
  request.computed = 70;
  CHECK(holds_its_content(*cache, request));
  CHECK(cache->export_sequence(request.sequence, request.tokens) == bytes);
  cache->publish(request.sequence, request.tokens);
  CHECK_EQUAL(cache->match_prefix(counted(70)), 0);  // foreign bytes reach no other request
  Sequence second;
  CHECK(!cache->import_sequence(bytes, second, request.tokens, error));
  CHECK_EQUAL(error.code, "cache_full");
  cache->release(request.sequence);
  CHECK_EQUAL(cache->occupancy().used, 0);
}

void exports_of_others_are_refused() {
  Geometry format = small_geometry(), heads = format, layers = format, model = format;
  format.format = kernels::CacheFormat::float16;
  heads.layers[1].head_dim = 5;
  layers.layers.push_back({1, 1});
  model.model = 78;
  auto cache = make_cache(8);
  for (const Geometry &geometry : {format, heads, layers, model}) {
    Sequence sequence;
    std::vector<int32_t> tokens;
    Error error;
    CHECK(!cache->import_sequence(exported(geometry), sequence, tokens, error));
    CHECK_EQUAL(error.code, "cache_import");
    CHECK(sequence.blocks().empty());
  }
}

void sign(std::vector<std::byte> &bytes) {
  hash::Sha256 hash;
  hash.update(std::span(bytes).first(bytes.size() - 32));
  const auto digest = hash.digest();
  std::memcpy(bytes.data() + bytes.size() - 32, digest.data(), 32);
}

// Damaged bytes are refused; damaged headers under a right digest are refused too, or are right.
void damaged_exports_do_no_harm() {
  std::mt19937 random(7);
  const std::vector<std::byte> good = exported(small_geometry());
  auto cache = make_cache(8);
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::byte> bytes = good;
    const uint32_t way = random() % 4;
    if (way == 0) bytes.resize(random() % bytes.size());
    if (way == 1) bytes.insert(bytes.end(), 1 + random() % 64, std::byte{1});
    for (auto count = way < 2 ? 0 : 1 + random() % 3; count > 0; --count) {
      bytes[random() % (way == 2 ? bytes.size() : 64)] ^= static_cast<std::byte>(1 + random() % 255);
    }
    const bool resigned = way != 2 && random() % 2 == 0 && bytes.size() >= 32;
    if (resigned) sign(bytes);
    Request request;
    Error error;
    const bool taken = cache->import_sequence(bytes, request.sequence, request.tokens, error);
    if (taken) CHECK(resigned || bytes == good);
    if (!taken) CHECK(error.code == "cache_import" && request.sequence.blocks().empty() && request.tokens.empty());
    const Sequence *live = &request.sequence;
    if (round % 100 == 0) CHECK_EQUAL(check_invariants(cache->snapshot({&live, 1})), "");
    cache->release(request.sequence);
  }
  CHECK_EQUAL(cache->occupancy().used, 0);
}

// The validator sees what it is for.
void broken_snapshots_are_told() {
  Scheduler all(8);
  all.step(*all.add(counted(70)), 70);
  all.step(*all.add(counted(80)), 80);
  all.step(*all.add(counted(40, 500)), 40);
  all.remove(2);
  all.step(*all.add(counted(10, 700)), 10);
  const Snapshot good = all.snapshot();
  CHECK_EQUAL(check_invariants(good), "");
  const auto shared = static_cast<std::size_t>(good.sequences[0].blocks[0]);
  const auto own = static_cast<std::size_t>(good.sequences[2].blocks[0]);
  using Damage = void (*)(Snapshot &, std::size_t shared, std::size_t own);
  const Damage damages[] = {
      [](Snapshot &s, std::size_t at, std::size_t) { s.blocks[at].references = 1; },
      [](Snapshot &s, std::size_t, std::size_t at) { s.blocks[at].references = 0; },
      [](Snapshot &s, std::size_t, std::size_t at) { s.sequences[0].blocks.push_back(static_cast<int32_t>(at)); },
      [](Snapshot &s, std::size_t, std::size_t at) {
        s.sequences[0].blocks.push_back(static_cast<int32_t>(at));
        ++s.blocks[at].references;
      },
      [](Snapshot &s, std::size_t, std::size_t) { s.sequences.pop_back(); },
      [](Snapshot &s, std::size_t, std::size_t) { s.sequences[0].blocks[1] = s.sequences[0].blocks[0]; },
      [](Snapshot &s, std::size_t, std::size_t) { std::swap(s.sequences[1].blocks[0], s.sequences[1].blocks[1]); },
      [](Snapshot &s, std::size_t, std::size_t) { s.sequences[0].published = 1; },
      [](Snapshot &s, std::size_t, std::size_t) { s.sequences[0].published = 9; },
      [](Snapshot &s, std::size_t, std::size_t) { s.sequences[0].blocks[0] = -1; },
      [](Snapshot &s, std::size_t, std::size_t) { s.sequences[0].blocks[0] = 1000; },
      [](Snapshot &s, std::size_t, std::size_t at) { s.empty.push_back(static_cast<int32_t>(at)); },
      [](Snapshot &s, std::size_t at, std::size_t) { s.idle.push_back(static_cast<int32_t>(at)); },
      [](Snapshot &s, std::size_t, std::size_t) { s.idle.push_back(s.idle[0]); },
      [](Snapshot &s, std::size_t, std::size_t) { s.idle.clear(); },
      [](Snapshot &s, std::size_t, std::size_t) { std::swap(s.idle, s.empty); },
      [](Snapshot &s, std::size_t, std::size_t) { s.index.pop_back(); },
      [](Snapshot &s, std::size_t, std::size_t) { s.index.push_back(s.index[0]); },
      [](Snapshot &s, std::size_t, std::size_t) { s.index[0].tokens[5] = -7; },
      [](Snapshot &s, std::size_t, std::size_t at) { s.index[0].block = static_cast<int32_t>(at); },
      [](Snapshot &s, std::size_t, std::size_t) { s.touched = 99; },
      [](Snapshot &s, std::size_t, std::size_t) { --s.touched; },
      [](Snapshot &s, std::size_t, std::size_t) {
        s.blocks[static_cast<std::size_t>(s.idle[0])].parent = 12345;
        for (auto &entry : s.index) {
          if (entry.block == s.idle[0]) entry.parent = 12345;
        }
      },
  };
  for (std::size_t index = 0; index < std::size(damages); ++index) {
    Snapshot broken = good;
    damages[index](broken, shared, own);
    if (check_invariants(broken).empty()) testing::fail(__FILE__, __LINE__, "damage " + std::to_string(index) + " was not seen");
  }
}

}  // namespace

int main() {
  a_beginning_is_found_again();
  equal_blocks_after_others_are_not_shared();
  equal_blocks_become_one();
  what_was_used_last_stays_longest();
  memory_is_paid_for_when_it_is_used();
  a_cache_that_cannot_be_is_refused();
  random_operations_keep_the_invariants();
  an_export_is_taken_by_another_cache();
  exports_of_others_are_refused();
  damaged_exports_do_no_harm();
  broken_snapshots_are_told();
  return modelet::testing::result();
}
