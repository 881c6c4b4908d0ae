"""Forms for an umpire who types what was done with the real game: pieces by what is printed on them, from all that may
be where they are named, not from those that the program dealt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.errors import OrderNotUnderstood, did_you_mean
from control.kernel.grouping import grouped
from control.kernel.rows import Entry
from control.kernel.wording import by_name, capital, counted, folded, in_a_row
from control.sekigahara.play.choosing_questions import (
    MOST_GROUPS,
    NOBODY,
    NONE,
    OF,
    TWICE,
    ActForm,
    Choice,
    Options,
    apart,
    cards,
    ending,
    form_of,
    lost_behind,
    order_from,
    stacks_by_name,
    way_in_words,
)
from control.sekigahara.play.names import NAME_OF
from control.sekigahara.play.standing_questions import campaign_in, state_before, state_now
from control.sekigahara.rules.board import march
from control.sekigahara.rules.campaign.acts import Bring, Declare, Move, Muster, Offer, Retreat
from control.sekigahara.rules.campaign.campaign import BOX, LOST, MORI, MORI_BOX, OSAKA, Campaign, State
from control.sekigahara.rules.combat.challenge import Challenge
from control.sekigahara.rules.combat.losses import DISK
from control.sekigahara.rules.combat.plays import Deploy
from control.sekigahara.rules.phases.aftermath import retreat_choices
from control.sekigahara.rules.phases.fighting import combat_of
from control.sekigahara.rules.playing import legal
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES
from control.sekigahara.rules.umpire.dealt import (
    DESTROYED,
    DISCARDS,
    HAND,
    PILE,
    STANDING,
    contents,
    correction_of,
    lying,
)
from control.sekigahara.rules.umpire.dealt import NOBODY as NO_SIDE
from control.sekigahara.rules.umpire.forced import forced_offers


def dealt_forms(session: Session, forcing: bool = False) -> tuple[ActForm, ...]:
    """A form for each thing that may be done now, whatever the players really hold; ``forcing`` as in `forms`."""
    campaign, state = campaign_in(session), state_now(session)
    offers = forced_offers(campaign, state) if forcing else legal(campaign, state)
    found = [dealt_form(campaign, state, offer) for offer in offers]
    fight = state.fight
    if (
        fight
        and fight.stage in ("deploy", "second")
        and not any(one.action == "combat.deploy" for one in found)
        and combat_of(campaign, fight).undeployed(fight.side)
    ):
        found.insert(0, dealt_form(campaign, state, Offer(fight.side, Deploy, {"pairs": []})))
    if (
        fight
        and fight.stage == "challenge"
        and not any(one.action == "combat.challenge" for one in found)
        and loyal(campaign, state, fight.side)
    ):
        found.insert(0, dealt_form(campaign, state, Offer(fight.side, Challenge, {"card": []})))
    return stacks_by_name(found)


def dealt_form(campaign: Campaign, state: State, offer: Offer) -> ActForm:
    """The form of an offer."""
    name, side = NAME_OF[offer.act], offer.side
    if name == "move.mori" and len(there := state.at(campaign, side, MORI_BOX)) <= campaign.edition.mori.double_card:
        offer = replace(offer, choices={**offer.choices, "blocks": there})  # the leader too, for a double card
    title, choices = OF[name](campaign, state, offer)
    number = int(str(offer.choices.get("number", 1))) or len(state.hands[side])  # any of them may be exchanged (7.1)
    wide = {
        "cards": lambda: cards_of(campaign, state, side, number),
        "card": lambda: cards_of(campaign, state, side, 1),
    }
    if name == "move.stack":
        choices = moving(campaign, state, offer)
    elif name == "combat.deploy":
        deployed = {one.block.id for one in combat_of(campaign, state.the_fight).deployed}
        waiting = blocks_of(campaign, state, side, state.the_fight.place, 1, deployed)
        choices = [
            Choice("block", "Who", waiting),
            Choice("card", "With which card", open_card(campaign, state, side) or (("", NOBODY), *wide["card"]())),
        ]
    elif name == "combat.challenge":
        choices = [Choice("card", "The card", loyal(campaign, state, side))]
    elif name == "combat.answer":
        choices = [Choice("card", "Show", (*wide["card"](), (NONE, "none")))]
    elif name == "combat.lose":
        combat = combat_of(campaign, state.the_fight)
        on = {one.block.id: one.side for one in combat.deployed if one.block.kind.side == side}
        rest = blocks_of(campaign, state, side, state.the_fight.place, number, {*on})
        seen = tuple(
            (one, f"{campaign.blocks[one].kind.name}, {'deployed' if now == side else 'defected'}")
            for one, now in on.items()
        )
        disk = ((DISK, "the disk"),) if offer.choices["disk"] else ()
        choices = [Choice("blocks", "In their order", (*apart(seen), *rest, *disk), several=True)]
    elif name == "combat.retreat":
        choices = [staying(one, offer) if one.name == "inside" else one for one in choices]
    elif name == "move.muster":
        box = blocks_of(campaign, state, side, BOX, len(offer.choices["blocks"]), set())
        choices = [Choice("blocks", "Who comes", box, several=True), *choices[1:]]
    else:
        choices = [replace(one, options=wide[one.name]()) if one.name in wide else one for one in choices]
    if victims := may_be_overrun(campaign, state, offer):
        choices = [*choices, Choice("overrun", "Who was overrun, of those nobody had seen", victims, several=True)]
    return form_of(offer, f"{capital(CALLED[side])}: {title}", choices, forces=True)


def staying(inside: Choice, offer: Offer) -> Choice:
    """How many stay in the castle: they go in unseen."""
    most = min(int(str(offer.choices["inside"])), len(offer.choices["blocks"]))
    options = tuple((str(one), counted(one, "block") if one else "nobody") for one in range(most + 1))
    return Choice("inside", inside.words, options)


def may_be_overrun(campaign: Campaign, state: State, offer: Offer) -> Options:
    """The kinds of hidden block that this act may overrun, or that may be overrun by it: the real game knows which. A
    stack that parts hides whom it had shown."""
    parted, arrive = state.copy(), arriving(campaign, state, offer)
    if offer.act in (Move, Retreat):
        parted.known = [one for one in state.known if one not in offer.choices["blocks"]]
    return overrun_where(campaign, parted, arrive, offer.side)


def overrun_where(
    campaign: Campaign, state: State, arrive: Iterable[tuple[str, int, Collection[str]]], acting: str = ""
) -> Options:
    """The kinds of hidden block that are overrun where so many of a side arrive: theirs, or their enemy's."""
    board, position, most = campaign.board, state.position(campaign), dict[tuple[str, str], int]()
    for side, number, places in arrive:
        foe = OTHER[side]
        for place in places:
            mine, theirs = position.blocks(side, place), position.blocks(foe, place)
            if march.is_overrun(board, position, side, place, number):
                most[foe, place] = theirs
            elif 0 < (mine + 1) * march.FOUR_TO_ONE <= theirs and march.owner(board, position, place) != side:
                most[side, place] = mine + theirs // march.FOUR_TO_ONE
    found = dict[str, str]()
    for (side, place), number in most.items():
        unseen = [one for one in state.at(campaign, side, place) if one not in state.known]
        if unseen or side == acting:
            named = dict(blocks_of(campaign, state, side, place, number, set(state.known), upto=number))
            found |= {one: words for one, words in named.items() if one not in found}
    return tuple(found.items())


def arriving(campaign: Campaign, state: State, offer: Offer) -> Iterator[tuple[str, int, Collection[str]]]:
    """Who may arrive by an act: the side, how many blocks at most, and where."""
    side, given = offer.side, offer.choices
    if offer.act is Move:
        position = state.position(campaign)  # a leader may be declared there, whatever the program holds
        position = replace(position, leaders={**position.leaders, side: {*position.leaders[side], given["place"]}})
        known = [way for _, way in every_way(campaign, position, side, given["place"], len(given["blocks"]))]
        yield side, len(given["blocks"]), sorted({place for way in given.get("ways") or known for place in way[1:]})
    elif offer.act is Muster:
        yield side, len(given["blocks"]), [*given["places"]]
    elif offer.act is Retreat:
        yield side, len(given["blocks"]), given["to"]
    elif offer.act is Bring:
        yield side, campaign.edition.mori.double_card, [OSAKA]
    if offer.act in (Declare, Retreat) and side != MORI and OSAKA in (given.get("place") or given.get("to") or ()):
        yield MORI, len(state.at(campaign, MORI, MORI_BOX)), [OSAKA]


def open_card(campaign: Campaign, state: State, side: str) -> Options:
    """The double card that is open, with which alone a second block may follow."""
    card = combat_of(campaign, state.the_fight).open
    return ((card.id, f"the {card.name} that lies there"),) if card and card.side == side else ()


def moving(campaign: Campaign, state: State, offer: Offer) -> list[Choice]:
    """How many of a stack go, and where to; and perhaps others of it elsewhere, in as many groups as at a desk."""
    place, number, side = offer.choices["place"], len(offer.choices["blocks"]), offer.side
    leaders = tuple(
        (one, words)
        for one, words in blocks_of(campaign, state, side, place, 1, set())
        if campaign.blocks[one].kind.leader
    )
    position = state.position(campaign)
    if leaders:  # whoever declares one there is led, whatever the program holds
        position = replace(position, leaders={**position.leaders, side: {*position.leaders[side], place}})
    forced = offer.choices.get("ways")
    known = [(0, way) for way in forced or ()] or every_way(campaign, position, side, place, number)
    ways = tuple(
        (
            ",".join(way),
            f"{way_in_words(campaign, way, cost)}{lost_behind(campaign, position, side, way[-1], number, fewest=1)}",
        )
        for cost, way in known
    )
    cards = (("", "no force march"), *cards_of(campaign, state, side, 1))
    many = tuple((str(one), counted(one, "block")) for one in range(number, 0, -1))
    first = [Choice("number", "How many go", many), Choice("way", "To", ways), Choice("card", "Force march", cards)]
    if leaders:
        first.append(Choice("leader", "Leader who was declared", (("", "none"), *leaders)))
    for group in range(2, min(MOST_GROUPS, number) + 1):
        end, most = ending(group), number - group + 1  # one at least goes with each group before it
        others = tuple((str(one), counted(one, "block") if one else "nobody") for one in range(most + 1))
        first += [
            Choice(f"number{end}", "How many go", others, part=WHICH[group]),
            Choice(f"way{end}", "To", (("", "nowhere"), *ways), part=WHICH[group]),
            Choice(f"card{end}", "Force march", cards, part=WHICH[group]),
        ]
    return first


WHICH = {2: "Another group", 3: "A third group", 4: "A fourth group"}
"""How a group behind the first is called."""


def every_way(
    campaign: Campaign, position: march.Position, side: str, place: str, number: int
) -> list[tuple[int, tuple[str, ...]]]:
    """The cards and the way of every way that some of a stack may go, up to so many: fewer go further, but more overrun
    what stands in their way (7.3.5, 7.4)."""
    found: dict[tuple[str, ...], int] = {}
    for size in range(1, min(number, march.TOO_MANY - 1) + 1):
        if size == number or march.penalty(size + 1) > march.penalty(size):  # of those that go as far, the most
            for cards, way in march.every_way(campaign.board, position, side, place, size, True):
                found.setdefault(way, cards)
    return sorted(
        ((cards, way) for way, cards in found.items()), key=lambda one: (one[1][-1], one[0], len(one[1]), one[1])
    )


def dealt_order(
    session: Session, before: Entry | None, name: str, one: Callable[[str], str], several: Callable[[str], list[str]]
) -> Any:
    """The order of an act from what its form sent: hidden blocks that move are counted, not named. They are those of
    the entry that the form made ``before``, if it comes again: by then others stand there, or nobody."""
    order = order_from(name, one, several) | {"dealt": True}
    if chosen := several("overrun"):
        order["overrun"] = chosen
    if name == "combat.deploy":
        return order | {"block": one("block"), "card": one("card") or None}
    campaign, state = campaign_in(session), state_now(session)
    if one("side") not in SIDES:  # refused as such
        return order
    named = before.arguments if before and before.action == name else {}
    if name == "combat.retreat":
        stayed = named.get("inside")
        if stayed is not None and len(stayed) == number_in(one("inside")):
            return order | {"inside": stayed}
        if named and stayed is None and not one("inside"):  # there was no castle, whatever there is by now
            return order
        if state.fight and state.fight.stage == "retreat":
            there = state.at(campaign, one("side"), state.fight.place)
            if one("inside").isdecimal():
                return order | {"inside": there[: number_in(one("inside"))]}
            if retreat_choices(campaign, state)["inside"]:
                raise OrderNotUnderstood("Choose how many stay in the castle, or nobody.", field="inside")
    if name != "move.stack":
        return order
    went = [block for group in named.get("groups") or () for block in group["blocks"]]
    left = [block for block in state.at(campaign, one("side"), one("way").partition(",")[0]) if block not in went]
    groups = groups_of([*went, *sorted(left, key=lambda block: block in state.moved)], one)
    return order | {"groups": groups, "leader": one("leader")}


def groups_of(there: list[str], one: Callable[[str], str]) -> list[dict[str, Any]]:
    """The groups of a stack that moves, of whom stands there as many as were typed.

    Raises OrderNotUnderstood where a group goes nowhere, nobody goes, or more go than are left: what was typed is not
    what was done, and it is for the umpire to say which of both is wrong.
    """
    groups, left = list[dict[str, Any]](), there
    for end in map(ending, range(1, MOST_GROUPS + 1)):
        number, way, card = number_in(one(f"number{end}")), one(f"way{end}"), one(f"card{end}")
        needed = bool(way or card) or not end  # one group goes
        if not number and needed:
            nobody = ", or nowhere and no force march" if end else ""
            raise OrderNotUnderstood(f"Choose how many go{nobody}.", field=f"number{end}")
        if not way and number:
            nobody = ", or that nobody goes" if end else ""
            raise OrderNotUnderstood(f"Choose where they go{nobody}.", field=f"way{end}")
        if number > len(left):
            many = counted(len(there), "block")
            more = len(there) - len(left) + number
            raise OrderNotUnderstood(f"Here stand {many}; with this group {more} would go.", field=f"number{end}")
        if number:
            groups.append({"blocks": left[:number], "way": way.split(","), "card": card or None})
            left = left[number:]
    return groups


def number_in(typed: str) -> int:
    """A number of blocks as it was typed; nobody where it is none that there could be."""
    return int(typed) if typed.isdecimal() and len(typed) < 4 else 0


# What may lie where


def cards_of(campaign: Campaign, state: State, side: str, most: int) -> Options:
    """The kinds of card that a side may hold, each as often as it may be wanted."""
    called = dict(cards(campaign, [*state.hands[side], *state.piles[side]]))
    return kinds(called, lambda one: called[one], most)


def loyal(campaign: Campaign, state: State, side: str) -> Options:
    """The loyalty challenge that a side may hold; of those that it has one is as good as another."""
    held = [one for one in (*state.hands[side], *state.piles[side]) if campaign.cards[one].challenges]
    return cards(campaign, held[:1])


def blocks_of(
    campaign: Campaign, state: State, side: str, spot: str, most: int, without: set[str], upto: int = 0
) -> Options:
    """The kinds of block that a side may have at a spot, hidden ones being any: of each kind ``most``, and no more than
    are there, or ``upto`` if more may come."""
    mine = [one for one in campaign.blocks_of(side) if one not in without]
    here = [one for one in mine if state.spot[one] == spot]
    hidden = [
        one for one in mine if one not in here and one not in state.known and state.spot[one] not in (LOST, MORI_BOX)
    ]
    return kinds([*here, *hidden], lambda one: campaign.blocks[one].kind.name, min(most, max(1, len(here), upto)))


def kinds(pieces: Iterable[str], called: Callable[[str], str], most: int) -> Options:
    """Pieces in words, those of a kind as often as there are, and no more than ``most``."""
    found = grouped((called(one), one) for one in pieces)
    return tuple(
        (one, f"{name}{TWICE[number]}")
        for name, several in sorted(found.items(), key=lambda one: folded(one[0]))
        for number, one in enumerate(several[: min(most, len(TWICE))])
    )


def pieces_by_name(session: Session, then: State | None = None) -> dict[str, str]:
    """The pieces for corrections as an umpire calls them, each with where he sees it, and their ids, resource locations
    for their cubes; of those that look alike, one. What lies in bags and decks he does not see, so every kind is there,
    with no id where none of it is. So they are called now, or as the state was ``then``."""
    campaign, state = campaign_in(session), then or state_now(session)
    named = {f"{block.kind.name}, from the bag": "" for block in campaign.blocks.values()}
    for one, block in campaign.blocks.items():
        seen = ", seen" if one in state.known else ""
        named[f"{block.kind.name}, {lying(campaign, state.spot[one])}{seen}"] = one
    for side in SIDES:
        every = dict(cards(campaign, campaign.cards_of(side)))
        named |= {f"{words}, from the deck of {CALLED[side]}": "" for words in every.values()}
        for where, pile in (("deck", state.piles), ("discards", state.discards), ("hand", state.hands)):
            named |= {f"{every[one]}, from the {where} of {CALLED[side]}": one for one in pile[side]}
    for place, side in state.resources.items():
        named[f"{campaign.board.called(place)}, resource location of {CALLED.get(side, NO_SIDE)}"] = place
    for one, disk in campaign.edition.disks.items():
        named[f"{disk.name} disk, {STANDING if one in state.disks else DESTROYED}"] = one
    return named


def piece_meant(session: Session, typed: str, before: Entry | None = None) -> str:
    """The id of the piece that was typed as `pieces_by_name` calls it; an id is taken as it is. The form that made an
    entry ``before`` is read as it was then: by now nothing is called so, or something else.

    Raises OrderNotUnderstood, with the nearest name or those that begin so.
    """
    campaign, wanted = campaign_in(session), folded(typed)
    if not wanted or correction_of(campaign, typed):
        return typed
    then = state_before(session, before) if before and before.action == "table.correct" else None
    named = pieces_by_name(session, then)
    begin = [words for words in named if folded(words).startswith(wanted)]
    exact = [words for words in begin if folded(words) == wanted]
    meant = exact or [words for words in begin if named[words]] or begin
    if len(meant) == 1 and named[meant[0]]:
        return named[meant[0]]
    if len(meant) == 1:
        sentence = f"There is none: {meant[0]}. Name one that lies elsewhere."
    elif meant:
        others = ", or others" if meant[6:] else ""
        sentence = f"“{typed[:60]}” could be {in_a_row(meant[:6], 'or')}{others}. Type more of it."
    else:
        sentence = f"There is no piece “{typed[:60]}”.{did_you_mean(typed, named)} Begin with its clan and choose."
    raise OrderNotUnderstood(sentence, field="piece")


def overrun_by_it(session: Session, typed: str, to: str) -> Options:
    """The kinds of hidden block that a correction may overrun; none while nobody knows which piece it is."""
    campaign, state = campaign_in(session), state_now(session)
    try:
        piece = piece_meant(session, typed)
    except OrderNotUnderstood:
        return ()
    gone, block = state.copy(), campaign.blocks.get(piece)
    if piece in campaign.edition.disks:  # who owns a castle is not overrun there
        gone.disks = [one for one in (*state.disks, piece) if one != piece or to == STANDING]
        return overrun_where(campaign, gone, [(side, 0, [campaign.board.disks[piece].id]) for side in SIDES])
    if block is None:
        return ()
    side, where = block.kind.side, state.spot[block.id]
    gone.known = [one for one in state.known if one not in state.at(campaign, side, where)]  # hidden by it, all of them
    gone.spot[block.id] = LOST
    came = [(side, 1, [to])] if to in campaign.board.places else []
    left = [(OTHER[side], 0, [where])] if where in campaign.board.places else []
    return tuple(dict([*overrun_where(campaign, state, came), *overrun_where(campaign, gone, left)]).items())


def spots_by_name(session: Session) -> tuple[tuple[str, str], ...]:
    """Where a piece may be put right."""
    campaign = campaign_in(session)
    places = by_name((one.id, one.name) for one in campaign.board.places.values())
    boxes = (("recruitment", "Recruitment box"), (MORI_BOX, "Mōri box"), ("bag", "Bag"), (LOST, "Lost"))
    piles = ((HAND, "Hand (a card)"), (PILE, "Draw pile (a card)"), (DISCARDS, "Discards (a card)"))
    cubes = (
        *((side, f"Of {CALLED[side]} (a resource location)") for side in SIDES),
        (NO_SIDE, "Of nobody (a resource location)"),
    )
    disks = ((STANDING, "Standing (a disk)"), (DESTROYED, "Destroyed (a disk)"))
    return (*places, *boxes, *piles, *cubes, *disks)


def looked_into(session: Session, side: str, into: str) -> tuple[str, ...]:
    """What is in a bag or a deck; whoever asks has written it into the journal."""
    assert side in SIDES
    return tuple(contents(campaign_in(session), state_now(session), side, into))
