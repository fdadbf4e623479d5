"""transformers' ContinuousBatchingManager, over the engine's generations (lowering/models/manager.py says what `manager` answers)."""

from dataclasses import dataclass
from enum import IntEnum


class RequestStatus(IntEnum):
    PENDING = 0
    PREFILLING = 1
    DECODING = 2
    FINISHED = 3
    FAILED = 4


@dataclass
class GenerationOutput:
    request_id: str
    prompt_ids: list[int]
    generated_tokens: list[int]
    logprobs: list[float]
    error: str | None
    status: RequestStatus
    created_time: float

    def is_finished(self) -> bool:
        return self.status >= RequestStatus.FINISHED


def add_request(manager, input_ids, request_id=None, max_new_tokens=None, streaming=False, record_timestamps=False, eos_token_id=None):
    if record_timestamps:
        raise NotImplementedError("record_timestamps: the times of tokens are not kept in compiled code")
    prompt = list(input_ids)
    name = "" if request_id is None else request_id
    limited = max_new_tokens is not None
    limit = 0 if max_new_tokens is None else max_new_tokens
    if eos_token_id is None:
        return manager.start_request(prompt, name, limited, limit, streaming)
    end_tokens = [eos_token_id] if isinstance(eos_token_id, int) else list(eos_token_id)
    return manager.start_request(prompt, name, limited, limit, streaming, end_tokens)


def request_id_iter(manager, request_id):
    streaming = manager.is_streaming(request_id)
    prompt_ids = manager.prompt_ids(request_id)
    created_time = manager.created_time(request_id)
    generated_tokens: list[int] = []
    logprobs: list[float] = []
    while True:
        generated_tokens.append(manager.next_token(request_id))
        if manager.returns_logprobs():
            logprobs.append(manager.last_logprob(request_id))
        finished = manager.is_finished(request_id)
        if streaming or finished:
            status = RequestStatus.FINISHED if finished else RequestStatus.DECODING
            yield GenerationOutput(request_id, prompt_ids, generated_tokens[:], logprobs[:], None, status, created_time)
        if finished:
            return


def cancel_request(manager, request_id):
    manager.cancel(request_id)
