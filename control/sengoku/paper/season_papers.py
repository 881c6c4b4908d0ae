"""What players get each season: order cards, army cards, battle slips, letters, edicts, statements, planning sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from control.kernel.errors import OrderNotAllowed
from control.kernel.printing.kinds import Item, Kinds, Press, single
from control.sengoku.battle.slips_questions import slips
from control.sengoku.paper.cards_questions import army_card_data, by_leave, generals_code_data, no_cards, order_cards_of
from control.sengoku.rules.desks import SEES_ARMIES, SEES_BOOKS, SEES_TREATIES
from control.sengoku.season.seasonal_papers import (
    call_data,
    edict_data,
    letter_data,
    patent_data,
    petition_data,
    planning_data,
    statement_data,
)
from control.sengoku.world.forces_questions import armies
from control.sengoku.world.standing_questions import standing
from control.sengoku.world.treaties_questions import treaties
from printouts.battle.battle_slip import battle_slips
from printouts.battle.generals_codes import generals_codes
from printouts.books.income_statement import income_statement
from printouts.books.planning_sheet import planning_sheet
from printouts.march.army_cards import army_cards
from printouts.march.order_cards import OrderCard, order_cards
from printouts.politics.bond import Bond, bond
from printouts.politics.edict import edict
from printouts.politics.letter import letter

KINDS = Kinds("season")
NO_ARMY = "There is no army on the map to print a card for; form one first."


@KINDS.add(
    "order_cards",
    "Order cards",
    "order card",
    SEES_ARMIES,
    order_cards,
    "No army may march: none is on the map, or it is winter (R18).",
)
def order_card_items(press: Press) -> Iterator[Item]:
    """A card for each army that may march; one printed by itself is stamped if it is late. A clan with armies that
    may not march gets a card that says which and why. In winter no army moves, so there are none at all (R18)."""
    now = standing(press.session, press.scenario)
    if now.season == "winter":
        return
    marching, staying = by_leave(press.session, press.scenario)
    for army, leave in staying:
        if str(army.id) in press.only:
            raise OrderNotAllowed(f"{army.general}, {army.code}, gets no order card: {leave.stays}.", field="only")
    cards = order_cards_of(press.session, press.scenario, press.make_url, marching, press.now if press.only else None)
    found = [
        Item(str(army.id), f"{card.code}, {card.general}", army.clan.id, card, as_it_began(card, army.started))
        for (army, _leave), card in zip(marching, cards, strict=True)
    ]
    found += [
        Item(
            f"{clan}-stays-{number}", f"{card.clan.name}, no card for {', '.join(one.code for one in card.armies)}",
            clan, card,
        )
        for clan, number, card in no_cards(now.when, staying)
    ]  # fmt: skip
    yield from sorted(found, key=lambda item: item.whose)


def as_it_began(card: OrderCard, started: str) -> OrderCard:
    """What makes an order card wrong: not that its army has marched since, nor that its order is in."""
    return replace(
        card, province=started, neighbours=(), by_sea=(), beyond=(), beyond_by_sea=(), allowance_note="", late=""
    )


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
    """The slips of this season's battles, or of those that are asked for by number."""
    for slip in slips(press.session, press.scenario, press.only):
        yield Item(str(slip.number), f"Battle {slip.number}", "", slip)


@KINDS.add(
    "letters",
    "Letters",
    "letter",
    SEES_BOOKS,
    single(letter),
    "No letter waits to be posted or handed over.",
    noted=False,
)
def letter_items(press: Press) -> Iterator[Item]:
    """The letters a desk has on its hands; of those not posted yet, Team Control sees one clan's at a time."""
    for one, sheet in letter_data(press.session, press.make_url, press.desk, press.whose):
        yield Item(str(one.number), f"{one.code}, {one.sender.name} to {one.recipient.name}", one.lies_with, sheet)


@KINDS.add("bonds", "Bonds", "bond", SEES_TREATIES, single(bond), "No bond stands.", pack=False, noted=False)
def bond_items(press: Press) -> Iterator[Item]:
    """A blank bond, and the standing ones that everybody may know: of others none, for what is printed is listed."""
    yield Item("blank", "A blank bond", "", Bond())
    for one in treaties(press.session, press.desk or "game"):
        if one.audience == "public":
            words = (one.terms, *one.parts, *(f"{who.name} answers for it" for who in one.hostages))
            until = f"It binds until {one.until_words}." if one.until else "It binds for good."
            told = tuple(f"{part[0].upper()}{part[1:]}." for part in words if part)
            made = Bond(*one.between, one.words, one.oath, (*told, until), one.since, str(one.id))
            yield Item(str(one.id), one.words, "", made)


@KINDS.add("edicts", "Edicts", "edict", ("bakufu", "game"), single(edict), "No edict is in force.")
def edict_items(press: Press) -> Iterator[Item]:
    """The edicts in force."""
    for number, paper in edict_data(press.session, press.scenario, press.make_url):
        yield Item(str(number), f"{paper.code}, {paper.title}", "", paper)


@KINDS.add("calls", "Calls and levies", "call", SEES_BOOKS, single(edict), "No call of the Bakufu stands.")
def call_items(press: Press) -> Iterator[Item]:
    """The calls and levies that a desk may know."""
    for one, paper in call_data(press.session, press.scenario, press.make_url, press.desk):
        yield Item(str(one.number), f"{one.code}, to {one.clan.name}", one.clan.id, paper)


@KINDS.add(
    "petitions", "Petitions and judgements", "petition", SEES_BOOKS, single(edict), "No petition has been filed."
)
def petition_items(press: Press) -> Iterator[Item]:
    """The petitions and judgements that a desk may know."""
    for one, paper in petition_data(press.session, press.scenario, press.make_url, press.desk):
        yield Item(str(one.number), f"{one.code}, of {one.clan.name}", one.clan.id, paper)


@KINDS.add("patents", "Patents", "patent", ("bakufu", "game"), single(edict), "Nobody holds a title.", pack=False)
def patent_items(press: Press) -> Iterator[Item]:
    """The patent of every title that is held."""
    for one, paper in patent_data(press.session, press.scenario, press.make_url):
        yield Item(one.id, f"{one.words}, {one.holder}", one.clan.id, paper)


@KINDS.add(
    "income_statement",
    "Income statements",
    "income statement",
    SEES_BOOKS,
    single(income_statement),
    "Nothing has been booked this year.",
)
def statement_items(press: Press) -> Iterator[Item]:
    """This year's statement of each clan that the desk minds; the season on it is only that of printing."""
    for clan, one in statement_data(press.session, press.scenario, press.desk):
        yield Item(clan, one.clan.name, clan, one, replace(one, when=""))


@KINDS.add(
    "planning_sheet",
    "Planning sheets",
    "planning sheet",
    SEES_BOOKS,
    single(planning_sheet),
    "This desk minds no clan.",
)
def planning_items(press: Press) -> Iterator[Item]:
    """A planning sheet for each clan that the desk minds."""
    for clan, one in planning_data(press.session, press.scenario, press.desk):
        yield Item(clan, one.clan.name, clan, one)
