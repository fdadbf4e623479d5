#include "numpy/einsum.h"

#include <algorithm>

namespace modelet::numpy {

namespace {

std::vector<std::string_view> split_terms(std::string_view terms) {
  std::vector<std::string_view> out;
  for (std::size_t comma = terms.find(','); comma != terms.npos; comma = terms.find(',')) {
    out.push_back(terms.substr(0, comma));
    terms.remove_prefix(comma + 1);
  }
  out.push_back(terms);
  return out;
}

bool add_axis(Call &call, Extents &shape, int64_t extent) {
  if (shape.rank == Extents::maximum) return call.raise("ValueError", "compiled numpy code has at most 8 axes"), false;
  shape[shape.rank++] = extent;
  return true;
}

// The operand's stride along a letter, which may name several of its axes.
int64_t stride_along(const Array &operand, std::string_view term, char letter) {
  int64_t stride = 0;
  for (std::size_t axis = 0; axis < term.size(); ++axis)
    if (term[axis] == letter && operand.shape[static_cast<int32_t>(axis)] != 1) stride += operand.strides[static_cast<int32_t>(axis)];
  return stride;
}

// "(2,newaxis,3)": `newaxis` where a shape has -1, but not at its beginning.
std::string shape_text(const std::vector<int64_t> &shape) {
  std::size_t axis = 0;
  while (axis < shape.size() && shape[axis] < 0) ++axis;
  std::string text = "(";
  for (const std::size_t first = axis; axis < shape.size(); ++axis)
    text += (axis == first ? "" : ",") + (shape[axis] < 0 ? std::string("newaxis") : std::to_string(shape[axis]));
  return text + (shape.size() == 1 ? ",)" : ")");
}

// numpy shows every operand along all letters: those of the result, then the others in the order of the alphabet.
void do_not_fit(Call &call, const std::vector<Array> &operands, const std::vector<std::string_view> &terms) {
  std::string letters(terms.back());
  std::string summed;
  for (std::size_t which = 0; which < operands.size(); ++which)
    for (const char letter : terms[which])
      if ((letters + summed).find(letter) == std::string::npos) summed += letter;
  std::sort(summed.begin(), summed.end());
  letters += summed;
  std::string message = "operands could not be broadcast together with remapped shapes [original->remapped]: ";
  for (std::size_t which = 0; which < operands.size(); ++which) {
    std::vector<int64_t> own, along;
    for (std::size_t axis = 0; axis < terms[which].size(); ++axis)
      if (terms[which].find(terms[which][axis]) == axis) own.push_back(operands[which].shape[static_cast<int32_t>(axis)]);
    for (const char letter : letters) {
      const std::size_t axis = terms[which].find(letter);
      along.push_back(axis == std::string_view::npos ? -1 : operands[which].shape[static_cast<int32_t>(axis)]);
    }
    message += shape_text(own) + "->" + shape_text(along) + " ";
  }
  call.raise("ValueError", message);
}

}  // namespace

bool plan_sum(Call &call, const std::vector<Array> &operands, std::string_view text, Summation &out) {
  const std::vector<std::string_view> terms = split_terms(text);
  int64_t extents[128] = {};
  std::string order;
  for (std::size_t which = 0; which < operands.size(); ++which) {
    const Array &operand = operands[which];
    if (operand.rank() != static_cast<int32_t>(terms[which].size())) {
      const bool more = operand.rank() > static_cast<int32_t>(terms[which].size());
      call.raise("ValueError", more
                                   ? "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to "
                                     "broadcast the extra dimensions."
                                   : "einstein sum subscripts string contains too many subscripts for operand " + std::to_string(which));
      return false;
    }
    for (std::size_t axis = 0; axis < terms[which].size(); ++axis) {
      const auto letter = static_cast<unsigned char>(terms[which][axis]);
      const int64_t extent = operand.shape[static_cast<int32_t>(axis)];
      if (extents[letter] == 0 && order.find(static_cast<char>(letter)) == order.npos) {
        order += static_cast<char>(letter);
        extents[letter] = extent;
      } else if (extents[letter] == 1) {
        extents[letter] = extent;
      } else if (extent != 1 && extent != extents[letter]) {
        return do_not_fit(call, operands, terms), false;
      }
    }
  }
  out.outer.resize(operands.size());
  out.inner.resize(operands.size());
  std::string letters(terms.back());
  const std::size_t kept = letters.size();
  for (char letter : order)
    if (letters.find(letter) == letters.npos) letters += letter;
  for (std::size_t place = 0; place < letters.size(); ++place) {
    const char letter = letters[place];
    if (!add_axis(call, place < kept ? out.kept : out.summed, extents[static_cast<unsigned char>(letter)])) return false;
    for (std::size_t which = 0; which < operands.size(); ++which) {
      Extents &strides = place < kept ? out.outer[which] : out.inner[which];
      strides[strides.rank++] = stride_along(operands[which], terms[which], letter);
    }
  }
  return true;
}

}  // namespace modelet::numpy
