from __future__ import annotations


class Node:
    def __init__(self, value: int, next: Node | None = None) -> None:
        self.value = value
        self.next = next


class LinkedList:
    head: Node | None = None
    length = 0

    def push(self, value: int) -> None:
        self.head = Node(value, self.head)
        self.length += 1

    def reverse(self) -> None:
        previous, current = None, self.head
        while current:
            current.next, previous, current = previous, current, current.next
        self.head = previous

    def remove(self, value: int) -> bool:
        before: Node | None = None
        node = self.head
        while node is not None and node.value != value:
            before, node = node, node.next
        if node is None:
            return False
        if before is None:
            self.head = node.next
        else:
            before.next = node.next
        self.length -= 1
        return True

    def to_list(self) -> list[int]:
        out, node = [], self.head
        while node:
            out.append(node.value)
            node = node.next
        return out


def has_cycle(head: Node | None) -> bool:
    slow = fast = head
    while fast and fast.next:
        slow, fast = slow.next, fast.next.next
        if slow is fast:
            return True
    return False


def linked_list(values: list[int], gone: list[int]) -> list[object]:
    items = LinkedList()
    for v in values:
        items.push(v)
    before = items.to_list()
    items.reverse()
    removed = [items.remove(g) for g in gone]
    after = items.to_list()
    straight = has_cycle(items.head)
    if items.head and items.head.next:
        items.head.next.next = items.head
    return [before, after, removed, items.length, LinkedList.length, straight, has_cycle(items.head)]


ARGUMENTS = [([1, 2, 3, 4], [1, 4, 9]), ([], [1]), ([5], [5]), ([7, 7], [7])]
