"""The two sides: east is Tokugawa, black; west is Ishida, gold (3.1)."""

from __future__ import annotations

SIDES = ("east", "west")
OTHER = {"east": "west", "west": "east"}
"""The other side of each."""
CALLED = {"east": "the east", "west": "the west"}
"""What people call a side in the middle of a sentence."""
