"""What each side sees of a campaign, and what both see (3.1, 3.3, 6.3, 8.7.3).

Own blocks and cards are named; of the other side's those that were shown, as long as they are known to stand there, and
else their number. What lies in bags, piles and discards nobody sees. What is not asked for here cannot be told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from control.kernel.wording import in_a_row
from control.sekigahara.rules.board.march import LEADER, has_disk
from control.sekigahara.rules.campaign.campaign import BAG, BOX, LOST, MORI_BOX, Campaign, Fight, State
from control.sekigahara.rules.campaign.scoring import decided, points
from control.sekigahara.rules.combat.state import Step
from control.sekigahara.rules.phases.fighting import combat_of
from control.sekigahara.rules.playing import waits_for
from control.sekigahara.rules.sides import CALLED, SIDES


def seen(campaign: Campaign, state: State, viewer: str = "") -> dict[str, Any]:
    """What a side sees, as JSON has it; without one what both see, for the display."""
    sides, words, rule = waits_for(state)
    there = state.everywhere(campaign)
    mori_box = [one for side in SIDES for one in there[side].get(MORI_BOX, ())]
    won = decided(campaign, state) if state.winner and not state.points else []
    return {
        "week": state.week,
        "turn": state.turn,
        "first": state.first,
        "active": state.active,
        "waits_for": {"sides": list(sides), "to": words, "rule": rule},
        "movement": movement_seen(campaign, state, there) if state.step == "move" else None,
        "places": {
            place: stacks
            for place in campaign.board.places
            if (
                stacks := {
                    side: stack_of(campaign, state, blocks, own=side == viewer)
                    for side in SIDES
                    if (blocks := there[side].get(place))
                }
            )
        },
        "boxes": {
            side: stack_of(campaign, state, box, own=side == viewer) if (box := there[side].get(BOX)) else None
            for side in SIDES
        },
        "mori_box": names(campaign, mori_box),
        "lost": {side: names(campaign, there[side].get(LOST, [])) for side in SIDES},
        "bags": {side: len(there[side].get(BAG, ())) for side in SIDES},
        "hands": {side: hand(state, side, viewer) for side in SIDES},
        "piles": {side: len(state.piles[side]) for side in SIDES},
        "discards": {side: len(state.discards[side]) for side in SIDES},
        "table": {side: [campaign.cards[one].name for one in state.table[side]] for side in SIDES},
        "bids": list(state.bids),
        "resources": dict(state.resources),
        "disks": list(state.disks),
        "castles_held_first": castles_held_first(campaign, state),
        "combat": combat_seen(campaign, state.fight) if state.fight else None,
        "score": points(campaign, state)[0],
        "winner": state.winner,
        "points": dict(state.points),
        "won_by": [why for _, why in won],
        "won_both": len({side for side, _ in won}) > 1,
    }


def movement_seen(campaign: Campaign, state: State, there: Mapping[str, Mapping[str, list[str]]]) -> dict[str, Any]:
    """How much is moved, over which roads somebody went, and by place how many blocks may not move any more, for all
    saw them arrive (7.3.1)."""
    arrived = {
        place: number
        for place in campaign.board.places
        if (number := sum(one in state.moved for one in there[state.active].get(place, ())))
    }
    return {"degree": state.degree, "used": list(state.used), "moved": arrived}


def castles_held_first(campaign: Campaign, state: State) -> dict[str, str]:
    """Who had a castle first, where both stand at one and no disk says whose it is (S4, S7)."""
    board, position = campaign.board, state.position(campaign)
    return {
        place: side
        for place, side in state.held.items()
        if board.places[place].castle and not has_disk(board, position, place)
    }


def shown(campaign: Campaign, before: State, after: State, said: str = "") -> list[str]:
    """What of an act can no longer be hidden: cards or blocks were drawn, the other side saw some that it did not know,
    or was told by what was ``said`` that a leader is in a stack. Where this is empty, an act may be taken back as if
    nothing had been."""
    told = []
    for side in SIDES:
        did = []
        if drew_cards(before, after, side):
            did.append("drew cards")
        if len(after.bags[side]) < len(before.bags[side]):
            did.append("drew blocks")
        if lies_open(after, side) - lies_open(before, side) or shown_to_refute(before, after, side):
            did.append("showed cards")
        mine = campaign.blocks_of(side)
        if any(one in after.known and one not in before.known for one in mine) or any(
            after.spot[one] == LOST != before.spot[one] for one in mine
        ):
            did.append("showed blocks")
        if side == before.active and declared_a_leader(campaign, before, said):
            did.append("declared a leader")
        if did:
            told.append(f"{CALLED[side]} {in_a_row(did)}")
    return told


def declared_a_leader(campaign: Campaign, before: State, said: str) -> bool:
    """Whether a move told of a leader of whom nobody else knew: it counted him (7.3.4, P3)."""
    leaders = [one for one in campaign.leaders if one in before.known]
    known_at = {campaign.board.called(before.spot[one]) for one in leaders if before.spot[one] in campaign.board.places}
    told_of = re.findall(rf"\+1 {LEADER} at (.+?) \(7\.3\.4\)", said)
    return not known_at.issuperset(told_of)


def lies_open(state: State, side: str) -> set[str]:
    """The cards of a side that were laid down face up. Whether its hand had them before is not asked: the hand of the
    real game may hold others than the program dealt."""
    return {*state.discards[side], *state.table[side]}


def drew_cards(before: State, after: State, side: str) -> bool:
    """Whether a side drew: its pile became shorter, or was made anew of what lay open (3.3)."""
    return len(after.piles[side]) < len(before.piles[side]) or not lies_open(before, side) <= lies_open(after, side)


def shown_to_refute(before: State, after: State, side: str) -> list[str]:
    """The card that an answer to a challenge showed, which goes back to the hand (8.6.1)."""
    plays = after.fight.plays[len(before.fight.plays) :] if before.fight and after.fight else []
    return [one["card"] for one in plays if one["play"] == "answer" and one["side"] == side and one["card"]]


def stack_of(campaign: Campaign, state: State, blocks: list[str], *, own: bool) -> dict[str, Any]:
    """A stack: how many, the viewer's ``own`` by their ids, and of others who is known."""
    if own:
        return {"number": len(blocks), "blocks": blocks, "moved": [one for one in blocks if one in state.moved]}
    return {"number": len(blocks), "known": names(campaign, [one for one in blocks if one in state.known])}


def names(campaign: Campaign, blocks: list[str]) -> list[str]:
    """Blocks by what is printed on them, in the order of these words, so that no order tells which is which."""
    return sorted(campaign.blocks[one].kind.name for one in blocks)


def hand(state: State, side: str, viewer: str) -> dict[str, Any]:
    """A hand: the viewer's own card by card, another's by number (3.3)."""
    cards = state.hands[side]
    return {"number": len(cards), "cards": list(cards)} if side == viewer else {"number": len(cards)}


def combat_seen(campaign: Campaign, fight: Fight) -> dict[str, Any]:
    """The combat that is being fought, as all see it: who deployed, and how it stands."""
    about = {"place": fight.place, "attacker": fight.attacker, "siege": fight.siege, "disk": fight.disk}
    if not fight.blocks:
        return {**about, "numbers": {}, "steps": [], "total": {}, "challenge": None}
    combat = combat_of(campaign, fight)
    return {
        **about,
        "numbers": {side: len(fight.blocks[side]) for side in SIDES},
        "steps": [step_seen(one) for one in combat.steps],
        "total": dict(combat.total),
        "challenge": combat.challenge.name if combat.challenge else None,
    }


def step_seen(step: Step) -> dict[str, Any]:
    """A play, all of which lies open."""
    return {
        "action": step.action,
        "side": step.side,
        "card": step.card.name if step.card else None,
        "blocks": [one.kind.name for one in step.blocks],
        "impact": step.impact.sum,
        "goes_to": step.goes_to,
        "refuted_by": step.refuted_by.name if step.refuted_by else None,
        "total": dict(step.total),
        "why": list(step.why),
    }
