"""Templates as Python has compiled them, kept for the next start: an umpire's first look at a page need not wait for
that."""

from __future__ import annotations

import contextlib
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from control.kernel.cache import cache_folder, is_ours


class KeptTemplates(FileSystemBytecodeCache):
    """Keeps them in a folder of the user's alone. Whatever is wrong with a file or the folder, they are compiled."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder() / "templates"
        super().__init__(str(self.folder))

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a template, if it is there and nobody else may have written it."""
        with contextlib.suppress(Exception):  # a torn file: it is compiled anew
            if is_ours(self.folder):
                super().load_bytecode(bucket)
                return
        bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if is_ours(self.folder):
                super().dump_bytecode(bucket)
