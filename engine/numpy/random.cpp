#include "numpy/random.h"

#include "core/libm.h"

#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <unordered_set>

#include "python/lists.h"

namespace modelet::numpy {

namespace {

constexpr double normal_edge = 3.6541528853610087963519472518, exponential_edge = 7.69711747013104972;

double bits_of(const uint64_t *table, uint32_t index) {
  return std::bit_cast<double>(table[index]);
}

// numpy's SeedSequence: entropy spread over a pool of four words.
struct SeedSequence {
  uint32_t pool[4] = {};

  explicit SeedSequence(const std::vector<uint32_t> &entropy) {
    uint32_t constant = 0x43b0d7e5U;
    auto hashed = [&](uint32_t value) {
      value ^= constant;
      constant *= 0x931e8875U;
      value *= constant;
      return value ^ (value >> 16);
    };
    auto mix = [](uint32_t x, uint32_t y) {
      const uint32_t result = 0xca01f9ddU * x - 0x4973f715U * y;
      return result ^ (result >> 16);
    };
    for (std::size_t word = 0; word < 4; ++word) pool[word] = hashed(word < entropy.size() ? entropy[word] : 0);
    for (std::size_t from = 0; from < 4; ++from)
      for (std::size_t to = 0; to < 4; ++to)
        if (from != to) pool[to] = mix(pool[to], hashed(pool[from]));
    for (std::size_t from = 4; from < entropy.size(); ++from)
      for (uint32_t &word : pool) word = mix(word, hashed(entropy[from]));
  }

  void generate(uint64_t *out, int count) const {
    uint32_t constant = 0x8b51f9ddU;
    for (int word = 0; word < 2 * count; ++word) {
      uint32_t data = pool[word % 4] ^ constant;
      constant *= 0x58f38dedU;
      data *= constant;
      data ^= data >> 16;
      if (word % 2 == 0)
        out[word / 2] = data;
      else
        out[word / 2] |= static_cast<uint64_t>(data) << 32;
    }
  }
};

void step(Generator::State &state) {
  constexpr unsigned __int128 multiplier = (static_cast<unsigned __int128>(2549297995355413924ULL) << 64) | 4865540595714422341ULL;
  state.state = state.state * multiplier + state.increment;
}

void add_words(std::vector<uint32_t> &entropy, uint64_t number) {
  do {
    entropy.push_back(static_cast<uint32_t>(number));
    number >>= 32;
  } while (number > 0);
}

template <typename Draw>
Array filled(Call &call, DType dtype, const Extents &shape, Draw &&draw) {
  const Array out = new_array(call, dtype, shape);
  if (call.failed()) return {};
  for (int64_t index = 0; index < out.size(); ++index) draw(index, out.data() + index * static_cast<int64_t>(dtype_bytes(dtype)));
  return out;
}

void shuffle_numbers(const Generator &random, int64_t *numbers, int64_t count, int64_t first) {
  for (int64_t index = count - 1; index >= first; --index) std::swap(numbers[index], numbers[random.below(static_cast<uint64_t>(index))]);
}

Array counted_from_zero(Call &call, int64_t count) {
  const Array out = new_array(call, DType::int64, {count});
  if (!call.failed()) std::iota(reinterpret_cast<int64_t *>(out.data()), reinterpret_cast<int64_t *>(out.data()) + count, 0);
  return out;
}

// Floyd's algorithm, in the order of numpy's table of what was taken.
void sample(const Generator &random, int64_t population, int64_t count, int64_t *out) {
  std::unordered_set<uint64_t> taken;
  for (int64_t place = population - count; place < population; ++place) {
    uint64_t value = random.below(static_cast<uint64_t>(place));
    if (!taken.insert(value).second) taken.insert(value = static_cast<uint64_t>(place));
    out[place - population + count] = static_cast<int64_t>(value);
  }
}

// What numpy says of arguments of `choice`: Generator and RandomState in words of their own.
struct ChoiceMessages {
  const char *no_items, *no_population, *too_many, *sizes, *nan, *negative, *sum;
};
constexpr ChoiceMessages generator_messages = {"a cannot be empty unless no samples are taken",
                                               "a must be a positive integer unless no samples are taken",
                                               "Cannot take a larger sample than population when replace is False",
                                               "a and p must have same size",
                                               "Probabilities contain NaN",
                                               "Probabilities are not non-negative",
                                               "Probabilities do not sum to 1. See Notes section of docstring for more information."};
constexpr ChoiceMessages legacy_messages = {"'a' cannot be empty unless no samples are taken",
                                            "a must be greater than 0 unless no samples are taken",
                                            "Cannot take a larger sample than population when 'replace=False'",
                                            "'a' and 'p' must have same size",
                                            "probabilities contain NaN",
                                            "probabilities are not non-negative",
                                            "probabilities do not sum to 1"};
const ChoiceMessages &messages_of(const Generator &random) {
  return random.legacy() ? legacy_messages : generator_messages;
}

bool check_sample(Call &call, const ChoiceMessages &messages, int64_t population, int64_t count, bool replace, bool items) {
  if (population <= 0 && count > 0) {
    call.raise("ValueError", items ? messages.no_items : messages.no_population);
    return false;
  }
  if (replace || count <= population) return true;
  call.raise("ValueError", messages.too_many);
  return false;
}

bool check_shares(Call &call, const ChoiceMessages &messages, const double *shares, int64_t count, int64_t population) {
  if (count != population) return call.raise("ValueError", messages.sizes), false;
  double sum = 0, lost = 0;
  bool negative = false;
  for (int64_t index = 0; index < count; ++index) {
    if (index == 0)
      sum = shares[0];
    else {
      const double y = shares[index] - lost, t = sum + y;
      lost = (t - sum) - y;
      sum = t;
    }
    negative = negative || shares[index] < 0;
  }
  if (std::isnan(sum)) return call.raise("ValueError", messages.nan), false;
  if (negative) return call.raise("ValueError", messages.negative), false;
  if (std::fabs(sum - 1.0) > 1.4901161193847656e-08) return call.raise("ValueError", messages.sum), false;
  return true;
}

std::vector<double> running_shares(const std::vector<double> &shares) {
  std::vector<double> out(shares.size());
  double sum = 0;
  for (std::size_t index = 0; index < shares.size(); ++index) out[index] = sum = index == 0 ? shares[0] : sum + shares[index];
  const double whole = out.empty() ? 1 : out.back();
  for (double &value : out) value /= whole;
  return out;
}

int64_t place_in(const std::vector<double> &running, double at) {
  return std::upper_bound(running.begin(), running.end(), at) - running.begin();
}

}  // namespace

Generator::Generator(const std::vector<uint32_t> &entropy) : state_(std::make_shared<State>()) {
  uint64_t words[4];
  SeedSequence(entropy).generate(words, 4);
  auto wide = [](uint64_t high, uint64_t low) { return (static_cast<unsigned __int128>(high) << 64) | low; };
  state_->increment = (wide(words[2], words[3]) << 1) | 1;
  step(*state_);
  state_->state += wide(words[0], words[1]);
  step(*state_);
}

Generator::Generator(uint32_t seed) : state_(std::make_shared<State>()) {
  state_->legacy = std::make_unique<Legacy>();
  this->seed(seed);
}

void Generator::seed(uint32_t value) const {
  state_->legacy->twister.seed(value);
  state_->legacy->kept = false;
}

double Generator::uniform() const {
  if (!legacy()) return static_cast<double>(next64() >> 11) * (1.0 / 9007199254740992.0);
  const uint32_t high = next32() >> 5, low = next32() >> 6;
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

uint64_t Generator::next64() const {
  if (legacy()) {
    const uint64_t high = next32();
    return (high << 32) | next32();
  }
  step(*state_);
  const auto high = static_cast<uint64_t>(state_->state >> 64), low = static_cast<uint64_t>(state_->state);
  return std::rotr(high ^ low, static_cast<int>(high >> 58));
}

uint32_t Generator::next32() const {
  if (legacy()) return static_cast<uint32_t>(state_->legacy->twister());
  if (state_->buffered) {
    state_->buffered = false;
    return state_->buffer;
  }
  const uint64_t both = next64();
  state_->buffered = true;
  state_->buffer = static_cast<uint32_t>(both >> 32);
  return static_cast<uint32_t>(both);
}

namespace {

// Two at a time, from a point in the circle.
double polar_normal(const Generator &random, Generator::Legacy &state) {
  if (state.kept) {
    state.kept = false;
    return state.spare;
  }
  double x = 0, y = 0, square = 0;
  do {
    x = 2.0 * random.uniform() - 1.0;
    y = 2.0 * random.uniform() - 1.0;
    square = x * x + y * y;
  } while (square >= 1.0 || square == 0.0);
  const double scale = std::sqrt(-2.0 * libm::log(square) / square);
  state.spare = scale * x;
  state.kept = true;
  return scale * y;
}

}  // namespace

double Generator::normal() const {
  if (legacy()) return polar_normal(*this, *state_->legacy);
  for (;;) {
    uint64_t drawn = next64();
    const auto index = static_cast<uint32_t>(drawn & 0xff);
    drawn >>= 8;
    const bool negative = (drawn & 1) != 0;
    const uint64_t size = (drawn >> 1) & 0x000fffffffffffff;
    double x = static_cast<double>(size) * bits_of(normal_widths, index);
    if (negative) x = -x;
    if (size < normal_limits[index]) return x;
    if (index == 0) {
      for (;;) {
        const double far = -(1 / normal_edge) * std::log1p(-uniform());
        const double y = -std::log1p(-uniform());
        if (y + y > far * far) return ((size >> 8) & 1) != 0 ? -(normal_edge + far) : normal_edge + far;
      }
    }
    const double top = bits_of(normal_heights, index - 1), bottom = bits_of(normal_heights, index);
    if ((top - bottom) * uniform() + bottom < libm::exp(-0.5 * x * x)) return x;
  }
}

double Generator::exponential() const {
  if (legacy()) return -libm::log(1.0 - uniform());
  for (;;) {
    uint64_t drawn = next64() >> 3;
    const auto index = static_cast<uint32_t>(drawn & 0xff);
    drawn >>= 8;
    const double x = static_cast<double>(drawn) * bits_of(exponential_widths, index);
    if (drawn < exponential_limits[index]) return x;
    if (index == 0) return exponential_edge - std::log1p(-uniform());
    const double top = bits_of(exponential_heights, index - 1), bottom = bits_of(exponential_heights, index);
    if ((top - bottom) * uniform() + bottom < libm::exp(-x)) return x;
  }
}

uint64_t Generator::below(uint64_t largest) const {
  if (largest == 0) return 0;
  if (legacy()) return interval(largest);
  if (largest < 0xffffffffU) {
    const auto count = static_cast<uint32_t>(largest) + 1;
    uint64_t product = static_cast<uint64_t>(next32()) * count;
    if (static_cast<uint32_t>(product) < count) {
      const uint32_t limit = (0xffffffffU - static_cast<uint32_t>(largest)) % count;
      while (static_cast<uint32_t>(product) < limit) product = static_cast<uint64_t>(next32()) * count;
    }
    return product >> 32;
  }
  if (largest == 0xffffffffU) return next32();
  if (largest == UINT64_MAX) return next64();
  const uint64_t count = largest + 1;
  unsigned __int128 product = static_cast<unsigned __int128>(next64()) * count;
  if (static_cast<uint64_t>(product) < count) {
    const uint64_t limit = (UINT64_MAX - largest) % count;
    while (static_cast<uint64_t>(product) < limit) product = static_cast<unsigned __int128>(next64()) * count;
  }
  return static_cast<uint64_t>(product >> 64);
}

uint64_t Generator::interval(uint64_t largest) const {
  const uint64_t mask = largest == 0 ? 0 : UINT64_MAX >> std::countl_zero(largest);
  for (;;) {
    const uint64_t value = mask & (largest <= 0xffffffffU ? next32() : next64());
    if (value <= largest) return value;
  }
}

Generator default_rng(Call &call, int64_t seed) {
  if (seed < 0) call.raise("ValueError", "expected non-negative integer");
  std::vector<uint32_t> entropy;
  add_words(entropy, static_cast<uint64_t>(seed));
  return Generator(entropy);
}

Generator default_rng_of(Call &call, const python::List<int64_t> &seed) {
  std::vector<uint32_t> entropy;
  for (int64_t number : seed) {
    if (number < 0) call.raise("ValueError", "expected non-negative integer");
    add_words(entropy, static_cast<uint64_t>(number));
  }
  return Generator(entropy);
}

namespace {

// What differs from call to call: the host's entropy where it has any, and the time and an address where it has none.
uint64_t fresh_seed(Call &call) {
  if (call.seed != 0) return call.seed;
  const auto now = static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  const auto wall = static_cast<uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  static std::atomic<uint64_t> counter{0};
  uint64_t mixed = wall ^ std::rotl(now, 32) ^ (counter.fetch_add(1, std::memory_order_relaxed) * 0x9e3779b97f4a7c15ULL);
  mixed ^= reinterpret_cast<uintptr_t>(&call) >> 4;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
  return mixed ^ (mixed >> 31);
}

bool check_seed(Call &call, int64_t seed) {
  if (seed < 0 || seed > 0xffffffffLL) call.raise("ValueError", "Seed must be between 0 and 2**32 - 1");
  return !call.failed();
}

}  // namespace

Generator unseeded_rng(Call &call) {
  std::vector<uint32_t> entropy;
  add_words(entropy, fresh_seed(call));
  return Generator(entropy);
}

Generator random_state(Call &call, int64_t seed) {
  return check_seed(call, seed) ? Generator(static_cast<uint32_t>(seed)) : Generator(uint32_t{0});
}

Generator unseeded_state(Call &call) {
  return Generator(static_cast<uint32_t>(fresh_seed(call)));
}

void seed_state(Call &call, const Generator &random, int64_t seed) {
  if (check_seed(call, seed)) random.seed(static_cast<uint32_t>(seed));
}

Generator module_state(Call &call) {
  static const char key = 0;
  return python::constant<Generator>(call, &key, [](Call &inner) { return unseeded_state(inner); });
}

Array random_uniform(Call &call, const Generator &random, const Extents &shape, double low, double high) {
  const double range = high - low;
  const char *unbounded = random.legacy() ? "Range exceeds valid bounds" : "high - low range exceeds valid bounds";
  if (!std::isfinite(range)) return call.raise("OverflowError", unbounded), Array();
  if (range < 0 && !random.legacy()) return call.raise("ValueError", "high - low < 0"), Array();
  return filled(call, DType::float64, shape, [&](int64_t, std::byte *at) { save<double>(at, low + range * random.uniform()); });
}

Array random_normal(Call &call, const Generator &random, const Extents &shape, double centre, double scale) {
  if (scale < 0 || (scale == 0 && std::signbit(scale))) return call.raise("ValueError", "scale < 0"), Array();
  return filled(call, DType::float64, shape, [&](int64_t, std::byte *at) { save<double>(at, centre + scale * random.normal()); });
}

Array random_exponential(Call &call, const Generator &random, const Extents &shape, double scale) {
  if (scale < 0 || (scale == 0 && std::signbit(scale))) return call.raise("ValueError", "scale < 0"), Array();
  return filled(call, DType::float64, shape, [&](int64_t, std::byte *at) { save<double>(at, scale * random.exponential()); });
}

Array random_integers(Call &call, const Generator &random, const Extents &shape, int64_t low, int64_t high, bool endpoint) {
  if (endpoint ? low > high : low >= high) {
    const char *zero = random.legacy() ? "high <= 0" : endpoint ? "high < 0" : "high <= 0";
    return call.raise("ValueError", low == 0 ? zero : endpoint ? "low > high" : "low >= high"), Array();
  }
  const uint64_t largest = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) - (endpoint ? 0 : 1);
  return filled(call, DType::int64, shape,
                [&](int64_t, std::byte *at) { save<uint64_t>(at, static_cast<uint64_t>(low) + random.below(largest)); });
}

namespace {

// Numbers of 1, 8 or 16 bits, several from each word of the generator's.
class Pieces {
 public:
  Pieces(const Generator &random, int bits) : random_(random), bits_(bits) {}

  uint32_t next() {
    if (left_ == 0) {
      word_ = random_.next32();
      left_ = 32 / bits_;
    } else {
      word_ >>= bits_;
    }
    --left_;
    return word_ & mask();
  }
  // From 0 to `largest`: Lemire's way, as numpy goes it.
  uint32_t below(uint32_t largest) {
    if (largest == mask()) return next();
    const uint32_t count = largest + 1;
    uint32_t product = next() * count;
    if ((product & mask()) < count) {
      const uint32_t limit = (mask() - largest) % count;
      while ((product & mask()) < limit) product = next() * count;
    }
    return product >> bits_;
  }

 private:
  uint32_t mask() const { return (1U << bits_) - 1; }

  const Generator &random_;
  int bits_, left_ = 0;
  uint32_t word_ = 0;
};

// False, with numpy's ValueError, when the bounds are not the dtype's.
template <typename T>
bool check_bounds(Call &call, int64_t low, int64_t last, bool endpoint) {
  const std::string name(dtype_name(dtype_of<T>));
  if (std::cmp_less(low, std::numeric_limits<T>::min())) return call.raise("ValueError", "low is out of bounds for " + name), false;
  if (std::cmp_greater(last, std::numeric_limits<T>::max())) return call.raise("ValueError", "high is out of bounds for " + name), false;
  if (low <= last) return true;
  const char *zero = endpoint ? "high < 0" : "high <= 0";
  return call.raise("ValueError", low == 0 ? zero : endpoint ? "low > high" : "low >= high"), false;
}

}  // namespace

Array random_small_integers(Call &call, const Generator &random, const Extents &shape, int64_t low, int64_t high, bool endpoint,
                            DType dtype) {
  Array out;
  with_type(call, dtype, [&]<typename T>(Tag<T>) {
    if constexpr (!std::is_floating_point_v<T>) {
      const int64_t last = endpoint ? high : high - 1;
      bool fits = true;
      if constexpr (std::is_same_v<T, bool>) {
        fits = low >= 0 && last <= 1 && low <= last;
        if (!fits)
          call.raise("ValueError", low < 0 ? "low is out of bounds for bool" : last > 1 ? "high is out of bounds for bool" : "low >= high");
      } else {
        fits = check_bounds<T>(call, low, last, endpoint);
      }
      if (!fits) return;
      const uint64_t largest = static_cast<uint64_t>(last) - static_cast<uint64_t>(low);
      Pieces pieces(random, std::is_same_v<T, bool> ? 1 : sizeof(T) < 4 ? static_cast<int>(sizeof(T)) * 8 : 32);
      out = filled(call, dtype, shape, [&](int64_t, std::byte *at) {
        const uint64_t drawn = largest == 0 ? 0 : sizeof(T) < 4 ? pieces.below(static_cast<uint32_t>(largest)) : random.below(largest);
        save<T>(at, static_cast<T>(static_cast<uint64_t>(low) + drawn));
      });
    }
  });
  return out;
}

Array random_singles(Call &call, const Generator &random, const Extents &shape) {
  return filled(call, DType::float32, shape,
                [&](int64_t, std::byte *at) { save<float>(at, static_cast<float>(random.next32() >> 8) * (1.0F / 16777216.0F)); });
}

void shuffle(Call &call, const Generator &random, const Array &array, int64_t axis) {
  int32_t place = 0;
  if (!writeable(call, array, "assignment destination is read-only") || !normal_axis(call, axis, array.rank(), place)) return;
  const Array spare = new_array(call, array.dtype, part(array, place, 0, array.shape[place] > 0 ? 1 : 0).shape);
  for (int64_t index = array.shape[place] - 1; index > 0 && !call.failed(); --index) {
    const auto other = static_cast<int64_t>(random.interval(static_cast<uint64_t>(index)));
    if (other == index) continue;
    const Array first = part(array, place, index, 1), second = part(array, place, other, 1);
    move_elements(spare, second);
    move_elements(second, first);
    move_elements(first, spare);
  }
}

Array permutation_of(Call &call, const Generator &random, int64_t count) {
  const Array out = counted_from_zero(call, std::max<int64_t>(count, 0));
  if (!call.failed()) shuffle(call, random, out, 0);
  return out;
}

Array permutation(Call &call, const Generator &random, const Array &array, int64_t axis) {
  int32_t place = 0;
  if (!normal_axis(call, axis, array.rank(), place)) return {};
  const Array order = permutation_of(call, random, array.shape[place]);
  return call.failed() ? Array() : take(call, array, order, static_cast<int64_t>(place));
}

Array choose(Call &call, const Generator &random, int64_t population, const Extents &shape, bool replace, bool shuffled, bool items) {
  const int64_t count = shape.product();
  if (!check_sample(call, messages_of(random), population, count, replace, items)) return {};
  if (replace) return count == 0 ? new_array(call, DType::int64, shape) : random_integers(call, random, shape, 0, population, false);
  if (random.legacy()) {
    const Array all = permutation_of(call, random, population);
    return call.failed() ? Array() : reshape(call, copy(call, part(all, 0, 0, count)), shape);
  }
  if (population > 10000 && count > population / (shuffled ? 50 : 20)) {
    const Array all = counted_from_zero(call, population);
    if (call.failed()) return {};
    shuffle_numbers(random, reinterpret_cast<int64_t *>(all.data()), population, std::max<int64_t>(population - count, 1));
    return reshape(call, copy(call, part(all, 0, population - count, count)), shape);
  }
  const Array out = new_array(call, DType::int64, shape);
  if (call.failed()) return {};
  auto *numbers = reinterpret_cast<int64_t *>(out.data());
  sample(random, population, count, numbers);
  if (shuffled) shuffle_numbers(random, numbers, count, 1);
  return out;
}

Array choose_by(Call &call, const Generator &random, int64_t population, const Extents &shape, const Array &given, bool replace) {
  const int64_t count = shape.product();
  if (given.rank() != 1) return call.raise("ValueError", "p must be 1-dimensional"), Array();
  const Array held = copy(call, given);
  if (call.failed()) return {};
  std::vector<double> shares(reinterpret_cast<const double *>(held.data()), reinterpret_cast<const double *>(held.data()) + held.size());
  const ChoiceMessages &messages = messages_of(random);
  if (!check_shares(call, messages, shares.data(), held.size(), population) ||
      !check_sample(call, messages, population, count, replace, false))
    return {};
  const Array out = new_array(call, DType::int64, shape);
  if (call.failed()) return {};
  auto *numbers = reinterpret_cast<int64_t *>(out.data());
  if (replace) {
    const std::vector<double> running = running_shares(shares);
    for (int64_t index = 0; index < count; ++index) numbers[index] = place_in(running, random.uniform());
    return out;
  }
  if (std::count_if(shares.begin(), shares.end(), [](double share) { return share > 0; }) < count)
    return call.raise("ValueError", "Fewer non-zero entries in p than size"), Array();
  for (int64_t found = 0; found < count;) {
    std::vector<double> drawn(static_cast<std::size_t>(count - found));
    for (double &value : drawn) value = random.uniform();
    for (int64_t index = 0; index < found; ++index) shares[static_cast<std::size_t>(numbers[index])] = 0;
    const std::vector<double> running = running_shares(shares);
    const int64_t before = found;
    for (double value : drawn) {
      const int64_t place = place_in(running, value);
      if (std::find(numbers + before, numbers + found, place) == numbers + found) numbers[found++] = place;
    }
  }
  return out;
}

}  // namespace modelet::numpy
