"""Everything on paper: which kinds of printout there are, and how a printing of some of them is made."""

from __future__ import annotations

from collections.abc import Iterable

from control.press import after, fallback, players, season, table, umpires, wall
from control.press.kinds import CHAPTERS, Item, Kind, MakeUrl, Press
from control.press.making import Made, Wish, make
from control.rules.errors import OrderNotUnderstood, did_you_mean

__all__ = [
    "CHAPTERS", "KINDS", "PACK", "Item", "Kind", "Made", "MakeUrl", "Press", "Wish", "kinds_of", "make", "wanted",
]

KINDS: dict[str, Kind] = {
    kind.key: kind
    for chapter in (players, season, table, umpires, fallback, wall, after)
    for kind in chapter.KINDS
}
PACK = "pack"
"""What asks for the whole pack, as the name of a chapter asks for the chapter."""


def wanted(kind: str) -> Kind:
    """The kind of printout of that name. Raises OrderNotUnderstood with near names."""
    if kind not in KINDS:
        near = did_you_mean(kind, KINDS)
        raise OrderNotUnderstood(f'There is no printout "{kind}", only {", ".join(KINDS)}.{near}', field="kind")
    return KINDS[kind]


def kinds_of(names: Iterable[str]) -> tuple[Kind, ...]:
    """The kinds of these names, each once; ``pack`` is the whole pack, the name of a chapter all of it. Raises
    OrderNotUnderstood with near names."""
    found: dict[str, Kind] = {}
    for name in names:
        if name == PACK or name in CHAPTERS:
            found |= {key: kind for key, kind in KINDS.items() if kind.pack and name in (PACK, kind.chapter)}
        else:
            found[name] = wanted(name)
    return tuple(found.values())
