#include "python/regex_compiler.h"

#include <map>
#include <memory>

#include "python/regex_syntax.h"

namespace modelet::python {

namespace {

using syntax::Compiled;

bool compiled(Call &call, Compiled &out, int64_t flags) {
  auto tree = syntax::read(call, out.text, flags);
  if (!tree) return false;
  if ((tree->flags & syntax::ascii_only) == 0) {
    tree->flags |= syntax::unicode_flag;
  } else if ((tree->flags & syntax::unicode_flag) != 0) {
    return call.raise("ValueError", "ASCII and UNICODE flags are incompatible"), false;
  }
  if (tree->late_error) return call.raise("error", "look-behind requires fixed-width pattern"), false;
  syntax::write(*tree, out);
  return true;
}

// The patterns that a call has compiled; they live as long as its heap.
class Cache final : public Object {
 public:
  explicit Cache(Heap &heap) : Object(heap) {}
  void clear() noexcept override {}
  std::size_t bytes() const noexcept override { return 0; }
  std::map<std::pair<std::u32string, int64_t>, std::unique_ptr<Compiled>> known;
};

Cache *cache_of(Call &call) {
  static constexpr char key = 0;
  if (Object *known = heap(call).constant(&key)) return static_cast<Cache *>(known);
  auto *made = new (heap(call)) Cache(heap(call));
  if (made == nullptr) return call.raise("MemoryError", ""), nullptr;
  heap(call).keep(&key, made);
  return made;
}

}  // namespace

Pattern compile_pattern(Call &call, const Str &text, int64_t flags, int64_t groups) {
  Cache *cache = cache_of(call);
  if (cache == nullptr) return {};
  auto &slot = cache->known[{std::u32string(text.view()), flags}];
  if (!slot) {
    auto made = std::make_unique<Compiled>();
    made->text = text.view();
    if (!compiled(call, *made, flags)) return {};
    slot = std::move(made);
  }
  if (groups >= 0 && slot->program.groups != static_cast<uint32_t>(groups))
    return call.raise("NotImplementedError", "a pattern with other groups than its parts show is not supported"), Pattern();
  return Pattern(&slot->program);
}

}  // namespace modelet::python
