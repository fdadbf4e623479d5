"""str.join of what may not be strings, which is seen when it is joined."""


def join(separator, iterable):
    texts = []
    for position, item in enumerate(list(iterable)):
        if not isinstance(item, str):
            raise TypeError(f"sequence item {position}: expected str instance, {type(item).__name__} found")
        texts.append(item)
    return separator.join(texts)
