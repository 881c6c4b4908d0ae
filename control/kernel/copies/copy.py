"""What a copy of the game is, and how the copies stand."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from control.kernel.journal.safety_questions import InAStretch
from control.kernel.values import dataclass


@dataclass(frozen=True)
class Copy(InAStretch):
    """A copy of the game. ``kind`` is why it was made, as its name says: at a ``gate``, ``asked`` for, ``timed``, or
    ``before`` a restore. ``state`` is ``checked``, ``damaged``, or ``unread`` until it has been looked at."""

    path: Path
    made: datetime
    stretch: str
    number: int
    kind: str
    size: int
    state: str = "checked"
    on_second: bool = False

    @property
    def name(self) -> str:
        """Its file's name."""
        return self.path.name


@dataclass(frozen=True)
class Beat:
    """How the copies stand, by the server's own clock (seconds since 1970; 0: never).

    ``looked`` is when it was last seen whether a copy is due, ``running`` whether somebody looks at all. ``trouble``
    says why the last attempt failed, ``second_trouble`` the same of the second folder, ``pack_trouble`` of the fallback
    pack, or what no font could print of it.
    """

    running: bool
    looked: float
    good: Copy | None
    second_good: Copy | None
    trouble: str
    second_trouble: str
    pack_trouble: str = ""
