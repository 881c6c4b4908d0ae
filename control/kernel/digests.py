"""What tells whether a file is still the same."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping


def hash_of(text: str) -> str:
    """The SHA-256 of a file's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of(hashes: Mapping[str, str]) -> str:
    """One number for all files, from their hashes by their paths; empty if there are none."""
    listed = "".join(f"{hashes[file]}  {file}\n" for file in sorted(hashes))
    return hash_of(listed) if listed else ""
