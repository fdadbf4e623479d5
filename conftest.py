"""Every test session has a MODELET_HOME of its own; compiled objects are shared by content."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import platformdirs

_named = os.environ.get("MODELET_HOME")
os.environ.setdefault("MODELET_TOOLCHAIN_CACHE", str((Path(_named) if _named else platformdirs.user_cache_path("modelet")) / "toolchain"))
os.environ["MODELET_HOME"] = tempfile.mkdtemp(prefix="modelet-tests-")
os.environ["HF_HUB_OFFLINE"] = "1"
