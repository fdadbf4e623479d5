"""graphlib."""


class CycleError(ValueError):
    pass


class TopologicalSorter:
    def __init__(self, graph=None):
        self._waiting = {}  # how many predecessors are not done, by node
        self._successors = {}
        self._ready = []
        self._handed = 0
        self._finished = 0
        self._prepared = False
        if graph is not None:
            for node, predecessors in graph.items():
                self.add(node, *predecessors)

    def _know(self, node):
        if node not in self._waiting:
            self._waiting[node] = 0
            self._successors[node] = []

    def add(self, node, *predecessors):
        if self._prepared:
            raise ValueError("Nodes cannot be added after a call to prepare()")
        self._know(node)
        self._waiting[node] += len(predecessors)
        for predecessor in predecessors:
            self._know(predecessor)
            self._successors[predecessor].append(node)

    def prepare(self):
        if self._prepared:
            raise ValueError("cannot prepare() more than once")
        self._prepared = True
        self._ready = [node for node, count in self._waiting.items() if count == 0]
        cycle = self._find_cycle()
        if cycle:
            raise CycleError("nodes are in a cycle", cycle)

    def get_ready(self):
        if not self._prepared:
            raise ValueError("prepare() must be called first")
        ready = tuple(self._ready)
        self._handed += len(ready)
        self._ready = []
        return ready

    def is_active(self):
        if not self._prepared:
            raise ValueError("prepare() must be called first")
        return self._finished < self._handed or bool(self._ready)

    def done(self, *nodes):
        for node in nodes:
            self._finished += 1
            for successor in self._successors[node]:
                self._waiting[successor] -= 1
                if self._waiting[successor] == 0:
                    self._ready.append(successor)

    def static_order(self):
        self.prepare()
        while self.is_active():
            group = self.get_ready()
            yield from group
            self.done(*group)

    def _find_cycle(self):
        stack = []
        places = []  # of the next successor, for each node on the stack
        seen = set()
        on_stack = {}
        for start in self._waiting:
            if start in seen:
                continue
            node = start
            while True:
                if node in seen:
                    if node in on_stack:
                        return [*stack[on_stack[node] :], node]
                else:
                    seen.add(node)
                    places.append(0)
                    on_stack[node] = len(stack)
                    stack.append(node)
                while stack:
                    following = self._successors[stack[-1]]
                    if places[-1] < len(following):
                        node = following[places[-1]]
                        places[-1] += 1
                        break
                    del on_stack[stack.pop()]
                    places.pop()
                else:
                    break
        return []
