def float_power(a: float, b: float) -> float:
    return a**b


ARGUMENTS = {float_power: [(2.0, 0.5), (2.0, 10.0), (0.0, -1.0), (10.0, 400.0), (-2.0, 3.0), (float("nan"), 0.0), (1.0, float("inf"))]}
