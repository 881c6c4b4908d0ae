"""What lies before the players: their cards, and the hand and blocks of a side on a sheet that closes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from control.kernel.journal.safety_questions import moment
from control.kernel.printing.kinds import Item, Kind, Press, single
from control.kernel.wording import alike, capital
from control.sekigahara.paper.aids import combat_card, movement_card, week_card
from control.sekigahara.play.roles import UMPIRE
from control.sekigahara.play.standing_questions import by_place, campaign_in, for_a_desk
from control.sekigahara.rules.campaign.campaign import Campaign
from control.sekigahara.rules.sides import CALLED, SIDES
from printouts.campaign.player_aid import player_aid
from printouts.campaign.sealed_sheet import SealedSheet, sealed_sheet

CARDS = {"week": week_card, "movement": movement_card, "combat": combat_card}
"""The players' cards, by their keys."""


def cards(press: Press) -> Iterator[Item]:
    """Each of the players' cards."""
    for key, made in CARDS.items():
        card = made(press.scenario)
        yield Item(key, card.title, "", card)


def of_the_sides(press: Press) -> Iterator[Item]:
    """The sheet of each side."""
    campaign, when = campaign_in(press.session), moment(press.session).when
    for side in SIDES:
        known = for_a_desk(press.session, side)
        board = tuple(
            (place, alike(names(campaign, stacks[side])))
            for place, stacks in by_place(campaign, known)
            if side in stacks
        )
        box = known["boxes"][side]
        hand = Counter((campaign.bids[one], campaign.cards[one].name) for one in known["hands"][side]["cards"])
        parts = (
            (
                "Hand, with what each card bids",
                tuple((f"{number} ×", f"{name} ({bid})") for (bid, name), number in sorted(hand.items())),
            ),
            ("On the board", board),
            ("Beside it", (("Recruitment box", alike(names(campaign, box)) if box else "empty"),)),
        )
        sheet = SealedSheet(press.scenario.title, CALLED[side], when, parts)
        yield Item(side, capital(CALLED[side]), "", sheet, parts)


def names(campaign: Campaign, stack: Mapping[str, Any]) -> list[str]:
    """The blocks of a stack of one's own, by name."""
    return [campaign.blocks[one].kind.name for one in stack["blocks"]]


AIDS = Kind(
    key="aids",
    name="Players’ cards",
    one="players’ card",
    chapter="all",
    desks=(UMPIRE,),
    items=cards,
    draw=single(player_aid),
    empty="There are no cards.",
)
SEALED = Kind(
    key="side",
    name="Sealed sheets",
    one="sealed sheet",
    chapter="all",
    desks=(UMPIRE,),
    items=of_the_sides,
    draw=single(sealed_sheet),
    empty="There are no sides.",
)
