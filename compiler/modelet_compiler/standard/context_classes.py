"""contextlib's managers as values; where they stand in a `with` themselves they are no objects (frontend/contexts.py)."""


class suppress:  # noqa: N801
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        return error is not None and isinstance(error, self._exceptions)


class nullcontext:  # noqa: N801
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, kind, error, trace):
        return None


class closing:  # noqa: N801
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, kind, error, trace):
        self.thing.close()
