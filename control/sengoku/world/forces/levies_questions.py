"""The intrinsic defence of provinces and places: whether it stands, what it is worth, who has beaten it (R4, R41).

Every province and place defends itself with its value in troop counters as long as its holder has no counters on that
ground: in the province around for a province, inside for a place. Beaten, it has dispersed until the following season.
Ground of value 0 has none that could be beaten: whoever stands there while its holder has no counters has it beaten.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, exists, func, null, or_, select
from sqlalchemy.orm import Session

from control.kernel.values import dataclass
from control.sengoku.rows import Army, BeatenLevy, Game, Garrison, Place, Province
from control.sengoku.world.land.risings_questions import of_rebels

Spot = tuple[str, str | None]
"""A ground that defends itself: a province, and a place in it or None for the province around."""


def is_beaten(session: Session, province: str, place: str | None = None) -> bool:
    """Whether the levy of a province, or of a place in it, was beaten this season, or its holder's counters there
    were (R4); while rebels stand in a province its people are with them (R42). Where the value is 0, there is none."""
    if not value_of(session, province, place):
        return True
    beaten = exists().where(*beaten_now(session, province, place))
    return bool(session.scalar(select(beaten | with_rebels(province, place))))


def with_rebels(province: str, place: str | None) -> ColumnElement[bool]:
    """Whether rebels stand on a ground, as a condition: its people are with them."""
    return exists().where(of_rebels(), Garrison.province == province, Garrison.place == place)


def why_beaten(session: Session, province: str, place: str | None = None) -> tuple[str, str]:
    """Why a levy that is beaten defends its ground no longer, in a sentence, and the ruling."""
    name = session.get_one(Place, place).name if place else session.get_one(Province, province).name
    if session.scalar(select(with_rebels(province, place))):
        return f"The people of {name} are with the rebels who stand there: there is no levy to fight (R42).", "R42"
    if not value_of(session, province, place):
        return f"The value of {name} is 0, so it has no levy: whoever stands there may take it (R4).", "R4"
    return f"The levy of {name} was beaten this season and has dispersed: nobody is there to fight (R4).", "R4"


def beaten_by(session: Session, province: str, place: str | None) -> set[str]:
    """The clans that have beaten the levy or the garrison there this season; where there is no levy, those who stand
    there."""
    found = set(session.scalars(select(BeatenLevy.clan).where(*beaten_now(session, province, place))))
    if not value_of(session, province, place):
        for model in (Army, Garrison):
            there = or_(model.place.is_(None), model.place == place)
            standing = (model.province == province, there, model.standing.is_(True), model.troops > 0)
            found |= set(session.scalars(select(model.clan).where(*standing)))
    return {clan for clan in found if clan}


def may_be_taken(session: Session, province: str, place: str | None, clan: str) -> bool:
    """Whether a clan may take this ground by force: it has beaten its levy or its garrison this season (R4, R33, R41),
    and the holder has no counters there now."""
    return clan in beaten_by(session, province, place) and counters_of_holder(session, province, place) == 0


def levy_of(session: Session, province: str, place: str | None = None) -> int:
    """The counters that the intrinsic defence of this ground counts as now: 0 while the holder has counters there, and
    where it was beaten this season (R4)."""
    if counters_of_holder(session, province, place) or is_beaten(session, province, place):
        return 0
    return value_of(session, province, place)


def value_of(session: Session, province: str, place: str | None = None) -> int:
    """The intrinsic defence of a ground that nobody has beaten and nobody guards, in counters."""
    return session.get_one(Place, place).value if place else session.get_one(Province, province).rice_value


def holder_of(session: Session, province: str, place: str | None = None) -> str | None:
    """The clan that holds a province, or a place in it."""
    return session.get_one(Place, place).holder if place else session.get_one(Province, province).holder


def counters_of_holder(session: Session, province: str, place: str | None = None) -> int:
    """The counters of the holder on this very ground; those in a place do not guard the province around (R41)."""
    holder = holder_of(session, province, place)
    if holder is None:
        return 0
    total = 0
    for model in (Army, Garrison):
        total += (
            session.scalar(
                select(func.coalesce(func.sum(model.troops), 0)).where(
                    model.clan == holder, model.province == province, model.place == place, model.standing.is_(True)
                )
            )
            or 0
        )
    return total


def beaten_grounds(session: Session) -> set[Spot]:
    """The grounds whose levy was beaten this season, those whose people have risen (R42), and those that have none."""
    season = Game.only(session).seasons
    beaten = select(BeatenLevy.province, BeatenLevy.place).where(BeatenLevy.season == season)
    risen = select(Garrison.province, Garrison.place).where(of_rebels())
    empty = select(Province.id, null()).where(Province.rice_value == 0)
    places = select(Place.province, Place.id).where(Place.value == 0)
    rows = session.execute(beaten.union(risen, empty, places))
    return {(province, place) for province, place in rows}


def beaten_now(session: Session, province: str, place: str | None) -> list[ColumnElement[bool]]:
    """What the rows of a ground's beaten levy hold in this season."""
    season = Game.only(session).seasons
    return [BeatenLevy.season == season, BeatenLevy.province == province, BeatenLevy.place == place]


@dataclass(frozen=True)
class Levies:
    """The intrinsic defence of all grounds, read once: a phase asks it for every province that is entered.

    ``guarded`` are the grounds on which a clan has counters, ``beaten`` those whose levy was beaten this season.
    """

    values: dict[Spot, int]
    holders: dict[Spot, str | None]
    guarded: frozenset[tuple[str, str | None, str]]
    beaten: frozenset[Spot]

    def is_guarded(self, province: str, place: str | None) -> bool:
        """Whether the holder has counters on this ground."""
        holder = self.holders[province, place]
        return holder is not None and (province, place, holder) in self.guarded

    def stands(self, province: str, place: str | None = None) -> bool:
        """Whether the levy of this ground would meet an enemy now."""
        return not self.is_guarded(province, place) and (province, place) not in self.beaten

    def of(self, province: str, place: str | None = None) -> int:
        """What the levy of this ground counts as now."""
        return self.values[province, place] if self.stands(province, place) else 0


def levies(session: Session, only: str | None = None) -> Levies:
    """The intrinsic defence of every province and place, or only of one province with its places, in five
    questions."""

    def here(column: Any) -> list[ColumnElement[bool]]:
        return [column == only] if only else []

    values: dict[Spot, int] = {}
    holders: dict[Spot, str | None] = {}
    for province, value, holder in session.execute(
        select(Province.id, Province.rice_value, Province.holder).where(*here(Province.id))
    ):
        values[province, None], holders[province, None] = value, holder
    for place, province, value, holder in session.execute(
        select(Place.id, Place.province, Place.value, Place.holder).where(*here(Place.province))
    ):
        values[province, place], holders[province, place] = value, holder
    guarded = {
        (province, place, clan)
        for model in (Army, Garrison)
        for province, place, clan in session.execute(
            select(model.province, model.place, model.clan).where(
                model.standing.is_(True), model.troops > 0, *here(model.province)
            )
        )
    }
    return Levies(values, holders, frozenset(guarded), frozenset(beaten_grounds(session)))
