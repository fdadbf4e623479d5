class Node:
    __slots__ = ("children", "count", "end")

    def __init__(self) -> None:
        self.children: dict[str, "Node"] = {}
        self.count = 0
        self.end = False


class Trie:
    def __init__(self) -> None:
        self.root = Node()

    def insert(self, word: str) -> None:
        node = self.root
        for letter in word:
            node = node.children.setdefault(letter, Node())
            node.count += 1
        node.end = True

    def find(self, prefix: str) -> Node | None:
        node = self.root
        for letter in prefix:
            if letter not in node.children:
                return None
            node = node.children[letter]
        return node

    def words(self, prefix: str = "") -> list[str]:
        start = self.find(prefix)
        if start is None:
            return []
        found: list[str] = []

        def walk(node: Node, path: str) -> None:
            if node.end:
                found.append(path)
            for letter, child in sorted(node.children.items()):
                walk(child, path + letter)

        walk(start, prefix)
        return found


def trie(words: list[str], prefixes: list[str]) -> list[tuple[str, int, list[str]]]:
    trie = Trie()
    for word in words:
        trie.insert(word)
    result = []
    for prefix in prefixes:
        node = trie.find(prefix)
        result.append((prefix, node.count if node else -1, trie.words(prefix)))
    return result


ARGUMENTS = [
    (["car", "card", "care", "cat", "dog", "car"], ["ca", "car", "x", ""]),
    ([], ["", "a"]),
    (["", "é", "e\u0301", "😀a"], ["", "e", "😀"]),
]
