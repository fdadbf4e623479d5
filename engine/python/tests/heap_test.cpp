// Memory of one call: balanced counters, swept cycles, limits, and destruction that needs no stack.
#include <cstdio>
#include <cstdlib>

#include "core/values.h"
#include "python/run.h"

using namespace modelet;
using namespace modelet::python;

namespace {

int failures = 0;

void check(bool condition, const char *what) {
  if (condition) return;
  std::fprintf(stderr, "failed: %s\n", what);
  ++failures;
}

int64_t alive = 0;

// What no compiled type can be yet: an object that may refer to itself.
class Node final : public Object {
 public:
  explicit Node(Heap &heap) : Object(heap) { ++alive; }
  ~Node() override { --alive; }
  void clear() noexcept override { next.reset(); }
  std::size_t bytes() const noexcept override { return 0; }
  Ref<Node> next;
};

void counters_balance() {
  Call call;
  attach_heap(call, 0);
  {
    auto words = new_list<Str>(call);
    for (int at = 0; at < 1000; ++at) words.push(call, str(call, static_cast<int64_t>(at)));
    auto nested = new_list<List<Str>>(call);
    nested.push(call, words);
    nested.push(call, index(call, words, slice(call, None{}, int64_t{10}, None{})));
    auto table = new_dict<Str, List<Str>>(call);
    for (int at = 0; at < 500; ++at) store(call, table, str(call, static_cast<int64_t>(at % 100)), words);
    auto numbers = to_set<int64_t>(call, Range{0, 1000, 3});
    check(heap(call).objects() == 5, "five containers are alive");
    check(len(call, numbers) == 334, "the set has its items");
  }
  check(heap(call).objects() == 0, "no object is left");
  check(heap(call).bytes() == 0, "no byte is left");
}

void cycles_are_swept() {
  {
    Call call;
    attach_heap(call, 0);
    for (int at = 0; at < 1000; ++at) {
      Ref<Node> first(new Node(heap(call)));
      Ref<Node> second(new Node(heap(call)));
      first->next = second;
      second->next = first;
    }
    check(alive == 2000, "cycles live as long as the call");
  }
  check(alive == 0, "cycles end with the call");
}

void deep_lists_need_no_stack() {
  Call call;
  attach_heap(call, 0);
  {
    Ref<Node> chain;
    for (int at = 0; at < 1000000; ++at) {
      Ref<Node> next(new Node(heap(call)));
      next->next = chain;
      chain = next;
    }
  }
  check(alive == 0, "a long chain is destroyed");
}

void limits_raise() {
  Call call;
  attach_heap(call, 1 << 20);
  auto numbers = new_list<int64_t>(call);
  while (!call.failed()) numbers.push(call, 1);
  check(call.error.python_class == "MemoryError", "the limit is a MemoryError");
  check(numbers.size() > 50000 && numbers.size() < 131072, "the limit is near what was asked for");
  call.error = Error();
  Str text(U"x");
  while (!call.failed()) text = multiply(call, text, 2);
  check(call.error.python_class == "MemoryError", "strings count too");
}

void strings_grow_in_place() {
  Call call;
  attach_heap(call, 0);
  Str text;
  const Str piece(U"abc");
  for (int at = 0; at < 100000; ++at) text = add(call, text, piece);
  check(text.length() == 300000, "the string is whole");
  check(heap(call).peak() < 300000 * 4 * 4, "building it is linear");
  const Str shorter = text.part(0, 5);
  const Str left = add(call, shorter, Str(U"!"));
  check(text[5] == U'c' && left[5] == U'!', "appending to a part leaves the whole alone");
}

Generator<int64_t> counted(Call &call, int64_t count) {
  auto kept = new_list<int64_t>(call);
  for (int64_t at = 0; at < count; ++at) {
    kept.push(call, at);
    co_yield at;
    if (call.failed()) co_return;
  }
}

void generators_are_freed() {
  Call call;
  attach_heap(call, 0);
  {
    auto whole = counted(call, 5).adopt(call);
    auto part = counted(call, 1000).adopt(call);
    int64_t sum = 0;
    int64_t item = 0;
    while (whole.next(call, item)) sum += item;
    part.next(call, item);
    part.next(call, item);
    check(sum == 10 && item == 1, "generators yield");
    check(!whole.next(call, item), "an exhausted one stays exhausted");
  }
  check(heap(call).objects() == 0, "finished and unfinished generators are freed");
  check(heap(call).bytes() == 0, "with what they held");
}

void recursion_is_bounded() {
  Call call;
  attach_heap(call, 0);
  int32_t deepest = 0;
  auto descend = [&](auto &&self, int32_t depth) -> void {
    Depth guard(call);
    if (call.failed()) return;
    deepest = depth;
    self(self, depth + 1);
  };
  descend(descend, 1);
  check(call.error.python_class == "RecursionError", "deep recursion is a RecursionError");
  check(deepest == 1000, "at Python's limit");
  check(heap(call).depth == 0, "and the depth is counted back");
}

void constants_are_built_once() {
  Call call;
  attach_heap(call, 0);
  static const char key = 0;
  int built = 0;
  auto get = [&] {
    return constant<List<int64_t>>(call, &key, [&](Call &call) {
      ++built;
      return frozen(new_list_of<int64_t>(call, int64_t{1}));
    });
  };
  check(get().object() == get().object() && built == 1, "a constant is one object a call");
  append(call, get(), int64_t{2});
  check(call.error.python_class == "RuntimeError", "and cannot be changed");
}

}  // namespace

int main() {
  counters_balance();
  cycles_are_swept();
  deep_lists_need_no_stack();
  limits_raise();
  strings_grow_in_place();
  generators_are_freed();
  recursion_is_bounded();
  constants_are_built_once();
  return failures == 0 ? 0 : 1;
}
