"""What the command line tells of a printing: how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable


def bar() -> Callable[[int, int, str], None]:
    """Shows how far a printing is, on one line of a terminal; in a file, a line for each kind."""
    told: list[str] = []

    def tell(done: int, total: int, words: str) -> None:
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            full = "█" * (30 * done // total)
            print(f"\r[{full:30}] {done}/{total} {words:<30.30}", end=end, file=sys.stderr, flush=True)
        elif told[-1:] != [words]:
            told.append(words)
            print(f"[{done}/{total}] {words}".rstrip(), file=sys.stderr)

    return tell
