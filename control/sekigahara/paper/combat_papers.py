"""The record of the combat that is being fought, play by play."""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.printing.kinds import Item, Kind, Press, single
from control.kernel.safety_questions import moment
from control.sekigahara.paper.records import record_of
from control.sekigahara.play.roles import UMPIRE
from control.sekigahara.play.standing_questions import campaign_in, state_now
from control.sekigahara.rules.fighting import combat_of
from printouts.campaign.combat_record import combat_record


def records(press: Press) -> Iterator[Item]:
    """The one that is fought, if any is."""
    campaign, fight = campaign_in(press.session), state_now(press.session).fight
    if fight and fight.blocks:
        where, when = campaign.board.called(fight.place), moment(press.session).when
        record = record_of(combat_of(campaign, fight), None, where, when)
        yield Item("", record.title, "", record)


COMBAT = Kind(
    key="combat",
    name="Combat records",
    one="combat record",
    chapter="all",
    desks=(UMPIRE,),
    items=records,
    draw=single(combat_record),
    empty="No combat is being fought.",
    pack=False,
)
