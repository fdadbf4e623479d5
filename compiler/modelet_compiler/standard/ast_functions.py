"""ast.literal_eval: a literal becomes JSON, as its value has any of JSON's kinds.

What is Python, but no literal, is a ValueError; what is no Python a SyntaxError: so what is no literal is read as an expression.
"""

import json

CLOSING = {"(": ")", "[": "]", "{": "}"}
WORDS = ("and", "or", "in", "is", "not", "if", "else", "lambda", "for", "await", "async", "yield")
KEYWORDS = ("as", "assert", "break", "class", "continue", "def", "del", "elif", "except", "finally", "from", "global", "import", "nonlocal",
            "pass", "raise", "return", "try", "while", "with")  # fmt: skip
OPERATORS = ("**", "//", "<<", ">>", "<=", ">=", "==", "!=", "+", "-", "*", "/", "%", "@", "&", "|", "^", "<", ">")
ESCAPES = {"\n": "", "\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def literal_eval(text):
    tokens = tokens_of(text.lstrip(" \t"))
    if len(tokens) == 1:
        raise wrong("invalid syntax", 0)
    reader = Reader(tokens)
    found = reader.value()
    if found == "" or reader.kind() != "end":
        expression = Reader(tokens)
        expression.expression()
        if expression.kind() != "end":
            expression.fail()
        if found == "" and reader.foreign != "":
            raise NotImplementedError(f"ast.literal_eval of {reader.foreign} is not supported in compiled code")
        raise ValueError(f"malformed node or string on line 1: {tokens[reader.at][1]!r}")
    return json.loads(found)


def wrong(text, line):
    return SyntaxError(f"{text} (<unknown>, line {line})")


def tokens_of(text):
    """(kind, text, line) of each token; strings are decoded, numbers are as JSON writes them."""
    found = []
    opened = []
    at, line = 0, 1
    while at < len(text):
        character = text[at]
        if character == "\n":
            line += 1
            at += 1
            if not opened and text[at:].strip():
                raise wrong("invalid syntax", line)
        elif character in " \t\r\f":
            at += 1
        elif character == "#":
            while at < len(text) and text[at] != "\n":
                at += 1
        elif character.isalpha() or character == "_":
            end = at
            while end < len(text) and (text[end].isalnum() or text[end] == "_"):
                end += 1
            word = text[at:end]
            if end < len(text) and text[end] in "'\"" and word.lower() in ("r", "u", "b", "f", "br", "rb", "fr", "rf"):
                value, at, line = string_of(text, end, line, "r" in word.lower())
                kind = "foreign" if "b" in word.lower() or "f" in word.lower() else "string"
                found.append((kind, value if kind == "string" else "bytes or an f-string", line))
            else:
                found.append(("name", word, line))
                at = end
        elif character in "'\"":
            value, at, line = string_of(text, at, line, False)
            found.append(("string", value, line))
        elif character.isdigit() or (character == "." and text[at + 1 : at + 2].isdigit()):
            end = number_end(text, at)
            found.append(number_of(text[at:end], line))
            at = end
        elif character in "([{":
            opened.append((character, line))
            found.append(("mark", character, line))
            at += 1
        elif character in ")]}":
            if not opened:
                raise wrong(f"unmatched '{character}'", line)
            before = opened.pop()
            if CLOSING[before[0]] != character:
                raise wrong(f"closing parenthesis '{character}' does not match opening parenthesis '{before[0]}'", line)
            found.append(("mark", character, line))
            at += 1
        else:
            marks = [mark for mark in (*OPERATORS, ":=", ",", ":", ".", "~", "=") if text.startswith(mark, at)]
            if not marks:
                raise wrong("invalid syntax", line)
            found.append(("mark", marks[0], line))
            at += len(marks[0])
    if opened:
        raise wrong(f"'{opened[-1][0]}' was never closed", opened[-1][1])
    found.append(("end", "", line))
    return found


def string_of(text, at, line, raw):
    """The value of a string, where it ends, and the line there."""
    quote = text[at] * 3 if text.startswith(text[at] * 3, at) else text[at]
    at += len(quote)
    start = line
    parts = []
    while not text.startswith(quote, at):
        if at >= len(text) or (len(quote) == 1 and text[at] == "\n"):
            kind = "unterminated string literal" if len(quote) == 1 else "unterminated triple-quoted string literal"
            raise wrong(f"{kind} (detected at line {line})", start)
        if text[at] == "\n":
            line += 1
        if text[at] != "\\" or at + 1 >= len(text):
            parts.append(text[at])
            at += 1
            continue
        letter = text[at + 1]
        at += 2
        if raw:
            parts.append("\\" + letter)
        elif letter in ESCAPES:
            parts.append(ESCAPES[letter])
        elif letter in "01234567":
            end = at
            while end < len(text) and end < at + 2 and text[end] in "01234567":
                end += 1
            parts.append(chr(int(text[at - 1 : end], 8)))
            at = end
        elif letter in "xuU":
            size = 2 if letter == "x" else 4 if letter == "u" else 8
            digits = text[at : at + size]
            if len(digits) < size or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
                shown = "\\xXX" if size == 2 else "\\uXXXX" if size == 4 else "\\UXXXXXXXX"
                raise wrong(f"(unicode error) 'unicodeescape' codec can't decode bytes: truncated {shown} escape", line)
            parts.append(chr(int(digits, 16)))
            at += size
        elif letter == "N":
            raise NotImplementedError("ast.literal_eval of a character by its name is not supported in compiled code")
        else:
            parts.append("\\" + letter)
    return "".join(parts), at + len(quote), line


def number_end(text, at):
    end = at
    while end < len(text) and (text[end].isalnum() or text[end] in "._" or (text[end] in "+-" and text[end - 1] in "eE")):
        if text[end] in "+-" and text[at : at + 2].lower() == "0x":
            break
        end += 1
    return end


def number_of(text, line):
    """A token: a number, or what is none."""
    plain = text.replace("_", "").lower()
    if plain.endswith("j"):
        return ("foreign", "a complex number", line)
    if plain.isdigit() and len(plain) > 1 and plain[0] == "0" and plain.strip("0"):
        message = "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers"
        raise wrong(message, line)
    try:
        if plain.isdigit() or plain[:2] in ("0x", "0o", "0b"):
            return ("number", str(int(text, 0)), line)
        number = float(text)
    except ValueError:
        raise wrong("invalid decimal literal", line) from None
    return ("number", "Infinity" if number == float("inf") else repr(number), line)


class Reader:
    def __init__(self, tokens):
        self.tokens = tokens
        self.at = 0
        self.foreign = ""

    def kind(self):
        return self.tokens[self.at][0]

    def mark(self, text):
        """Whether this mark is next; then it is taken."""
        if self.tokens[self.at][0] == "mark" and self.tokens[self.at][1] == text:
            self.at += 1
            return True
        return False

    def word(self, text):
        if self.tokens[self.at][0] == "name" and self.tokens[self.at][1] == text:
            self.at += 1
            return True
        return False

    def fail(self):
        raise wrong("invalid syntax", self.tokens[self.at][2])

    # ---- literals

    def value(self):
        """A literal as JSON; empty when it is none, or none that JSON knows."""
        kind, text, _ = self.tokens[self.at]
        if kind == "string":
            parts = []
            while self.kind() == "string":
                parts.append(self.tokens[self.at][1])
                self.at += 1
            return json.dumps("".join(parts))
        if kind == "number":
            self.at += 1
            return text
        if kind == "name" and text in ("True", "False", "None"):
            self.at += 1
            return {"True": "true", "False": "false", "None": "null"}[text]
        if kind == "mark" and text in "+-":
            return self.signed(text)
        if kind == "foreign":
            self.foreign = text
            return ""
        if self.mark("["):
            return self.sequence("]")
        if self.mark("{"):
            return self.mapping()
        if self.mark("("):
            return self.group()
        return ""

    def signed(self, sign):
        self.at += 1
        kind, text, _ = self.tokens[self.at]
        if kind == "foreign":
            self.foreign = text
        if kind != "number":
            return ""
        self.at += 1
        return "-" + text if sign == "-" else text

    def sequence(self, end):
        parts = []
        while not self.mark(end):
            part = self.value()
            if part == "":
                return ""
            parts.append(part)
            if not self.mark(","):
                if self.mark(end):
                    break
                return ""
        return "[" + ", ".join(parts) + "]"

    def mapping(self):
        parts = []
        while not self.mark("}"):
            before = self.kind()
            key = self.value()
            if key == "":
                return ""
            if not self.mark(":"):
                self.foreign = "a set"
                return ""
            if before != "string":
                self.foreign = "a dict with keys that are no str"
            part = self.value()
            if part == "":
                if self.tokens[self.at][1] in (",", "}"):
                    raise wrong("expression expected after dictionary key and ':'", self.tokens[self.at - 1][2])
                return ""
            parts.append(key + ": " + part)
            if not self.mark(","):
                if self.mark("}"):
                    break
                return ""
        return "" if self.foreign else "{" + ", ".join(parts) + "}"

    def group(self):
        inside = "" if self.mark(")") else self.value()
        if inside != "" and self.mark(")"):
            return inside
        self.foreign = "a tuple"
        return ""

    # ---- expressions

    def expression(self):
        """Any expression; nothing is made of it."""
        if self.tokens[self.at][0] == "name" and self.tokens[self.at][1] in ("lambda", "yield", "await"):
            raise NotImplementedError("ast.literal_eval of this expression is not supported in compiled code")
        while True:
            while self.mark("-") or self.mark("+") or self.mark("~") or self.word("not"):
                pass
            self.primary()
            if self.word("if"):
                self.expression()
                if not self.word("else"):
                    self.fail()
                self.expression()
                return
            if not self.operator():
                return

    def operator(self):
        if any(self.mark(one) for one in OPERATORS) or self.word("and") or self.word("or") or self.word("in"):
            return True
        if self.word("is"):
            return True
        return self.word("not") and (self.word("in") or self.failed())

    def failed(self):
        self.fail()
        return False

    def primary(self):
        kind, text, _ = self.tokens[self.at]
        if kind == "string":
            while self.kind() == "string":
                self.at += 1
        elif kind in ("number", "foreign") or (kind == "name" and text not in WORDS and text not in KEYWORDS):
            self.at += 1
        elif self.mark("("):
            self.items(")", "")
        elif self.mark("["):
            self.items("]", "")
        elif self.mark("{"):
            self.items("}", ":")
        else:
            self.fail()
        while True:
            if self.mark("."):
                if self.kind() != "name":
                    self.fail()
                self.at += 1
            elif self.mark("("):
                self.items(")", "=")
            elif self.mark("["):
                self.items("]", ":")
            else:
                return

    def items(self, end, between):
        """What is between brackets; `between`: what may stand between two parts of an item."""
        while not self.mark(end):
            if not self.mark("**"):
                self.mark("*")
            self.expression()
            if between != "" and self.mark(between):
                self.expression()
            if self.word("for"):
                raise NotImplementedError("ast.literal_eval of a comprehension is not supported in compiled code")
            if self.mark(end):
                return
            if not self.mark(","):
                raise wrong("invalid syntax. Perhaps you forgot a comma?", self.tokens[self.at][2])
