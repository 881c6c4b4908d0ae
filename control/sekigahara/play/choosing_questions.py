"""What a desk may do now as forms: each offer of the rules with the pieces that it is made of, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.values import dataclass
from control.kernel.wording import by_name, capital, counted, folded, in_a_row
from control.sekigahara.play.names import NAME_OF
from control.sekigahara.play.roles import acts_for
from control.sekigahara.play.standing_questions import campaign_in, state_now
from control.sekigahara.rules.board import march
from control.sekigahara.rules.campaign.acts import Group, Move, Offer
from control.sekigahara.rules.campaign.campaign import Campaign, State
from control.sekigahara.rules.combat.losses import DISK
from control.sekigahara.rules.phases.moving import Looked, look
from control.sekigahara.rules.playing import legal
from control.sekigahara.rules.sides import CALLED, SIDES
from control.sekigahara.rules.umpire.forced import forced_offers

Options = tuple[tuple[str, str], ...]
"""What may be chosen: what is sent, and what it is called."""
NOBODY = "without a card"
Costs = Mapping[str, tuple[Group, Looked]]
"""By the way that it goes, what a group of a move costs."""


@dataclass(frozen=True)
class Choice:
    """A field of a form: its name, the words over it, what there is to choose, and whether ``several`` may be. One of a
    ``part`` of its own, by its words, is folded away with the others of it: mostly it is not wanted."""

    name: str
    words: str
    options: Options
    several: bool = False
    part: str = ""


@dataclass(frozen=True)
class ActForm:
    """A form for an act: the action, for which side, what it does in words, and what is chosen. Whoever ``forces`` may
    say why the rules are not kept."""

    action: str
    side: str
    title: str
    choices: tuple[Choice, ...]
    about: str = ""
    forces: bool = False

    @property
    def key(self) -> str:
        """What tells it from the other forms of a page: what was typed into one stays in it."""
        return f"{self.action} {self.side} {self.about}".strip().replace(" ", "-").replace(".", "-")

    @property
    def parts(self) -> tuple[tuple[str, list[Choice]], ...]:
        """What is chosen, part by part."""
        return tuple((part, [*choices]) for part, choices in groupby(self.choices, lambda one: one.part))


Made = Callable[[Campaign, State, Offer], tuple[str, list[Choice]]]
"""What makes a form of an offer: its title, and what is chosen."""


def forms(session: Session, desk: str, forcing: bool = False) -> tuple[ActForm, ...]:
    """A form for each thing that a desk may do now; the umpire has those of both sides, with the side's name, and
    ``forcing`` those in which everything can be named."""
    campaign, state = campaign_in(session), state_now(session)
    found, forcing = [], forcing and desk not in SIDES
    for offer in forced_offers(campaign, state) if forcing else legal(campaign, state):
        if acts_for(desk, offer.side):
            title, choices = OF[NAME_OF[offer.act]](campaign, state, offer)
            whose = "" if desk in SIDES else f"{capital(CALLED[offer.side])}: "
            found.append(form_of(offer, f"{whose}{title}", choices, desk not in SIDES))
    return stacks_by_name(found)


def stacks_by_name(found: Iterable[ActForm]) -> tuple[ActForm, ...]:
    """Forms with those of stacks by the names of their places, before the others."""
    return tuple(sorted(found, key=lambda one: folded(one.title) if one.action == "move.stack" else "\uffff"))


def form_of(offer: Offer, title: str, choices: Iterable[Choice], forces: bool) -> ActForm:
    """The form of an offer; which degree of movement or which stack it is about tells it from others of its kind."""
    name = NAME_OF[offer.act]
    about = {"move.pay": "degree", "move.stack": "place"}.get(name)
    return ActForm(name, offer.side, title, tuple(choices), offer.choices[about] if about else "", forces)


def cards(campaign: Campaign, ids: Iterable[str]) -> Options:
    """Cards in words, each with the number that it bids."""
    return by_name((one, f"{capital(campaign.cards[one].name)} ({campaign.bids[one]})") for one in ids)


def one_of_each(options: Options) -> Options:
    """Of what reads alike the first, with how many there are: whoever chooses one of them may choose any."""
    many = Counter(words for _, words in options)
    first = {words: one for one, words in reversed(options)}
    return tuple((first[words], f"{words}, one of {many[words]}" if many[words] > 1 else words) for words in many)


TWICE = ("", " (a second)", " (a third)", " (a fourth)", " (a fifth)", " (a sixth)")
"""How pieces that look alike are told apart, where each may be chosen: by eye and by ear."""


def apart(options: Options) -> Options:
    """Each of what may be chosen by words of its own."""
    so_far = Counter[str]()
    found = []
    for one, words in options:
        found.append((one, f"{words}{TWICE[min(so_far[words], len(TWICE) - 1)]}"))
        so_far[words] += 1
    return tuple(found)


def each_card(campaign: Campaign, ids: Iterable[str]) -> Options:
    """Cards of which several are chosen."""
    return apart(cards(campaign, ids))


def card(campaign: Campaign, ids: Iterable[str]) -> Options:
    """Cards of which one is chosen: equal ones stand once."""
    return one_of_each(cards(campaign, ids))


def blocks(campaign: Campaign, ids: Iterable[str]) -> Options:
    """Blocks in words."""
    return apart(by_name((one, campaign.blocks[one].kind.name) for one in ids))


def places(campaign: Campaign, ids: Iterable[str]) -> Options:
    """Places in words."""
    return by_name((one, campaign.board.called(one)) for one in ids)


def moving(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """A stack that goes as one group, where a way is forced; one that goes by the rules has a form of its own
    (`move_form`), with the ways that so many may go."""
    ways = by_name((",".join(way), way_in_words(campaign, way, 0)) for way in offer.choices.get("ways", ()))
    more = (("", "no force march"), *card(campaign, offer.choices["cards"]))
    return f"Move from {campaign.board.called(offer.choices['place'])}", [
        Choice("blocks", "Who goes", blocks(campaign, offer.choices["blocks"]), several=True),
        Choice("way", "To", ways),
        Choice("card", "Force march", more),
    ]


def losing(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """Losses, in the order in which they are taken: each says why it goes before others (8.7.2)."""
    units = [
        (one, f"{words}{why}")
        for rank, why in zip(offer.choices["classes"], (", defected", ", deployed", ""), strict=True)
        for one, words in by_name((one, campaign.blocks[one].kind.name) for one in rank)
    ]
    disk = ((DISK, "the disk"),) if offer.choices["disk"] else ()
    title = f"Lose {counted(offer.choices['number'], 'block')}"
    return title, [Choice("blocks", "In their order", (*apart(tuple(units)), *disk), several=True)]


def lost_behind(campaign: Campaign, position: march.Position, side: str, to: str, most: int, fewest: int = 0) -> str:
    """What stands behind a place at which those who arrive are lost (7.4.1, S15)."""
    lost = march.lost_there(campaign.board, position, side, to, most, fewest)
    return f": {lost} (7.4.1)" if lost else ""


def retreating(campaign: Campaign, state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """A retreat, with those who stay in the castle if any may; behind each place whether they are overrun there."""
    most, going, position = offer.choices["inside"], len(offer.choices["blocks"]), state.position(campaign)
    to = tuple(
        (one, f"{called}{lost_behind(campaign, position, offer.side, one, going, max(1, going - most))}")
        for one, called in places(campaign, offer.choices["to"])
    )
    choices = [Choice("to", "To", (*to, ("", "nowhere: all stay in the castle")) if most >= going else to)]
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
    return "Deploy a block", [Choice("pair", "Who, with which card", one_of_each(by_name(pairs)))]


def paying(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """A degree of movement, with the cards for it."""
    degree, number = offer.choices["degree"], offer.choices["number"]
    fixed = Choice("degree", "", ((degree, degree),))
    title = "No movement" if degree == "none" else f"{capital(degree)} movement"
    words = "Cards to exchange, if any" if degree == "none" else f"For {counted(number, 'card')}"
    hand = each_card(campaign, offer.choices["cards"])
    takes = [Choice("cards", words, hand, several=True)] if hand and (number or degree == "none") else []
    return title, [fixed, *takes]


NONE = "none"
"""What is sent for no card where that is a choice like any other: nothing at all was forgotten."""


def answering(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """An answer to a challenge."""
    could = offer.choices["card"]
    none = ((NONE, "none"),) if None in could else ()
    return "Answer the challenge", [Choice("card", "Show", (*card(campaign, [one for one in could if one]), *none))]


def simply(title: str, *fields: tuple[str, str, Callable[[Campaign, Any], Options], bool]) -> Made:
    """A form whose fields are the choices of the offer by the same names."""

    def made(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
        said = title.format(cards=counted(int(offer.choices.get("number", 0)), "card"))
        found = [Choice(name, words, of(campaign, offer.choices[name]), several) for name, words, of, several in fields]
        return said, found

    return made


def mustering(campaign: Campaign, _state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """Blocks of the recruitment box, and where their mon is."""
    return "Muster", [
        Choice("blocks", "Who comes", blocks(campaign, offer.choices["blocks"]), several=True),
        Choice("place", "Where", places(campaign, offer.choices["places"])),
    ]


def sheltering(campaign: Campaign, state: State, offer: Offer) -> tuple[str, list[Choice]]:
    """Whether those who own the castle stay inside it; in the words of the side, for the umpire chooses for it too."""
    where = campaign.board.called(state.fight.place) if state.fight else ""
    inside_or_out = (("true", "stays inside"), ("false", "comes out"))
    return f"Stay in the castle of {where} or come out", [Choice("stay", capital(CALLED[offer.side]), inside_or_out)]


OF: Mapping[str, Made] = {
    "week.discard": simply("Discard {cards}", ("cards", "Which", each_card, True)),
    "week.bid": simply("Bid for the turn order", ("card", "The card, with what it bids", card, False)),
    "week.order": simply(
        "Say who moves first", ("first", "Who", lambda _on, sides: tuple((one, CALLED[one]) for one in sides), False)
    ),
    "move.pay": paying,
    "move.stack": moving,
    "move.muster": mustering,
    "move.mori": simply("Bring blocks from the Mōri box to Osaka", ("blocks", "Who comes", blocks, True),
                        ("card", "For", card, False)),
    "move.end": simply("End the movement"),
    "combat.declare": simply("Declare combat", ("place", "At", places, False)),
    "combat.inside": sheltering,
    "combat.deploy": deploying,
    "combat.no_second": simply("No second block"),
    "combat.pass": simply("Pass"),
    "combat.challenge": simply("Challenge the loyalty", ("card", "With", card, False)),
    "combat.no_challenge": simply("No challenge"),
    "combat.answer": answering,
    "combat.lose": losing,
    "combat.retreat": retreating,
}  # fmt: skip
"""What makes the form of an offer, by the name of its action."""


def order_from(name: str, one: Callable[[str], str], several: Callable[[str], list[str]]) -> dict[str, Any]:
    """The order of an action from what its form sent: what stands ``one`` by one, and what may be ``several``.

    Raises OrderNotUnderstood where nothing was chosen and that could be taken for a choice.
    """
    order: dict[str, Any] = {"side": one("side")} | {field: one(field) for field in ("force", "seen") if one(field)}
    if name == "combat.answer":
        if not one("card"):
            raise OrderNotUnderstood("Choose the card that is shown, or none.", field="card")
        return order if one("card") == NONE else order | {"card": one("card")}
    if name == "move.stack":
        return order | {"groups": groups_from(one, several)}
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


# A stack that moves, before it does

MOST_GROUPS = 4
"""So many groups of a stack have room on a page."""


def groups_from(one: Callable[[str], str], several: Callable[[str], list[str]]) -> list[dict[str, Any]]:
    """The groups of a move from what its form sent: the first without a number, the others with theirs. Those of which
    nobody goes are left out, unless nobody goes at all."""
    found = []
    for number in range(1, MOST_GROUPS + 1):
        end = ending(number)
        blocks, way = several(f"blocks{end}"), one(f"way{end}")
        if number == 1 or blocks:
            found.append({"blocks": blocks, "way": way.split(",") if way else [], "card": one(f"card{end}") or None})
    return [group for group in found if group["blocks"]] or found[:1]


@dataclass(frozen=True)
class Way:
    """A way that a group may go: what is sent, where it ends, in words, the force march it needs, whether it is chosen,
    and whether a force march would spare the leader of being declared."""

    value: str
    to: str
    words: str
    cards: int
    chosen: bool
    may_hide: bool


@dataclass(frozen=True)
class GoingForm:
    """A group of a move on its page: its number, its ending in the names of fields, who may go and who does, the ways
    by where they end, the cards for a force march, what it costs and why, and by whom all of it is overrun."""

    number: int
    end: str
    blocks: tuple[tuple[str, str, bool], ...]
    ways: tuple[Way, ...]
    cards: tuple[tuple[str, str, bool], ...]
    costs: str = ""
    why: tuple[str, ...] = ()
    lost: str = ""


@dataclass(frozen=True)
class MoveForm:
    """A stack that is about to move: from where, its groups, whether it may be parted further, who stays, and, if it
    may not go so, why not. It is ``ready`` if it may."""

    side: str
    place: str
    called: str
    groups: tuple[GoingForm, ...]
    may_part: bool
    staying: int
    wrong: OrderError | None
    ready: bool
    known_stay: bool


def move_form(
    session: Session,
    desk: str,
    place: str,
    one: Callable[[str], str],
    several: Callable[[str], list[str]],
    number: int = 1,
    fresh: bool = True,
) -> MoveForm | None:
    """The form of a stack at a place, as far as it was filled in; None if no stack of this desk's may move from there
    now. A ``fresh`` one has everybody going, as most moves do."""
    campaign, state = campaign_in(session), state_now(session)
    if (offer := stack_offer(campaign, state, desk, place)) is None:
        return None
    side, here, position = offer.side, offer.choices["blocks"], state.position(campaign)
    hand, lead = offer.choices["cards"], march.leadership(campaign.board, position, side, place)
    parts = parted(here, one, several, max(1, min(number, MOST_GROUPS)), fresh)
    groups, taken, chosen = list[GoingForm](), set[str](), list[Group]()
    for index, group in enumerate(parts, 1):
        sent, card = group.blocks, group.card
        free = [block for block in here if block not in taken]
        taken |= set(sent)
        found = (
            march.every_way(campaign.board, position, side, place, len(sent), bool(hand), together=len(here))
            if sent
            else []
        )
        others = Counter(
            road for other in parts if other is not group for road in pairwise(other.way) for _ in other.blocks
        )
        ways = list[Way]()
        for _, way in found:
            together = len(sent) + max(others[road] for road in pairwise(way))
            cost = int(len(way) - 1 > march.allowed(campaign.board, way, together, 0, lead)[0])
            may_hide = bool(hand) and march.may_hide(campaign.board, way, together, lead)
            words = way_in_words(campaign, way, cost)
            ways.append(Way(",".join(way), way[-1], words, cost, way == group.way, may_hide))
        spare = [other for other in hand if other == card or other not in {group.card for group in chosen}]
        groups.append(
            GoingForm(
                index,
                ending(index),
                tuple((block, words, block in sent) for block, words in blocks(campaign, free)),
                tuple(ways),
                tuple((value, words, value == card) for value, words in each_card(campaign, spare)),
            )
        )
        if sent and any(group.way):
            needless = any(way.chosen and not (way.cards or way.may_hide) for way in ways)
            chosen.append(replace(group, card="" if needless else card))
    wrong, costs = as_ruled(campaign, state, side, groups, chosen)
    filled = [priced(campaign, going, costs) for going in groups]
    return MoveForm(
        side,
        place,
        campaign.board.called(place),
        tuple(filled),
        len(here) > 1 and len(filled) < MOST_GROUPS,
        len(here) - len(taken),
        wrong,
        bool(costs),
        any(block in state.known for block in here) and (len(taken) < len(here) or len(filled) > 1),
    )


def ending(number: int) -> str:
    """What the names of the fields of a group end in."""
    return "" if number == 1 else f"-{number}"


def parted(
    here: Sequence[str], one: Callable[[str], str], several: Callable[[str], list[str]], number: int, fresh: bool
) -> list[Group]:
    """So many groups of a stack, as far as each was filled in: a block goes with the first that names it."""
    found, left = list[Group](), [*here]
    for end in map(ending, range(1, number + 1)):
        sent = left if fresh and not found else [block for block in several(f"blocks{end}") if block in left]
        found.append(Group(tuple(sent), tuple(one(f"way{end}").split(",")), one(f"card{end}")))
        left = [block for block in left if block not in sent]
    return found


def as_ruled(
    campaign: Campaign, state: State, side: str, groups: Sequence[GoingForm], chosen: Sequence[Group]
) -> tuple[OrderError | None, Costs]:
    """What the rules say of the groups that were chosen: why they may not go so, or what each way costs. They are not
    asked before everybody who goes has a way."""
    all_know_where = all(
        any(way.chosen for way in group.ways) for group in groups if any(sent for *_, sent in group.blocks)
    )
    if not chosen or not all_know_where:
        return None, {}
    try:
        looked = look(campaign, state, Move(side, tuple(chosen)))
    except OrderError as error:
        return error, {}
    return None, {",".join(group.way): (group, cost) for group, cost in zip(chosen, looked, strict=True)}


def stack_offer(campaign: Campaign, state: State, desk: str, place: str) -> Offer | None:
    """What the rules offer this desk of the stack at a place, if it may move from there now."""
    stacks = (offer for offer in legal(campaign, state) if NAME_OF[offer.act] == "move.stack")
    return next((one for one in stacks if one.choices["place"] == place and acts_for(desk, one.side)), None)


def priced(campaign: Campaign, going: GoingForm, costs: Costs) -> GoingForm:
    """A group with what its way costs, and why, where the rules have said so."""
    way = next((way for way in going.ways if way.chosen), None)
    if way is None or way.value not in costs:
        return going
    group, cost = costs[way.value]
    price = f"Costs the {campaign.cards[group.card].name}." if group.card else "Costs no card."
    return replace(going, costs=price, why=cost.why, lost=cost.lost)


def way_in_words(campaign: Campaign, way: tuple[str, ...], cost: int) -> str:
    """A way: where it ends, by which places, whether it needs a force march."""
    called = campaign.board.called
    by = f" by {in_a_row([called(one) for one in way[1:-1]])}" if len(way) > 2 else ""
    return f"{called(way[-1])}{by}, {counted(len(way) - 1, 'road')}{', force march' if cost else ''}"
