"""shlex.split and shlex.quote."""

import re

UNSAFE = re.compile(r"[^\w@%+=:,./-]", re.ASCII)


def split(s):
    words = []
    word = ""
    quoted = False
    state = " "
    behind = "a"
    for character in s:
        if state in "'\"":
            quoted = True
            if character == state:
                state = "a"
            elif state == '"' and character == "\\":
                behind = state
                state = "\\"
            else:
                word += character
        elif state == "\\":
            if behind == '"' and character not in ('"', "\\"):
                word += "\\"
            word += character
            state = behind
        elif character in " \t\r\n":
            if state == "a" and (word or quoted):
                words.append(word)
                word = ""
                quoted = False
            state = " "
        elif character == "\\":
            behind = "a"
            state = "\\"
        elif character in "'\"":
            state = character
        else:
            word += character
            state = "a"
    if state in "'\"":
        raise ValueError("No closing quotation")
    if state == "\\":
        raise ValueError("No escaped character")
    if word or quoted:
        words.append(word)
    return words


def quote(s):
    if not s:
        return "''"
    if UNSAFE.search(s) is None:
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"
