// Some of programs.py as one writes them in C++, with the arguments already in memory: what compiled Python could reach.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT double modelet_nbody(int64_t steps) {
  std::vector<double> xs{0.0, 4.84143144246472090e00, 8.34336671824457987e00, 1.28943695621391310e01, 1.53796971148509165e01};
  std::vector<double> ys{0.0, -1.16032004402742839e00, 4.12479856412430479e00, -1.51111514016986312e01, -2.59193146099879641e01};
  std::vector<double> zs{0.0, -1.03622044471123109e-01, -4.03523417114321381e-01, -2.23307578892655734e-01, 1.79258772950371181e-01};
  std::vector<double> vx{0.0, 0.606326392995832, -1.01077434617879236, 1.08279100644153536, 0.979090732243897976};
  std::vector<double> vy{0.0, 2.81198684491626016, 1.82566237123041186, 0.868713018169608219, 0.594698998647676060};
  std::vector<double> vz{0.0, -0.0252183616598876288, 0.00841576137658415351, -0.0108326374013636358, -0.0347559555078103712};
  std::vector<double> m{39.47841760435743, 0.03769367487038949, 0.011286326131968767, 0.0017237240570597112, 0.0020336868699246304};
  const std::size_t n = m.size();
  const double dt = 0.01;
  for (int64_t step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        const double dx = xs[i] - xs[j], dy = ys[i] - ys[j], dz = zs[i] - zs[j];
        const double d2 = dx * dx + dy * dy + dz * dz;
        const double mag = dt / (d2 * std::pow(d2, 0.5));
        vx[i] -= dx * m[j] * mag;
        vy[i] -= dy * m[j] * mag;
        vz[i] -= dz * m[j] * mag;
        vx[j] += dx * m[i] * mag;
        vy[j] += dy * m[i] * mag;
        vz[j] += dz * m[i] * mag;
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      xs[i] += dt * vx[i];
      ys[i] += dt * vy[i];
      zs[i] += dt * vz[i];
    }
  }
  double e = 0;
  for (std::size_t i = 0; i < n; ++i) e += 0.5 * m[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
  return e;
}

// boxes: [count, 4]. How many are kept.
EXPORT int64_t modelet_nms(const double *boxes, const double *scores, int64_t count, double threshold) {
  std::vector<int64_t> order(static_cast<std::size_t>(count)), keep;
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t left, int64_t right) { return scores[left] > scores[right]; });
  std::vector<char> removed(static_cast<std::size_t>(count));
  for (const int64_t i : order) {
    if (removed[static_cast<std::size_t>(i)]) continue;
    keep.push_back(i);
    const double *one = boxes + 4 * i;
    const double area = (one[2] - one[0]) * (one[3] - one[1]);
    for (const int64_t j : order) {
      if (removed[static_cast<std::size_t>(j)] || j == i) continue;
      const double *other = boxes + 4 * j;
      const double w = std::min(one[2], other[2]) - std::max(one[0], other[0]);
      const double h = std::min(one[3], other[3]) - std::max(one[1], other[1]);
      if (w <= 0 || h <= 0) continue;
      const double inter = w * h;
      const double together = area + (other[2] - other[0]) * (other[3] - other[1]) - inter;
      if (inter / together > threshold) removed[static_cast<std::size_t>(j)] = 1;
    }
  }
  return static_cast<int64_t>(keep.size());
}

EXPORT int64_t modelet_levenshtein(const char32_t *a, int64_t a_length, const char32_t *b, int64_t b_length) {
  std::vector<int64_t> previous(static_cast<std::size_t>(b_length) + 1);
  std::iota(previous.begin(), previous.end(), 0);
  for (int64_t i = 1; i <= a_length; ++i) {
    std::vector<int64_t> current{i};
    for (std::size_t j = 1; j <= static_cast<std::size_t>(b_length); ++j) {
      const int64_t replace = previous[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0);
      current.push_back(std::min({current[j - 1] + 1, previous[j] + 1, replace}));
    }
    previous = std::move(current);
  }
  return previous.back();
}

EXPORT int64_t modelet_collatz(int64_t n) {
  int64_t best = 0;
  for (int64_t i = 1; i < n; ++i) {
    int64_t steps = 0;
    for (int64_t k = i; k != 1; ++steps) k = k % 2 == 0 ? k / 2 : 3 * k + 1;
    best = std::max(best, steps);
  }
  return best;
}

EXPORT int64_t modelet_primes(int64_t n) {
  std::vector<char> sieve(static_cast<std::size_t>(n) + 1, 1);
  int64_t count = 0;
  for (int64_t i = 2; i <= n; ++i) {
    if (!sieve[static_cast<std::size_t>(i)]) continue;
    ++count;
    for (int64_t k = i * i; k <= n; k += i) sieve[static_cast<std::size_t>(k)] = 0;
  }
  return count;
}

EXPORT int64_t modelet_append_items(int64_t n) {
  std::vector<int64_t> items;
  for (int64_t i = 0; i < n; ++i) items.push_back(i);
  return static_cast<int64_t>(items.size());
}

EXPORT int64_t modelet_build_string(int64_t n) {
  std::string text;
  for (int64_t i = 0; i < n; ++i) text += std::to_string(i);
  return static_cast<int64_t>(text.size());
}

namespace {

bool is_space(char letter) {
  return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0;;) {
    while (at < text.size() && is_space(text[at])) ++at;
    if (at == text.size()) return words;
    const std::size_t first = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    words.emplace_back(text.substr(first, at - first));
  }
}

std::string joined(const std::vector<std::string> &words) {
  std::string out;
  for (const std::string &word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

std::string stripped(std::string_view text, std::string_view characters) {
  const std::size_t first = text.find_first_not_of(characters), last = text.find_last_not_of(characters);
  return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

}  // namespace

// Texts here are ASCII. How many chunks.
EXPORT int64_t modelet_chunk_text(const char *text, int64_t bytes, int64_t size, int64_t overlap) {
  std::vector<std::string> chunks, current;
  int64_t length = 0;
  for (const std::string &word : split({text, static_cast<std::size_t>(bytes)})) {
    const auto letters = static_cast<int64_t>(word.size());
    if (length + letters + 1 > size && !current.empty()) {
      chunks.push_back(joined(current));
      std::vector<std::string> kept;
      int64_t total = 0;
      for (std::size_t at = current.size(); at > 0; --at) {
        const auto more = static_cast<int64_t>(current[at - 1].size()) + 1;
        if (total + more > overlap) break;
        kept.insert(kept.begin(), current[at - 1]);
        total += more;
      }
      current = std::move(kept);
      length = total;
    }
    current.push_back(word);
    length += letters + 1;
  }
  if (!current.empty()) chunks.push_back(joined(current));
  return static_cast<int64_t>(chunks.size());
}

// How many sentences.
EXPORT int64_t modelet_split_sentences(const char *letters, int64_t bytes, int64_t limit) {
  const std::string_view text(letters, static_cast<std::size_t>(bytes));
  std::vector<std::string> out;
  int64_t start = 0, depth = 0;
  for (int64_t i = 0; i < bytes; ++i) {
    const char c = text[static_cast<std::size_t>(i)];
    if (c == '(') {
      ++depth;
    } else if (c == ')') {
      --depth;
    } else if ((c == '.' || c == '!' || c == '?') && depth == 0 && i + 1 - start > limit) {
      out.push_back(stripped(text.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(i + 1 - start)), " \t\n\v\f\r"));
      start = i + 1;
    }
  }
  if (start < bytes) out.push_back(stripped(text.substr(static_cast<std::size_t>(start)), " \t\n\v\f\r"));
  return static_cast<int64_t>(out.size());
}

namespace {

std::string lowered(std::string text) {
  for (char &letter : text) letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  return text;
}

}  // namespace

// How long the text is that comes out; objects keep their order, as Python's do.
EXPORT int64_t modelet_reshape_json(const char *letters, int64_t bytes) {
  using Json = nlohmann::ordered_json;
  Json out = Json::object();
  for (const Json &record : Json::parse(letters, letters + bytes)) {
    Json item = Json::object();
    for (const auto &[key, value] : record.items()) {
      if (key != "group") item[lowered(key)] = stripped(value.get_ref<const std::string &>(), " ");
    }
    item["size"] = std::to_string(record.size());
    out[record.value("group", "none")].push_back(std::move(item));
  }
  return static_cast<int64_t>(out.dump(-1, ' ', true).size());
}

// How many different words.
EXPORT int64_t modelet_count_words(const char *letters, int64_t bytes) {
  const std::string text = lowered(std::string(letters, static_cast<std::size_t>(bytes)));
  std::unordered_map<std::string, int64_t> counts;
  for (const std::string &word : split(text)) ++counts[stripped(word, ".,!?()")];
  return static_cast<int64_t>(counts.size());
}
