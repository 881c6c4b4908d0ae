"""Which desk minds a clan: keeps its books and its letters, and hears what it must."""

from __future__ import annotations

from sqlalchemy import ColumnElement, true

from control.sengoku.rows import Clan


def desk_of(clan: Clan) -> str:
    """The desk that minds a clan: Team Control a played one, the Bakufu its own, NPD Control all others."""
    if clan.kind == "bakufu":
        return "bakufu"
    return "team" if clan.played else "npd"


def minds(desk: str, clan: Clan) -> bool:
    """Whether a desk keeps this clan's books and letters; Game Control keeps everybody's."""
    return desk in ("game", desk_of(clan))


def clans_minded(desk: str) -> ColumnElement[bool]:
    """The same as a condition on the table of clans."""
    if desk == "game":
        return true()
    if desk == "bakufu":
        return Clan.kind == "bakufu"
    return (Clan.kind != "bakufu") & Clan.played.is_(desk == "team")
