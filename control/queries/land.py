"""The map: who holds what and whose flags stand where. Nothing here says how large a force is."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.models import Army, Battle, Character, Clan, Encounter, Place, Province
from control.queries.audience import SEES_ARMIES


@dataclass(frozen=True)
class ClanSign:
    """How a clan is shown: its name, its three letters and the colours of its flag."""

    id: str
    name: str
    kanji: str
    code: str
    colour: str
    text_colour: str


@dataclass(frozen=True)
class FlagAt:
    """A clan's flag in a province. ``army`` and ``label`` only for desks that may see whose it is."""

    clan: ClanSign
    province: str
    army: int | None
    label: str


@dataclass(frozen=True)
class LandView:
    """All the map needs: holders of provinces and places, works, flags, and the provinces with open business."""

    holders: dict[str, ClanSign | None]
    works: dict[str, str]
    flags: tuple[FlagAt, ...]
    encounters: tuple[str, ...]
    battles: tuple[str, ...]


def land(session: Session, audience: str) -> LandView:
    """The map as a desk, or the ``public``, may see it."""
    clans = clan_signs(session)
    provinces = list(session.scalars(select(Province)))
    places = list(session.scalars(select(Place)))
    held = [(one.id, one.holder) for one in provinces] + [(one.id, one.holder) for one in places]
    inside = audience in SEES_ARMIES
    return LandView(
        holders={key: clans[holder] if holder else None for key, holder in held},
        works={**{one.id: one.castle for one in provinces}, **{one.id: one.fortification for one in places}},
        flags=tuple(flags(session, clans, inside)),
        encounters=tuple(session.scalars(
            select(Encounter.province).where(Encounter.outcome == "").order_by(Encounter.id)
        )) if inside else (),
        battles=tuple(session.scalars(
            select(Battle.province).where(Battle.over.is_(False)).order_by(Battle.id)
        )) if inside else (),
    )


def flags(session: Session, clans: dict[str, ClanSign], inside: bool) -> list[FlagAt]:
    """A flag for each army on the map; its general and code only for those ``inside``."""
    rows = session.execute(
        select(Army.id, Army.clan, Army.province, Army.code, Character.name)
        .join(Character, Character.id == Army.general)
        .where(Army.standing.is_(True)).order_by(Army.province, Army.clan, Army.id)
    )
    return [
        FlagAt(clans[clan], province, number if inside else None, f"{code}, {general}" if inside else "")
        for number, clan, province, code, general in rows
    ]


def clan_signs(session: Session) -> dict[str, ClanSign]:
    """Every clan's sign by its id."""
    return {
        clan.id: ClanSign(clan.id, clan.name, clan.kanji, clan.code, clan.colour, clan.text_colour)
        for clan in session.scalars(select(Clan).order_by(Clan.id))
    }
