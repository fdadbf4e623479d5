from enum import Enum, auto


class State(Enum):
    IDLE = auto()
    RUNNING = auto()
    PAUSED = auto()
    DONE = auto()


TRANSITIONS: dict[tuple[State, str], State] = {
    (State.IDLE, "start"): State.RUNNING,
    (State.RUNNING, "pause"): State.PAUSED,
    (State.PAUSED, "resume"): State.RUNNING,
    (State.RUNNING, "finish"): State.DONE,
}


class InvalidTransition(ValueError):
    pass


def step(state: State, event: str) -> State:
    try:
        return TRANSITIONS[state, event]
    except KeyError as error:
        raise InvalidTransition(f"{event!r} not allowed in {state.name}") from error


def state_machine(events: list[str], strict: bool) -> tuple[str, int, list[str], str]:
    state = State.IDLE
    history = [state.name]
    for event in events:
        try:
            state = step(state, event)
        except InvalidTransition as error:
            if strict:
                raise
            cause = error.__cause__
            history.append(f"!{error} <- {type(cause).__name__}")
            continue
        history.append(str(state))
    return state.name, state.value, history, repr(state)


ARGUMENTS = [
    (["start", "pause", "resume", "finish"], True),
    (["start", "stop", "finish"], False),
    (["finish"], True),
    ([], True),
]
