"""What of the state is not for the whole of a desk, and what is made for those who see no armies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, or_, select, true
from sqlalchemy.orm import InstrumentedAttribute, Session

from control.kernel.game import Retold
from control.kernel.roles import PUBLIC, parts_of
from control.kernel.rows import Base, Ruling
from control.sengoku.hall.news.news_questions import released
from control.sengoku.people.court.claimed_questions import claims_seen, services_seen
from control.sengoku.politics.bakufu.petitions_questions import petitions_seen
from control.sengoku.politics.letters.letters_questions import as_told, letters_told
from control.sengoku.rows import (
    Army,
    Attitude,
    AttitudeProposal,
    Breach,
    Call,
    Character,
    Clan,
    FalseClaim,
    Honour,
    HonourProposal,
    Letter,
    Petition,
    Reaction,
    Service,
    Title,
    Transfer,
    Treaty,
    Work,
)
from control.sengoku.rules.desks import SEES_ARMIES, SEES_HONOUR
from control.sengoku.world.bonds.calls_questions import calls_seen
from control.sengoku.world.bonds.lords_questions import lords
from control.sengoku.world.bonds.treaties_questions import known_by
from control.sengoku.world.land.land_questions import fought, marked
from control.sengoku.world.minding_questions import clans_minded, his_alone

Only = Callable[[Session, str], ColumnElement[bool]]
"""What narrows the rows of a table for an audience."""


def of_its_clans(clan: InstrumentedAttribute[str]) -> Only:
    """What is about the clans that a desk minds."""
    return lambda _session, audience: clan.in_(select(Clan.id).where(clans_minded(audience)))


def known(condition: Callable[[str], ColumnElement[bool]]) -> Only:
    """What an audience may know by this condition, which asks the game for nothing else."""
    return lambda _session, audience: condition(audience)


def transfers(audience: str) -> ColumnElement[bool]:
    """What moved in the books of the clans that a desk minds."""
    theirs = select(Clan.id).where(clans_minded(audience))
    return or_(Transfer.payer.in_(theirs), Transfer.payee.in_(theirs))


def titles(audience: str) -> ColumnElement[bool]:
    """What the dead held is announced by nobody."""
    alive = select(Character.id).where(Character.alive.is_(True))
    return true() if audience in (*SEES_ARMIES, "bakufu") else Title.character.in_(alive)


def breaches(audience: str) -> ColumnElement[bool]:
    """What was said of the bonds that a desk may know of (R35)."""
    return Breach.treaty.in_(select(Treaty.id).where(known_by(audience)))


def rulings(audience: str) -> ColumnElement[bool]:
    """Those that are secret (honour that was levelled, R28) are for Team Control and Game Control; whoever minds some
    clans only has what was levelled of those in their ledger."""
    return true() if audience in SEES_HONOUR and parts_of(audience) is None else Ruling.secret.is_(False)


ONLY_ROWS: dict[type[Base], Only] = {
    Transfer: known(transfers),
    Honour: known(lambda audience: his_alone(audience, Honour.clan)),
    HonourProposal: known(lambda audience: his_alone(audience, HonourProposal.clan)),
    Work: of_its_clans(Work.clan),
    Attitude: of_its_clans(Attitude.clan),
    Reaction: of_its_clans(Reaction.clan),
    AttitudeProposal: of_its_clans(AttitudeProposal.clan),
    Title: known(titles),
    Call: known(calls_seen),
    FalseClaim: known(claims_seen),
    Service: known(services_seen),
    Petition: known(petitions_seen),
    Letter: letters_told,
    Treaty: known(known_by),
    Breach: known(breaches),
    Ruling: known(rulings),
}
"""Which rows of a table are for a desk that does not see armies. It stands here and not on the table, for what narrows
them asks other tables; that none is forgotten is in tests/secrecy/test_two_days.py."""
RETOLD: dict[type[Base], Retold] = {Letter: as_told}


def flags(session: Session) -> list[dict[str, str]]:
    """Where a clan shows a flag; one for each army, and nothing about it."""
    found = session.execute(
        select(Army.clan, Army.province).where(Army.standing.is_(True)).order_by(Army.province, Army.clan, Army.id)
    )
    return [{"clan": clan, "province": province} for clan, province in found]


def on_the_screens(session: Session) -> Any:
    """What the screens of the hall show and the public's state has not: the news that was released last, who serves
    whom as far as everybody may know (R35), by ids, which buildings stand and where was fought this season."""
    serving = {vassal: lord.id for vassal, lord in lords(session, PUBLIC).items()}
    return released(session), serving, marked(session), fought(session)
