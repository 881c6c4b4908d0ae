"""Who leads an army or could, who goes along with it, and what became of one that is gone (handbook 4 and 6).

For Map Control and Game Control only: all this tells whose army is where.
"""

from __future__ import annotations

from sqlalchemy import or_, select
from sqlalchemy.orm import Session, joinedload

from control.kernel.database.reading import row_of
from control.kernel.rows import JournalEntry, Touch
from control.kernel.values import dataclass
from control.sengoku.rows import (
    Army,
    Character,
    Companion,
    Game,
    Garrison,
    Place,
    Recovery,
)
from control.sengoku.rules.battle.battle import battles_allowed
from control.sengoku.rules.march.allowance import effective_experience
from control.sengoku.rules.sizes import counters
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.business_questions import is_held, open_business
from control.sengoku.world.forces.ground_questions import ground_at, is_home, shut_out
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.options_questions import options_of
from control.sengoku.world.people.people_questions import persons, until


@dataclass(frozen=True)
class Leader:
    """Somebody who could take a command: how able he is, and where he is."""

    id: str
    name: str
    experience: int
    where: str
    hostage: bool


def leaders(session: Session, clan: str) -> list[Leader]:
    """Who could take a command for a clan: its living people and its hostages who lead no army, the ablest first."""
    leading = select(Army.general).where(Army.standing.is_(True))
    rows = session.scalars(
        select(Character.id)
        .where(Character.alive.is_(True), Character.id.not_in(leading))
        .where(or_((Character.clan == clan) & Character.held_by.is_(None), Character.held_by == clan))
    )
    wanted = list(rows)
    found = persons(session, only=wanted) if wanted else []
    return [
        Leader(one.id, one.name, one.effective, one.where, one.held_by is not None)
        for one in sorted(found, key=lambda one: (-one.effective, one.id))
    ]


@dataclass(frozen=True)
class ArmyPeople:
    """What an army's page shows beside its figures, and whom and what its manoeuvres may take.

    ``companions`` are ids and names; ``recoveries`` counters and reasons (R8); ``garrison`` the counters of its own
    clan's garrison where it stands; ``merges`` other armies of the clan there: number, words;
    ``places`` the cities and temples of its province (id, words, with why it may not go in; R41);
    ``fought`` of ``may_fight`` battles this season that its general commanded (R9); ``held`` and ``way_back`` in words
    (R15).
    """

    companions: tuple[tuple[str, str], ...]
    leaders: tuple[Leader, ...]
    recoveries: tuple[tuple[int, str], ...]
    garrison: int
    merges: tuple[tuple[int, str], ...]
    fought: int
    may_fight: int
    effective: int
    until: str
    held: str
    way_back: str
    is_home: bool
    business: str
    places: tuple[tuple[str, str], ...]


LED = joinedload(Army.the_general)


def army_people(session: Session, scenario: Scenario, number: int) -> ArmyPeople | None:
    """The people about an army on the map and what it may do with them, or None."""
    army = row_of(session, Army, number, LED)
    if army is None or not army.standing:
        return None
    game, general = Game.only(session), army.the_general
    companions = session.execute(
        select(Character.id, Character.name)
        .join(Companion, Companion.character == Character.id)
        .where(Companion.army == number)
        .order_by(Character.id)
    )
    recoveries = session.execute(
        select(Recovery.counters, Recovery.reason).filter_by(army=number, done=False).order_by(Recovery.id)
    )
    merges = session.execute(
        select(Army.id, Army.code, Character.name, Army.troops)
        .join(Army.the_general)
        .where(
            Army.standing.is_(True),
            Army.clan == army.clan,
            Army.province == army.province,
            Army.place.is_not_distinct_from(army.place),
            Army.id != number,
        )
        .order_by(Army.id)
    )
    garrison = session.scalar(
        select(Garrison.troops).filter_by(clan=army.clan, province=army.province, place=army.place, standing=True)
    )
    ground = ground_at(session, army.province, army.place)
    names = scenario.provinces
    return ArmyPeople(
        companions=tuple((key, name) for key, name in companions),
        leaders=tuple(leaders(session, army.clan)),
        recoveries=tuple((counters, reason) for counters, reason in recoveries),
        garrison=garrison or 0,
        merges=tuple((key, f"{name}, {code}, {counters(troops)}") for key, code, name, troops in merges),
        fought=general.battles,
        may_fight=battles_allowed(general.experience, general.wounded),
        effective=effective_experience(general.experience, general.wounded, options_of(game)),
        until=until(game, general),
        held=f"battle {army.held_by}" if is_held(session, army) else "",
        way_back=names[army.way_back].name if army.way_back else "",
        is_home=is_home(session, army.clan, ground),
        business=open_business(session, army),
        places=tuple(
            (place.id, f"into {place.name}{f' ({why})' if (why := shut_out(session, army, place)) else ''}")
            for place in session.scalars(select(Place).where(Place.province == army.province).order_by(Place.id))
            if place.id != army.place
        ),
    )


LEAVES_THE_MAP = ("army.disband", "army.merge", "risk.draw", "season.advance")


@dataclass(frozen=True)
class GoneView:
    """An army that is no longer on the map: whose it was, and what became of it."""

    id: int
    code: str
    clan: ClanSign
    general: str
    entry: int | None
    when: str
    sentence: str


def gone(session: Session, number: int) -> GoneView | None:
    """What became of an army that has left the map; None for one that is on it, or never was."""
    army = row_of(session, Army, number, LED)
    if army is None or army.standing:
        return None
    general = army.the_general
    entry = None
    touched = select(Touch.entry).where(Touch.table == "army", Touch.key == str(number), Touch.changed)
    its = select(JournalEntry).where(JournalEntry.action.in_(LEAVES_THE_MAP), JournalEntry.number.in_(touched))
    for one in session.scalars(its.order_by(JournalEntry.number.desc())):
        if any(
            change["table"] == "army" and change["key"] == [number] and (change["after"] or {}).get("standing") is False
            for change in one.changes
        ):
            entry = one
            break
    return GoneView(
        id=army.id,
        code=army.code,
        clan=clan_signs(session)[army.clan],
        general=general.name,
        entry=entry.number if entry else None,
        when=entry.stretch.capitalize() if entry else "",
        sentence=entry.sentence if entry else "",
    )
