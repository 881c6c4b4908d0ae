"""What can be made again and takes long to make is kept on this machine, in the user's cache folder: the drawing of a
map, templates in Python, the tables of a new game, and the program as Python compiles it, where nothing else keeps
that. All are read as code would be, so a folder that others may write is not read."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
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


def keep(content: bytes, file: Path) -> None:
    """Write a file, whole or not at all, if nobody else may write in its folder. Raises OSError."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if is_ours(file.parent):
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as draft:
            draft.write(content)
        os.replace(draft.name, file)


def keep_compiled() -> None:
    """Where Python is told to keep nothing beside the source (PYTHONDONTWRITEBYTECODE), it keeps here what it compiles:
    that is half of what a start takes."""
    if not sys.dont_write_bytecode or sys.pycache_prefix:
        return
    with contextlib.suppress(OSError, RuntimeError):  # no home, or none that can be written: every start compiles anew
        folder = cache_folder() / "python"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_ours(folder):
            sys.pycache_prefix, sys.dont_write_bytecode = str(folder), False
