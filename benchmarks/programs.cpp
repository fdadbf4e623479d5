// Some of programs.py as one writes them in C++, with the arguments already in memory: what compiled Python could reach.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
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
