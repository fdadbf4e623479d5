def names_that_clash(int64_t: int, values: list[int], call: str, t1: int, returned: int) -> str:
    auto = int64_t + t1
    namespace = call + str(returned)
    arguments = values
    depth = [auto for auto in arguments]
    _x = 1
    x_ = 2
    x_2 = 3
    x = 4
    x = str(x)
    py = np = std = 5
    double = float(py)
    ünï = double + np + std
    return f"{auto} {namespace} {depth} {_x} {x_} {x_2} {x} {ünï}"


ARGUMENTS = {names_that_clash: [(1, [2, 3], "c", 4, 5)]}
