def maybe_unbound(flag: bool) -> int:
    if flag:
        value = 5
    return value


def deleted_name(flag: bool) -> int:
    value = 5
    if flag:
        del value
    return value


def deleted_always(value: int) -> int:
    del value
    return value  # noqa: F821


ARGUMENTS = {maybe_unbound: [(True,), (False,)], deleted_name: [(True,), (False,)], deleted_always: [(1,)]}
