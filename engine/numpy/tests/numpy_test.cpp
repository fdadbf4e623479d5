// Arrays without a compiled function around them: views share memory and stay inside it, errors are raised and nothing is read past an end.
// Run under the address and undefined behaviour sanitizers too.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "numpy/runtime.h"

using namespace modelet;
namespace np = modelet::numpy;
using modelet::numpy::Array;
using modelet::python::None;
using modelet::python::Slice;

namespace {

int failures = 0;

void check(bool condition, const char *what) {
  if (condition) return;
  std::fprintf(stderr, "failed: %s\n", what);
  ++failures;
}

Array counted(Call &call, std::tuple<int64_t, int64_t> shape) {
  return np::reshaped(call, np::arange<int64_t>(call, int64_t{0}, std::get<0>(shape) * std::get<1>(shape), int64_t{1}), shape);
}

int64_t at(const Array &array) {
  return np::load<int64_t>(array.data());
}

void views_share_memory() {
  Call call;
  const Array grid = counted(call, {3, 4});
  const Array column = np::index(call, grid, std::make_tuple(Slice(), int64_t{-1}));
  check(column.owner == grid.owner && column.rank() == 1 && column.shape[0] == 3, "a column is a view");
  np::store<int64_t, int64_t>(call, column, int64_t{1}, int64_t{70});
  check(at(np::index(call, grid, std::make_tuple(int64_t{1}, int64_t{3}))) == 70, "a store through a view reaches the array");
  const Array one = np::index(call, grid, std::make_tuple(int64_t{1}, int64_t{3}));
  np::store<int64_t, int64_t>(call, grid, std::make_tuple(int64_t{1}, int64_t{3}), int64_t{5});
  check(at(one) == 70, "a scalar has a value of its own");
  check(!call.failed(), "no error");
}

void slices_stay_inside() {
  Call call;
  const Array line = np::arange<int64_t>(call, int64_t{0}, int64_t{9}, int64_t{1});
  for (int64_t start = -12; start <= 12; ++start) {
    for (int64_t stop = -12; stop <= 12; ++stop) {
      for (int64_t step : {-20, -3, -1, 1, 2, 20}) {
        const Array part = np::index(call, line, Slice{start, stop, step});
        np::reduce<np::Sum, int64_t, int64_t>(call, part, None{}, false);
        np::sort<int64_t>(call, part, int64_t{0});
        np::copy(call, part);
      }
    }
  }
  check(!call.failed(), "every slice can be read");
}

template <typename Body>
void raises(const char *python_class, const char *message, Body &&body) {
  Call call;
  body(call);
  check(call.error.python_class == python_class && call.error.message == message, message);
}

void errors_are_numpys() {
  raises("IndexError", "index 3 is out of bounds for axis 0 with size 3",
         [](Call &call) { np::index(call, counted(call, {3, 4}), int64_t{3}); });
  raises("ValueError", "operands could not be broadcast together with shapes (3,4) (3,) ", [](Call &call) {
    np::binary<np::Add, int64_t, int64_t, int64_t, int64_t>(call, counted(call, {3, 4}),
                                                            np::arange<int64_t>(call, int64_t{0}, int64_t{3}, int64_t{1}));
  });
  raises("ValueError", "cannot reshape array of size 12 into shape (5,newaxis)",
         [](Call &call) { np::reshaped(call, counted(call, {3, 4}), std::make_tuple(int64_t{5}, int64_t{-1})); });
  raises("OverflowError", "Python integer 300 out of bounds for uint8", [](Call &call) { np::scalar<uint8_t>(call, int64_t{300}); });
  raises("ValueError", "assignment destination is read-only", [](Call &call) {
    static const int64_t data[] = {1, 2};
    np::store<int64_t, int64_t>(call, np::constant(DType::int64, {2}, data), int64_t{0}, int64_t{1});
  });
}

void nothing_is_too_large() {
  Call call;
  np::new_array(call, DType::float64, {int64_t{1} << 40, int64_t{1} << 40});
  check(call.error.python_class == "MemoryError", "an array beyond the address space is a MemoryError");
}

void advanced_indices_read_and_write() {
  Call call;
  const Array grid = counted(call, {3, 4});
  const Array rows = np::arange<int64_t>(call, int64_t{2}, int64_t{-1}, int64_t{-1});
  const Array turned = np::index(call, grid, std::make_tuple(rows, Slice{None{}, None{}, int64_t{-1}}));
  check(at(turned) == 11 && turned.shape[0] == 3 && turned.shape[1] == 4, "rows and columns the other way round");
  const Array mask = np::binary<np::Greater, int64_t, int64_t, int64_t, int64_t>(call, grid, int64_t{5});
  check(np::index(call, grid, mask).shape[0] == 6, "a mask chooses");
  np::store<int64_t, int64_t>(call, grid, mask, int64_t{0});
  const Array sum = np::reduce<np::Sum, int64_t, int64_t>(call, grid, None{}, false);
  check(at(sum) == 15, "a mask stores");
  check(!call.failed(), "no error");
}

void scalars_carry_their_value() {
  Call call;
  const Array line = counted(call, {1, 4});
  Array kept, moved, wide;
  modelet::Tensor tensor;
  {
    Array one = np::index(call, line, std::make_tuple(int64_t{0}, int64_t{2}));
    check(one.holds_value() && at(one) == 2, "an element is a scalar");
    kept = one;
    wide = np::at_least_line(call, one);
    tensor = np::to_tensor(call, one);
    moved = std::move(one);
  }
  np::store<int64_t, int64_t>(call, line, std::make_tuple(int64_t{0}, int64_t{2}), int64_t{9});
  check(kept.holds_value() && at(kept) == 2 && at(moved) == 2, "copies have the value, whatever became of the first");
  check(at(wide) == 2 && wide.rank() == 1 && wide.shape[0] == 1, "so has an array of one element made of it");
  check(*static_cast<const int64_t *>(tensor.data) == 2 && tensor.owner != nullptr, "a tensor owns its element");
  kept = line;
  check(!kept.holds_value() && kept.data() == line.data() && kept.owner == line.owner, "what was a scalar becomes an array");
  alignas(Array) std::byte elsewhere[sizeof(Array)];
  std::memcpy(elsewhere, static_cast<const void *>(&moved), sizeof(Array));  // as collections do
  check(at(*reinterpret_cast<const Array *>(elsewhere)) == 2, "its bytes may be moved");
  const Array element = np::scalar<int64_t>(call, int64_t{5}), same = element;
  check(same.data() == element.data(), "an array of rank 0 is shared");
  check(!call.failed(), "no error");
}

void numpys_integers_are_positions() {
  Call call;
  const Array grid = counted(call, {3, 4});
  const Array last = np::index(call, np::arange<int64_t>(call, int64_t{-2}, int64_t{0}, int64_t{1}), int64_t{1});
  check(at(np::index(call, grid, std::make_tuple(last, int64_t{1}))) == 9, "read");
  np::store<int64_t, int64_t>(call, grid, std::make_tuple(int64_t{0}, last), last);
  check(at(np::index(call, grid, std::make_tuple(int64_t{0}, int64_t{3}))) == -1, "written");
  check(np::index(call, grid, last).rank() == 1, "a row");
  check(!call.failed(), "no error");
}

}  // namespace

int main() {
  views_share_memory();
  slices_stay_inside();
  errors_are_numpys();
  nothing_is_too_large();
  advanced_indices_read_and_write();
  scalars_carry_their_value();
  numpys_integers_are_positions();
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
