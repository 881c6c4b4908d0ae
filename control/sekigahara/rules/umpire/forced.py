"""Everything that an umpire may name when he forces a step: what is waited for, with all pieces and places that could
be in it, whether or not the rules have it so (`control.sekigahara.rules.forcing`)."""

from __future__ import annotations

from collections.abc import Iterator

from control.sekigahara.rules.campaign.acts import Bring, Declare, Lose, Move, Muster, NoSecond, Offer, Pay, Retreat
from control.sekigahara.rules.campaign.campaign import BOX, MORI_BOX, Campaign, State
from control.sekigahara.rules.combat.challenge import Answer
from control.sekigahara.rules.combat.plays import Deploy
from control.sekigahara.rules.forcing import ways
from control.sekigahara.rules.phases.aftermath import has_castle
from control.sekigahara.rules.phases.fighting import combat_of
from control.sekigahara.rules.phases.meeting import meetings
from control.sekigahara.rules.phases.moving import DEGREES
from control.sekigahara.rules.playing import legal


def forced_offers(campaign: Campaign, state: State) -> list[Offer]:
    """What may be done or forced now; acts of which the rules refuse nothing are offered as always."""
    widened = [*wide(campaign, state)]
    kinds = {one.act for one in widened}
    return [*widened, *(one for one in legal(campaign, state) if one.act not in kinds)]


def wide(campaign: Campaign, state: State) -> Iterator[Offer]:
    """The acts of which the rules refuse something, each with all that could be named in it."""
    side, hand = state.active, [*state.hands.get(state.active, ())]
    if state.step == "pay":
        for degree, (number, _) in DEGREES.items():
            yield Offer(side, Pay, {"degree": degree, "cards": hand, "number": number})
    elif state.step == "move":
        for place in campaign.board.places:
            if blocks := state.at(campaign, side, place):
                to = [*ways(campaign.board, place)]
                yield Offer(side, Move, {"place": place, "blocks": blocks, "cards": hand, "ways": to})
        if box := state.at(campaign, side, BOX):
            yield Offer(side, Muster, {"blocks": box, "places": [*campaign.board.places]})
        if hand and (box := state.at(campaign, side, MORI_BOX)):
            yield Offer(side, Bring, {"blocks": box, "card": hand})
    elif state.step == "combat":
        yield Offer(side, Declare, {"place": meetings(campaign, state)})
    elif state.fight:
        yield from of_a_fight(campaign, state)


def of_a_fight(campaign: Campaign, state: State) -> Iterator[Offer]:
    """The same in a combat."""
    fight = state.the_fight
    side, stage = fight.side, fight.stage
    if stage in ("lose", "retreat"):
        [offer] = legal(campaign, state)
        if stage == "lose":
            yield Offer(side, Lose, offer.choices)
            return
        blocks = state.at(campaign, side, fight.place)
        holds = len(blocks) if has_castle(campaign, state, fight.place) else 0
        yield Offer(side, Retreat, {"to": [*campaign.board.roads[fight.place]], "blocks": blocks, "inside": holds})
    elif stage in ("deploy", "second", "answer"):
        combat = combat_of(campaign, fight)
        hand = [card.id for card in combat.in_hand(side)]
        if stage == "answer":
            yield Offer(side, Answer, {"card": [*hand, None]})
            return
        with_ = [combat.open.id] if combat.open and stage == "second" else [None, *hand]
        pairs = [(block.id, card) for block in combat.undeployed(side) for card in with_]
        if pairs:
            yield Offer(side, Deploy, {"pairs": pairs})
        if stage == "second":
            yield Offer(side, NoSecond)
