#include "numpy/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "numpy/types.h"
#include "python/format.h"
#include "python/numbers.h"

namespace modelet::numpy {

namespace {

constexpr int64_t threshold = 1000, edge = 3;

std::string padded(const std::string &text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

// The fewest digits that give the same number back, no more than `precision` behind the point; zeros at the end left out.
template <typename T>
std::string digits_of(T value, int precision, std::chars_format form) {
  char text[512];
  std::string out(text, std::to_chars(text, text + sizeof text, value, form).ptr);
  auto parts = [&] { return std::pair(out.find('.'), std::min(out.find('e'), out.size())); };
  auto [point, exponent] = parts();
  if (point == out.npos) {
    out.insert(exponent, ".");
    return out;
  }
  if (exponent - point - 1 > static_cast<std::size_t>(precision)) {
    out.assign(text, std::to_chars(text, text + sizeof text, static_cast<double>(value), form, precision).ptr);
    std::tie(point, exponent) = parts();
    if (point == out.npos) return out.insert(exponent, "."), out;
  }
  std::size_t end = exponent;
  while (out[end - 1] == '0') --end;
  return out.erase(end, exponent - end);
}

// Widths that fit every number of an array, as numpy.core.arrayprint finds them.
template <typename T>
struct FloatFormat {
  int precision;
  bool exponent = false;
  std::size_t left = 0, right = 0, exponent_digits = 0;

  FloatFormat(const std::vector<T> &values, const TextOptions &options) : precision(options.precision) {
    T largest = 0, smallest = 0;
    bool some = false, finite = false, negative_infinity = false, special = false;
    for (T value : values) {
      if (!std::isfinite(value)) {
        special = true;
        negative_infinity = negative_infinity || value < 0;
        continue;
      }
      finite = true;
      const T size = std::fabs(value);
      if (size == 0) continue;
      largest = some ? std::max(largest, size) : size;
      smallest = some ? std::min(smallest, size) : size;
      some = true;
    }
    const T limit = sizeof(T) == 4 ? T(1e6) : T(1e8);
    exponent = some && (largest >= limit || (!options.suppress_small && (smallest < T(0.0001) || largest / smallest > T(1000))));
    std::size_t fraction = 0;
    for (T value : values) {
      if (!std::isfinite(value)) continue;
      const std::string text = plain(value);
      const std::size_t point = text.find('.'), end = std::min(text.find('e'), text.size());
      left = std::max(left, point);
      fraction = std::max(fraction, end - point - 1);
      if (exponent) exponent_digits = std::max(exponent_digits, text.size() - end - 2);
    }
    if (finite && exponent) precision = static_cast<int>(fraction);
    right = !finite ? 0 : exponent ? exponent_digits + 2 + fraction : fraction;
    if (special) {
      const auto wide = static_cast<int64_t>(right) + 1;
      left = static_cast<std::size_t>(std::max({static_cast<int64_t>(left), 3 - wide, 3 + int64_t{negative_infinity} - wide}));
    }
  }

  std::string plain(T value) const {
    return digits_of(value, precision, exponent ? std::chars_format::scientific : std::chars_format::fixed);
  }

  std::string operator()(T value) const {
    if (!std::isfinite(value)) return padded(std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf", left + right + 1);
    std::string text = plain(value);
    std::size_t point = text.find('.');
    if (exponent) {
      std::size_t end = text.find('e');
      const std::size_t fraction = end - point - 1, digits = text.size() - end - 2;
      text.insert(end + 2, exponent_digits - digits, '0');
      text.insert(end, static_cast<std::size_t>(precision) - fraction, '0');
    } else {
      text.append(right - (text.size() - point - 1), ' ');
    }
    return std::string(left - point, ' ') + text;
  }
};

template <typename T>
struct IntegerFormat {
  std::size_t width = 0;
  IntegerFormat(const std::vector<T> &values, const TextOptions &) {
    for (T value : values) width = std::max(width, std::to_string(value).size());
  }
  std::string operator()(T value) const { return padded(std::to_string(value), width); }
};

struct BoolFormat {
  BoolFormat(const std::vector<bool> &, const TextOptions &) {}
  std::string operator()(bool value) const { return value ? " True" : "False"; }
};

template <typename T>
using Format = std::conditional_t<std::is_same_v<T, bool>, BoolFormat,
                                  std::conditional_t<std::is_floating_point_v<T>, FloatFormat<T>, IntegerFormat<T>>>;

template <typename T>
class Layout {
 public:
  Layout(const Array &array, const TextOptions &options)
      : array_(array), options_(options), summary_(array.size() > threshold), format_(shown(), options) {}

  std::string text() const {
    return part(array_.data(), 0, std::string(static_cast<std::size_t>(options_.indent) + 1, ' '), options_.width);
  }

 private:
  const Array &array_;
  const TextOptions &options_;
  bool summary_;
  Format<T> format_;

  bool cut(int32_t axis) const { return summary_ && 2 * edge < array_.shape[axis]; }
  // The positions along an axis that are printed.
  std::vector<int64_t> positions(int32_t axis) const {
    std::vector<int64_t> out;
    for (int64_t at = 0; at < array_.shape[axis]; ++at)
      if (!cut(axis) || at < edge || at >= array_.shape[axis] - edge) out.push_back(at);
    return out;
  }
  std::vector<T> shown() const {
    std::vector<T> out;
    collect(array_.data(), 0, out);
    return out;
  }
  void collect(const std::byte *at, int32_t axis, std::vector<T> &out) const {
    if (axis == array_.rank()) return out.push_back(load<T>(at));
    for (int64_t index : positions(axis)) collect(at + index * array_.strides[axis], axis + 1, out);
  }

  void extend(std::string &done, std::string &line, const std::string &word, int64_t width, const std::string &indent) const {
    if (static_cast<int64_t>(line.size() + word.size()) > width && line.size() > indent.size()) {
      done += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line = indent;
    }
    line += word;
  }

  std::string part(const std::byte *at, int32_t axis, const std::string &indent, int64_t width) const {
    const std::vector<int64_t> places = positions(axis);
    std::string out;
    auto inner = [&](int64_t index) { return at + index * array_.strides[axis]; };
    std::string bare = options_.separator.substr(0, options_.separator.find_last_not_of(' ') + 1);
    if (axis + 1 == array_.rank()) {
      const int64_t room = width - std::max<int64_t>(static_cast<int64_t>(bare.size()), 1);
      std::string line = indent;
      for (std::size_t which = 0; which < places.size(); ++which) {
        if (cut(axis) && which == static_cast<std::size_t>(edge)) {
          extend(out, line, "...", room, indent);
          line += options_.separator;
        }
        extend(out, line, format_(load<T>(inner(places[which]))), room, indent);
        if (which + 1 < places.size()) line += options_.separator;
      }
      out += line;
    } else {
      const std::string between = bare + std::string(static_cast<std::size_t>(array_.rank() - axis - 1), '\n');
      for (std::size_t which = 0; which < places.size(); ++which) {
        if (cut(axis) && which == static_cast<std::size_t>(edge)) out += indent + "..." + between;
        out += indent + part(inner(places[which]), axis + 1, indent + " ", width - 1);
        if (which + 1 < places.size()) out += between;
      }
    }
    return "[" + out.substr(indent.size()) + "]";
  }
};

// The shortest digits that give the same float32; with an exponent outside of [1e-4, 1e6), as numpy has it.
std::string float32_text(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  const double size = std::fabs(static_cast<double>(value));
  const bool fixed = size == 0 || (size >= 1e-4 && size < 1e6);
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value, fixed ? std::chars_format::fixed : std::chars_format::scientific).ptr;
  std::string out(text, end);
  return fixed && out.find('.') == out.npos ? out + ".0" : out;
}

}  // namespace

std::string shape_repr(const Extents &shape) {
  std::string out = "(";
  for (int32_t axis = 0; axis < shape.rank; ++axis) out += (axis > 0 ? ", " : "") + std::to_string(shape[axis]);
  return out + (shape.rank == 1 ? ",)" : ")");
}

std::string scalar_text(Call &call, const Array &array) {
  std::string out;
  with_type(call, array.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T value = load<T>(array.data());
    if constexpr (std::is_same_v<T, bool>) {
      out = value ? "True" : "False";
    } else if constexpr (std::is_same_v<T, float>) {
      out = float32_text(value);
    } else if constexpr (std::is_same_v<T, double>) {
      out = python::float_text(value);
    } else {
      out = std::to_string(value);
    }
  });
  return out;
}

std::string array_text(Call &call, const Array &array, const TextOptions &options) {
  if (array.rank() == 0) return scalar_text(call, array);
  if (array.size() == 0) return "[]";
  std::string out;
  with_type(call, array.dtype, [&](auto tag) { out = Layout<typename decltype(tag)::type>(array, options).text(); });
  return out;
}

std::string array_repr(Call &call, const Array &array) {
  TextOptions options;
  options.separator = ", ";
  options.width = 74;
  options.indent = 6;
  std::string out = "array(" + array_text(call, array, options);
  std::string extra;
  if ((array.size() == 0 && !(array.shape == Extents{0})) || array.size() > threshold) extra = "shape=" + shape_repr(array.shape);
  const bool implied = array.dtype == DType::int64 || array.dtype == DType::float64 || array.dtype == DType::boolean;
  if (!implied || array.size() == 0)
    extra += (extra.empty() ? "" : ", ") + std::string("dtype=") +
             (array.dtype == DType::boolean ? "bool" : std::string(dtype_name(array.dtype)));
  if (extra.empty()) return out + ")";
  out += ",";
  extra += ")";
  const std::size_t line = out.size() - (out.rfind('\n') + 1);
  return out + (line + extra.size() + 1 > 75 ? "\n      " : " ") + extra;
}

python::Str array_to_string(Call &call, const Array &array, int64_t precision, bool suppress_small, const python::Str &separator) {
  TextOptions options;
  options.precision = static_cast<int>(std::clamp<int64_t>(precision, 0, 300));
  options.suppress_small = suppress_small;
  options.separator = python::to_utf8(separator);
  return python::new_str(call, std::string_view(array_text(call, array, options)));
}

}  // namespace modelet::numpy
