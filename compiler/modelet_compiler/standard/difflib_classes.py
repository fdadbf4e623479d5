"""difflib.SequenceMatcher: CPython's own, without its shortcut for a sequence that is the one it has."""

import difflib


class SequenceMatcher(difflib.SequenceMatcher):  # type: ignore[type-arg]
    def set_seq1(self, a):
        self.a = a
        self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        self.b = b
        self.matching_blocks = self.opcodes = None
        self.fullbcount = None
        self.__chain_b()
