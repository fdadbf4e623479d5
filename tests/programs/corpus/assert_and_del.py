def checked(values: list[int]) -> float:
    assert values, "no values"
    assert all(isinstance(v, int) for v in values), f"bad {values}"
    mean = sum(values) / len(values)
    assert mean >= 0, ("negative", mean)
    return mean


def assert_and_del(groups: list[list[int]]) -> list[object]:
    out: list[object] = []
    table: dict[str, list[int]] = {str(i): g for i, g in enumerate(groups)}
    for key in list(table):
        try:
            out.append(checked(table[key]))
        except AssertionError as e:
            out.append(f"{key}: {e}")
            del table[key]
    items = [1, 2, 3, 4, 5]
    del items[1], items[-1]
    temp = "x"
    del temp
    try:
        print_me = temp
    except NameError as e:
        print_me = f"{type(e).__name__}"
    assert True
    return [*out, table, items, print_me]


ARGUMENTS = [([[1, 2], [], [-5]],), ([],), ([[0]],)]
