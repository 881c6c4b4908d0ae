"""Who sits where: the umpire, and the two sides."""

from __future__ import annotations

from control.sekigahara.rules.sides import SIDES

UMPIRE = "umpire"
ROLES = {UMPIRE: "The umpire", "east": "The east", "west": "The west"}


def acts_for(desk: str, side: str) -> bool:
    """Whether a desk acts for a side, and sees what is that side's own: its own desk does, the umpire does for both."""
    return desk == side or desk not in SIDES
