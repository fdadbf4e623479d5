"""The texts of added tokens as a trie, in the form of `modelet::tokenizers::Patterns`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class PatternTable:
    """The fields of the engine's struct."""

    edges: list[int]  # [nodes + 1]
    labels: list[int]
    targets: list[int]
    tokens: list[int]  # [nodes] index of a token, or -1


def pattern_table(contents: Mapping[str, int]) -> PatternTable:
    """`contents` maps texts, none empty, to indices of tokens."""
    nodes: list[dict[str, int]] = [{}]
    tokens = [-1]
    for text, token in contents.items():
        node = 0
        for character in text:
            if character not in nodes[node]:
                nodes[node][character] = len(nodes)
                nodes.append({})
                tokens.append(-1)
            node = nodes[node][character]
        tokens[node] = token
    edges, labels, targets = [0], [], []
    for children in nodes:
        for character, target in sorted(children.items()):
            labels.append(ord(character))
            targets.append(target)
        edges.append(len(labels))
    return PatternTable(edges, labels, targets, tokens)
