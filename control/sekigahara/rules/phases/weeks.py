"""The week: half the hand away, new cards and blocks, the bid for the turn order, and whose phase comes next (6)."""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.wording import capital, counted
from control.sekigahara.rules.campaign.acts import Bid, Choose, Discard, Offer
from control.sekigahara.rules.campaign.campaign import BOX, Campaign, State
from control.sekigahara.rules.campaign.table import Table
from control.sekigahara.rules.forcing import refused
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES

TURNS = {"A": "first turn", "B": "second turn"}
"""The turns of a week, and what each is called (6.4)."""
PUT_IN_FIRST = "put in first what else belongs there, or force it if nothing does"
"""What an umpire does whose correction leaves nothing to wait for."""


def offers(campaign: Campaign, state: State) -> Iterator[Offer]:
    """What each side may do in the reinforcement and the turn order step."""
    for side in state.waiting:
        if state.step == "discard":
            yield Offer(side, Discard, {"cards": [*state.hands[side]], "number": len(state.hands[side]) // 2})
        elif state.step == "bid":
            yield Offer(side, Bid, {"card": [*state.hands[side]]})
        elif state.step == "order":
            yield Offer(side, Choose, {"first": [*SIDES]})


def in_hand(table: Table, side: str, cards: tuple[str, ...]) -> None:
    """Refuse cards that are not in the hand, or named twice."""
    hand = table.state.hands[side]
    for card in cards:
        if card not in hand:
            other = f"{capital(table.piece(card))} is not in the hand of {CALLED[side]}"
            raise refused(f"{other}; only cards of the own hand are played", "3.3", "cards")
    if len(set(cards)) < len(cards):
        raise refused("A card is named twice; each is played once", "3.3", "cards")


def begin_week(table: Table) -> None:
    """The reinforcement step: who has two cards or more discards first (6.2)."""
    state = table.state
    state.step, state.turn, state.active = "discard", "A", ""
    table.say(f"Week {state.week} begins (6.1).")
    state.waiting = [side for side in SIDES if len(state.hands[side]) >= 2]
    state.owed |= dict.fromkeys(SIDES, table.campaign.weeks[state.week].blocks)  # drawn after the discard
    for side in SIDES:
        if side not in state.waiting:
            reinforce(table, side)
    if not state.waiting:
        begin_bids(table)


def reinforce(table: Table, side: str) -> None:
    """A side draws its cards of the week, the one with more castles one more, and then its recruits: nobody knows of
    them while he chooses what to discard (6.2, S6). Where an older version drew them before, none are owed."""
    week = table.campaign.weeks[table.state.week]
    due = week.cards + week.castles * (side in table.more_of("castles"))
    drawn = table.draw(side, due)
    why = why_one_more(table, side, "castles") if week.castles and drawn == due else " (6.2)."
    table.say(f"{capital(CALLED[side])} draws {counted(drawn, 'card')}{why}")
    blocks = table.state.owed.pop(side, None)
    if blocks is not None:
        due = blocks + week.resources * (side in table.more_of("resources"))
        drawn = table.recruit(side, due, BOX)
        why = why_one_more(table, side, "resources") if week.resources and drawn == due else " (6.2)."
        table.say(f"{capital(CALLED[side])} recruits {counted(drawn, 'block')}{why}")


def why_one_more(table: Table, side: str, what: str) -> str:
    """The end of a sentence about what a side draws, where all of it was there and the track gives one more: whether
    one of it is for its `castles` or `resources`, and how many each side has (6.2, S6)."""
    called = {"castles": "castles", "resources": "resource locations"}[what]
    number, gets = table.number_of(what), side in table.more_of(what)
    if number[side] != number[OTHER[side]]:
        more = f", one of them for more {called}, {number[side]} to {number[OTHER[side]]}" if gets else ""
        return f"{more} (6.2)."
    return f", {'one of them' if gets else 'none of them'} for {called}: both have {number[side]} (6.2, S6)."


def discard(table: Table, act: Discard) -> None:
    """Half the hand goes, rounded down; then the cards and the blocks of the week come (6.2, P1)."""
    state, half = table.state, len(table.state.hands[act.side]) // 2
    if len(act.cards) != half:
        many = f"Of {len(state.hands[act.side])} cards {half} are discarded, half rounded down, not {len(act.cards)}"
        table.forbid(refused(many, "6.2", "cards"))
    in_hand(table, act.side, act.cards)
    table.say(f"{capital(CALLED[act.side])} discards {table.cards(act.cards)} (6.2).")
    table.discard(act.side, act.cards)
    reinforce(table, act.side)
    state.waiting.remove(act.side)
    if not state.waiting:
        begin_bids(table)


def begin_bids(table: Table) -> None:
    """The turn order step: who has a card bids one (6.3, S33)."""
    state = table.state
    state.step, state.bids = "bid", {}
    state.waiting = [side for side in SIDES if state.hands[side]]
    if not state.waiting:
        reveal(table)


def bid(table: Table, act: Bid) -> None:
    """A card face down; once both lie there they are turned over (6.3)."""
    in_hand(table, act.side, (act.card,))
    table.state.bids[act.side] = act.card
    table.state.waiting.remove(act.side)
    table.say(f"{capital(CALLED[act.side])} puts down a card (6.3).")
    if not table.state.waiting:
        reveal(table)


def go_on(table: Table) -> None:
    """Who has not the cards any more, after a correction, discards or bids none (6.2, S33)."""
    state = table.state
    least, does, rule = (2, "discards", "6.2") if state.step == "discard" else (1, "bids", "6.3")
    for side in [one for one in state.waiting if len(state.hands[one]) < least]:
        none = f"With {counted(len(state.hands[side]), 'card')} in the hand {CALLED[side]} {does} none"
        table.forbid(refused(f"{none}, and the game goes on; {PUT_IN_FIRST}", rule, "force"))
        state.waiting.remove(side)
        if state.step == "discard":
            reinforce(table, side)
    if state.waiting:
        return
    if state.step == "discard":
        begin_bids(table)
    else:
        reveal(table)


def reveal(table: Table) -> None:
    """The higher number chooses who moves first; both cards are discarded (6.3). No card counts 0 (S33)."""
    state = table.state
    number = dict.fromkeys(SIDES, 0)
    for side, card in state.bids.items():
        number[side] = table.campaign.bids[card]
        table.say(f"{capital(CALLED[side])} bids {number[side]} with {table.cards([card])} (6.3).")
        table.discard(side, [card])
    state.bids = {}
    if number["east"] == number["west"]:
        winner = state.first or table.campaign.edition.points.tie
    else:
        winner = max(SIDES, key=lambda side: number[side])
    table.say(f"{capital(CALLED[winner])} chooses who moves first (6.3).")
    state.step, state.waiting = "order", [winner]


def choose(table: Table, act: Choose) -> None:
    """The winner of the bid says who moves first in both turns of the week (6.3)."""
    table.state.first = act.first
    table.say(f"{capital(CALLED[act.first])} moves first in week {table.state.week} (6.3).")
    begin_phase(table, act.first)


def begin_phase(table: Table, side: str) -> None:
    """The movement phase of a side (6.4)."""
    state = table.state
    state.step, state.active, state.waiting = "pay", side, [side]
    state.degree, state.stacks, state.mustered, state.activated, state.led = "", 0, False, "", False
    state.moved, state.used, state.fought = [], [], []
    table.say(f"Week {state.week}, {TURNS[state.turn]}: {CALLED[side]} moves (6.4).")


def end_phase(table: Table) -> None:
    """The combat phase of a side is over: the other's turn, the next turn, the next week, or the end (6.4)."""
    state = table.state
    if state.active == state.first:
        begin_phase(table, OTHER[state.first])
    elif state.turn == "A":
        state.turn = "B"
        begin_phase(table, state.first)
    elif state.week < table.campaign.edition.weeks:
        state.week += 1
        begin_week(table)
    else:
        table.count_points()
