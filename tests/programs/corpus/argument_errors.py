def area(width: float, height: float = 1.0, *, scale: float = 1.0) -> float:
    if width < 0 or height < 0:
        raise ValueError(f"negative size: {width=}, {height=}")
    return width * height * scale


def summary(*values: float, label: str = "sum", **options: float) -> str:
    extra = ", ".join(f"{k}={v:g}" for k, v in options.items())
    return f"{label}({len(values)}): {sum(values):g} [{extra}]"


def argument_errors(sizes: list[tuple[float, float]], scale: float) -> list[str]:
    out: list[str] = []
    for size in sizes:
        try:
            out.append(f"{area(*size, scale=scale):.3f}")
        except ValueError as e:
            out.append(str(e))
    out.append(summary())
    out.append(summary(*[s[0] for s in sizes], label="w", first=scale, second=2.0))
    options = {"b": 1.0, "a": 2.0}
    out.append(summary(1.0, **options))
    return out


ARGUMENTS = [([(1.0, 2.0), (-1.0, 2.0)], 0.5), ([], 0.0), ([(float("inf"), 0.0)], 1.0)]
