"""What players get each season: order cards, army cards, battle slips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from control.press.kinds import Item, Kind, Press
from control.queries.forces import armies
from control.queries.printing import army_card_data, order_card_data
from control.queries.sheets import battle_slip_data
from printouts.army_cards import army_cards
from printouts.battle_slip import battle_slips
from printouts.order_cards import order_cards

PRINTERS = ("map", "game")


def order_card_items(press: Press) -> Iterator[Item]:
    """A card for each army; one printed by itself is stamped if it is late."""
    now = press.now if press.only else None
    cards = order_card_data(press.session, press.scenario, press.make_url, now=now)
    for army, card in zip(armies(press.session, press.scenario), cards, strict=True):
        yield Item(str(army.id), f"{card.code}, {card.general}", army.clan.id, card)


def army_card_items(press: Press) -> Iterator[Item]:
    """A card for each army. The season on it is only that of printing."""
    cards = army_card_data(press.session, press.scenario, press.make_url)
    for army, card in zip(armies(press.session, press.scenario), cards, strict=True):
        yield Item(str(army.id), f"{card.code}, {card.general}", army.clan.id, card, replace(card, season=""))


def battle_slip_items(press: Press) -> Iterator[Item]:
    """The slips of this season's battles, or of those that are asked for by number."""
    for slip in battle_slip_data(press.session, press.scenario, press.only):
        yield Item(str(slip.number), f"Battle {slip.number}", "", slip)


KINDS = (
    Kind(
        "order_cards", "Order cards", "order card", "season", PRINTERS, order_card_items, order_cards,
        "There is no army on the map to print a card for; form one first.",
    ),
    Kind(
        "army_cards", "Army cards", "army card", "season", PRINTERS, army_card_items, army_cards,
        "There is no army on the map to print a card for; form one first.",
    ),
    Kind(
        "battle_slip", "Battle slips", "battle slip", "season", PRINTERS, battle_slip_items, battle_slips,
        "No battle has been fought this season, so there is no slip to print.",
    ),
)
