"""What of the state is not for the whole of a desk, and what is made for those who see no armies."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import ColumnElement, or_, select, true
from sqlalchemy.orm import Session

from control.kernel.game import Retold
from control.kernel.roles import parts_of
from control.kernel.rows import Base, Ruling
from control.sengoku.people.claimed_questions import claims_seen, services_seen
from control.sengoku.politics.letters_questions import as_told, letters_told
from control.sengoku.politics.petitions_questions import petitions_seen
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
from control.sengoku.world.calls_questions import calls_seen
from control.sengoku.world.minding_questions import clans_minded, his_alone
from control.sengoku.world.treaties_questions import known_by


def transfers(_session: Session, audience: str) -> ColumnElement[bool]:
    """What moved in the books of the clans that a desk minds."""
    theirs = select(Clan.id).where(clans_minded(audience))
    return or_(Transfer.payer.in_(theirs), Transfer.payee.in_(theirs))


def works(_session: Session, audience: str) -> ColumnElement[bool]:
    """What the clans that a desk minds are building."""
    return Work.clan.in_(select(Clan.id).where(clans_minded(audience)))


def attitudes(_session: Session, audience: str) -> ColumnElement[bool]:
    """How those stand to others whom a desk minds."""
    return Attitude.clan.in_(select(Clan.id).where(clans_minded(audience)))


def moving(_session: Session, audience: str) -> ColumnElement[bool]:
    """What may move them."""
    return AttitudeProposal.clan.in_(select(Clan.id).where(clans_minded(audience)))


def petitions(_session: Session, audience: str) -> ColumnElement[bool]:
    """What is judged of and against the clans that a desk minds."""
    return petitions_seen(audience)


def false_claims(_session: Session, audience: str) -> ColumnElement[bool]:
    """Titles that are claimed falsely: the Bakufu has those that were discovered."""
    return claims_seen(audience)


def services(_session: Session, audience: str) -> ColumnElement[bool]:
    """What the clans that a desk minds did for Emperor and Shogun."""
    return services_seen(audience)


def calls(_session: Session, audience: str) -> ColumnElement[bool]:
    """What the Bakufu asks of the clans that a desk minds."""
    return calls_seen(audience)


def reactions(_session: Session, audience: str) -> ColumnElement[bool]:
    """What was rolled for their answers."""
    return Reaction.clan.in_(select(Clan.id).where(clans_minded(audience)))


def honour(_session: Session, audience: str) -> ColumnElement[bool]:
    """The honour of the clans that a Controller minds."""
    return his_alone(audience, Honour.clan)


def honour_proposals(_session: Session, audience: str) -> ColumnElement[bool]:
    """What speaks for honour of them."""
    return his_alone(audience, HonourProposal.clan)


def titles(_session: Session, audience: str) -> ColumnElement[bool]:
    """What the dead held is announced by nobody."""
    alive = select(Character.id).where(Character.alive.is_(True))
    return true() if audience in (*SEES_ARMIES, "bakufu") else Title.character.in_(alive)


def bonds(_session: Session, audience: str) -> ColumnElement[bool]:
    """The bonds that a desk may know of (R35)."""
    return known_by(audience)


def breaches(_session: Session, audience: str) -> ColumnElement[bool]:
    """What was said of those."""
    return Breach.treaty.in_(select(Treaty.id).where(known_by(audience)))


def rulings(_session: Session, audience: str) -> ColumnElement[bool]:
    """Those that are secret (honour that was levelled, R28) are for Team Control and Game Control; whoever minds some
    clans only has what was levelled of those in their ledger."""
    return true() if audience in SEES_HONOUR and parts_of(audience) is None else Ruling.secret.is_(False)


ONLY_ROWS: dict[type[Base], Callable[[Session, str], ColumnElement[bool]]] = {
    Transfer: transfers,
    Honour: honour,
    HonourProposal: honour_proposals,
    Work: works,
    Attitude: attitudes,
    Reaction: reactions,
    AttitudeProposal: moving,
    Title: titles,
    Call: calls,
    FalseClaim: false_claims,
    Service: services,
    Petition: petitions,
    Letter: letters_told,
    Treaty: bonds,
    Breach: breaches,
    Ruling: rulings,
}
RETOLD: dict[type[Base], Retold] = {Letter: as_told}


def flags(session: Session) -> list[dict[str, str]]:
    """Where a clan shows a flag; one for each army, and nothing about it."""
    found = session.execute(
        select(Army.clan, Army.province).where(Army.standing.is_(True)).order_by(Army.province, Army.clan, Army.id)
    )
    return [{"clan": clan, "province": province} for clan, province in found]
