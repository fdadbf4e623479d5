"""queue: queues of one thread. What would wait for another thread raises Empty or Full at once."""

import heapq
from collections import deque


class Empty(Exception):
    pass


class Full(Exception):
    pass


WAITING = "nobody else could end the wait: queues belong to one call"


class Base:
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.queue = self.made()

    def qsize(self):
        return len(self.queue)

    def empty(self):
        return len(self.queue) == 0

    def full(self):
        return 0 < self.maxsize <= len(self.queue)

    def put(self, item, block=True, timeout=None):
        if self.full():
            if block and timeout is None:
                raise RuntimeError(WAITING)
            raise Full
        self.keep(item)

    def get(self, block=True, timeout=None):
        if self.empty():
            if block and timeout is None:
                raise RuntimeError(WAITING)
            raise Empty
        return self.taken()

    def put_nowait(self, item):
        self.put(item, False)

    def get_nowait(self):
        return self.get(False)

    def task_done(self):
        pass

    def join(self):
        pass


class Queue(Base):
    def made(self):
        return deque()

    def keep(self, item):
        self.queue.append(item)

    def taken(self):
        return self.queue.popleft()


class LifoQueue(Base):
    def made(self):
        return []

    def keep(self, item):
        self.queue.append(item)

    def taken(self):
        return self.queue.pop()


class PriorityQueue(LifoQueue):
    def keep(self, item):
        heapq.heappush(self.queue, item)

    def taken(self):
        return heapq.heappop(self.queue)
