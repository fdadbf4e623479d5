"""fnmatch: names and patterns of files, as on a system whose file names have cases."""


def set_end(pattern, start):
    """The place of the bracket that ends a set, which begins behind `[`; -1 without one."""
    at = start
    if pattern[at : at + 1] == "!":
        at += 1
    if pattern[at : at + 1] == "]":
        at += 1
    return pattern.find("]", at)


def in_set(character, members):
    negated = members[:1] == "!"
    if negated:
        members = members[1:]
    found = False
    at = 0
    while at < len(members):
        if at + 2 < len(members) and members[at + 1] == "-":
            found = found or members[at] <= character <= members[at + 2]
            at += 3
        else:
            found = found or members[at] == character
            at += 1
    return found != negated


def one_end(name, at, pattern, place):
    """The place behind the part of the pattern at `place` that matches one character; -1 when it does not match."""
    mark = pattern[place]
    if mark == "?":
        return place + 1
    if mark == "[":
        end = set_end(pattern, place + 1)
        if end >= 0:
            return end + 1 if in_set(name[at], pattern[place + 1 : end]) else -1
    return place + 1 if mark == name[at] else -1


def fnmatchcase(name, pat):
    at = place = 0
    star = -1
    again = 0
    while at < len(name):
        if place < len(pat) and pat[place] == "*":
            star = place
            again = at
            place += 1
            continue
        following = one_end(name, at, pat, place) if place < len(pat) else -1
        if following >= 0:
            at += 1
            place = following
        elif star >= 0:
            again += 1
            at = again
            place = star + 1
        else:
            return False
    while place < len(pat) and pat[place] == "*":
        place += 1
    return place == len(pat)


def filter(names, pat):  # noqa: A001
    return [name for name in names if fnmatchcase(name, pat)]


fnmatch = fnmatchcase
