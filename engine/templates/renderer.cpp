#include "templates/renderer.h"

#include "python/strings.h"
#include "templates/interpreter.h"

namespace modelet::templates {

bool Output::account() {
  const std::size_t bytes = text.capacity() * sizeof(char32_t);
  if (bytes <= reserved_) return true;
  if (!python::heap(call_).reserve(call_, bytes - reserved_)) return false;
  reserved_ = bytes;
  return true;
}

Ref<Frame> new_frame(Renderer &renderer, uint32_t slots, Frame *outer) {
  Ref<Frame> frame = make<Frame>(renderer.call, Ref<Frame>(outer));
  if (!frame || !frame->slots.reserve(renderer.call, slots)) return {};
  for (uint32_t at = 0; at < slots; ++at) frame->slots.push(renderer.call, Value());
  renderer.frames.push_back(frame);
  return frame;
}

void give_up(Renderer &renderer, Ref<Frame> &frame) {
  if (!renderer.frames.empty() && renderer.frames.back() == frame) renderer.frames.pop_back();
  frame.reset();
}

bool reads(const Template &program, std::u32string_view name) {
  for (uint32_t at = 0; at < program.reads_count; ++at)
    if (program.reads[at] == name) return true;
  return false;
}

Str render(Call &call, const Template &program, const Variables &variables, std::vector<Generated> *generated, const int64_t *now) {
  Output output(call);
  Renderer renderer{
      .call = call, .program = program, .variables = variables, .generated = generated, .now = now, .out = &output, .root = &output};
  // The root's definition: how many variables, and its statements.
  const uint32_t *root = program.code + program.root;
  const Ref<Frame> frame = new_frame(renderer, root[0], nullptr);
  if (frame) {
    renderer.frame = frame.get();
    Interpreter(renderer).run(root[1]);
  }
  // Macros refer to the frames that hold them.
  for (const Ref<Frame> &one : renderer.frames) one->clear();
  return call.failed() ? Str() : new_str(call, output.text);
}

}  // namespace modelet::templates
