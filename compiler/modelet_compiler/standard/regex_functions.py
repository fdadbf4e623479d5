"""re.sub and re.subn with a function as the replacement; patterns that are known at run time only."""


def compiled(pattern, flags, shape):
    """re.compile(pattern, flags); `shape` has the same groups."""
    raise AssertionError(pattern, flags, shape)


def substituted(pattern, replacement, text, count):
    return replaced(pattern, replacement, text, count)[0]


def replaced(pattern, replacement, text, count):
    pieces = []
    done = 0
    last = 0
    for match in pattern.finditer(text):
        if count != 0 and done >= count:
            break
        pieces.append(text[last : match.start()])
        piece = replacement(match)
        if piece is not None:
            pieces.append(piece)
        last = match.end()
        done += 1
    pieces.append(text[last:])
    return "".join(pieces), done
