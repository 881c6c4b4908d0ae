"""What can be made again and takes long to make is kept on this machine, in the user's cache folder: the drawing of a
map, templates in Python. Both are read as code would be, so a folder that others may write is not read."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """Where this user's programs keep what can be made again."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(home) / "sengoku-control-room"


def is_ours(folder: Path) -> bool:
    """Whether nobody else may write in a folder (where the system can tell). Raises OSError if there is none."""
    if not hasattr(os, "getuid"):
        return True
    about = folder.stat()
    return about.st_uid == os.getuid() and not about.st_mode & 0o022
