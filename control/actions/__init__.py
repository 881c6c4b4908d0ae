"""Everything that changes the game. Importing this package fills the registry."""

from control.actions import (
    announcements,
    battles,
    books,
    calling,
    casting,
    claims,
    clock,
    corrections,
    encounters,
    forces,
    honour,
    letters,
    locals,
    losses,
    manoeuvres,
    midway,
    movement,
    news,
    notices,
    orders,
    people,
    risk,
    rulings,
    screens,
    seasons,
    settling,
    table,
    tactics,
    treaties,
    undo,
    winter,
    works,
)
from control.actions.registry import ACTIONS, DESKS, PLAYER, Room, Umpire, find, perform, perform_all

__all__ = [
    "ACTIONS", "DESKS", "PLAYER", "Room", "Umpire", "announcements", "battles", "books", "calling", "casting",
    "claims", "clock", "corrections", "encounters", "find", "forces", "honour", "letters", "locals", "losses",
    "manoeuvres", "midway", "movement", "news", "notices", "orders", "people", "perform", "perform_all", "risk",
    "rulings", "screens", "seasons", "settling", "table", "tactics", "treaties", "undo", "winter", "works",
]
