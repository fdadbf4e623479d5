"""contextlib.ExitStack."""

from modelet_compiler.standard.contexts import enter, leave, throw


def left(manager, error):
    """Leaves a context. Whether it suppressed the error."""
    if error is None:
        leave(manager)
        return False
    return throw(manager, error)


class ExitStack:
    def __init__(self):
        self._exits = []

    def enter_context(self, manager):
        value = enter(manager)
        self._exits.append(lambda error: left(manager, error))
        return value

    def callback(self, function, /, *arguments, **keywords):
        def call(error):
            function(*arguments, **keywords)
            return False

        self._exits.append(call)
        return function

    def pop_all(self):
        taken = ExitStack()
        taken._exits = self._exits
        self._exits = []
        return taken

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        pending = error
        while self._exits:
            exit_one = self._exits.pop()
            try:
                if exit_one(pending):
                    pending = None
            except BaseException as raised:
                pending = raised
        if pending is not None and pending is not error:
            raise pending
        return error is not None and pending is None
