"""What players get each season of their armies: order cards, army cards, generals' codes, battle slips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from control.kernel.errors import OrderNotAllowed
from control.kernel.printing.kinds import Item, Kinds, Press
from control.sengoku.battle.slips_questions import slips
from control.sengoku.paper.season.cards_questions import (
    able,
    army_card_data,
    by_leave,
    generals_code_data,
    no_cards,
    order_cards_of,
)
from control.sengoku.rules.desks import SEES_ARMIES
from control.sengoku.world.forces.forces_questions import armies
from control.sengoku.world.standing_questions import standing
from printouts.battle.battle_slip import battle_slips
from printouts.battle.generals_codes import generals_codes
from printouts.march.army_cards import army_cards
from printouts.march.order_cards import OrderCard, order_cards

KINDS = Kinds("season")
NO_ARMY = "There is no army on the map to print a card for; form one first."


@KINDS.add(
    "order_cards",
    "Order cards",
    "order card",
    SEES_ARMIES,
    order_cards,
    "No army may march: none is on the map, the phases of the season are over (R13), or it is winter (R18).",
)
def order_card_items(press: Press) -> Iterator[Item]:
    """A card for each army that may march; one printed by itself is stamped if it is late. A clan with armies that
    may not march gets a card that says which and why, as long as others may: once all phases are over nobody waits for
    one. In winter no army moves, so there are none at all (R18)."""
    now = standing(press.session, press.scenario)
    if now.season == "winter":
        return
    marching, staying = by_leave(press.session, press.scenario)
    for army, leave in staying:
        if str(army.id) in press.only:
            raise OrderNotAllowed(f"{army.general}, {army.code}, gets no order card: {leave.stays}.", field="only")
    cards = order_cards_of(press.session, press.scenario, press.make_url, marching, press.now if press.only else None)
    found = []
    for (army, _leave), card in zip(marching, cards, strict=True):
        facts = as_it_began(card, army.started, able(press.session, army))
        found.append(Item(str(army.id), f"{card.code}, {card.general}", army.clan.id, card, facts))
    found += [
        Item(
            f"{clan}-stays-{number}", f"{card.clan.name}, no card for {', '.join(one.code for one in card.armies)}",
            clan, card,
        )
        for clan, number, card in no_cards(now.when, staying if now.next_phase else ())
    ]  # fmt: skip
    yield from sorted(found, key=lambda item: item.whose)


def as_it_began(card: OrderCard, started: str, able: int) -> OrderCard:
    """What makes an order card wrong: not that its army has marched since, nor that its order is in."""
    return replace(
        card, province=started, neighbours=(), by_sea=(), beyond=(), beyond_by_sea=(), allowance=able,
        allowance_note="", left=None, phases="", legs=0, late="",
    )  # fmt: skip


@KINDS.add("army_cards", "Army cards", "army card", SEES_ARMIES, army_cards, NO_ARMY)
def army_card_items(press: Press) -> Iterator[Item]:
    """A card for each army. The season on it is only that of printing."""
    cards = army_card_data(press.session, press.scenario, press.make_url)
    for army, card in zip(armies(press.session, press.scenario), cards, strict=True):
        yield Item(str(army.id), f"{card.code}, {card.general}", army.clan.id, card, replace(card, season=""))


@KINDS.add("generals_codes", "Generals’ codes", "general’s code", SEES_ARMIES, generals_codes, NO_ARMY)
def generals_code_items(press: Press) -> Iterator[Item]:
    """A paper for the general of each army. The season on it is only that of printing."""
    codes = generals_code_data(press.session, press.scenario, press.make_url)
    for army, (number, one) in zip(armies(press.session, press.scenario), codes, strict=True):
        yield Item(number, f"{one.army}, {one.general}", army.clan.id, one, replace(one, season=""))


@KINDS.add(
    "battle_slip",
    "Battle slips",
    "battle slip",
    SEES_ARMIES,
    battle_slips,
    "No battle has been fought this season, so there is no slip to print.",
)
def battle_slip_items(press: Press) -> Iterator[Item]:
    """The slips of this season's battles, or of those that are asked for by number: two on a sheet that is cut, for
    whoever fought on either side."""
    for slip in slips(press.session, press.scenario, press.only, press.make_url):
        sides = (slip.attacker, slip.defender)
        fought = (sign.id for side in sides for sign in (side.clan, *(unit.clan for unit in side.units)))
        between = tuple(dict.fromkeys(filter(None, fought)))
        yield Item(str(slip.number), f"Battle {slip.number}", "", slip, between=between)
