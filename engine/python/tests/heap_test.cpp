// Memory of one call: balanced counters, swept cycles, limits, and destruction that needs no stack.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#include <ucontext.h>
#endif

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
      Ref<Node> first(new (heap(call)) Node(heap(call)));
      Ref<Node> second(new (heap(call)) Node(heap(call)));
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
      Ref<Node> next(new (heap(call)) Node(heap(call)));
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

// Calls itself with some KB of stack each time.
void descend_in_large_frames(Call &call) {
  volatile char frame[4096] = {};
  Depth guard(call);
  if (call.failed()) return;
  descend_in_large_frames(call);
  check(frame[0] == 0, "a frame stays as it is");
}

#if defined(__linux__)
Call *called_from_afar = nullptr;

// A foreign function interface may call on a stack that the system does not know as the thread's.
void recursion_is_bounded_on_a_stack_of_the_hosts() {
  Call call;
  attach_heap(call, 0);
  called_from_afar = &call;
  constexpr std::size_t size = std::size_t{1} << 20, below = std::size_t{8} << 20;
  void *mapped = mmap(nullptr, below + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  check(mapped != MAP_FAILED, "there is memory for a stack");
  const std::span<char> memory(static_cast<char *>(mapped), below + size);  // before the thread's own, and so above it
  std::ranges::fill(memory, 'x');
  std::thread([memory] {
    ucontext_t here, there;
    getcontext(&there);
    there.uc_stack.ss_sp = memory.data() + below;
    there.uc_stack.ss_size = size;
    there.uc_link = &here;
    makecontext(&there, [] { descend_in_large_frames(*called_from_afar); }, 0);
    swapcontext(&here, &there);
  }).join();
  check(call.error.python_class == "RecursionError", "deep recursion on a stack of the host's is a RecursionError");
  check(std::ranges::count(memory.first(below), 'x') == std::ptrdiff_t{below}, "and does not overrun it");
  munmap(mapped, below + size);
}
#endif

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

// Of every size around the steps of the pool's lists, taken, filled, grown and given back in turns.
void blocks_are_their_owners_alone() {
  struct Block {
    unsigned char *memory;
    std::size_t bytes;
    unsigned char mark;
  };
  Pool pool;
  std::vector<Block> blocks;
  bool aligned = true, whole = true;
  uint32_t random = 1;
  for (int turn = 0; turn < 20000; ++turn) {
    random = random * 1664525 + 1013904223;
    const std::size_t bytes = 1 + (random >> 8) % 700;
    if (blocks.size() < 200) {
      blocks.push_back({static_cast<unsigned char *>(pool.take(bytes)), bytes, static_cast<unsigned char>(turn)});
      std::fill_n(blocks.back().memory, bytes, blocks.back().mark);
    }
    Block &one = blocks[(random >> 4) % blocks.size()];
    whole = whole && std::count(one.memory, one.memory + one.bytes, one.mark) == static_cast<std::ptrdiff_t>(one.bytes);
    if (bytes > one.bytes) {
      one.memory = static_cast<unsigned char *>(pool.grow(one.memory, one.bytes, bytes));
      whole = whole && std::count(one.memory, one.memory + one.bytes, one.mark) == static_cast<std::ptrdiff_t>(one.bytes);
      one.bytes = bytes;
      std::fill_n(one.memory, bytes, one.mark);
    } else if (turn % 3 != 0) {
      pool.give(one.memory, one.bytes);
      one = blocks.back();
      blocks.pop_back();
    }
    for (const Block &each : blocks) aligned = aligned && reinterpret_cast<std::uintptr_t>(each.memory) % Pool::alignment == 0;
  }
  for (const Block &each : blocks) {
    whole = whole && std::count(each.memory, each.memory + each.bytes, each.mark) == static_cast<std::ptrdiff_t>(each.bytes);
    pool.give(each.memory, each.bytes);
  }
  check(aligned, "blocks are aligned");
  check(whole, "nobody else writes to a block");
}

}  // namespace

int main() {
  blocks_are_their_owners_alone();
  counters_balance();
  cycles_are_swept();
  deep_lists_need_no_stack();
  limits_raise();
  strings_grow_in_place();
  generators_are_freed();
  recursion_is_bounded();
#if defined(__linux__)
  recursion_is_bounded_on_a_stack_of_the_hosts();
#endif
  constants_are_built_once();
  return failures == 0 ? 0 : 1;
}
