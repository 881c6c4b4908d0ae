"""Which desk minds a clan: keeps its books and its letters, and hears what it must."""

from __future__ import annotations

from sqlalchemy import ColumnElement

from control.sengoku.rows import Clan
from control.sengoku.world.risings_questions import lords


def desk_of(clan: Clan) -> str:
    """The desk that minds a clan: Team Control a played one, the Bakufu its own, NPD Control all others; rebels
    it speaks for as well (R42)."""
    if clan.kind == "bakufu":
        return "bakufu"
    return "team" if clan.played else "npd"


def minds(desk: str, clan: Clan) -> bool:
    """Whether a desk keeps this clan's books and letters; Game Control keeps everybody's."""
    return desk in ("game", desk_of(clan))


def clans_minded(desk: str) -> ColumnElement[bool]:
    """The same as a condition on the table of clans."""
    if desk == "game":
        return lords()
    if desk == "bakufu":
        return Clan.kind == "bakufu"
    return lords() & (Clan.kind != "bakufu") & Clan.played.is_(desk == "team")
