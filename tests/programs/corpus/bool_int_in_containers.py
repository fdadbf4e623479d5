def bool_int_in_containers(a: list[int | bool | float], d: dict[int, str]) -> list[object]:
    e: dict[int | bool | float, str] = {}
    for i, v in enumerate(a):
        e[v] = str(i)
    s = {v for v in a}
    m = max(a, default=None)
    first = [v for v in a if v == 1]
    mixed = [
        True + True,
        True / 2,
        True // 2,
        -True,
        ~True,
        True << 3,
        2**True,
        True * "x",
        [1] * True,
        round(True),
        abs(False),
        divmod(True, 2),
    ]
    texts = [str(True), repr(False), f"{True}", f"{True:d}", f"{True:>6}", "%d %s" % (True, False), format(True, ""), format(1, "c")]
    types = [
        type(v).__name__
        for v in (
            True & False,
            True | 1,
            True ^ True,
            not 1,
            1 and True,
            0 or False,
            sum([True]),
            max(True, 0),
            min(1, True),
            int(True),
            True + 0,
        )
    ]
    return [
        e,
        len(s),
        m,
        first,
        mixed,
        texts,
        types,
        d.get(True),
        True in d,
        d.get(1.0, "none"),
        [1, 2].index(True),
        [0, False, 0.0].count(False),
        (1, 2) == (True, 2.0),
        {1: 2} == {True: 2.0},
    ]


ARGUMENTS = [([1, True, 1.0, 0, False, 2], {1: "one"}), ([], {}), ([True, 1], {0: "zero"}), ([-0.0, 0, False], {1: ""})]
