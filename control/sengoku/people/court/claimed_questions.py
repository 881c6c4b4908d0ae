"""Titles claimed falsely, and services to Emperor and Shogun, as desks see them (handbook 4)."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select, true
from sqlalchemy.orm import Session, joinedload

from control.kernel.values import dataclass
from control.kernel.wording import counted
from control.sengoku.rows import Character, Clan, FalseClaim, Service, Title
from control.sengoku.rules.desks import AT_COURT
from control.sengoku.rules.people.titles import AUTHORITIES
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.minding_questions import clans_minded
from control.sengoku.world.people.titles_questions import title_in_words

LORDS = {key: AUTHORITIES[key] for key in ("emperor", "shogun")}
"""Whom one serves."""
KINDS = {"rice": "Rice", "cash": "Cash", "risk": "A risk"}
"""What a service is done in."""


def claims_seen(desk: str) -> ColumnElement[bool]:
    """The false claims that a desk may know: of the clans it minds all, the Bakufu those that were discovered."""
    if desk == "game":
        return true()
    if desk == "bakufu":
        return FalseClaim.discovered.is_(True)
    theirs = select(Character.id).join(Clan, Clan.id == Character.clan).where(clans_minded(desk))
    return FalseClaim.character.in_(theirs)


def services_seen(desk: str) -> ColumnElement[bool]:
    """The services that a desk may know: Bakufu and Game Control all, others those of the clans they mind."""
    if desk in AT_COURT:
        return true()
    return Service.clan.in_(select(Clan.id).where(clans_minded(desk)))


@dataclass(frozen=True)
class ClaimView:
    """Somebody who claimed a title that he did not hold; ``true`` if it has been given to him since."""

    number: int
    who: str
    clan: ClanSign
    words: str
    when: str
    discovered: bool
    true: bool


def false_claims(session: Session, desk: str) -> list[ClaimView]:
    """The false claims that a desk may know, the latest first."""
    signs = clan_signs(session)
    held = {tuple(row) for row in session.execute(select(Title.character, Title.kind, Title.province, Title.rank))}
    rows = session.scalars(
        select(FalseClaim)
        .where(claims_seen(desk))
        .order_by(FalseClaim.year.desc(), FalseClaim.character, FalseClaim.line)
        .options(joinedload(FalseClaim.the_character), joinedload(FalseClaim.the_province))
    )
    return [
        ClaimView(
            one.id,
            one.the_character.name,
            signs[one.the_character.clan],
            title_in_words(one.kind, one.the_province.name if one.the_province else "", one.rank),
            f"{one.season} {one.year}",
            one.discovered,
            (one.character, one.kind, one.province, one.rank) in held,
        )
        for one in rows
    ]


@dataclass(frozen=True)
class ServiceView:
    """What a clan did for the Emperor or the Shogun."""

    number: int
    clan: ClanSign
    words: str


def services(session: Session, desk: str) -> list[ServiceView]:
    """The services that a desk may know, the latest first."""
    signs = clan_signs(session)
    found = select(Service).where(services_seen(desk)).order_by(Service.line.desc())
    views = []
    for one in session.scalars(found.options(joinedload(Service.the_character))):
        who = one.the_character.name if one.the_character else signs[one.clan].name
        how = f"{counted(one.amount, 'point')} of {one.kind}" if one.amount else "a risk"
        words = f"{who}, to {LORDS[one.lord]}: {one.note} ({how}, {one.season} {one.year})"
        views.append(ServiceView(one.id, signs[one.clan], words))
    return views
