"""What a desk may do now as forms: each offer of the rules with the pieces that it is made of, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.wording import capital, counted, in_a_row
from control.sekigahara.play.names import NAME_OF
from control.sekigahara.play.standing_questions import campaign_in, state_now
from control.sekigahara.rules import march
from control.sekigahara.rules.acts import Offer
from control.sekigahara.rules.campaign import Campaign, State
from control.sekigahara.rules.combat.losses import DISK
from control.sekigahara.rules.playing import legal
from control.sekigahara.rules.sides import CALLED, SIDES

Options = tuple[tuple[str, str], ...]
"""What may be chosen: what is sent, and what it is called."""
NOBODY = "without a card"


@dataclass(frozen=True)
class Choice:
    """A field of a form: its name, the words over it, what there is to choose, and whether ``several`` may be."""

    name: str
    words: str
    options: Options
    several: bool = False


@dataclass(frozen=True)
class ActForm:
    """A form for an act: the action, for which side, what it does in words, and what is chosen."""

    action: str
    side: str
    title: str
    choices: tuple[Choice, ...]


Made = Callable[[Campaign, State, Offer], tuple[str, list[Choice]]]
"""What makes a form of an offer: its title, and what is chosen."""


def forms(session: Session, desk: str) -> tuple[ActForm, ...]:
    """A form for each thing that a desk may do now; the umpire has those of both sides, with the side's name."""
    campaign, state = campaign_in(session), state_now(session)
    found = []
    for offer in legal(campaign, state):
        if desk in (offer.side, *(() if desk in SIDES else (desk,))):
            title, choices = OF[NAME_OF[offer.act]](campaign, state, offer)
            whose = "" if desk in SIDES else f"{capital(CALLED[offer.side])}: "
            found.append(ActForm(NAME_OF[offer.act], offer.side, f"{whose}{title}", tuple(choices)))
    return tuple(found)


def cards(campaign: Campaign, ids: Iterable[str]) -> Options:
    """Cards in words, each with the number that it bids."""
    named = [(one, f"{campaign.cards[one].name} ({campaign.bids[one]})") for one in ids]
    return tuple(sorted(named, key=lambda one: one[1]))


def blocks(campaign: Campaign, ids: Iterable[str]) -> Options:
    """Blocks in words."""
    return tuple(sorted(((one, campaign.blocks[one].kind.name) for one in ids), key=lambda one: one[1]))


def places(campaign: Campaign, ids: Iterable[str]) -> Options:
    """Places in words."""
    return tuple(sorted(((one, campaign.board.called(one)) for one in ids), key=lambda one: one[1]))


def ways(campaign: Campaign, state: State, offer: Offer) -> Options:
    """The best way to every place that one block of a stack can reach; more of them may not come so far."""
    place, hand = offer.choices["place"], bool(offer.choices["cards"])
    position, called = state.position(campaign), campaign.board.called
    return tuple(
        (
            ",".join(one.way),
            f"{called(one.to)}{' with a force march' if one.cards else ''}"
            + (f", by {in_a_row(map(called, one.way[1:-1]))}" if len(one.way) > 2 else ""),
        )
        for one in march.reach(campaign.board, position, offer.side, place, 1, hand)
    )


def moving(campaign: Campaign, state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """A stack that goes as one group."""
    more = (("", "no force march"), *cards(campaign, offer.choices["cards"]))
    return f"Move from {campaign.board.called(offer.choices['place'])}", [
        Choice("blocks", "Who goes", blocks(campaign, offer.choices["blocks"]), several=True),
        Choice("way", "To", ways(campaign, state, offer)),
        Choice("card", "Force march", more),
    ]


def losing(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """Losses, in the order in which they are taken."""
    units = [one for rank in offer.choices["classes"] for one in rank]
    disk = ((DISK, "the disk"),) if offer.choices["disk"] else ()
    title = f"Lose {counted(offer.choices['number'], 'block')}"
    return title, [Choice("blocks", "In their order", (*blocks(campaign, units), *disk), several=True)]


def retreating(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """A retreat, with those who stay in the castle if any may."""
    most, to = offer.choices["inside"], places(campaign, offer.choices["to"])
    choices = [Choice("to", "To", (*to, ("", "nowhere: all stay in the castle")) if most else to)]
    if most:
        stay = blocks(campaign, offer.choices["blocks"])
        choices.append(Choice("inside", f"In the castle stay, {most} at most", stay, several=True))
    return "Retreat", choices


def deploying(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """A block with its card."""
    pairs = tuple(
        (
            f"{block},{card or ''}",
            f"{campaign.blocks[block].kind.name}, {campaign.cards[card].name if card else NOBODY}",
        )
        for block, card in offer.choices["pairs"]
    )
    return "Deploy a block", [Choice("pair", "Who, with which card", tuple(sorted(pairs, key=lambda one: one[1])))]


def paying(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """A degree of movement, with the cards for it."""
    degree, number = offer.choices["degree"], offer.choices["number"]
    fixed = Choice("degree", "", ((degree, degree),))
    title = "No movement" if degree == "none" else f"{capital(degree)} movement"
    words = "Cards to exchange, if any" if degree == "none" else f"For {counted(number, 'card')}"
    hand = cards(campaign, offer.choices["cards"])
    takes = [Choice("cards", words, hand, several=True)] if hand and (number or degree == "none") else []
    return title, [fixed, *takes]


def answering(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """An answer to a challenge."""
    could = offer.choices["card"]
    none = (("", "none"),) if None in could else ()
    return "Answer the challenge", [Choice("card", "Show", (*cards(campaign, [one for one in could if one]), *none))]


def simply(title: str, *fields: tuple[str, str, Callable[[Campaign, Any], Options], bool]) -> Made:
    """A form whose fields are the choices of the offer by the same names."""

    def made(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
        said = title.format(number=offer.choices.get("number", ""))
        found = [Choice(name, words, of(campaign, offer.choices[name]), several) for name, words, of, several in fields]
        return said, found

    return made


def mustering(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """Blocks of the recruitment box, and where their mon is."""
    return "Muster", [
        Choice("blocks", "Who comes", blocks(campaign, offer.choices["blocks"]), several=True),
        Choice("place", "Where", places(campaign, offer.choices["places"])),
    ]


OF: Mapping[str, Made] = {
    "week.discard": simply("Discard {number} cards", ("cards", "Which", cards, True)),
    "week.bid": simply("Bid for the turn order", ("card", "The card, with what it bids", cards, False)),
    "week.order": simply(
        "Who moves first", ("first", "First", lambda _on, sides: tuple((one, CALLED[one]) for one in sides), False)
    ),
    "move.pay": paying,
    "move.stack": moving,
    "move.muster": mustering,
    "move.mori": simply("Bring blocks from the Mōri box to Osaka", ("blocks", "Who comes", blocks, True),
                        ("card", "For", cards, False)),
    "move.end": simply("End the movement"),
    "combat.declare": simply("Declare combat", ("place", "At", places, False)),
    "combat.inside": simply(
        "The castle",
        ("stay", "You", lambda _on, _stay: (("true", "stay inside"), ("false", "come out")), False),
    ),
    "combat.deploy": deploying,
    "combat.no_second": simply("No second block"),
    "combat.pass": simply("Pass"),
    "combat.challenge": simply("Challenge the loyalty", ("card", "With", cards, False)),
    "combat.no_challenge": simply("No challenge"),
    "combat.answer": answering,
    "combat.lose": losing,
    "combat.retreat": retreating,
}  # fmt: skip
"""What makes the form of an offer, by the name of its action."""


def order_from(name: str, one: Callable[[str], str], several: Callable[[str], list[str]], side: str) -> dict[str, Any]:
    """The order of an action from what its form sent: what stands ``one`` by one, and what may be ``several``."""
    order: dict[str, Any] = {"side": side}
    if name == "move.stack":
        group = {"blocks": several("blocks"), "way": one("way").split(","), "card": one("card") or None}
        return order | {"groups": [group]}
    if name == "combat.deploy":
        block, _, card = one("pair").partition(",")
        return order | {"block": block, "card": card or None}
    for field in ("cards", "blocks", "inside"):
        if chosen := several(field):
            order[field] = chosen
    for field in ("card", "first", "degree", "place", "stay", "to"):
        if chosen_one := one(field):
            order[field] = chosen_one
    return order
