"""What was done in each week, as the journal has it: bids, who moved first, cards for movement, combats, and how it
stood when the week was over."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.rows import JournalEntry
from control.kernel.values import dataclass
from control.kernel.wording import counted
from control.sekigahara.play.names import FROM_PAPER
from control.sekigahara.play.standing_questions import campaign_in, state_now
from control.sekigahara.rows import StateOfPlay
from control.sekigahara.rules.campaign.campaign import Campaign, Fight, State
from control.sekigahara.rules.campaign.scoring import castles, number_each, points
from control.sekigahara.rules.phases.fighting import combat_of
from control.sekigahara.rules.sides import OTHER, SIDES

BOARD = ("spot", "held", "disks", "resources")
"""The columns of the state that castles, resource locations and points are counted from."""


@dataclass
class WeekDone:
    """A week: what each side bid, who moved first; by turn and side the cards for movement and the combats, in words;
    ``stood`` are castles and resource locations of east and west and the points, once the week is over."""

    bids: dict[str, int] = field(default_factory=dict)
    first: str = ""
    paid: dict[tuple[str, str], str] = field(default_factory=dict)
    combats: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    stood: tuple[str, ...] = ()


def weeks_done(session: Session) -> dict[int, WeekDone]:
    """Each week that was begun, by its number; what was taken back was not done."""
    campaign, undone, found = campaign_in(session), undone_numbers(session), defaultdict[int, WeekDone](WeekDone)
    moves = [
        (entry, change)
        for entry in session.scalars(select(JournalEntry).order_by(JournalEntry.number))
        for change in entry.changes
        if change["table"] == StateOfPlay.__tablename__
    ]
    now = StateOfPlay.only(session).as_dict()
    for _, change in reversed(moves):
        now |= change["before"]
    for entry, change in moves:
        number, turn, side = now["week"], now["turn"], now["active"]
        now |= change["after"]
        if entry.number in undone or entry.undoes is not None:
            continue
        if entry.action == FROM_PAPER:  # what was done before stands on that paper
            found.clear()
            if now["step"] == "pay":  # who moves first in this week stands there too
                found[now["week"]].first = now["first"]
            continue
        week, given = found[number], entry.arguments
        if entry.action == "week.bid" and given["card"] in campaign.cards:
            week.bids[campaign.cards[given["card"]].side] = campaign.bids[given["card"]]
        elif entry.action == "week.order":
            week.first = given["first"]
        elif entry.action == "move.pay":
            week.paid[turn, side] = paid(given["degree"], len(given["cards"] or ()))
        elif entry.action.startswith("combat.") and (kept := change["after"].get("last")):
            week.combats[turn, side].append(combat_in_words(campaign, Fight(**kept)))
        if "week" in change["after"]:
            week.stood = how_it_stands(campaign, state_now(session), now)
    if now["step"] == "over":  # what was put right after the end counts as well, if it stands
        found[now["week"]].stood = how_it_stands(campaign, state_now(session), now)
    if now["step"] == "bid":  # a card that lies face down is on no paper (6.3)
        found[now["week"]].bids.clear()
    return dict(found)


def paid(degree: str, cards: int) -> str:
    """What was paid for movement."""
    if degree == "none":
        return f"none; {counted(cards, 'card')} exchanged" if cards else "none"
    return f"{degree}, {counted(cards, 'card')}" if cards else degree


def combat_in_words(campaign: Campaign, fight: Fight) -> str:
    """A combat in a line: where, the Impact and the losses of each side, the attacker's first."""
    total, sides = combat_of(campaign, fight).total, (fight.attacker, OTHER[fight.attacker])
    delivered = ", ".join(f"{side} {total[side]}" for side in sides)
    lost = " : ".join(str(len(fight.lost.get(side, ()))) for side in sides)
    return f"{campaign.board.called(fight.place)}{' (siege)' if fight.siege else ''}: {delivered}; lost {lost}"


def how_it_stands(campaign: Campaign, state: State, board: dict[str, Any]) -> tuple[str, ...]:
    """Castles and resource locations of east and west, and the points, with this on the board."""
    then = state.copy()
    for part in BOARD:
        setattr(then, part, board[part])
    owned, (score, _) = (number_each(castles(campaign, then)), number_each(then.resources)), points(campaign, then)
    return (*(str(one[side]) for one in owned for side in SIDES), f"{score['east']} : {score['west']}")
