"""Cancels calls from outside: at Ctrl-C and at deadlines.

Python runs no signal handler while its main thread is inside a library, and a call has no clock of its own. Two threads that sleep
until they are needed do both; neither computes anything.
"""

from __future__ import annotations

import heapq
import os
import threading
import time
from _signal import default_int_handler, getsignal, set_wakeup_fd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_SIGINT = 2


class Interrupts:
    """While the main thread is inside a library, Ctrl-C cancels that call; Python then raises KeyboardInterrupt as ever."""

    def __init__(self) -> None:
        self._write = -1
        self._cancel: Callable[[], None] | None = None

    def enter(self, cancel: Callable[[], None]) -> bool:
        """Begins to watch. False when this thread gets no signals, or the program handles SIGINT in its own way."""
        if threading.get_ident() != threading.main_thread().ident or getsignal(_SIGINT) is not default_int_handler:
            return False
        previous = set_wakeup_fd(self._descriptor(), warn_on_full_buffer=False)
        if previous not in (-1, self._write):  # an event loop's: it comes first
            set_wakeup_fd(previous)
            return False
        self._cancel = cancel
        return True

    def leave(self) -> None:
        """Ends what `enter` began, when it said True."""
        self._cancel = None
        set_wakeup_fd(-1)

    def abandon(self) -> None:
        """In a forked child: takes its signals off the parent's pipe."""
        if self._cancel is not None:
            self.leave()

    def _descriptor(self) -> int:
        if self._write == -1:
            read, self._write = os.pipe()
            os.set_blocking(self._write, False)
            threading.Thread(target=self._run, args=(read,), name="modelet-interrupts", daemon=True).start()
        return self._write

    def _run(self, read: int) -> None:
        while signals := os.read(read, 64):
            cancel = self._cancel
            if _SIGINT in signals and cancel is not None:
                cancel()


class Deadlines:
    """Calls a function at a time; at most one thread, which ends when nothing is left to wait for."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._running = False

    def add(self, seconds: float, action: Callable[[], None]) -> None:
        """Calls `action` after `seconds`. It must not block; one that has become pointless shall do nothing."""
        with self._changed:
            self._count += 1
            heapq.heappush(self._waiting, (time.monotonic() + seconds, self._count, action))
            if self._running:
                self._changed.notify()
            else:
                self._running = True
                threading.Thread(target=self._run, name="modelet-deadlines", daemon=True).start()

    def discard(self, action: Callable[[], None]) -> None:
        """Forgets `action`."""
        with self._changed:
            self._waiting = [entry for entry in self._waiting if entry[2] != action]
            heapq.heapify(self._waiting)

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._waiting:
                    self._running = False
                    return
                due, _, action = self._waiting[0]
                left = due - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
                heapq.heappop(self._waiting)
            action()


interrupts = Interrupts()
deadlines = Deadlines()


def _forget() -> None:
    global interrupts, deadlines
    interrupts.abandon()
    interrupts, deadlines = Interrupts(), Deadlines()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
