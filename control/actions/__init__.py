"""Everything that changes the game. Importing this package fills the registry."""

from control.actions import battles, corrections, encounters, forces, movement, seasons, undo
from control.actions.registry import ACTIONS, DESKS, Room, Umpire, find, perform

__all__ = [
    "ACTIONS", "DESKS", "Room", "Umpire", "battles", "corrections", "encounters", "find", "forces", "movement",
    "perform", "seasons", "undo",
]
