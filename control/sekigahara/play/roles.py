"""Who sits where: the umpire, and the two sides."""

from __future__ import annotations

UMPIRE = "umpire"
ROLES = {UMPIRE: "The umpire", "east": "The east", "west": "The west"}
