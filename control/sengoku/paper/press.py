"""Everything on paper: which kinds of printout there are, and how a printing of some of them is made."""

from __future__ import annotations

from collections.abc import Iterable

from control.kernel.errors import OrderNotUnderstood, did_you_mean
from control.kernel.printing.kinds import CHAPTERS, Item, Kind, MakeUrl, Press
from control.kernel.printing.making import Made, Wish, make
from control.sengoku.paper import afterwards_papers as after
from control.sengoku.paper import fallback_papers as fallback
from control.sengoku.paper import players_papers as players
from control.sengoku.paper import season_papers as season
from control.sengoku.paper import signs_papers as signs
from control.sengoku.paper import table_papers as table
from control.sengoku.paper import umpires_papers as umpires
from control.sengoku.paper import wall_papers as wall

__all__ = [
    "CHAPTERS",
    "KINDS",
    "PACK",
    "Item",
    "Kind",
    "Made",
    "MakeUrl",
    "Press",
    "Wish",
    "kinds_of",
    "make",
    "wanted",
]

KINDS: dict[str, Kind] = {
    kind.key: kind
    for chapter in (players, signs, season, table, umpires, fallback, wall, after)
    for kind in chapter.KINDS
}
PACK = "pack"
"""What asks for the whole pack, as the name of a chapter asks for the chapter."""
HANDED_OUT = ("players", "season", "table")
"""The chapters of one clan's pack: all of it is handed to the clan. Its umpires' sheets are asked for by name."""


def wanted(kind: str) -> Kind:
    """The kind of printout of that name. Raises OrderNotUnderstood with near names."""
    if kind not in KINDS:
        near = did_you_mean(kind, KINDS)
        raise OrderNotUnderstood(f'There is no printout "{kind}", only {", ".join(KINDS)}.{near}', field="kind")
    return KINDS[kind]


def kinds_of(names: Iterable[str], clan: str = "") -> tuple[Kind, ...]:
    """The kinds of these names, each once; ``pack`` is the whole pack (or what is handed to a ``clan``), the name of a
    chapter all of it. Raises OrderNotUnderstood with near names."""
    packed = HANDED_OUT if clan else tuple(CHAPTERS)
    found: dict[str, Kind] = {}
    for name in names:
        if name == PACK or name in CHAPTERS:
            chapters = packed if name == PACK else (name,)
            found |= {key: kind for key, kind in KINDS.items() if kind.pack and kind.chapter in chapters}
        else:
            found[name] = wanted(name)
    return tuple(found.values())
