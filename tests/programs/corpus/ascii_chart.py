def scale(values: list[float], height: int) -> list[int]:
    low, high = min(values), max(values)
    if high == low:
        return [height // 2] * len(values)
    return [round((v - low) / (high - low) * (height - 1)) for v in values]


def chart(values: list[float], height: int = 4, marker: str = "*") -> list[str]:
    if not values:
        return ["(no data)"]
    levels = scale(values, height)
    rows = []
    for level in range(height - 1, -1, -1):
        row = "".join(marker if v == level else ("|" if v > level else " ") for v in levels)
        rows.append(f"{row:<{len(values)}}$")
    return rows


BLOCKS = " ▁▂▃▄▅▆▇█"


def spark(values: list[float]) -> str:
    return "".join(BLOCKS[i] for i in scale(values, len(BLOCKS))) if values else ""


def ascii_chart(values: list[float], height: int) -> list[str]:
    rows = chart(values, height)
    rows.append(spark(values))
    rows.append("-" * len(values) + ">")
    rows.append(" ".join(f"{v:.3g}" for v in values))
    return rows


ARGUMENTS = [([1.0, 3.0, 2.0, 8.0, 0.5], 4), ([], 3), ([2.0, 2.0], 3), ([0.5, 1.5, 2.5], 3), ([1.0, 2.0], 0)]
