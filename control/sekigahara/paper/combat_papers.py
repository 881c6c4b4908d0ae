"""The records of combats, play by play: of the one that is fought, and of each that was."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.orm import Session

from control.kernel.journal.safety_questions import moment
from control.kernel.printing.kinds import Item, Kind, Press, single
from control.kernel.wording import capital
from control.sekigahara.paper.records import record_of
from control.sekigahara.play.battle.fought_questions import NOW, fought
from control.sekigahara.play.roles import UMPIRE
from control.sekigahara.play.standing_questions import campaign_in, state_now
from control.sekigahara.rules.combat.ending import ending
from control.sekigahara.rules.forcing import freely
from control.sekigahara.rules.phases.fighting import combat_of
from printouts.campaign.combat_record import CombatRecord, combat_record


def being_fought(session: Session) -> CombatRecord | None:
    """The combat that is being fought, as far as it went."""
    campaign, fight = campaign_in(session), state_now(session).fight
    if not fight or not fight.blocks:
        return None
    return record_of(combat_of(campaign, fight), None, campaign.board.called(fight.place), moment(session).when)


def records(press: Press) -> Iterator[Item]:
    """One for each combat."""
    campaign = campaign_in(press.session)
    if record := being_fought(press.session):
        yield Item(NOW, record.title, "", record)
    for one in fought(press.session):
        combat = combat_of(campaign, one.fight)
        end = ending(combat, one.fight.lost, freely)
        record = record_of(combat, end, campaign.board.called(one.fight.place), capital(one.when), one.went, one.won)
        yield Item(str(one.number), f"{one.title}, {one.when}", "", record)


COMBAT = Kind(
    key="combat",
    name="Combat records",
    one="combat record",
    chapter="all",
    desks=(UMPIRE,),
    items=records,
    draw=single(combat_record),
    empty="No combat was fought.",
    pack=False,
)
