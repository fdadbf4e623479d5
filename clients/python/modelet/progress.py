"""Progress of downloads: one line on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys

_WIPE = "\r\x1b[K"


def tell(what: str, done: int, total: int) -> None:
    """Says how far a download is; the line is gone at its end."""
    if sys.stderr is not None and sys.stderr.isatty():
        text = "" if done >= total else f"{what.rsplit('/', 1)[-1]}: {done / 1e6:,.0f} of {total / 1e6:,.0f} MB"
        sys.stderr.write(_WIPE + text)
        sys.stderr.flush()
