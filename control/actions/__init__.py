"""Everything that changes the game. Importing this package fills the registry."""

from control.actions import (
    battles,
    calling,
    claims,
    corrections,
    encounters,
    forces,
    locals,
    losses,
    manoeuvres,
    movement,
    notices,
    orders,
    people,
    risk,
    seasons,
    settling,
    table,
    tactics,
    treaties,
    undo,
)
from control.actions.registry import ACTIONS, DESKS, PLAYER, Room, Umpire, find, perform, perform_all

__all__ = [
    "ACTIONS", "DESKS", "PLAYER", "Room", "Umpire", "battles", "calling", "claims", "corrections", "encounters",
    "find", "forces", "locals", "losses", "manoeuvres", "movement", "notices", "orders", "people", "perform",
    "perform_all", "risk", "seasons", "settling", "table", "tactics", "treaties", "undo",
]
