// `tokenizer.apply_chat_template(…, tokenize=False)`: a conversation as the text that a model reads.
#pragma once

#include "templates/template.h"

namespace modelet::templates {

struct ChatOptions {
  bool add_generation_prompt = false;
  Str continued = {};  // the field of the last message that is to be continued; none: it is not
};

// What a rendering is given besides the messages. `tools` and `documents`: a list, or None.
struct Chat {
  Value messages;
  Value tools = Value::none();
  Value documents = Value::none();
  Ref<DictObject> variables;  // the tokenizer's special tokens and what else the caller names
};

// The options of a rendering: where the request wants its last message continued, those that leave it open.
ChatOptions as_asked(Call &call, const Chat &chat, const ChatOptions &options);

// The text; empty with the error raised that transformers raises.
Str render_chat(Call &call, const Template &program, const Chat &chat, const ChatOptions &options,
                std::vector<Generated> *generated = nullptr, const int64_t *now = nullptr);

}  // namespace modelet::templates
