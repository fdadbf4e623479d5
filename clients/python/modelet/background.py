"""Blocking calls for asyncio: in threads of their own, so that the program's default executor stays free."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

_executor: ThreadPoolExecutor | None = None


async def run(work: Callable[[], T], cancel: Callable[[], None]) -> T:
    """Awaits `work` in a thread. When the task is cancelled, `cancel` is called, and the thread ends on its own soon after."""
    global _executor
    if _executor is None:
        _executor = ThreadPoolExecutor(min(32, (os.cpu_count() or 1) + 4), thread_name_prefix="modelet")
    try:
        return await asyncio.get_running_loop().run_in_executor(_executor, work)
    except asyncio.CancelledError:
        cancel()
        raise


def _forget() -> None:
    global _executor
    _executor = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
