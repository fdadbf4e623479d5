from typing import Any


def resize(image: str, width: int = 10, height: int = 10) -> str:
    return f"{image}->{width}x{height}"


def crop(image: str, *, left: int = 0, right: int = 0) -> str:
    return f"{image}[{left}:{right}]"


def blur(image: str, radius: float = 1.0, **extra: Any) -> str:
    return f"{image}~{radius} {sorted(extra.items())}"


HANDLERS = {"resize": resize, "crop": crop, "blur": blur}


def kwargs_dispatch(image: str, steps: list[tuple[str, dict[str, int]]]) -> str:
    for name, options in steps:
        try:
            handler = HANDLERS[name]
        except KeyError:
            raise ValueError(f"no handler {name}") from None
        image = handler(image, **options)
    return image


ARGUMENTS = [
    ("img", [("resize", {"width": 5}), ("crop", {"left": 1, "right": 3})]),
    ("img", [("blur", {"radius": 3, "z": 1, "a": 2})]),
    ("img", [("spin", {})]),
    ("img", [("resize", {"depth": 5})]),
    ("img", []),
]
