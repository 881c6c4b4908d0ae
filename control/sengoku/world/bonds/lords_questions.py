"""Who serves whom, for the map: the land with the lords of its holders, as far as an audience may know (R35)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from sqlalchemy.orm import Session

from control.kernel.wording import folded
from control.sengoku.world.bonds.treaties_questions import standing
from control.sengoku.world.land.land_questions import ClanSign, LandView, clan_signs, land


def lords(session: Session, audience: str) -> dict[str, ClanSign]:
    """The lord of each vassal by a bond between clans that stands; of several the one of the latest bond."""
    signs = clan_signs(session)
    bonds = [bond for those in standing(session, audience).values() for bond in those if bond.kind == "vassalage"]
    return {bond.other: signs[bond.one] for bond in sorted(bonds, key=lambda bond: (bond.entry, bond.id))}


def land_of_lords(session: Session, audience: str) -> LandView:
    """The map as a desk, or the ``public``, may see it, with who serves whom."""
    return replace(land(session, audience), lords=lords(session, audience))


def vassals(clans: Iterable[ClanSign], lords: Mapping[str, ClanSign]) -> list[tuple[ClanSign, ClanSign]]:
    """The legend of the map: each vassal with his lord, by name."""
    return sorted(((one, lords[one.id]) for one in clans if one.id in lords), key=lambda pair: folded(pair[0].name))
