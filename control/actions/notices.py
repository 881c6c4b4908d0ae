"""Who must hear this? Every outcome puts what is to be told on the lists of those desks that mind the clans."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from control.actions.registry import World
from control.models import Clan, Notice, NoticeTo, Province, Treaty

WHY = {
    "present": "took part", "owner": "holds the province", "treaty": "has a treaty with one of them",
    "neighbour": "holds a province next to it",
}
"""Why somebody must hear of it, the strongest reason first: each clan hears once."""


def tell(world: World, kind: str, sentence: str, province: str | None, clans: Iterable[str]) -> Notice:
    """Put an outcome on the lists of all who must hear of it: the ``clans`` that took part, the owner of the
    ``province``, treaty partners, neighbours. ``sentence`` must carry no size of a force: players hear it."""
    notice = Notice(
        id=world.number("notice"), year=world.game.year, season=world.game.season, phase=world.game.phase,
        kind=kind, province=province, sentence=sentence,
    )
    world.session.add(notice)
    world.session.flush()
    for clan, why in hearers(world, province, sorted(set(clans))).items():
        one = world.session.get_one(Clan, clan)
        world.session.add(NoticeTo(
            id=world.number("notice_to"), notice=notice.id, desk=desk_of(one), clan=clan, why=why,
        ))
    world.session.flush()
    return notice


def hearers(world: World, province: str | None, clans: list[str]) -> dict[str, str]:
    """Every clan that must hear of it, with the strongest reason."""
    found = dict.fromkeys(clans, "present")
    near = world.scenario.geography.neighbours(province) if province else []
    for key, why in ((province, "owner"), *((None, "treaty"),), *((key, "neighbour") for key in near)):
        if why == "treaty":
            for partner in partners(world.session, clans):
                found.setdefault(partner, why)
        elif key and (holder := world.session.get_one(Province, key).holder):
            found.setdefault(holder, why)
    return found


def partners(session: Session, clans: list[str]) -> list[str]:
    """The clans that have a treaty with one of these."""
    rows = session.scalars(
        select(Treaty).where(Treaty.ended.is_(False), or_(Treaty.one.in_(clans), Treaty.other.in_(clans)))
    )
    return sorted({key for row in rows for key in (row.one, row.other)} - set(clans))


def desk_of(clan: Clan) -> str:
    """The desk that tells a clan: Team Control for a played one, the Bakufu its own, NPD Control all others."""
    if clan.kind == "bakufu":
        return "bakufu"
    return "team" if clan.played else "npd"
