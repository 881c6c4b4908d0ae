"""Everything that changes the game. Importing this package fills the registry."""

from control.actions import (
    battles,
    claims,
    corrections,
    encounters,
    forces,
    locals,
    losses,
    manoeuvres,
    movement,
    notices,
    people,
    risk,
    seasons,
    table,
    tactics,
    treaties,
    undo,
)
from control.actions.registry import ACTIONS, DESKS, PLAYER, Room, Umpire, find, perform, perform_all

__all__ = [
    "ACTIONS", "DESKS", "PLAYER", "Room", "Umpire", "battles", "claims", "corrections", "encounters", "find", "forces",
    "locals", "losses", "manoeuvres", "movement", "notices", "people", "perform", "perform_all", "risk", "seasons",
    "table", "tactics", "treaties", "undo",
]
